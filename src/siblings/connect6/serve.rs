//! Connects a protocol session with a player: the dialogue that a server of lines holds.

use std::fmt;
use std::io::Write;
use std::sync::Arc;

use kagetsu_kernel::line_host::{Answer, Dialogue, Effect, Scope};
use kagetsu_kernel::{Clock, SearchLimits, StopSignal};

use super::pace::Pace;
use super::player::Player;
use super::protocol::{Action, Dialect, Session, Setting};

/// Depth of a search that is over soon without another limit, in turns.
const SHALLOW: u32 = 1;

/// One talk with another program. Remarks go to `err`. A time for the game runs from its first turn to its last, and
/// begins anew with the next game.
pub(crate) struct Server {
    session: Session,
    player: Player,
    pace: Pace,
    games: usize,
    /// The turn of a search that was told to end. The next line may give its game up; then nobody waits for it.
    held: Option<String>,
    clock: Arc<dyn Clock>,
    err: Box<dyn Write + Send>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("session", &self.session)
            .field("pace", &self.pace)
            .finish_non_exhaustive()
    }
}

impl Server {
    /// A talk that begins now, with limits that hold until the other program sets its own.
    pub(crate) fn new(
        session: Session,
        player: Player,
        limits: SearchLimits,
        clock: Arc<dyn Clock>,
        err: Box<dyn Write + Send>,
    ) -> Self {
        Self {
            games: session.games_begun(),
            session,
            player,
            pace: Pace::new(limits),
            held: None,
            clock,
            err,
        }
    }

    /// A remark that nobody reads is no fault.
    fn remark(&mut self, text: &str) {
        let _ = writeln!(self.err, "{text}");
    }

    fn think(&mut self, stop: &StopSignal, answer: &mut Answer<'_>) {
        let limits = self.pace.turn(self.clock.now());
        let never = StopSignal::new();
        // Lines that are sent all at once, the last word behind them, are then answered the same each time.
        let stop = if self.player.is_short(&limits) {
            &never
        } else {
            stop
        };
        let found = self.player.turn(self.session.game(), &limits, stop);
        if let Some(found) = found {
            self.remark(&found.to_string());
            match self.session.answer(found.turn) {
                Ok(line) if stop.is_raised() => self.held = Some(line),
                Ok(line) => answer(&line),
                Err(error) => self.remark(&error.to_string()),
            }
        }
        let spent = self.clock.now().saturating_sub(limits.started);
        self.pace.spend(spent);
    }

    fn say_held(&mut self, answer: &mut Answer<'_>) {
        if let Some(turn) = self.held.take() {
            answer(&turn);
        }
    }

    /// Does what the session wants done about a line.
    fn act(&mut self, actions: Vec<Action>, stop: &StopSignal, answer: &mut Answer<'_>) {
        if self.games != self.session.games_begun() {
            self.games = self.session.games_begun();
            self.pace.new_game();
        }
        for action in actions {
            match action {
                Action::Say(text) => answer(&text),
                Action::Remark(text) => self.remark(&text),
                Action::Set(Setting::Threats(on)) => self.player.use_threats(on),
                Action::Set(Setting::Memory(bytes)) => self.player.use_memory(bytes),
                Action::Set(setting) => self.pace.set(setting),
                Action::Think => self.think(stop, answer),
            }
        }
    }
}

impl Dialogue for Server {
    fn effects(&self) -> fn(&str) -> Effect {
        match self.session.dialect() {
            Dialect::Sau => |line| Dialect::Sau.effect(line),
            Dialect::Cloudict => |line| Dialect::Cloudict.effect(line),
            Dialect::Gomocup => |line| Dialect::Gomocup.effect(line),
        }
    }

    /// Lines in a pipe are answered in full: its end ends only a search that may go on for long.
    fn scope(&self, _line: &str) -> Scope {
        let limits = self.pace.turn(self.clock.now());
        if limits.depth.is_some_and(|depth| depth <= SHALLOW) {
            Scope::Bounded
        } else {
            Scope::of(&limits)
        }
    }

    fn line(&mut self, line: &str, stop: &StopSignal, answer: &mut Answer<'_>) {
        if self.session.dialect().gives_up(line) {
            self.held = None;
        }
        self.say_held(answer);
        let actions = self.session.line(line);
        self.act(actions, stop, answer);
    }

    fn refuse(&mut self, beginning: &str, fault: &str, answer: &mut Answer<'_>) {
        self.say_held(answer);
        let actions = self.session.refuse(beginning, fault);
        self.act(actions, &StopSignal::new(), answer);
    }

    fn finish(&mut self, answer: &mut Answer<'_>) {
        self.say_held(answer);
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::time::Duration;

    use kagetsu_kernel::line_host::MAX_LINE;
    use kagetsu_kernel::{FakeClock, TimeControl};
    use proptest::prelude::*;

    use super::super::engine::Engine;
    use super::super::evaluation::Evaluation;
    use super::*;
    use kagetsu_kernel::line_host::converse;
    use kagetsu_siblings::testing::{self, Kept};

    const TABLE_BYTES: usize = 1 << 16;

    /// A talk with the engine within these limits.
    fn server(limits: SearchLimits, dialect: Dialect) -> Server {
        // Every look at the clock takes a millisecond.
        let clock = FakeClock::stepping(Duration::from_millis(1));
        server_by(Arc::new(clock), limits, dialect, Box::new(io::sink()))
    }

    fn server_by(
        clock: Arc<dyn Clock>,
        limits: SearchLimits,
        dialect: Dialect,
        err: Box<dyn Write + Send>,
    ) -> Server {
        let engine = Engine::new(TABLE_BYTES, &Evaluation::default(), clock.clone());
        let player = Player::Engine(Box::new(engine));
        let session = Session::new(dialect, "Kagetsu");
        Server::new(session, player, limits, clock, err)
    }

    /// What is answered to these bytes within these limits.
    fn answers_within(limits: SearchLimits, dialect: Dialect, input: &[u8]) -> Vec<String> {
        let input = io::Cursor::new(input.to_vec());
        let out = Kept::default();
        converse(input, out.clone(), server(limits, dialect)).unwrap();
        out.text().lines().map(str::to_owned).collect()
    }

    /// The same with a search that is as short as can be.
    fn answers(dialect: Dialect, input: &[u8]) -> Vec<String> {
        let limits = SearchLimits {
            depth: Some(1),
            nodes: Some(20),
            ..SearchLimits::default()
        };
        answers_within(limits, dialect, input)
    }

    /// A search within these limits ends only when it is told to.
    const ENDLESS: SearchLimits = SearchLimits::of_depth(30);

    #[test]
    fn end_stop_and_a_closed_pipe_are_heard_while_it_thinks() {
        let thinking = "START 19\nBOARD\n9,9,2\nDONE\n";
        for ending in ["END\n", "end\r\n", "STOP\nEND\n", "yxstop\n", ""] {
            let input = format!("{thinking}{ending}");
            let lines = answers_within(ENDLESS, Dialect::Gomocup, input.as_bytes());
            assert_eq!(lines.len(), 2, "{ending}: {lines:?}");
        }
        for (dialect, ending) in [
            (Dialect::Sau, "quit\n"),
            (Dialect::Sau, "stop\n"),
            (Dialect::Sau, ""),
            (Dialect::Cloudict, "exit\n"),
            (Dialect::Cloudict, "stop\n"),
        ] {
            let input = format!("new white\nmove JJ\n{ending}");
            let lines = answers_within(ENDLESS, dialect, input.as_bytes());
            assert_eq!(lines.len(), 1, "{ending}: {lines:?}");
        }
    }

    #[test]
    fn a_turn_of_a_game_that_is_given_up_is_not_said() {
        for (dialect, ending) in [
            (Dialect::Sau, "end white\n"),
            (Dialect::Sau, "end white\nnew black\n"),
            (Dialect::Sau, "new black\n"),
            (Dialect::Cloudict, "new black\n"),
        ] {
            let input = format!("new white\nmove JJ\n{ending}");
            let lines = answers_within(ENDLESS, dialect, input.as_bytes());
            let first = ending.contains("new").then_some("move JJ");
            assert!(lines.iter().eq(first), "{ending}: {lines:?}");
        }
    }

    /// The end of the input ends no search of less than a minute, and no word ends one of few positions.
    #[test]
    fn lines_are_answered_the_same_when_nobody_waits_for_the_answers() {
        let lines = ["new black", "move IIKK", "move AABB"];
        let by_time = SearchLimits::of_time(TimeControl::per_move(Duration::from_millis(300)));
        let by_nodes = SearchLimits::of_nodes(150);
        for (limits, ending) in [
            (by_time, ""),
            (by_nodes, ""),
            (by_nodes, "quit\n"),
            (by_nodes, "end black\n"),
        ] {
            let waited = testing::answers(server(limits, Dialect::Sau), &lines);
            assert_eq!(waited.len(), lines.len());
            let input = lines.join("\n") + "\n" + ending;
            let answers = answers_within(limits, Dialect::Sau, input.as_bytes());
            assert_eq!(answers, waited, "{ending}");
        }
    }

    #[test]
    fn the_time_of_a_game_runs_down_and_begins_anew() {
        // Every look at the clock takes a second, so that each turn uses all that it may.
        let clock = Arc::new(FakeClock::stepping(Duration::from_secs(1)));
        let limits = SearchLimits::of_time(TimeControl {
            match_left: Some(Duration::from_secs(400)),
            ..TimeControl::UNLIMITED
        });
        let err = Box::new(io::sink());
        let mut server = server_by(clock.clone(), limits, Dialect::Sau, err);
        let mut stamps = vec![clock.now()];
        for line in ["new white", "move JJ", "move AAAS"].repeat(2) {
            server.line(line, &StopSignal::new(), &mut |_| stamps.push(clock.now()));
        }
        let took: Vec<Duration> = stamps
            .windows(2)
            .map(|pair| pair[1].saturating_sub(pair[0]))
            .collect();
        assert_eq!(took.len(), 4, "{took:?}");
        let several = Duration::from_secs(5);
        assert!(
            took[1] + several < took[0],
            "the second turn has less left: {took:?}"
        );
        assert!(
            took[1] + several < took[2],
            "a new game has all of it: {took:?}"
        );
    }

    #[test]
    fn an_over_long_line_is_refused_as_the_protocol_tells_errors() {
        const FAULT: &str = "the line is too long: expected at most 65536 bytes";
        let long = "9,9,2 ".repeat(MAX_LINE);
        let error = format!("ERROR {FAULT}");
        for (lines, expected) in [
            (format!("{long}\nSTART 19\n"), vec![&error[..], "OK"]),
            (
                format!("START 19 {long}\nBEGIN\n"),
                vec![&error, "ERROR there is no board yet: send START first"],
            ),
            (format!("INFO {long}\nSTART 19\n"), vec!["OK"]),
            (
                format!("START 19\nBOARD\n{long}\n8,8,2\nDONE\nBEGIN\n"),
                vec!["OK", &error, "9,9"],
            ),
            (
                format!("START 19\nBOARD\n9,9,2\nTURN {long}\nBEGIN\n"),
                vec!["OK", &error, "9,9"],
            ),
        ] {
            assert_eq!(answers(Dialect::Gomocup, lines.as_bytes()), expected);
        }
        for dialect in [Dialect::Sau, Dialect::Cloudict] {
            let (clock, remarks) = (Arc::new(FakeClock::new()), Kept::default());
            let err = Box::new(remarks.clone());
            let server = server_by(clock, SearchLimits::default(), dialect, err);
            let input = io::Cursor::new(format!("move {long}\n"));
            converse(input, io::sink(), server).unwrap();
            assert_eq!(remarks.text(), format!("{FAULT}\n"));
        }
    }

    #[test]
    fn a_board_with_two_free_points_may_stand_on_one_line() {
        // Pairs in rows that change places from row to row: nobody has more than two in line.
        let cells = (0..19).flat_map(|y| (0..19).map(move |x| (x, y, 1 + (x / 2 + y) % 2)));
        let own = cells.clone().filter(|(_, _, owner)| *owner == 1);
        let other = cells.filter(|(_, _, owner)| *owner == 2);
        let stones: Vec<String> = own
            .chain(other)
            .map(|(x, y, owner)| format!("{x},{y},{owner}"))
            .collect();
        let (free, board) = stones.split_at(2);
        let talk = format!("START 19\nBOARD {} DONE\n", board.join(" "));
        let lines = answers(Dialect::Gomocup, talk.as_bytes());
        let turn = free.join(" ").replace(",1", "");
        assert_eq!(lines, ["OK", &turn]);
    }

    #[test]
    fn the_input_may_end_anywhere() {
        let letters = "new black\nmove IIKK\nmove AABB\nquit\n";
        let points = "START 19\nBOARD\n9,9,2\nDONE\nTURN 0,0 18,18\nEND\n";
        for (dialect, talk, most) in [
            (Dialect::Sau, letters, 3),
            (Dialect::Cloudict, letters, 3),
            (Dialect::Gomocup, points, 4),
        ] {
            let is_answer =
                |line: &String| dialect == Dialect::Gomocup || line.starts_with("move ");
            for end in 0..=talk.len() {
                let lines = answers(dialect, &talk.as_bytes()[..end]);
                assert!(lines.len() <= most && lines.iter().all(is_answer));
            }
            assert_eq!(answers(dialect, talk.as_bytes()).len(), 3);
        }
    }

    #[test]
    fn odd_lines_change_nothing() {
        let odd: [&[u8]; 8] = [
            b"\0\0\0",
            b"\xff\xfe move JJ",
            b"move \xf0\x9f\x98\x80",
            b"move JJJJ",
            b"move @@JJ",
            b"move ZZZZ",
            b"\tend\x0b of it",
            b"new",
        ];
        for dialect in [Dialect::Sau, Dialect::Cloudict] {
            let mut input = Vec::new();
            for line in odd {
                input.extend_from_slice(line);
                input.push(b'\n');
            }
            input.extend_from_slice(b"new black\n");
            for line in odd.iter().take(7) {
                input.extend_from_slice(line);
                input.extend_from_slice(b"\r\n");
            }
            assert_eq!(answers(dialect, &input), ["move JJ"]);
        }
    }

    #[test]
    fn odd_lines_of_gomocup_are_refused_and_change_nothing() {
        let filler = "A".repeat(MAX_LINE);
        let odd: [&[u8]; 10] = [
            b"\0\0\0",
            b"TURN \xff\xfe",
            b"TURN \xf0\x9f\x98\x80",
            b"TURN 9,9 9,9",
            b"TURN 99999999999999999999,0",
            b"INFO timeout_turn \xff",
            b"DONE",
            b"9,9",
            b"BOARD 9,9,9 DONE",
            filler.as_bytes(),
        ];
        let mut input = b"START 19\nINFO timeout_turn 0\n".to_vec();
        for line in odd {
            input.extend_from_slice(line);
            input.extend_from_slice(b"\r\n");
        }
        input.extend_from_slice(b"BEGIN\nEND\nABOUT\n");
        let lines = answers(Dialect::Gomocup, &input);
        assert_eq!(lines.first().map(String::as_str), Some("OK"));
        assert_eq!(lines.last().map(String::as_str), Some("9,9"));
        let between = &lines[1..lines.len() - 1];
        assert!(
            between
                .iter()
                .all(|line| line.starts_with("ERROR ") || line.starts_with("UNKNOWN ")),
            "{lines:?}"
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn any_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
            for dialect in [Dialect::Sau, Dialect::Cloudict, Dialect::Gomocup] {
                answers(dialect, &bytes);
            }
        }
    }
}

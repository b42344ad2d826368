//! Connects a protocol session with an engine and two streams.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use kagetsu_kernel::{Clock, SearchLimits};

use super::player::Player;
use super::protocol::{Action, Session, Setting};
use crate::line_input::read_line;

/// The longest line that is read, in bytes. A longer one is dropped whole.
const MAX_LINE: u64 = 256;

/// The limits of the turns, as the command line and the other program set them.
#[derive(Debug)]
struct Pace {
    limits: SearchLimits,
    /// Time for a turn where the other program leaves neither a turn nor a game bounded.
    usual_turn: Option<Duration>,
    /// Time for each whole game.
    game: Option<Duration>,
    /// Has the other program said that games have no limit? What it tells of the time left then means nothing.
    is_endless: bool,
}

impl Pace {
    const fn new(limits: SearchLimits) -> Self {
        Self {
            limits,
            usual_turn: limits.time.turn,
            game: limits.time.match_left,
            is_endless: false,
        }
    }

    const fn new_game(&mut self) {
        self.limits.time.match_left = self.game;
    }

    /// Takes a setting of a limit; others are left to the player.
    const fn set(&mut self, setting: Setting) {
        let time = &mut self.limits.time;
        match setting {
            Setting::Depth(depth) => self.limits.depth = Some(depth),
            Setting::TurnTime(turn) => time.turn = turn,
            Setting::GameTime(game) => {
                self.game = game;
                self.is_endless = game.is_none();
                time.match_left = game;
            }
            Setting::TimeLeft(left) if !self.is_endless => time.match_left = left,
            Setting::TimeLeft(_) | Setting::Threats(_) | Setting::Memory(_) => {}
        }
    }

    /// The limits of a turn that begins now.
    fn turn(&self, now: Duration) -> SearchLimits {
        let mut limits = self.limits;
        limits.started = now;
        if limits.time.match_left.is_none() {
            limits.time.turn = limits.time.turn.or(self.usual_turn);
        }
        limits
    }
}

/// Talks until the other program says good-bye or the input ends. Every line to it is flushed at once; remarks go to
/// `err`. A time for the game runs from its first turn to its last, and begins anew with the next game.
///
/// # Errors
/// Reading or writing failed.
pub fn serve(
    session: &mut Session,
    player: &mut Player,
    limits: SearchLimits,
    clock: &dyn Clock,
    (input, out, err): (&mut dyn BufRead, &mut dyn Write, &mut dyn Write),
) -> io::Result<()> {
    let mut pace = Pace::new(limits);
    let mut games = session.games_begun();
    while let Some(line) = read_line(input, MAX_LINE)? {
        let actions = session.line(&line);
        if games != session.games_begun() {
            games = session.games_begun();
            pace.new_game();
        }
        for action in actions {
            match action {
                Action::Say(text) => writeln!(out, "{text}")?,
                Action::Remark(text) => writeln!(err, "{text}")?,
                Action::Set(Setting::Threats(on)) => player.use_threats(on),
                Action::Set(Setting::Memory(bytes)) => player.use_memory(bytes),
                Action::Set(setting) => pace.set(setting),
                Action::Quit => return Ok(()),
                Action::Think => {
                    let limits = pace.turn(clock.now());
                    if let Some(found) = player.turn(session.game(), &limits) {
                        writeln!(err, "{found}")?;
                        let answer = session.answer(found.turn()).map_err(io::Error::other)?;
                        writeln!(out, "{answer}")?;
                    }
                    let spent = clock.now().saturating_sub(limits.started);
                    pace.limits.time.spend(spent);
                }
            }
            out.flush()?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kagetsu_kernel::{FakeClock, TimeControl};
    use proptest::prelude::*;

    use super::super::engine::{Engine, EngineConfig};
    use super::super::evaluation::Evaluation;
    use super::super::protocol::{Dialect, FirstStone};
    use super::*;

    /// What is answered to these bytes, with a search that is as short as can be.
    fn answers(dialect: Dialect, input: &[u8]) -> Vec<String> {
        let clock = Arc::new(FakeClock::new());
        let config = EngineConfig {
            table_bytes: 1 << 16,
            ..EngineConfig::default()
        };
        let engine = Engine::new(config, &Evaluation::default(), clock.clone());
        let mut player = Player::Engine(Box::new(engine));
        let mut session = Session::new(dialect, FirstStone::Short, "Kagetsu");
        let limits = SearchLimits {
            depth: Some(1),
            nodes: Some(20),
            ..SearchLimits::default()
        };
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut input = input;
        let streams: (&mut dyn BufRead, &mut dyn Write, &mut dyn Write) =
            (&mut input, &mut out, &mut err);
        serve(&mut session, &mut player, limits, clock.as_ref(), streams).unwrap();
        let text = String::from_utf8(out).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    /// Notes the time of every answer.
    struct Stamps(Arc<FakeClock>, Vec<Duration>);

    impl Write for Stamps {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if bytes.starts_with(b"move") {
                self.1.push(self.0.now());
            }
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_time_of_a_game_runs_down_and_begins_anew() {
        // Every look at the clock takes a second, so that each turn uses all that it may.
        let clock = Arc::new(FakeClock::stepping(Duration::from_secs(1)));
        let config = EngineConfig {
            table_bytes: 1 << 16,
            ..EngineConfig::default()
        };
        let engine = Engine::new(config, &Evaluation::default(), clock.clone());
        let mut player = Player::Engine(Box::new(engine));
        let mut session = Session::new(Dialect::Sau, FirstStone::Short, "Kagetsu");
        let limits = SearchLimits {
            time: TimeControl {
                match_left: Some(Duration::from_secs(400)),
                ..TimeControl::UNLIMITED
            },
            ..SearchLimits::default()
        };
        let game = "new white\nmove JJ\nmove AAAS\n";
        let text = game.repeat(2);
        let mut input = text.as_bytes();
        let (mut out, mut err) = (Stamps(clock.clone(), vec![clock.now()]), Vec::new());
        let streams: (&mut dyn BufRead, &mut dyn Write, &mut dyn Write) =
            (&mut input, &mut out, &mut err);
        serve(&mut session, &mut player, limits, clock.as_ref(), streams).unwrap();
        let took: Vec<Duration> = out
            .1
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
    fn an_over_long_line_is_dropped_whole() {
        for dialect in [Dialect::Sau, Dialect::Cloudict] {
            let filler = "A".repeat(MAX_LINE as usize);
            for long in [
                format!("{filler}\n"),
                format!("new black {filler}\n"),
                format!("{filler} \nx{filler}{filler}quit\n"),
            ] {
                let input = format!("{long}new black\n");
                assert_eq!(answers(dialect, input.as_bytes()), ["move JJ"]);
            }
            // A line that just fits is read.
            let fits = format!("new black{}\n", " ".repeat(MAX_LINE as usize - 10));
            assert_eq!(fits.len() as u64, MAX_LINE);
            assert_eq!(answers(dialect, fits.as_bytes()), ["move JJ"]);
        }
    }

    #[test]
    fn the_input_may_end_anywhere() {
        let talk = b"new black\nmove IIKK\nmove AABB\nquit\n";
        for dialect in [Dialect::Sau, Dialect::Cloudict] {
            for end in 0..=talk.len() {
                let lines = answers(dialect, &talk[..end]);
                assert!(lines.len() <= 3 && lines.iter().all(|line| line.starts_with("move ")));
            }
            assert_eq!(answers(dialect, talk).len(), 3);
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
        let filler = "A".repeat(MAX_LINE as usize);
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

    #[test]
    fn a_game_by_gomocup_may_end_anywhere() {
        let talk = b"START 19\nBOARD\n9,9,2\nDONE\nTURN 0,0 18,18\nEND\n";
        for end in 0..=talk.len() {
            assert!(answers(Dialect::Gomocup, &talk[..end]).len() <= 4);
        }
        let lines = answers(Dialect::Gomocup, talk);
        assert_eq!(lines.len(), 3, "{lines:?}");
        let is_turn = |line: &str| line.split(' ').filter(|point| point.contains(',')).count() == 2;
        assert!(is_turn(&lines[1]) && is_turn(&lines[2]), "{lines:?}");
    }

    #[test]
    fn what_the_manager_sets_bounds_the_turns() {
        let seconds = Duration::from_secs;
        let mut pace = Pace::new(SearchLimits {
            time: TimeControl::per_move(seconds(1)),
            ..SearchLimits::default()
        });
        let time = |pace: &Pace| {
            let time = pace.turn(Duration::ZERO).time;
            (time.turn, time.match_left)
        };
        pace.set(Setting::TurnTime(None));
        assert_eq!(
            time(&pace),
            (Some(seconds(1)), None),
            "something must bound it"
        );
        pace.set(Setting::GameTime(Some(seconds(60))));
        assert_eq!(time(&pace), (None, Some(seconds(60))));
        pace.set(Setting::TimeLeft(Some(seconds(7))));
        assert_eq!(time(&pace), (None, Some(seconds(7))));
        pace.new_game();
        assert_eq!(time(&pace), (None, Some(seconds(60))));
        pace.set(Setting::GameTime(None));
        pace.set(Setting::TimeLeft(Some(seconds(7))));
        pace.set(Setting::TurnTime(Some(seconds(2))));
        assert_eq!(time(&pace), (Some(seconds(2)), None));
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

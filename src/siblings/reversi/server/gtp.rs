//! GTP, the Go text protocol, for the game Othello: squares are written as players write them, `a1` top left.

use kagetsu_kernel::gtp::{self, Clocks, CommandLine, Reply};
use kagetsu_kernel::line_host::Scope;
use kagetsu_kernel::{SearchLimits, Side, StopSignal, quote};

use super::{Answer, Dialogue, Effect, Pace, Player, scope};
use crate::players::Level;
use crate::record::{Game, GameResult, Outcome, Ply, ggf};

/// The commands, for `list_commands`.
const COMMANDS: &str = "protocol_version\nname\nversion\nknown_command\nlist_commands\nquit\nboardsize\nclear_board\n\
    komi\nplay\ngenmove\nreg_genmove\nundo\nshowboard\ntime_settings\ntime_left\nset_game\nlist_games\nfinal_score\nlevel";

/// The engine's side of the dialogue.
#[derive(Debug)]
pub(crate) struct Gtp {
    player: Player,
    game: Game,
    /// Plies in the game after each pass that was not told, because the other side leaves passes out.
    implied_passes: Vec<usize>,
    /// Passes told or answered after the end of the game, which has no place for them.
    passes_after_end: usize,
    /// What bounds moves without a clock.
    pace: Pace,
    clocks: Clocks,
}

impl Gtp {
    /// A dialogue that has not begun.
    pub(crate) fn new(player: Player, pace: Pace) -> Self {
        Self {
            player,
            game: Game::default(),
            implied_passes: Vec::new(),
            passes_after_end: 0,
            pace,
            clocks: Clocks::default(),
        }
    }

    fn limits(&self) -> SearchLimits {
        let time = self.clocks.time(self.game.position().side());
        time.map_or_else(|| self.pace.limits(), SearchLimits::of_time)
    }

    /// Passes for the side to move if it must and the other side is named.
    fn turn_to(&mut self, side: Side) -> Result<(), String> {
        let position = self.game.position();
        if position.side() == side || position.outcome() != Outcome::Running {
            return Ok(());
        }
        if !position.must_pass() {
            return Err(format!("it is not {side}'s turn"));
        }
        self.game
            .play(Ply::Pass)
            .map_err(|error| error.to_string())?;
        self.implied_passes.push(self.game.plies().len());
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.game.position().outcome() != Outcome::Running
    }

    /// Takes the last move back, and the pass before it that was not told.
    fn undo(&mut self) -> Reply {
        if let Some(passes) = self.passes_after_end.checked_sub(1) {
            self.passes_after_end = passes;
            return Ok(String::new());
        }
        self.game.undo().ok_or("cannot undo")?;
        if self.implied_passes.last() == Some(&self.game.plies().len()) {
            self.implied_passes.pop();
            self.game.undo();
        }
        Ok(String::new())
    }

    /// The move that `genmove` would play. Neither the game nor the clock changes.
    fn consider(&mut self, words: &[&str], stop: &StopSignal) -> Reply {
        let before = (self.game.clone(), self.implied_passes.clone(), self.clocks);
        let reply = self.generate(words, stop, false);
        (self.game, self.implied_passes, self.clocks) = before;
        reply
    }

    fn play(&mut self, words: &[&str]) -> Reply {
        let &[side, square] = words else {
            return Err("play takes a colour and a square".to_owned());
        };
        let side = gtp::side(side)?;
        let ply = ggf::ply(square).map_err(|error| error.to_string())?;
        if ply == Ply::Pass && self.is_over() {
            self.passes_after_end += 1;
            return Ok(String::new());
        }
        let before = (self.game.clone(), self.implied_passes.clone());
        self.turn_to(side)?;
        self.game.play(ply).map_err(|error| {
            // Neither is the pass that was implied played then.
            (self.game, self.implied_passes) = before;
            error.to_string()
        })?;
        Ok(String::new())
    }

    fn generate(&mut self, words: &[&str], stop: &StopSignal, play: bool) -> Reply {
        let &[side] = words else {
            return Err("genmove takes a colour".to_owned());
        };
        self.turn_to(gtp::side(side)?)?;
        let position = self.game.position();
        let limits = self.limits();
        let begin = self.player.brain.clock().now();
        let found = self
            .player
            .choose(position.board(), limits, stop, &mut |_| ());
        let spent = self.player.brain.clock().now().saturating_sub(begin);
        self.clocks.spend(position.side(), spent);
        let square = found.and_then(|found| found.line.first().copied());
        let chosen = square.map_or(Ply::Pass, Ply::Move);
        if play && self.is_over() {
            self.passes_after_end += 1;
        } else if play {
            self.game.play(chosen).map_err(|error| error.to_string())?;
        }
        Ok(match chosen {
            Ply::Move(square) => square.to_string().to_ascii_uppercase(),
            Ply::Pass => "PASS".to_owned(),
        })
    }

    /// The result by the discs of now, which GTP writes as SGF does.
    fn final_score(&self) -> String {
        GameResult::by_discs(self.game.position().final_score(Side::Black)).sgf()
    }

    fn setting(&mut self, command: &str, words: &[&str]) -> Reply {
        match (command, words) {
            ("boardsize", ["8"]) | ("komi", _) => Ok(String::new()),
            ("boardsize", _) => Err("unacceptable size".to_owned()),
            ("set_game", words) if words.join(" ").eq_ignore_ascii_case("othello") => {
                Ok(String::new())
            }
            ("set_game", _) => Err("unsupported game".to_owned()),
            ("level", [number]) => {
                let level = number.parse().ok().and_then(Level::new);
                let unknown = || format!("'{}' is no level from 1 to 10", quote(number));
                self.pace = Pace::Level(level.ok_or_else(unknown)?);
                self.clocks = Clocks::default();
                Ok(String::new())
            }
            ("level", _) => Err("level takes a number".to_owned()),
            ("time_settings", words) => self.clocks.set(words).map(|()| String::new()),
            ("time_left", words) => self.clocks.set_left(words).map(|()| String::new()),
            _ => Err("unknown command".to_owned()),
        }
    }

    fn answer(&mut self, command: &str, words: &[&str], stop: &StopSignal) -> Reply {
        match command {
            "protocol_version" => Ok(gtp::VERSION.to_owned()),
            "name" => Ok(self.player.name().public_name().to_owned()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "known_command" => Ok(COMMANDS.lines().any(|known| words == [known]).to_string()),
            "list_commands" => Ok(COMMANDS.to_owned()),
            "list_games" => Ok("Othello".to_owned()),
            "quit" => Ok(String::new()),
            "clear_board" => {
                self.game = Game::default();
                self.implied_passes.clear();
                self.passes_after_end = 0;
                self.clocks.restart();
                self.player.brain.forget();
                Ok(String::new())
            }
            "play" => self.play(words),
            "genmove" => self.generate(words, stop, true),
            "reg_genmove" => self.consider(words, stop),
            "undo" => self.undo(),
            "showboard" => Ok(format!("\n{}", self.game.position())),
            "final_score" => Ok(self.final_score()),
            _ => self.setting(command, words),
        }
    }
}

impl Dialogue for Gtp {
    fn effects(&self) -> fn(&str) -> Effect {
        gtp::effects
    }

    fn scope(&self, _line: &str) -> Scope {
        scope(&self.limits(), self.game.position().board().empties())
    }

    fn line(&mut self, line: &str, stop: &StopSignal, answer: &mut Answer<'_>) {
        if let Some(line) = CommandLine::read(line) {
            let reply = self.answer(line.command, &line.arguments, stop);
            answer(&gtp::answer(line.id, &reply));
        }
    }

    fn refuse(&mut self, beginning: &str, fault: &str, answer: &mut Answer<'_>) {
        // Nothing is said to blanks and remarks of any length.
        if let Some(line) = CommandLine::read(beginning) {
            answer(&gtp::answer(line.id, &Err(fault.to_owned())));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use kagetsu_kernel::FakeClock;
    use kagetsu_siblings::testing::answers;

    use super::*;
    use crate::engine::Brain;
    use crate::eval::Learned;
    use crate::players::PlayerName;

    fn talk(lines: &[&str]) -> Vec<String> {
        let pace = Pace::Level(Level::new(3).unwrap());
        let player = Player::new(PlayerName::Engine, Brain::untaught(), None);
        answers(Gtp::new(player, pace), lines)
    }

    #[test]
    fn a_move_is_played_and_taken_back() {
        let answers = talk(&[
            "1 boardsize 8",
            "clear_board",
            "play b F5",
            "2 genmove w",
            "undo",
            "undo",
            "undo",
        ]);
        assert_eq!(answers[0], "=1\n");
        assert!(answers[3].starts_with("=2 "));
        assert_eq!(answers[6], "? cannot undo\n");
    }

    /// A game after which Black has no move.
    const BEFORE_A_PASS: [&str; 8] = [
        "play b e6",
        "play w f6",
        "play b c4",
        "play w e7",
        "play b e8",
        "play w d8",
        "play b g6",
        "play w f8",
    ];

    #[test]
    fn a_pass_that_was_not_told_is_taken_back_with_its_move() {
        let ends = ["genmove w", "undo", "showboard"];
        let answers = talk(&[&BEFORE_A_PASS[..], &["showboard"], &ends].concat());
        assert!(
            answers.iter().all(|answer| answer.starts_with('=')),
            "{answers:?}"
        );
        assert_eq!(answers.last(), answers.get(BEFORE_A_PASS.len()));
    }

    #[test]
    fn a_pass_after_the_end_is_taken_back_alone() {
        // Black takes all discs of White.
        let squares = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];
        let sides = ["b", "w"].into_iter().cycle();
        let moves: Vec<String> = sides
            .zip(squares)
            .map(|(side, square)| format!("play {side} {square}"))
            .collect();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let ends = [
            "final_score",
            "showboard",
            "genmove w",
            "play b pass",
            "undo",
            "undo",
            "showboard",
        ];
        let answers = talk(&[&moves[..], &ends].concat());
        let [score, before, pass, .., after] = &answers[squares.len()..] else {
            panic!("{answers:?}");
        };
        assert_eq!((score.as_str(), pass.as_str()), ("= B+64\n", "= PASS\n"));
        assert_eq!(after, before);
        assert!(answers.iter().all(|answer| answer.starts_with('=')));
    }

    #[test]
    fn a_refused_move_changes_nothing() {
        let ends = ["play w a1", "showboard", "undo", "showboard"];
        let answers = talk(&[&BEFORE_A_PASS[..], &["showboard"], &ends].concat());
        let [before, refused, after, undone, last] = &answers[BEFORE_A_PASS.len()..] else {
            panic!("{answers:?}");
        };
        assert!(refused.starts_with("? "), "{refused}");
        assert_eq!(after, before);
        assert!(undone.starts_with('='), "{undone}");
        assert_ne!(last, before, "the last move is taken back, not a pass");
    }

    #[test]
    fn a_move_that_is_only_considered_changes_nothing() {
        let ends = ["reg_genmove w", "showboard"];
        let answers = talk(&[&BEFORE_A_PASS[..], &["showboard"], &ends].concat());
        assert!(
            answers[BEFORE_A_PASS.len() + 1].starts_with("= "),
            "{answers:?}"
        );
        assert_eq!(answers.last(), answers.get(BEFORE_A_PASS.len()));
    }

    #[test]
    fn the_longest_times_and_no_limit_are_understood() {
        let clock = Arc::new(FakeClock::stepping(Duration::from_secs(1)));
        let brain = Brain::new(&Learned::nothing(), 1 << 20, clock);
        let player = Player::new(PlayerName::Engine, brain, None);
        let mut dialogue = Gtp::new(player, Pace::Level(Level::new(3).unwrap()));
        let stop = StopSignal::new();
        stop.raise();
        for settings in [
            ["18446744073709551615", "0", "0"],
            ["0", "18446744073709551615", "1"],
            ["0", "1", "0"],
        ] {
            assert_eq!(dialogue.clocks.set(&settings), Ok(()));
            let answer = dialogue.consider(&["b"], &stop);
            assert!(answer.is_ok(), "{settings:?}: {answer:?}");
        }
        assert_eq!(dialogue.clocks, Clocks::default());
    }

    #[test]
    fn bad_lines_get_errors() {
        for (line, answer) in [
            ("boardsize 10", "? unacceptable size\n"),
            ("play b a1", "? black may not play a1\n"),
            (
                "play x f5",
                "? 'x' is not a side: expected black or white\n",
            ),
            ("play w f5", "? it is not white's turn\n"),
            ("nonsense", "? unknown command\n"),
            ("level", "? level takes a number\n"),
            ("level 11", "? '11' is no level from 1 to 10\n"),
            ("kgs-genmove_cleanup b", "? unknown command\n"),
            ("kgs-time_settings none", "? unknown command\n"),
            (
                "time_settings 60 0",
                "? time_settings takes three numbers\n",
            ),
            (
                "time_settings soon 0 0",
                "? 'soon' is no number of seconds\n",
            ),
            ("time_settings 0 5 x", "? 'x' is no number of moves\n"),
            (
                "time_left b 5",
                "? time_left takes a colour and two numbers\n",
            ),
            ("reg_genmove", "? genmove takes a colour\n"),
            ("time_left b x 0", "? 'x' is no number of seconds\n"),
        ] {
            assert_eq!(talk(&[line]), [answer]);
        }
        assert!(talk(&["", "# remark"]).is_empty());
    }

    #[test]
    fn a_whole_game_is_played_to_its_end() {
        let mut lines = vec!["level 1"];
        lines.extend(["genmove b", "genmove w"].repeat(32));
        lines.push("final_score");
        let answers = talk(&lines);
        assert!(
            answers.iter().all(|answer| answer.starts_with('=')),
            "{answers:?}"
        );
        let last = answers.last().unwrap();
        assert!(last.starts_with("= B+") || last.starts_with("= W+") || last.starts_with("= 0"));
    }
}

//! GTP, the Go text protocol, for the game Othello: squares are written as players write them, `a1` top left.

use std::time::Duration;

use kagetsu_kernel::line_host::Scope;
use kagetsu_kernel::{SearchLimits, StopSignal, TimeControl};

use super::{Answer, Dialogue, Effect, Pace, Player, scope};
use crate::players::Level;
use crate::record::{Colour, Game, Outcome, Ply, Position};

/// The commands, for `list_commands`.
const COMMANDS: &str = "protocol_version\nname\nversion\nknown_command\nlist_commands\nquit\nboardsize\nclear_board\n\
    komi\nplay\ngenmove\nreg_genmove\nundo\nshowboard\ntime_settings\ntime_left\nset_game\nlist_games\nfinal_score\nlevel";
/// Time for a move when a clock has none left.
const LEAST: Duration = Duration::from_millis(30);

/// What bounds a move.
#[derive(Clone, Copy, Debug)]
enum Bound {
    /// The other side has set no clock.
    Pace(Pace),
    Clock {
        left: [Duration; 2],
        per_move: bool,
    },
}

/// The engine's side of the dialogue.
#[derive(Debug)]
pub(crate) struct Gtp {
    player: Player,
    game: Game,
    /// Plies in the game after each pass that was not told, because the other side leaves passes out.
    implied_passes: Vec<usize>,
    /// What bounds moves without a clock.
    pace: Pace,
    bound: Bound,
}

type Reply = Result<String, String>;

fn colour(word: &str) -> Result<Colour, String> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Colour::Black),
        "w" | "white" => Ok(Colour::White),
        _ => Err(format!("`{word}` is no colour")),
    }
}

fn seconds(word: &str) -> Result<Duration, String> {
    word.parse::<u64>()
        .map(Duration::from_secs)
        .map_err(|_| format!("`{word}` is no number of seconds"))
}

impl Gtp {
    /// A dialogue that has not begun.
    pub(crate) fn new(player: Player, pace: Pace) -> Self {
        Self {
            player,
            game: Game::default(),
            implied_passes: Vec::new(),
            pace,
            bound: Bound::Pace(pace),
        }
    }

    fn limits(&self) -> SearchLimits {
        let position = self.game.position();
        match self.bound {
            Bound::Pace(pace) => pace.limits(position.board().empties()),
            Bound::Clock { left, per_move } => {
                let left = left[position.side().index()].max(LEAST);
                let time = if per_move {
                    TimeControl::per_move(left)
                } else {
                    TimeControl {
                        match_left: Some(left),
                        ..TimeControl::UNLIMITED
                    }
                };
                SearchLimits {
                    time,
                    ..SearchLimits::default()
                }
            }
        }
    }

    /// Passes for the side to move if it must and the other side is named.
    fn turn_to(&mut self, side: Colour) -> Result<(), String> {
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

    /// Takes the last move back, and the pass before it that was not told.
    fn undo(&mut self) -> Reply {
        self.game.undo().ok_or("cannot undo")?;
        if self.implied_passes.last() == Some(&self.game.plies().len()) {
            self.implied_passes.pop();
            self.game.undo();
        }
        Ok(String::new())
    }

    /// The move that `genmove` would play. Neither the game nor the clock changes.
    fn consider(&mut self, words: &[&str], stop: &StopSignal) -> Reply {
        let before = (self.game.clone(), self.implied_passes.clone(), self.bound);
        let reply = self.generate(words, stop, false);
        (self.game, self.implied_passes, self.bound) = before;
        reply
    }

    fn play(&mut self, words: &[&str]) -> Reply {
        let &[side, square] = words else {
            return Err("play takes a colour and a square".to_owned());
        };
        let side = colour(side)?;
        let ply = if square.eq_ignore_ascii_case("pass") {
            Ply::Pass
        } else {
            let square = square.parse();
            Ply::Move(square.map_err(|error: crate::board::SquareError| error.to_string())?)
        };
        self.turn_to(side)?;
        self.game.play(ply).map_err(|error| error.to_string())?;
        Ok(String::new())
    }

    fn generate(&mut self, words: &[&str], stop: &StopSignal, play: bool) -> Reply {
        let &[side] = words else {
            return Err("genmove takes a colour".to_owned());
        };
        self.turn_to(colour(side)?)?;
        let position = self.game.position();
        let limits = self.limits();
        let begin = self.player.brain.clock().now();
        let found = self
            .player
            .choose(position.board(), limits, stop, &mut |_| ());
        let spent = self.player.brain.clock().now().saturating_sub(begin);
        if let Bound::Clock {
            left,
            per_move: false,
        } = &mut self.bound
        {
            let left = &mut left[position.side().index()];
            *left = left.saturating_sub(spent);
        }
        let square = found.and_then(|found| found.line.first().copied());
        let chosen = square.map_or(Ply::Pass, Ply::Move);
        if play && position.outcome() == Outcome::Running {
            self.game.play(chosen).map_err(|error| error.to_string())?;
        }
        Ok(match chosen {
            Ply::Move(square) => square.to_string().to_ascii_uppercase(),
            Ply::Pass => "PASS".to_owned(),
        })
    }

    fn time_settings(&mut self, words: &[&str]) -> Reply {
        let &[main, period, stones] = words else {
            return Err("time_settings takes three numbers".to_owned());
        };
        let (main, period) = (seconds(main)?, seconds(period)?);
        let stones: u32 = stones
            .parse()
            .map_err(|_| format!("`{stones}` is no number of moves"))?;
        let clock = |left, per_move| Bound::Clock {
            left: [left; 2],
            per_move,
        };
        self.bound = match (main.is_zero(), period.is_zero(), stones) {
            // No stones in a period mean no limit.
            (true, false, 0) => Bound::Pace(self.pace),
            (true, _, 1..) => clock(period / stones, true),
            _ => clock(main, false),
        };
        Ok(String::new())
    }

    fn time_left(&mut self, words: &[&str]) -> Reply {
        let &[side, time, stones] = words else {
            return Err("time_left takes a colour and two numbers".to_owned());
        };
        let (side, time) = (colour(side)?, seconds(time)?);
        let stones: u32 = stones
            .parse()
            .map_err(|_| format!("`{stones}` is no number of moves"))?;
        if let Bound::Clock { left, .. } = &mut self.bound {
            left[side.index()] = time / stones.max(1);
        }
        Ok(String::new())
    }

    fn final_score(&self) -> String {
        let score = self.game.position().final_score(Colour::Black);
        match score {
            0 => "0".to_owned(),
            lead if lead > 0 => format!("B+{lead}"),
            lead => format!("W+{}", -lead),
        }
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
                let number = number
                    .parse()
                    .map_err(|_| format!("`{number}` is no level"))?;
                let level = Level::new(number).map_err(|error| error.to_string())?;
                self.pace = Pace::Level(level);
                self.bound = Bound::Pace(self.pace);
                Ok(String::new())
            }
            ("time_settings", words) => self.time_settings(words),
            ("time_left", words) => self.time_left(words),
            _ => Err("unknown command".to_owned()),
        }
    }

    fn answer(&mut self, command: &str, words: &[&str], stop: &StopSignal) -> Reply {
        match command {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok(self.player.name().public_name().to_owned()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "known_command" => Ok(COMMANDS.lines().any(|known| words == [known]).to_string()),
            "list_commands" => Ok(COMMANDS.to_owned()),
            "list_games" => Ok("Othello".to_owned()),
            "quit" => Ok(String::new()),
            "clear_board" => {
                self.game = Game::from_position(Position::START);
                self.implied_passes.clear();
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

/// The words of a line, without its remark and its number, and the number.
fn words_of(line: &str) -> (Vec<&str>, &str) {
    let line = line.split('#').next().unwrap_or_default();
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let id = match words.first() {
        Some(first) if first.bytes().all(|byte| byte.is_ascii_digit()) => words.remove(0),
        _ => "",
    };
    (words, id)
}

impl Dialogue for Gtp {
    fn effects(&self) -> fn(&str) -> Effect {
        |line| match words_of(line).0.first() {
            Some(&"quit") => Effect::Ends,
            _ => Effect::None,
        }
    }

    fn scope(&self, _line: &str) -> Scope {
        scope(&self.limits(), self.game.position().board().empties())
    }

    fn line(&mut self, line: &str, stop: &StopSignal, answer: &mut Answer<'_>) {
        let (words, id) = words_of(line);
        let Some((&command, rest)) = words.split_first() else {
            return;
        };
        match self.answer(command, rest, stop) {
            Ok(text) if text.is_empty() => answer(&format!("={id}\n")),
            Ok(text) => answer(&format!("={id} {text}\n")),
            Err(text) => answer(&format!("?{id} {text}\n")),
        }
    }

    fn refuse(&mut self, beginning: &str, fault: &str, answer: &mut Answer<'_>) {
        let (words, id) = words_of(beginning);
        // Nothing is said to blanks and remarks of any length.
        if !words.is_empty() {
            answer(&format!("?{id} {fault}\n"));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kagetsu_kernel::FakeClock;
    use kagetsu_siblings::testing::answers;

    use super::*;
    use crate::engine::Brain;
    use crate::eval::Learned;

    fn talk(lines: &[&str]) -> Vec<String> {
        let clock = Arc::new(FakeClock::new());
        let brain = Brain::new(&Learned::nothing(), 1 << 20, clock);
        let dialogue = Gtp::new(brain.into(), Pace::Level(Level::new(3).unwrap()));
        answers(dialogue, lines)
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
        let mut dialogue = Gtp::new(brain.into(), Pace::Level(Level::new(3).unwrap()));
        let stop = StopSignal::new();
        stop.raise();
        for settings in [
            ["18446744073709551615", "0", "0"],
            ["0", "18446744073709551615", "1"],
            ["0", "1", "0"],
        ] {
            assert_eq!(dialogue.time_settings(&settings), Ok(String::new()));
            let answer = dialogue.consider(&["b"], &stop);
            assert!(answer.is_ok(), "{settings:?}: {answer:?}");
        }
        assert!(matches!(dialogue.bound, Bound::Pace(_)));
    }

    #[test]
    fn bad_lines_get_errors() {
        for (line, answer) in [
            ("boardsize 10", "? unacceptable size\n"),
            ("play b a1", "? black may not play a1\n"),
            ("play x f5", "? `x` is no colour\n"),
            ("play w f5", "? it is not white's turn\n"),
            ("nonsense", "? unknown command\n"),
            ("kgs-genmove_cleanup b", "? unknown command\n"),
            ("kgs-time_settings none", "? unknown command\n"),
            (
                "time_settings 60 0",
                "? time_settings takes three numbers\n",
            ),
            ("time_settings 1.5 0 0", "? `1.5` is no number of seconds\n"),
            ("time_settings 0 5 x", "? `x` is no number of moves\n"),
            (
                "time_left b 5",
                "? time_left takes a colour and two numbers\n",
            ),
            ("reg_genmove", "? genmove takes a colour\n"),
            ("time_left b x 0", "? `x` is no number of seconds\n"),
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

//! The words of GTP, the Go text protocol (version 2), that do not depend on a game: lines, answers and clocks. Every
//! engine that speaks it reads and writes them here.

use std::time::Duration;

use super::line_host::Effect;
use super::{Side, TimeControl, quote};

/// The version of the protocol.
pub const VERSION: &str = "2";
/// Time for a move when a clock has none left.
const LEAST: Duration = Duration::from_millis(30);

/// A line with a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine<'l> {
    /// The number that comes back with the answer; empty if there is none.
    pub id: &'l str,
    /// The command.
    pub command: &'l str,
    /// The words after it.
    pub arguments: Vec<&'l str>,
}

impl<'l> CommandLine<'l> {
    /// Reads a line. `None` for blanks and remarks, which are not answered.
    ///
    /// ```
    /// use kagetsu_kernel::gtp::CommandLine;
    /// let line = CommandLine::read("7 play b H8 # a remark").unwrap();
    /// assert_eq!((line.id, line.command, line.arguments), ("7", "play", vec!["b", "H8"]));
    /// assert_eq!(CommandLine::read("  # nothing"), None);
    /// ```
    pub fn read(line: &'l str) -> Option<Self> {
        let line = line.split('#').next().unwrap_or_default();
        let mut words = line.split_whitespace().peekable();
        let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
        let id = words.next_if(is_number).unwrap_or_default();
        Some(Self {
            id,
            command: words.next()?,
            arguments: words.collect(),
        })
    }
}

/// What a line does when it comes in. `quit` may stand at the end of a list of lines, each of which is to be answered.
pub fn effects(line: &str) -> Effect {
    match CommandLine::read(line).map(|line| line.command) {
        Some("quit") => Effect::EndsInTurn,
        _ => Effect::None,
    }
}

/// What a command is answered: a text, which may be empty, or why it is refused.
pub type Reply = Result<String, String>;

/// A reply as the lines that are sent. The last one is empty; its end is left to the writer.
pub fn answer(id: &str, reply: &Reply) -> String {
    match reply {
        Ok(text) if text.is_empty() => format!("={id}\n"),
        Ok(text) => format!("={id} {text}\n"),
        Err(text) => format!("?{id} {text}\n"),
    }
}

/// Reads a side.
///
/// # Errors
/// What is wrong with the word.
pub fn side(word: &str) -> Result<Side, String> {
    word.parse()
        .map_err(|error: super::ParseTextError| error.to_string())
}

/// Time that a side has, and what for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    /// For each move.
    Move(Duration),
    /// For the rest of the game.
    Game(Duration),
}

/// The clocks of both sides, as the other program sets them. At first there are none, and no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    /// What was set for a game, and what each side has now.
    set: Option<(Left, [Left; 2])>,
}

impl Clocks {
    /// Obeys `time_settings`: main time, time of a period, moves in it. The periods after a main time are not used.
    ///
    /// # Errors
    /// What is wrong with the words.
    ///
    /// ```
    /// use std::time::Duration;
    /// use kagetsu_kernel::gtp::Clocks;
    /// use kagetsu_kernel::{Side, TimeControl};
    /// let mut clocks = Clocks::default();
    /// clocks.set(&["0", "10", "5"]).unwrap();
    /// assert_eq!(clocks.time(Side::White), Some(TimeControl::per_move(Duration::from_secs(2))));
    /// clocks.set(&["0", "1", "0"]).unwrap();
    /// assert_eq!(clocks, Clocks::default());
    /// clocks.set(&["0", "0", "0"]).unwrap();
    /// assert_eq!(clocks, Clocks::default());
    /// assert!(clocks.set(&["60", "0"]).is_err());
    /// ```
    pub fn set(&mut self, words: &[&str]) -> Result<(), String> {
        let &[main, period, moves] = words else {
            return Err("time_settings takes three numbers".to_owned());
        };
        let (main, period, moves) = (seconds(main)?, seconds(period)?, number(moves)?);
        let time = match (main.is_zero(), moves) {
            // No moves in a period mean no limit.
            (true, 0) => None,
            (true, 1..) => Some(Left::Move(period / moves)),
            _ => Some(Left::Game(main)),
        };
        self.set = time.map(|time| (time, [time; 2]));
        Ok(())
    }

    /// Obeys `time_left`: side, time, moves that it is for, none for the rest of the game. It changes nothing where no clock
    /// was set.
    ///
    /// # Errors
    /// What is wrong with the words.
    pub fn set_left(&mut self, words: &[&str]) -> Result<(), String> {
        let &[of, time, moves] = words else {
            return Err("time_left takes a colour and two numbers".to_owned());
        };
        let (of, time, moves) = (side(of)?, seconds(time)?, number(moves)?);
        if let Some((_, left)) = &mut self.set {
            left[of.index()] = match moves {
                0 => Left::Game(time),
                1.. => Left::Move(time / moves),
            };
        }
        Ok(())
    }

    /// The time of a side for its next move. `None` if no clock was set.
    pub fn time(&self, side: Side) -> Option<TimeControl> {
        let some = |time: Duration| if time.is_zero() { LEAST } else { time };
        self.set.map(|(_, left)| match left[side.index()] {
            Left::Move(time) => TimeControl::per_move(some(time)),
            Left::Game(time) => TimeControl {
                match_left: Some(some(time)),
                ..TimeControl::UNLIMITED
            },
        })
    }

    /// Takes the time of a move off the clock of a side.
    pub fn spend(&mut self, side: Side, time: Duration) {
        if let Some((_, left)) = &mut self.set
            && let Left::Game(left) = &mut left[side.index()]
        {
            *left = left.saturating_sub(time);
        }
    }

    /// Another game begins, with the time that was set.
    pub const fn restart(&mut self) {
        if let Some((time, left)) = &mut self.set {
            *left = [*time; 2];
        }
    }
}

/// Whole seconds, as the protocol has them, or with decimals.
fn seconds(word: &str) -> Result<Duration, String> {
    let whole = word.parse().map(Duration::from_secs).ok();
    let decimal = || Duration::try_from_secs_f64(word.parse().ok()?).ok();
    whole
        .or_else(decimal)
        .ok_or_else(|| format!("'{}' is no number of seconds", quote(word)))
}

fn number(word: &str) -> Result<u32, String> {
    word.parse()
        .map_err(|_| format!("'{}' is no number of moves", quote(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_alone_is_no_command() {
        assert_eq!(CommandLine::read("12"), None);
        let line = CommandLine::read("12 7").expect("a command");
        assert_eq!((line.id, line.command), ("12", "7"));
    }

    #[test]
    fn another_game_has_the_time_that_was_set() {
        let mut clocks = Clocks::default();
        clocks.set(&["60", "0", "0"]).expect("a clock");
        clocks.spend(Side::Black, Duration::from_secs(55));
        clocks.set_left(&["white", "7", "0"]).expect("a clock");
        let left =
            |clocks: &Clocks| [Side::Black, Side::White].map(|side| clocks.time(side)?.match_left);
        let seconds = |times: [u64; 2]| times.map(|time| Some(Duration::from_secs(time)));
        assert_eq!(left(&clocks), seconds([5, 7]));
        clocks.restart();
        assert_eq!(left(&clocks), seconds([60, 60]));
    }

    #[test]
    fn quit_ends_no_search_that_ends_by_itself() {
        assert_eq!(effects("7 quit # bye"), Effect::EndsInTurn);
        assert_eq!(effects("genmove b"), Effect::None);
    }

    #[test]
    fn answers_end_with_an_empty_line() {
        assert_eq!(answer("3", &Ok(String::new())), "=3\n");
        assert_eq!(answer("", &Ok("H8".to_owned())), "= H8\n");
        assert_eq!(answer("3", &Err("no".to_owned())), "?3 no\n");
    }

    #[test]
    fn the_clock_of_a_game_runs_down_and_is_never_empty() {
        let mut clocks = Clocks::default();
        clocks.set(&["1.5", "0", "0"]).expect("a clock");
        clocks.spend(Side::Black, Duration::from_secs(1));
        let left = |clocks: &Clocks, side| clocks.time(side).and_then(|time| time.match_left);
        assert_eq!(left(&clocks, Side::Black), Some(Duration::from_millis(500)));
        assert_eq!(
            left(&clocks, Side::White),
            Some(Duration::from_millis(1500))
        );
        clocks.spend(Side::Black, Duration::MAX);
        assert_eq!(left(&clocks, Side::Black), Some(LEAST));
        // A short time is kept.
        clocks.set_left(&["b", "0.02", "2"]).expect("a time");
        let short = TimeControl::per_move(Duration::from_millis(10));
        assert_eq!(clocks.time(Side::Black), Some(short));
    }

    #[test]
    fn time_left_is_for_moves_or_for_the_rest_of_the_game_whatever_was_set() {
        for settings in [["60", "10", "5"], ["0", "5", "1"]] {
            let mut clocks = Clocks::default();
            clocks.set_left(&["b", "9", "3"]).expect("a time");
            assert_eq!(clocks.time(Side::Black), None);
            clocks.set(&settings).expect("a clock");
            clocks.set_left(&["b", "9", "3"]).expect("a time");
            clocks.set_left(&["w", "9", "0"]).expect("a time");
            for side in Side::BOTH {
                clocks.spend(side, Duration::from_secs(1));
            }
            let of_move = TimeControl::per_move(Duration::from_secs(3));
            assert_eq!(clocks.time(Side::Black), Some(of_move));
            let left = clocks.time(Side::White).and_then(|time| time.match_left);
            assert_eq!(left, Some(Duration::from_secs(8)));
        }
    }

    #[test]
    fn the_longest_times_are_understood_and_other_words_are_quoted() {
        let mut clocks = Clocks::default();
        assert_eq!(clocks.set(&["18446744073709551615", "0", "0"]), Ok(()));
        for (words, fault) in [
            (["soon", "0", "0"], "'soon' is no number of seconds"),
            (["-1", "0", "0"], "'-1' is no number of seconds"),
            (["nan", "0", "0"], "'nan' is no number of seconds"),
            (["0", "5", "x"], "'x' is no number of moves"),
        ] {
            assert_eq!(clocks.set(&words), Err(fault.to_owned()));
        }
        assert_eq!(
            clocks.set_left(&["x", "1", "0"]),
            Err("'x' is not a side: expected black or white".to_owned())
        );
        let long = format!("\u{1b}{}", "x".repeat(1000));
        let long = long.as_str();
        for words in [["0", "5", long], ["0", long, "5"], [long, "5", "5"]] {
            let faults = [clocks.set(&words), clocks.set_left(&words)];
            for fault in faults.into_iter().filter_map(Result::err) {
                assert!(fault.len() < 200 && !fault.contains('\u{1b}'), "{fault}");
            }
        }
    }
}

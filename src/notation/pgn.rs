//! Results as PGN for `BayesElo`, Ordo and other rating tools: tags and a result, without moves.
//!
//! The tags `Black` and `White` name the engines that had these stones, and `1-0` is a win of White, as in the PGN of other
//! managers: files can be joined. PGN is made for chess, where White moves first. Here Black does, so what the tools call
//! the advantage of White is that of the second move, and usually below zero.
//!
//! The format of strings and the first seven tags follow sections 7 and 8.1 of the PGN standard (S. J. Edwards, 1994).
//! The values of `Termination` follow its section 9.8.1.

use std::fmt::Write;

use crate::record::{FaultKind, GameRecord, GameResult, Reason};

use super::text::one_line;

/// One game as PGN, with the empty line after it. The round is the number of the pair from one, a full stop, and the
/// number of the game from one.
pub fn write_pgn(record: &GameRecord, event: &str) -> String {
    let result = match record.result {
        GameResult::White => "1-0",
        GameResult::Black => "0-1",
        GameResult::Draw => "1/2-1/2",
        GameResult::Unfinished => "*",
    };
    let round = format!("{}.{}", record.pair + 1, record.game + 1);
    let variant = format!("{} {1}x{1}", record.rule, record.size);
    let mut text = String::new();
    for (tag, value) in [
        ("Event", event),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", &round),
        ("White", &record.white),
        ("Black", &record.black),
        ("Result", result),
        ("Variant", &variant),
        ("Termination", termination(record)),
    ] {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{tag} \"{}\"]", escaped(value));
    }
    let _ = writeln!(text, "\n{result}\n");
    text
}

fn escaped(text: &str) -> String {
    one_line(text).replace('\\', "\\\\").replace('"', "\\\"")
}

fn termination(record: &GameRecord) -> &'static str {
    match record.reason {
        Reason::Five | Reason::FullBoard | Reason::Six | Reason::NoMoves | Reason::Resigned => {
            "normal"
        }
        Reason::MoveLimit | Reason::AdjudicatedWin | Reason::AdjudicatedDraw => "adjudication",
        Reason::Fault => match record.fault.as_ref().map(|fault| fault.kind) {
            Some(FaultKind::Time) => "time forfeit",
            Some(FaultKind::Crash | FaultKind::Stall) => "abandoned",
            _ => "rules infraction",
        },
        Reason::Unfinished => "unterminated",
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop_assert_eq, proptest};

    use super::*;
    use crate::text::samples::{faulty_game, games};

    #[test]
    fn a_game_is_its_tags_and_its_result() {
        let expected = r#"[Event "A \"test\""]
[Site "?"]
[Date "????.??.??"]
[Round "3.5"]
[White "new \\ \"2\""]
[Black "old [1]"]
[Result "1-0"]
[Variant "renju 15x15"]
[Termination "time forfeit"]

1-0

"#;
        assert_eq!(write_pgn(&faulty_game(), "A \"test\""), expected);
    }

    /// The value of a tag, read as in the standard.
    fn tag(pgn: &str, name: &str) -> Option<String> {
        let start = format!("[{name} \"");
        let line = pgn.lines().find_map(|line| line.strip_prefix(&start))?;
        let mut letters = line.strip_suffix("\"]")?.chars();
        let mut value = String::new();
        while let Some(letter) = letters.next() {
            value.push(if letter == '\\' {
                letters.next()?
            } else {
                letter
            });
        }
        Some(value)
    }

    proptest! {
        #[test]
        fn names_and_results_can_be_read_back(game in games()) {
            let pgn = write_pgn(&game, "Cup");
            prop_assert_eq!(tag(&pgn, "White"), Some(game.white));
            prop_assert_eq!(tag(&pgn, "Black"), Some(game.black));
            let result = match game.result {
                GameResult::White => "1-0",
                GameResult::Black => "0-1",
                GameResult::Draw => "1/2-1/2",
                GameResult::Unfinished => "*",
            };
            prop_assert_eq!(tag(&pgn, "Result"), Some(result.to_string()));
            prop_assert_eq!(pgn.lines().rev().nth(1), Some(result));
        }
    }
}

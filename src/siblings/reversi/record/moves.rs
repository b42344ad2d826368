//! Move lists as players paste them: `f5d6c3`, `F5 d6 C3`, `f5-d6-c3`, `1. f5 2. d6`, with passes written as `pa`, `ps`,
//! `pass`, `--` or `@@`, or left out.

use kagetsu_kernel::quote;
use thiserror::Error;

use super::game::{Game, MoveError, Ply};
use super::position::Position;
use crate::board::Square;

/// Words that stand for a pass.
const PASSES: [&str; 5] = ["pass", "pa", "ps", "--", "@@"];

/// Signs between moves beside blanks.
const SEPARATORS: [char; 7] = [',', ';', '.', '-', '/', '(', ')'];

/// A move list that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveListError {
    /// A text that is neither a square nor a pass.
    #[error(
        "ply {ply}: '{word}' is no move: write a square from a1 to h8, such as f5, or pa for a pass"
    )]
    Square {
        /// Number of the ply, counted from one.
        ply: usize,
        /// What stands there.
        word: String,
    },
    /// A move that the rules do not allow.
    #[error("ply {ply}: {error}")]
    Rules {
        /// Number of the ply, counted from one.
        ply: usize,
        /// What is wrong with the move.
        error: MoveError,
    },
}

/// Cuts the next square or pass off a text.
fn next_word(text: &str) -> (&str, &str) {
    let begins_with = |pass: &str| {
        let begin = text.get(..pass.len());
        begin.is_some_and(|begin| begin.eq_ignore_ascii_case(pass))
    };
    let length = PASSES
        .into_iter()
        .find(|pass| begins_with(pass))
        .map_or(2, str::len);
    let end = text
        .char_indices()
        .map(|(at, _)| at)
        .chain([text.len()])
        .find(|&at| at >= length)
        .unwrap_or(text.len());
    text.split_at(end)
}

/// Skips blanks, separators and move numbers such as `12.`, `12)` or `12`.
fn skip(text: &str) -> &str {
    let mut rest = text;
    loop {
        // Two strokes are a pass.
        while let Some(sign) = rest.chars().next()
            && (sign.is_whitespace() || SEPARATORS.contains(&sign))
            && !rest.starts_with("--")
        {
            rest = &rest[sign.len_utf8()..];
        }
        let number = rest.trim_start_matches(|sign: char| sign.is_ascii_digit());
        match number.chars().next() {
            Some(sign)
                if number.len() < rest.len() && (sign.is_whitespace() || ".):".contains(sign)) =>
            {
                rest = &number[sign.len_utf8()..];
            }
            _ => return rest,
        }
    }
}

/// The whole word with which the rest of a text begins, for an error, as it was typed: with the dashes before it.
fn quoted(text: &str, rest: &str) -> String {
    let before = &text[..text.len() - rest.len()];
    let without_dashes = before.trim_end_matches('-');
    let is_between = without_dashes.ends_with(|sign: char| !sign.is_whitespace());
    let begin = if is_between { before } else { without_dashes };
    let word = text[begin.len()..].split(char::is_whitespace).next();
    quote(word.unwrap_or_default())
}

/// Plays a move list from a position. A pass that is due and not written is played.
///
/// # Errors
/// If a word is neither a square nor a pass, or a move is not legal.
pub fn parse_moves(start: Position, text: &str) -> Result<Game, MoveListError> {
    let mut game = Game::from_position(start);
    let mut rest = skip(text);
    let mut ply = 1;
    while !rest.is_empty() {
        let (word, after) = next_word(rest);
        let played = if PASSES.contains(&word.to_ascii_lowercase().as_str()) {
            Ply::Pass
        } else {
            let square: Option<Square> = word.parse().ok();
            Ply::Move(square.ok_or_else(|| MoveListError::Square {
                ply,
                word: quoted(text, rest),
            })?)
        };
        if played != Ply::Pass {
            game.pass_if_due();
        }
        game.play(played)
            .map_err(|error| MoveListError::Rules { ply, error })?;
        rest = skip(after);
        ply += 1;
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::squares_of;
    use crate::record::Outcome;

    #[test]
    fn every_writing_of_a_game_is_read() {
        for text in [
            "1. f5 d6 2. C3, d3",
            "f5d6c3d3",
            "F5D6C3D3",
            "f5 d6 c3 d3",
            "f5-d6-c3-d3",
            "f5.d6.c3.d3.",
            "1.f5 2.d6 3.c3 4.d3",
            "1) f5 2) d6\n3) c3 4) d3\n",
            "1 f5 2 d6 3 c3 4 d3",
            "1: F5\u{a0}D6; C3/D3",
            "(f5, d6, c3, d3)",
        ] {
            let game = parse_moves(Position::START, text);
            assert_eq!(
                game.map(|game| game.moves_text()).as_deref(),
                Ok("f5d6c3d3"),
                "{text}"
            );
        }
    }

    #[test]
    fn bad_words_are_refused_with_their_place() {
        let error = |text| parse_moves(Position::START, text).unwrap_err().to_string();
        assert_eq!(
            error("f5z9"),
            "ply 2: 'z9' is no move: write a square from a1 to h8, such as f5, or pa for a pass"
        );
        assert_eq!(error("f5f5"), "ply 2: white may not play f5");
        assert_eq!(error("pa"), "ply 1: black may not pass: it has a move");
        assert!(error("f5 é").starts_with("ply 2: 'é' is no move"));
        assert!(error("xyzzy f5").starts_with("ply 1: 'xyzzy' is no move"));
        assert!(error("f5 d").starts_with("ply 2: 'd' is no move"));
        assert!(error("-1").starts_with("ply 1: '-1' is no move"));
        assert!(error("f5-x9").starts_with("ply 2: 'x9' is no move"));
    }

    #[test]
    fn any_number_of_move_numbers_is_skipped() {
        let text = "1. ".repeat(1_000_000) + "f5";
        let game = parse_moves(Position::START, &text).unwrap();
        assert_eq!(game.moves_text(), "f5");
    }

    proptest! {
        #[test]
        fn a_game_without_its_passes_is_the_same_game(choices in prop::collection::vec(any::<u32>(), 70)) {
            let mut game = Game::default();
            for choice in choices {
                let position = game.position();
                let moves: Vec<Square> = squares_of(position.board().moves()).collect();
                let ply = match moves.get(choice as usize % moves.len().max(1)) {
                    Some(&square) => Ply::Move(square),
                    None if position.outcome() == Outcome::Running => Ply::Pass,
                    None => break,
                };
                game.play(ply).unwrap();
            }
            let written: String = game.plies().iter().map(|(ply, _)| ply.to_string()).collect();
            prop_assert_eq!(&parse_moves(Position::START, &written).unwrap(), &game);
            let mut shorter = parse_moves(Position::START, &game.moves_text()).unwrap();
            if shorter.position().must_pass() && game.plies().len() > shorter.plies().len() {
                shorter.play(Ply::Pass).unwrap();
            }
            prop_assert_eq!(shorter, game);
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC*") {
            let _ = parse_moves(Position::START, &text);
        }
    }
}

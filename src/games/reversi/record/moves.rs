//! Move lists as players paste them: `f5d6c3`, `F5 d6 C3`, `1. f5 2. d6`, with passes written as `pa`, `ps`, `pass`
//! or `--`, or left out.

use thiserror::Error;

use super::game::{Game, MoveError, Ply};
use super::position::Position;
use crate::reversi::board::{Square, SquareError};

/// Words that stand for a pass.
const PASSES: [&str; 5] = ["pass", "pa", "ps", "--", "@@"];

/// A move list that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveListError {
    /// A text that is neither a square nor a pass.
    #[error("ply {ply}: {error}")]
    Square {
        /// Number of the ply, counted from one.
        ply: usize,
        /// What is wrong with the text.
        error: SquareError,
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
    let lower = text.to_ascii_lowercase();
    let length = PASSES
        .iter()
        .find(|pass| lower.starts_with(**pass))
        .map_or(2, |pass| pass.len());
    let end = text
        .char_indices()
        .map(|(at, _)| at)
        .chain([text.len()])
        .find(|&at| at >= length)
        .unwrap_or(text.len());
    text.split_at(end)
}

/// Skips blanks, commas and move numbers such as `12.`.
fn skip(text: &str) -> &str {
    let text = text.trim_start_matches([' ', '\t', '\r', '\n', ',', ';']);
    let number = text.trim_start_matches(|sign: char| sign.is_ascii_digit());
    match number.strip_prefix('.') {
        Some(rest) if number.len() < text.len() => skip(rest),
        _ => text,
    }
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
            let square: Square = word
                .parse()
                .map_err(|error| MoveListError::Square { ply, error })?;
            Ply::Move(square)
        };
        if played != Ply::Pass && game.position().must_pass() {
            game.play(Ply::Pass)
                .map_err(|error| MoveListError::Rules { ply, error })?;
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
    use crate::reversi::board::squares_of;
    use crate::reversi::record::Outcome;

    #[test]
    fn the_solved_game_can_be_replayed() {
        let game = parse_moves(Position::START, "F5D6C3D3C4F4F6F3E6E7").unwrap();
        assert_eq!(game.plies().len(), 10);
        assert_eq!(game.moves_text(), "f5d6c3d3c4f4f6f3e6e7");
        let numbered = parse_moves(Position::START, "1. f5 d6 2. C3, d3").unwrap();
        assert_eq!(numbered.moves_text(), "f5d6c3d3");
    }

    #[test]
    fn bad_words_are_refused_with_their_place() {
        let error = |text| parse_moves(Position::START, text).unwrap_err().to_string();
        assert_eq!(
            error("f5z9"),
            "ply 2: `z9` is no square; squares are a1 to h8"
        );
        assert_eq!(error("f5f5"), "ply 2: white may not play f5");
        assert_eq!(error("pa"), "ply 1: black may not pass: it has a move");
        assert_eq!(
            error("f5é"),
            "ply 2: `é` is no square; squares are a1 to h8"
        );
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

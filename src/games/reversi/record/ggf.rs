//! GGF, the text record of one game: `(;GM[Othello]PB[..]PW[..]BO[8 <64 squares> *]B[F5//1.2]W[D6];)`.

use std::fmt::Write;

use thiserror::Error;

use super::colour::Colour;
use super::entry::{GameEntry, year_of};
use super::game::{Game, MoveError, Ply};
use super::position::{PictureError, Position};
use super::properties::{Property, PropertyError, escaped, games};
use crate::reversi::board::SquareError;

/// A text that is no GGF game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GgfError {
    /// The syntax is wrong.
    #[error(transparent)]
    Property(#[from] PropertyError),
    /// Not an Othello game, or not on 8 x 8 squares.
    #[error("`{0}` is no start board of 8 x 8 squares")]
    Board(String),
    /// The start board cannot be read.
    #[error("start board: {0}")]
    Picture(#[from] PictureError),
    /// A move's square cannot be read.
    #[error("move {number}: {error}")]
    Square {
        /// Number of the move, counted from one.
        number: usize,
        /// What is wrong with it.
        error: SquareError,
    },
    /// A move that the rules do not allow.
    #[error("move {number}: {error}")]
    Rules {
        /// Number of the move, counted from one.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
}

/// Reads all games of a text. Unknown properties are skipped.
///
/// # Errors
/// If the text holds no game, or a move is not legal.
pub fn read(text: &str) -> Result<Vec<GameEntry>, GgfError> {
    games(text)?.iter().map(|game| entry(game)).collect()
}

/// Reads the first game of a text.
///
/// # Errors
/// As [`read`].
pub fn read_first(text: &str) -> Result<GameEntry, GgfError> {
    let games = games(text)?;
    entry(games.first().map_or(&[], Vec::as_slice))
}

fn entry(properties: &[Property]) -> Result<GameEntry, GgfError> {
    let mut found = GameEntry::default();
    let mut number = 0;
    for property in properties {
        let value = property.value();
        match property.name.as_str() {
            "PB" => value.clone_into(&mut found.black),
            "PW" => value.clone_into(&mut found.white),
            "PC" => value.clone_into(&mut found.event),
            "DT" => found.year = year_of(value),
            "BO" => {
                let signs = value.strip_prefix("8 ");
                let signs = signs.ok_or_else(|| GgfError::Board(value.to_owned()))?;
                found.game = Game::from_position(signs.parse::<Position>()?);
            }
            "B" | "W" => {
                number += 1;
                let black = property.name == "B";
                let side = if black { Colour::Black } else { Colour::White };
                play(&mut found.game, side, value, number)?;
            }
            _ => {}
        }
    }
    Ok(found)
}

fn play(game: &mut Game, side: Colour, value: &str, number: usize) -> Result<(), GgfError> {
    let name = value.split('/').next().unwrap_or_default();
    let ply = if is_pass(name) {
        Ply::Pass
    } else {
        let square = name.parse();
        Ply::Move(square.map_err(|error| GgfError::Square { number, error })?)
    };
    game.play_as(side, ply)
        .map_err(|error| GgfError::Rules { number, error })
}

/// The record on one line.
pub fn text(entry: &GameEntry) -> String {
    let start = entry.game.start();
    let board: String = start
        .signs()
        .chars()
        .map(|sign| if sign == 'X' { '*' } else { sign })
        .collect();
    let side = |colour: Colour| if colour == Colour::Black { '*' } else { 'O' };
    let mut text = "(;GM[Othello]".to_owned();
    // Writing to a string cannot fail.
    if !entry.event.is_empty() {
        let _ = write!(text, "PC[{}]", escaped(&entry.event));
    }
    if let Some(year) = entry.year {
        let _ = write!(text, "DT[{year:04}]");
    }
    let _ = write!(
        text,
        "PB[{}]PW[{}]RE[?]TY[8]BO[8 {board} {}]",
        escaped(&entry.black),
        escaped(&entry.white),
        side(start.side())
    );
    let mut mover = start.side();
    for (ply, position) in entry.game.plies() {
        let letter = if mover == Colour::Black { 'B' } else { 'W' };
        let name = ply.to_string().to_ascii_uppercase();
        let _ = write!(text, "{letter}[{name}]");
        mover = position.side();
    }
    text.push_str(";)");
    text
}

/// Is this a pass, as GGF and `NBoard` write it?
pub(crate) fn is_pass(name: &str) -> bool {
    ["PA", "PASS", "PS"]
        .iter()
        .any(|pass| name.eq_ignore_ascii_case(pass))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reversi::record::parse_moves;

    #[test]
    fn a_game_is_read_as_it_was_written() {
        let game = parse_moves(Position::START, "f5d6c3d3c4f4f6f3e6e7").unwrap();
        let written = GameEntry {
            black: "one]".into(),
            white: "two".into(),
            event: "three\\".into(),
            year: Some(2024),
            game,
        };
        assert_eq!(read_first(&text(&written)), Ok(written.clone()));
        let twice = format!("{0}\n{0}", text(&written));
        assert_eq!(read(&twice), Ok(vec![written.clone(), written]));
    }

    #[test]
    fn evaluations_and_times_are_skipped() {
        let text = "(;GM[Othello]PC[NBoard]TI[5:00]BO[8 ---------------------------O*------*O--------------------------- *]B[F5/0.01/2.5]W[D6//1];)";
        assert_eq!(read_first(text).unwrap().game.moves_text(), "f5d6");
    }

    #[test]
    fn broken_games_are_refused() {
        for (text, part) in [
            ("(;GM[Othello", "the text ends before the game does"),
            ("(;BO[10 --- *];)", "is no start board"),
            ("(;B[F5]B[D6];)", "move 2: black may not play d6"),
            ("(;B[Z5];)", "move 1: `Z5` is no square"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}

//! SGF with `GM[2]`: `(;FF[4]GM[2]SZ[8]PB[..]PW[..];B[f5];W[d6])`. Squares are read as `f5` and as `fe`, and written as
//! players write them. A start board is given by `AB`, `AW` and `PL`.

use std::fmt::Write;

use thiserror::Error;

use super::colour::{Colour, Outcome};
use super::entry::{GameEntry, year_of};
use super::game::{Game, MoveError, Ply};
use super::ggf::is_pass;
use super::position::Position;
use super::properties::{Property, PropertyError, escaped, games};
use crate::reversi::board::{Board, OverlapError, SIDE, Square, SquareError};

/// The number of Othello among the games of SGF.
const GAME: &str = "2";
/// The size of the board.
const SIZE: &str = "8";

/// A text that is no SGF file of Othello.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SgfError {
    /// The syntax is wrong.
    #[error(transparent)]
    Property(#[from] PropertyError),
    /// Another game; a file that names none is one of Go.
    #[error("game {game}: GM[{found}] is not Othello, which is GM[2]")]
    Game {
        /// Number of the game, counted from one.
        game: usize,
        /// What is named.
        found: String,
    },
    /// Another board.
    #[error("game {game}: a board of size {found}, not 8")]
    Size {
        /// Number of the game, counted from one.
        game: usize,
        /// What is named.
        found: String,
    },
    /// A square cannot be read.
    #[error("game {game}, move {number}: {error}")]
    Square {
        /// Number of the game, counted from one.
        game: usize,
        /// Number of the move, counted from one; 0 for the start board.
        number: usize,
        /// What is wrong with it.
        error: SquareError,
    },
    /// A square of the start board has two colours.
    #[error("game {game}: start board: {error}")]
    Start {
        /// Number of the game, counted from one.
        game: usize,
        /// What is wrong with it.
        error: OverlapError,
    },
    /// A move that the rules do not allow.
    #[error("game {game}, move {number}: {error}")]
    Rules {
        /// Number of the game, counted from one.
        game: usize,
        /// Number of the move, counted from one.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
}

/// Reads all games of a text: of each the main line. Unknown properties are skipped.
///
/// # Errors
/// If the text holds no game of Othello, or a move is not legal.
pub fn read(text: &str) -> Result<Vec<GameEntry>, SgfError> {
    games(text)?
        .iter()
        .enumerate()
        .map(|(index, properties)| entry(index + 1, properties))
        .collect()
}

/// A square as `f5`, or as two letters.
fn square(text: &str) -> Result<Square, SquareError> {
    let place = |letter: u8| usize::from(letter.to_ascii_lowercase().wrapping_sub(b'a'));
    match text.as_bytes() {
        &[column, row] if row.is_ascii_alphabetic() => Square::at(place(column), place(row)),
        _ => None,
    }
    .map_or_else(|| text.parse(), Ok)
}

/// What sets up a board before the first move.
#[derive(Default)]
struct Setup {
    halves: [u64; 2],
    side: Option<Colour>,
}

fn entry(game: usize, properties: &[Property]) -> Result<GameEntry, SgfError> {
    require_othello(game, properties)?;
    let mut found = GameEntry::default();
    let mut setup = Setup::default();
    let mut number = 0;
    for property in properties {
        let value = property.value();
        match property.name.as_str() {
            "PB" => value.clone_into(&mut found.black),
            "PW" => value.clone_into(&mut found.white),
            "EV" => value.clone_into(&mut found.event),
            "DT" => found.year = year_of(value),
            "PL" => setup.side = colour(value),
            "AB" | "AW" => {
                let half = usize::from(property.name == "AW");
                for value in &property.values {
                    let square = square(value);
                    let square = square.map_err(|error| SgfError::Square {
                        game,
                        number,
                        error,
                    })?;
                    setup.halves[half] |= square.bit();
                }
            }
            "B" | "W" => {
                if number == 0 {
                    found.game = start(game, &setup)?;
                }
                number += 1;
                play(&mut found.game, (game, number), property)?;
            }
            _ => {}
        }
    }
    if number == 0 {
        found.game = start(game, &setup)?;
    }
    Ok(found)
}

fn colour(value: &str) -> Option<Colour> {
    match value.chars().next()?.to_ascii_uppercase() {
        'B' => Some(Colour::Black),
        'W' => Some(Colour::White),
        _ => None,
    }
}

fn require_othello(game: usize, properties: &[Property]) -> Result<(), SgfError> {
    let value = |name: &str| {
        let property = properties.iter().find(|property| property.name == name);
        property.map(|property| property.value().trim().to_owned())
    };
    let found = value("GM").unwrap_or_default();
    if found != GAME {
        return Err(SgfError::Game { game, found });
    }
    match value("SZ") {
        Some(found) if found != SIZE => Err(SgfError::Size { game, found }),
        _ => Ok(()),
    }
}

fn start(game: usize, setup: &Setup) -> Result<Game, SgfError> {
    let side = setup.side.unwrap_or(Colour::Black);
    let [black, white] = setup.halves;
    if black | white == 0 {
        let start = Position::new(Board::START, Colour::Black);
        return Ok(Game::from_position(start));
    }
    let halves = if side == Colour::Black {
        (black, white)
    } else {
        (white, black)
    };
    let board = Board::new(halves.0, halves.1).map_err(|error| SgfError::Start { game, error })?;
    Ok(Game::from_position(Position::new(board, side)))
}

fn play(
    played: &mut Game,
    (game, number): (usize, usize),
    property: &Property,
) -> Result<(), SgfError> {
    let value = property.value().trim();
    let side = if property.name == "B" {
        Colour::Black
    } else {
        Colour::White
    };
    let ply = if value.is_empty() || is_pass(value) {
        Ply::Pass
    } else {
        let square = square(value);
        Ply::Move(square.map_err(|error| SgfError::Square {
            game,
            number,
            error,
        })?)
    };
    played.play_as(side, ply).map_err(|error| SgfError::Rules {
        game,
        number,
        error,
    })
}

/// The record of a game, on one line.
pub fn text(entry: &GameEntry) -> String {
    let mut text = "(;FF[4]GM[2]SZ[8]CA[UTF-8]".to_owned();
    // Writing to a string cannot fail.
    for (name, value) in [
        ("PB", &entry.black),
        ("PW", &entry.white),
        ("EV", &entry.event),
    ] {
        if !value.is_empty() {
            let _ = write!(text, "{name}[{}]", escaped(value));
        }
    }
    if let Some(year) = entry.year {
        let _ = write!(text, "DT[{year:04}]");
    }
    text.push_str(&result(entry));
    text.push_str(&setup_text(entry.game.start()));
    let mut mover = entry.game.start().side();
    for (ply, position) in entry.game.plies() {
        let square = match ply {
            Ply::Move(square) => square.to_string(),
            Ply::Pass => String::new(),
        };
        let _ = write!(text, ";{}[{square}]", letter(mover));
        mover = position.side();
    }
    text.push(')');
    text
}

const fn letter(side: Colour) -> char {
    match side {
        Colour::Black => 'B',
        Colour::White => 'W',
    }
}

fn result(entry: &GameEntry) -> String {
    let position = entry.game.position();
    let lead = position.final_score(Colour::Black);
    match position.outcome() {
        Outcome::Running => String::new(),
        Outcome::Draw => "RE[0]".to_owned(),
        Outcome::BlackWins => format!("RE[B+{lead}]"),
        Outcome::WhiteWins => format!("RE[W+{}]", -lead),
    }
}

fn setup_text(start: Position) -> String {
    if start == Position::START {
        return String::new();
    }
    let mut text = String::new();
    for side in [Colour::Black, Colour::White] {
        let discs = start.discs(side);
        if discs != 0 {
            text.push('A');
            text.push(letter(side));
        }
        for index in (0..SIDE * SIDE).filter(|index| discs >> index & 1 == 1) {
            if let Some(square) = Square::new(index) {
                let _ = write!(text, "[{square}]");
            }
        }
    }
    let _ = write!(text, "PL[{}]", letter(start.side()));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reversi::record::parse_moves;

    #[test]
    fn a_game_is_read_as_it_was_written() {
        let mut entry = GameEntry {
            black: "[one]".into(),
            white: String::new(),
            event: "cup".into(),
            year: Some(1999),
            game: parse_moves(Position::START, "f5d6c3d3c4f4f6f3e6e7").unwrap(),
        };
        assert_eq!(read(&text(&entry)), Ok(vec![entry.clone()]));
        let start = format!("OX{}XO O", "-".repeat(60));
        entry.game = Game::from_position(start.parse().unwrap());
        let written = format!("{}\n{0}", text(&entry));
        assert!(written.contains("AB[b1][g8]AW[a1][h8]PL[W]"), "{written}");
        assert_eq!(read(&written), Ok(vec![entry.clone(), entry]));
    }

    #[test]
    fn squares_may_be_two_letters_and_passes_left_out() {
        let moves = |text: &str| read(text).unwrap()[0].game.moves_text();
        assert_eq!(moves("(;GM[2];B[fe];W[df]C[well])"), "f5d6");
        // Black has no move at h1 and passes without being told.
        let text = "(;GM[2]AB[b1]AW[a1][c1]PL[B];B[d1];W[e1])";
        assert_eq!(moves(text), "d1e1");
    }

    #[test]
    fn broken_games_are_refused() {
        for (text, part) in [
            ("(;GM[1];B[fe])", "GM[1] is not Othello"),
            ("(;B[fe])", "GM[] is not Othello"),
            ("(;GM[2]SZ[10])", "a board of size 10"),
            (
                "(;GM[2];B[f5];W[f5])",
                "game 1, move 2: white may not play f5",
            ),
            (
                "(;GM[2])(;GM[2];B[jj])",
                "game 2, move 1: `jj` is no square",
            ),
            ("(;GM[2]AB[a1]AW[a1])", "share squares"),
            ("(;GM[2];B[fe]", "the text ends"),
            ("(;GM[2];B[f5];W[])", "white may not pass"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}

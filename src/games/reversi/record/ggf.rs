//! GGF, the text record of one game: `(;GM[Othello]PB[..]PW[..]BO[8 <64 squares> *]B[F5//1.2]W[D6];)`.

use std::fmt::Write;

use thiserror::Error;

use super::colour::Colour;
use super::game::{Game, MoveError, Ply};
use super::position::{PictureError, Position};
use crate::reversi::board::SquareError;

/// A game with the names of its players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GgfGame {
    /// Name of the player of the black discs.
    pub black: String,
    /// Name of the player of the white discs.
    pub white: String,
    /// The game.
    pub game: Game,
}

/// A text that is no GGF game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GgfError {
    /// A property without its closing bracket.
    #[error("`{0}` is no property such as BO[...]")]
    Property(String),
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

/// The next property and the text behind it; nothing at the end of the game.
fn property(text: &str) -> Result<Option<(&str, &str, &str)>, GgfError> {
    let text =
        text.trim_start_matches(|sign: char| sign.is_whitespace() || sign == '(' || sign == ';');
    if text.is_empty() || text.starts_with(')') {
        return Ok(None);
    }
    let error = || GgfError::Property(text.chars().take(20).collect());
    let (name, rest) = text.split_once('[').ok_or_else(error)?;
    let (value, rest) = rest.split_once(']').ok_or_else(error)?;
    Ok(Some((name.trim(), value, rest)))
}

impl GgfGame {
    /// Reads the first game of a text. Unknown properties are skipped.
    ///
    /// # Errors
    /// If the text is no game, or a move is not legal.
    pub fn parse(text: &str) -> Result<Self, GgfError> {
        let mut found = Self::default();
        let mut rest = text;
        let mut number = 0;
        while let Some((name, value, behind)) = property(rest)? {
            rest = behind;
            match name {
                "PB" => value.clone_into(&mut found.black),
                "PW" => value.clone_into(&mut found.white),
                "BO" => {
                    let signs = value.strip_prefix("8 ");
                    let signs = signs.ok_or_else(|| GgfError::Board(value.to_owned()))?;
                    found.game = Game::from_position(signs.parse::<Position>()?);
                }
                "B" | "W" => {
                    number += 1;
                    let side = if name == "B" {
                        Colour::Black
                    } else {
                        Colour::White
                    };
                    found.play(side, value, number)?;
                }
                _ => {}
            }
        }
        Ok(found)
    }

    fn play(&mut self, side: Colour, value: &str, number: usize) -> Result<(), GgfError> {
        let rules = |error| GgfError::Rules { number, error };
        let name = value.split('/').next().unwrap_or_default();
        if is_pass(name) {
            return self.game.play(Ply::Pass).map_err(rules);
        }
        let square = name
            .parse()
            .map_err(|error| GgfError::Square { number, error })?;
        if self.game.position().side() != side && self.game.position().must_pass() {
            self.game.play(Ply::Pass).map_err(rules)?;
        }
        if self.game.position().side() != side {
            return Err(rules(MoveError::Illegal { square, side }));
        }
        self.game.play(Ply::Move(square)).map_err(rules)
    }

    /// The record on one line.
    pub fn text(&self) -> String {
        let start = self.game.start();
        let board: String = start
            .signs()
            .chars()
            .map(|sign| if sign == 'X' { '*' } else { sign })
            .collect();
        let side = |colour: Colour| if colour == Colour::Black { '*' } else { 'O' };
        let mut text = format!(
            "(;GM[Othello]PB[{}]PW[{}]RE[?]TY[8]BO[8 {board} {}]",
            self.black,
            self.white,
            side(start.side())
        );
        let mut mover = start.side();
        for (ply, position) in self.game.plies() {
            let letter = if mover == Colour::Black { 'B' } else { 'W' };
            let name = ply.to_string().to_ascii_uppercase();
            // Writing to a string cannot fail.
            let _ = write!(text, "{letter}[{name}]");
            mover = position.side();
        }
        text.push_str(";)");
        text
    }
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
        let written = GgfGame {
            black: "one".into(),
            white: "two".into(),
            game,
        };
        assert_eq!(GgfGame::parse(&written.text()), Ok(written));
    }

    #[test]
    fn evaluations_and_times_are_skipped() {
        let text = "(;GM[Othello]PC[NBoard]TI[5:00]BO[8 ---------------------------O*------*O--------------------------- *]B[F5/0.01/2.5]W[D6//1];)";
        assert_eq!(GgfGame::parse(text).unwrap().game.moves_text(), "f5d6");
    }

    #[test]
    fn broken_games_are_refused() {
        for (text, part) in [
            ("(;GM[Othello", "is no property"),
            ("(;BO[10 --- *];)", "is no start board"),
            ("(;B[F5]B[D6];)", "move 2: black may not play d6"),
            ("(;B[Z5];)", "move 1: `Z5` is no square"),
        ] {
            let error = GgfGame::parse(text).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}

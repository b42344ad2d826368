//! What GGF and SGF share: texts of games one after the other, and the moves of a game.

use super::entry::GameEntry;
use super::game::{Game, Ply};
use super::properties::{Property, escaped, games};
use super::record_error::RecordError;
use crate::board::SquareError;
use kagetsu_kernel::Side;

/// The size of the board.
pub(super) const SIZE: &str = "8";

/// A form of records: how the properties of a game are understood.
#[derive(Clone, Copy, Debug)]
pub struct RecordForm(pub(super) fn(&[Property]) -> Result<GameEntry, RecordError>);

impl RecordForm {
    /// Reads all games of a text, each on its own: of each the main line. Unknown properties are skipped.
    ///
    /// # Errors
    /// If the text holds no game; of a game, if it is none of Othello, or a move is not legal.
    pub fn read(self, text: &str) -> Result<Vec<Result<GameEntry, RecordError>>, RecordError> {
        let games = games(text)?.into_iter();
        Ok(games.map(|game| self.0(&game?)).collect())
    }

    /// Reads the first game of a text.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_first(self, text: &str) -> Result<GameEntry, RecordError> {
        let first = games(text)?.into_iter().next();
        self.0(&first.ok_or(RecordError::Nothing)??)
    }
}

/// Plays the move of a property `B` or `W`.
pub(super) fn play(
    game: &mut Game,
    number: usize,
    property: &Property,
    ply: Result<Ply, SquareError>,
) -> Result<(), RecordError> {
    let side = if property.name == "B" {
        Side::Black
    } else {
        Side::White
    };
    let ply = ply.map_err(|error| RecordError::Square { number, error })?;
    game.play_as(side, ply)
        .map_err(|error| RecordError::Rules { number, error })
}

/// The properties that have a value, one after the other.
pub(super) fn told_properties<'a>(all: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let told = all.into_iter().filter(|(_, value)| !value.is_empty());
    told.map(|(name, value)| [name, "[", &escaped(value), "]"].concat())
        .collect()
}

/// The properties of all moves, each by its letter and its ply.
pub(super) fn moves(game: &Game, property: impl Fn(char, Ply) -> String) -> String {
    let mut mover = game.start().side();
    let plies = game.plies().iter().map(|&(ply, after)| {
        let side = std::mem::replace(&mut mover, after.side());
        property(letter(side), ply)
    });
    plies.collect()
}

/// The property of a move of this side.
pub(super) const fn letter(side: Side) -> char {
    match side {
        Side::Black => 'B',
        Side::White => 'W',
    }
}

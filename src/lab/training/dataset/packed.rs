//! Many games in memory, as compact as in a file.

use std::fmt;

use kagetsu_gomoku::geometry::BoardSize;

use super::codec::{decode, encode};
use super::error::GameDefect;
use super::record::TrainingGame;

/// A list of games on boards of one size. A ply takes a few bytes.
#[derive(Clone)]
pub struct PackedGames {
    size: BoardSize,
    bytes: Vec<u8>,
    /// Offsets in `bytes` at which the games begin.
    starts: Vec<usize>,
}

impl fmt::Debug for PackedGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} games on {}", self.starts.len(), self.size)
    }
}

impl PackedGames {
    /// No games yet.
    pub const fn new(size: BoardSize) -> Self {
        Self {
            size,
            bytes: Vec::new(),
            starts: Vec::new(),
        }
    }

    /// Adds a game.
    ///
    /// # Errors
    /// [`GameDefect`] when it does not fit the board or plays a point twice.
    pub fn push(&mut self, game: &TrainingGame) -> Result<(), GameDefect> {
        let start = self.bytes.len();
        encode(game, self.size, &mut self.bytes)?;
        self.starts.push(start);
        Ok(())
    }

    /// Number of games.
    pub const fn len(&self) -> usize {
        self.starts.len()
    }

    /// True if there is no game.
    pub const fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// The game at this index.
    ///
    /// # Errors
    /// [`GameDefect`] when there are not so many games.
    pub fn get(&self, index: usize) -> Result<TrainingGame, GameDefect> {
        let start = self.starts.get(index);
        let &start = start.ok_or_else(|| GameDefect::new("there are not so many games"))?;
        decode(&mut &self.bytes[start..], self.size)
    }
}

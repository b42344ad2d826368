//! A database of positions that is looked at and never written: what is known of a position, and of the moves from it.

use std::fmt::Debug;

use serde::Serialize;

use crate::game::Spot;
use crate::gomoku::Stones;

/// A result that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum KnownResult {
    /// The side that is meant wins.
    Win,
    /// It loses.
    Loss,
    /// Nobody wins.
    Draw,
}

/// What is known of a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Known {
    /// Win rate of the side that is meant.
    pub rate: Option<f64>,
    /// Depth of the search behind it, in plies.
    pub depth: u16,
    /// A result that is certain.
    pub result: Option<KnownResult>,
    /// A short mark of the analyst's own.
    pub mark: String,
    /// A comment.
    pub text: String,
}

/// A move to a known position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KnownMove {
    /// The move.
    pub at: Spot,
    /// What is known for the side that makes it.
    #[serde(flatten)]
    pub known: Known,
}

/// What a database has of a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Explored {
    /// What is known of it for the side to move.
    pub here: Option<Known>,
    /// The moves to known positions, the best ones first.
    pub moves: Vec<KnownMove>,
}

/// A database that can be asked.
pub trait Explorer: Debug + Send + Sync {
    /// What it has of the position of these stones.
    ///
    /// # Errors
    /// A sentence when the database cannot be read.
    fn explore(&self, stones: &Stones) -> Result<Explored, String>;
}

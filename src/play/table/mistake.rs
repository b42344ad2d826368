//! A move that gave some of its side's win rate away, and how bad that was.

use kagetsu_kernel::grade::Grade;
use serde::Serialize;

use crate::game::{Colour, GameMove};

/// A move that gave some of the win rate away.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Mistake {
    /// Steps before it.
    pub step: usize,
    /// Moves before it.
    pub moves: usize,
    /// The clicks of the move.
    pub spots: GameMove,
    /// Who made it.
    pub colour: Colour,
    /// How much it gave away.
    pub grade: Grade,
    /// Its name.
    pub name: String,
    /// The name of a better one.
    pub better: String,
    /// The clicks of that.
    pub(crate) better_spots: GameMove,
    /// Win rate of the side that moved, with the better move.
    pub before: f64,
    /// The same with the move that was played.
    pub after: f64,
}

/// Black's win rate as that of a colour, and the other way round.
pub(super) fn rate_of(colour: Colour, black: f64) -> f64 {
    match colour {
        Colour::Black => black,
        Colour::White => 1.0 - black,
    }
}

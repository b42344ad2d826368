//! The weights that a position uses, for the regression.

use arrayvec::ArrayVec;

use super::errors::ErrorModel;
use super::patterns::{LANES, PATTERNS, contents};
use super::weights::{KNOT_PLIES, Learned, UNITS, knots_of, ply_of, scalars_of};
use crate::board::Board;

/// Most weights of a position in the row of a knot: the patterns, and three scalars.
const MOST_WEIGHTS: usize = LANES + 3;

/// The weights of a position: the same numbers in the rows of two neighbouring knots.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    indices: ArrayVec<u32, MOST_WEIGHTS>,
    /// First weight of the knot before the position.
    pub before: usize,
    /// First weight of the knot after it.
    pub after: usize,
    /// The share of the knot after it, from 0 to 1.
    pub part: f32,
}

impl Row {
    /// The numbers within a knot's row.
    pub(crate) fn indices(&self) -> impl Iterator<Item = usize> {
        self.indices.iter().map(|&index| index as usize)
    }
}

/// The weights that a board uses, its side to move called black.
pub(crate) fn row_of(board: Board) -> Row {
    let shared = &PATTERNS.shared;
    let contents = contents(board.own(), board.other());
    let patterns = PATTERNS
        .first_of_places()
        .zip(contents)
        .map(|(first, content)| shared[first + usize::from(content)]);
    let scalars = scalars_of(board)
        .into_iter()
        .map(|index| (PATTERNS.weights + index) as u32);
    let (knot, part) = knots_of(ply_of(board));
    Row {
        indices: patterns.chain(scalars).collect(),
        before: knot * Learned::row_length(),
        after: (knot + 1) * Learned::row_length(),
        part: part as f32 / KNOT_PLIES as f32,
    }
}

impl Learned {
    /// Weights from numbers in discs, each rounded to the grain of the table.
    pub(crate) fn from_discs(discs: &[f32]) -> Self {
        let grains = |weight: f32| (weight * UNITS as f32 / GRAIN).round() * GRAIN;
        Self {
            numbers: discs.iter().map(|&weight| grains(weight) as i16).collect(),
            errors: ErrorModel::CAREFUL,
        }
    }
}

/// Units to which learned weights are rounded, so that the file stays small.
pub(super) const GRAIN: f32 = 8.0;

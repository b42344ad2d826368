//! The weights of the neighbour layer, and the points that it sees.
//!
//! A *ring* of a point is the four points at one distance along the row and the column, or along the two diagonals.

use crate::geometry::Point;

use super::weights::{EMBEDDING_PAIR, HIDDEN};

/// Greatest distance of a ring.
const REACH: usize = 4;
/// Points of a ring.
pub const RING_POINTS: usize = 4;
/// Number of rings: those along row and column by distance, then those along the diagonals.
pub const RINGS: usize = 2 * REACH;

/// Greatest difference between the index of a point of a ring and that of the point in the middle.
pub(super) const GREATEST_STEP: usize = REACH * (Point::STRIDE + 1);

const _: () = assert!(REACH <= Point::BORDER);

/// The layer adds to the policy score of a move if the score without it lies no further behind the greatest, in natural
/// logarithms.
pub const NEIGHBOUR_MARGIN: f32 = 4.0;

/// For each ring, the differences between the indices of its points and that of the point in the middle. With those of a
/// point on the board they never leave the index range.
pub const RING_STEPS: [[isize; RING_POINTS]; RINGS] = ring_steps();

const fn ring_steps() -> [[isize; RING_POINTS]; RINGS] {
    let row = Point::STRIDE as isize;
    let mut steps = [[0; RING_POINTS]; RINGS];
    let mut distance = 1;
    while distance <= REACH {
        let along = distance as isize;
        steps[distance - 1] = [along, -along, along * row, -along * row];
        let (right, left) = (along * (row + 1), along * (row - 1));
        steps[REACH + distance - 1] = [right, -right, left, -left];
        distance += 1;
    }
    steps
}

/// The same as places in the stretch of indices from [`GREATEST_STEP`] before the point in the middle.
pub(super) const RING_PLACES: [[usize; RING_POINTS]; RINGS] = {
    let mut places = [[0; RING_POINTS]; RINGS];
    let mut ring = 0;
    while ring < RINGS {
        let mut point = 0;
        while point < RING_POINTS {
            places[ring][point] = (GREATEST_STEP as isize + RING_STEPS[ring][point]) as usize;
            point += 1;
        }
        ring += 1;
    }
    places
};

/// The neighbour layer for one side to move: numbers of both embeddings, those of the side to move first.
#[derive(Clone, Debug, PartialEq)]
pub struct NeighbourLayer {
    /// Coefficients of the positive part of the point's own embedding.
    pub own: [f32; EMBEDDING_PAIR],
    /// Coefficients of the sum of the positive parts over each ring.
    pub rings: [[f32; EMBEDDING_PAIR]; RINGS],
    /// Biases.
    pub bias: [f32; EMBEDDING_PAIR],
    /// Policy weights of the outputs.
    pub policy_score: [f32; EMBEDDING_PAIR],
    /// What each neuron of the first layer adds to these policy weights: a row for each neuron.
    pub policy_hidden: [[f32; EMBEDDING_PAIR]; HIDDEN],
}

impl Default for NeighbourLayer {
    fn default() -> Self {
        Self {
            own: [0.0; EMBEDDING_PAIR],
            rings: [[0.0; EMBEDDING_PAIR]; RINGS],
            bias: [0.0; EMBEDDING_PAIR],
            policy_score: [0.0; EMBEDDING_PAIR],
            policy_hidden: [[0.0; EMBEDDING_PAIR]; HIDDEN],
        }
    }
}

impl NeighbourLayer {
    /// Number of its parameters.
    pub const PARAMETERS: usize = (1 + RINGS + 2 + HIDDEN) * EMBEDDING_PAIR;
    /// Largest magnitude of [`NeighbourLayer::own`] and [`NeighbourLayer::rings`]: as integers they have 15 bits after the
    /// binary point.
    pub const MAX_COEFFICIENT: f32 = i16::MAX as f32 / (1 << 15) as f32;
    /// Largest magnitude of [`NeighbourLayer::bias`].
    pub const MAX_BIAS: f32 = 64.0;

    fn rows(&self) -> impl Iterator<Item = &[f32; EMBEDDING_PAIR]> {
        [&self.own]
            .into_iter()
            .chain(&self.rings)
            .chain([&self.bias, &self.policy_score])
            .chain(&self.policy_hidden)
    }

    /// All numbers in the order of the file.
    pub fn parameters(&self) -> impl Iterator<Item = f32> + '_ {
        self.rows().flatten().copied()
    }

    /// The numbers to be filled in, in the same order.
    pub fn parameters_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        [&mut self.own]
            .into_iter()
            .chain(&mut self.rings)
            .chain([&mut self.bias, &mut self.policy_score])
            .chain(&mut self.policy_hidden)
            .flatten()
    }

    /// Are all numbers such that nothing can overflow?
    pub fn is_sound(&self) -> bool {
        let fits = |row: &[f32], most: f32| row.iter().all(|number| number.abs() <= most);
        fits(&self.own, Self::MAX_COEFFICIENT)
            && fits(self.rings.as_flattened(), Self::MAX_COEFFICIENT)
            && fits(&self.bias, Self::MAX_BIAS)
            && self.parameters().all(f32::is_finite)
    }
}

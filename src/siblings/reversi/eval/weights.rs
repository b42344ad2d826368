//! The evaluation: a sum of one weight for each pattern place, two for the numbers of moves, and one for the ply.
//!
//! Weights change with the phase of the game. They are learned at [`KNOTS`] points six plies apart; between two of
//! them they are interpolated. For the search they are spread out to one table for each two plies and each side.

use super::errors::ErrorModel;
use super::features::Node;
use super::patterns::{LANES, PATTERNS};
use crate::board::Board;
use kagetsu_kernel::Side;

/// Points of the game at which weights are kept.
const KNOTS: usize = 11;
/// Plies from one knot to the next.
pub(crate) const KNOT_PLIES: u32 = 6;
/// Phases that the search tells apart, of two plies each.
const PHASES: usize = 31;
/// Numbers of moves that are told apart.
const MOBILITIES: usize = 32;
/// Weights beside the patterns at each knot: own and enemy moves, and one for even and one for odd plies.
const SCALARS: usize = 2 * MOBILITIES + 2;
/// Parts of a disc in one unit of a weight.
pub(super) const UNITS: i32 = 128;

/// What is learned.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// [`KNOTS`] rows of one weight for each shared content, then the [`SCALARS`].
    pub(super) numbers: Vec<i16>,
    /// How far searches of these weights differ.
    pub(crate) errors: ErrorModel,
}

impl Learned {
    /// Numbers in a row.
    pub(super) fn row_length() -> usize {
        PATTERNS.weights + SCALARS
    }

    /// All numbers.
    pub(crate) fn length() -> usize {
        KNOTS * Self::row_length()
    }

    /// Nothing is learned yet: every position is worth nothing.
    pub fn nothing() -> Self {
        Self {
            numbers: vec![0; Self::length()],
            errors: ErrorModel::CAREFUL,
        }
    }
}

/// The tables of the search.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    /// `[phase][side][content]`.
    tables: Vec<[Vec<i16>; 2]>,
    scalars: Vec<[i16; SCALARS]>,
    first: [u32; LANES],
    places: usize,
    errors: ErrorModel,
}

/// The ply of a board: discs beyond the first four.
pub(super) fn ply_of(board: Board) -> u32 {
    60_u32.saturating_sub(board.empties())
}

/// The knot before a ply, and the part of the next one in sixths.
pub(super) fn knots_of(ply: u32) -> (usize, u32) {
    let knot = (ply / KNOT_PLIES).min(KNOTS as u32 - 2);
    (knot as usize, ply - knot * KNOT_PLIES)
}

/// The numbers of the scalar weights of a position.
pub(super) fn scalars_of(board: Board) -> [usize; 3] {
    let own = board.moves().count_ones() as usize;
    let other = board.passed().moves().count_ones() as usize;
    [
        own.min(MOBILITIES - 1),
        MOBILITIES + other.min(MOBILITIES - 1),
        2 * MOBILITIES + (board.empties() & 1) as usize,
    ]
}

fn between(learned: &[i16], ply: u32, index: usize) -> i16 {
    let (knot, part) = knots_of(ply);
    let row = Learned::row_length();
    let before = i32::from(learned[knot * row + index]);
    let after = i32::from(learned[(knot + 1) * row + index]);
    let (part, whole) = (part as i32, KNOT_PLIES as i32);
    ((before * (whole - part) + after * part) / whole) as i16
}

impl Weights {
    /// Spreads learned numbers out.
    pub(crate) fn new(learned: &Learned) -> Self {
        let exchanged = PATTERNS.exchanged();
        let mut first = [0; LANES];
        for (lane, place) in first.iter_mut().zip(PATTERNS.first_of_places()) {
            *lane = place as u32;
        }
        let mut tables = Vec::with_capacity(PHASES);
        let mut scalars = Vec::with_capacity(PHASES);
        for phase in 0..PHASES as u32 {
            let row: Vec<i16> = (0..Learned::row_length())
                .map(|index| between(&learned.numbers, 2 * phase, index))
                .collect();
            let black: Vec<i16> = PATTERNS
                .shared
                .iter()
                .map(|&weight| row[weight as usize])
                .collect();
            let white = exchanged
                .iter()
                .map(|&content| black[content as usize])
                .collect();
            let mut others = [0; SCALARS];
            others.copy_from_slice(&row[PATTERNS.weights..]);
            scalars.push(others);
            tables.push([black, white]);
        }
        Self {
            tables,
            scalars,
            first,
            places: PATTERNS.places(),
            errors: learned.errors,
        }
    }

    /// How far searches of these weights differ.
    pub(crate) const fn errors(&self) -> ErrorModel {
        self.errors
    }

    /// The expected score of the side to move, in [`UNITS`] of a disc.
    #[inline]
    pub(crate) fn units(&self, node: &Node) -> i32 {
        let phase = (ply_of(node.board) / 2) as usize % PHASES;
        let table = match node.side {
            Side::Black => &self.tables[phase][0],
            Side::White => &self.tables[phase][1],
        };
        let patterns: i32 = self.first[..self.places]
            .iter()
            .zip(&node.contents)
            .map(|(&first, &content)| i32::from(table[first as usize + usize::from(content)]))
            .sum();
        let scalars = &self.scalars[phase];
        let others: i32 = scalars_of(node.board)
            .into_iter()
            .map(|index| i32::from(scalars[index]))
            .sum();
        patterns + others
    }

    /// The expected score of the side to move in whole discs, from -63 to 63.
    #[inline]
    pub(crate) fn discs(&self, node: &Node) -> i32 {
        ((self.units(node) + UNITS / 2).div_euclid(UNITS)).clamp(-63, 63)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_side_gains_the_colours_do_not_matter() {
        let mut learned = Learned::nothing();
        let mut state = 1_u32;
        for weight in &mut learned.numbers {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *weight = (state >> 24) as i16 - 128;
        }
        let weights = Weights::new(&learned);
        let board = Board::new(0x0000_0010_0814_2200, 0x0000_0028_1008_0000).unwrap();
        let black = Node::new(board);
        // The same discs, the side to move called white.
        let white = Node::new(board.passed()).passed();
        assert_eq!(white.side, Side::White);
        assert_eq!(weights.units(&black), weights.units(&white));
    }
}

//! Move ordering on bare boards by mobility: the move that leaves the enemy the fewest replies first ("fastest first").

use arrayvec::ArrayVec;

use super::squares::{CORNERS, IN_QUADRANTS, SQUARE_VALUE};
use super::table::{Entry, NO_MOVE};
use crate::board::{Board, Square, squares_of};

/// A move, the board after it seen by the next side, and its place in the order: higher is tried earlier.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) square: Square,
    pub(super) flips: u64,
    pub(super) board: Board,
    pub(super) value: i32,
}

/// More moves than any position has: 33 are the most that are known of a position that can be reached, 35 of any picture.
const MOST_MOVES: usize = 48;

/// The moves of a position.
#[derive(Debug)]
pub(super) struct MoveList {
    moves: ArrayVec<Candidate, MOST_MOVES>,
    tried: usize,
}

/// Value of one reply less for the enemy (mobility).
const MOBILITY: i32 = 24;
/// A reply in a corner counts that much more.
const CORNER_MOBILITY: i32 = 24;
/// Value of one empty square less beside own discs, where the enemy may come to move.
const POTENTIAL_MOBILITY: i32 = 5;
/// Value of a move into a quadrant with an odd number of empty squares.
const PARITY: i32 = 12;
/// Value of a step of [`SQUARE_VALUE`].
const SQUARE: i32 = 2;
/// The move that the table names comes before all others, then the one it named before.
const KNOWN_BEST: i32 = 1 << 20;
const KNOWN_SECOND: i32 = 1 << 19;

const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;

/// Empty squares that touch a disc of a set: those where its opponent may come to move.
fn potential_moves(discs: u64, empty: u64) -> u64 {
    let sideways = discs | (discs << 1 & NOT_A) | (discs >> 1 & NOT_H);
    (sideways | sideways << 8 | sideways >> 8) & empty
}

/// The worth of the moves of the side to move.
fn mobility(board: Board) -> i32 {
    let moves = board.moves();
    MOBILITY * moves.count_ones() as i32 + CORNER_MOBILITY * (moves & CORNERS).count_ones() as i32
}

impl MoveList {
    /// The moves of a set, not yet in order.
    #[inline]
    pub(super) fn new(board: Board, moves: u64) -> Self {
        let moves = squares_of(moves).map(|square| {
            let flips = board.flips(square);
            Candidate {
                square,
                flips,
                board: board.after(square, flips),
                value: 0,
            }
        });
        Self {
            moves: moves.take(MOST_MOVES).collect(),
            tried: 0,
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Candidate> {
        self.moves.iter()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Candidate> {
        self.moves.iter_mut()
    }

    /// Values the moves by mobility, parity and square.
    pub(super) fn by_mobility(&mut self, board: Board, parity: u8) {
        let odd = IN_QUADRANTS[usize::from(parity & 15)];
        let empty = board.empty();
        for candidate in self.iter_mut() {
            let next = candidate.board;
            let potential = potential_moves(next.other(), empty).count_ones() as i32;
            let square = candidate.square;
            let in_odd = i32::from(odd & square.bit() != 0);
            candidate.value = PARITY * in_odd + SQUARE * i32::from(SQUARE_VALUE[square.index()])
                - mobility(next)
                - POTENTIAL_MOBILITY * potential;
        }
    }

    /// Puts the moves that the table names in front.
    pub(super) fn prefer(&mut self, known: Option<Entry>) {
        let Some(entry) = known else { return };
        if entry.best == NO_MOVE {
            return;
        }
        for candidate in self.iter_mut() {
            let square = candidate.square.index() as u8;
            if square == entry.best {
                candidate.value += KNOWN_BEST;
            } else if square == entry.second {
                candidate.value += KNOWN_SECOND;
            }
        }
    }

    /// The best move that was not yet handed out.
    #[inline]
    pub(super) fn next_best(&mut self) -> Option<Candidate> {
        let rest = self.moves.get_mut(self.tried..)?;
        let (best, _) = rest
            .iter()
            .enumerate()
            .max_by_key(|(place, candidate)| (candidate.value, usize::MAX - place))?;
        rest.swap(0, best);
        self.tried += 1;
        rest.first().copied()
    }
}

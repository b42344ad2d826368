//! Generation of legal moves for all squares at once, by runs of enemy discs that begin beside an own disc and end at an
//! empty square. Bit `n` is square `n`.
//!
//! Nanoseconds a call, plain x86-64 / with AVX2: 4.5 / 1.8; by prefix in all directions 4.9 / 1.8, step by step 6.5 / 2.3.

/// All columns but `a` and `h`: a run that goes sideways can only lie here.
const INNER_COLUMNS: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// The squares where the side with the discs `own` may move.
///
/// Runs along columns and diagonals grow by parallel prefix: by one, then twice by two (Kogge and Stone, "A parallel
/// algorithm for the efficient solution of a general class of recurrence equations", 1973). Sideways to the right a run is a
/// row of adjacent bits: adding its first bit to it carries into the square behind it, one addition for the whole board.
#[inline]
pub(super) fn moves(own: u64, other: u64) -> u64 {
    let inner = other & INNER_COLUMNS;
    let right = inner.wrapping_add((own << 1) & inner) & !inner & (inner << 1);
    let ends = right
        | prefix_left(own, inner)
        | prefix_ends(own, other, 8)
        | prefix_ends(own, inner, 7)
        | prefix_ends(own, inner, 9);
    ends & !(own | other)
}

#[inline]
fn prefix_left(own: u64, through: u64) -> u64 {
    let pairs = through & (through >> 1);
    let mut run = (own >> 1) & through;
    run |= (run >> 1) & through;
    run |= (run >> 2) & pairs;
    run |= (run >> 2) & pairs;
    run >> 1
}

#[inline]
fn prefix_ends(own: u64, through: u64, step: u32) -> u64 {
    let pairs_up = through & (through << step);
    let pairs_down = pairs_up >> step;
    let mut up = (own << step) & through;
    let mut down = (own >> step) & through;
    up |= (up << step) & through;
    down |= (down >> step) & through;
    up |= (up << (2 * step)) & pairs_up;
    down |= (down >> (2 * step)) & pairs_down;
    up |= (up << (2 * step)) & pairs_up;
    down |= (down >> (2 * step)) & pairs_down;
    up << step | down >> step
}

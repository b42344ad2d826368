//! Lines of the board as numbers of eight bits, taken out of a board half by one multiplication, and the count of
//! discs that the last move of a game flips.

use super::square::{SIDE, SQUARES, Square};

/// Squares of column `a`.
pub(crate) const COLUMN_A: u64 = 0x0101_0101_0101_0101;
/// Gathers the bits of column `a` in the highest byte, row `n` as bit `n`.
const GATHER: u64 = 0x0102_0408_1020_4080;

/// The diagonal through each square that falls to the right.
static DIAGONALS: [u64; SQUARES] = diagonals(1);
/// The diagonal through each square that rises to the right.
static ANTIDIAGONALS: [u64; SQUARES] = diagonals(-1);

const fn diagonals(slope: i32) -> [u64; SQUARES] {
    let mut table = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let (column, row) = ((square % SIDE) as i32, (square / SIDE) as i32);
        let mut at = 0;
        while at < SIDE as i32 {
            let line = row + slope * (at - column);
            if line >= 0 && line < SIDE as i32 {
                table[square] |= 1 << (line * SIDE as i32 + at);
            }
            at += 1;
        }
        square += 1;
    }
    table
}

/// The discs of a column; row `n` is bit `n`.
#[inline]
pub(crate) const fn column_bits(half: u64, column: usize) -> u64 {
    (half >> column & COLUMN_A).wrapping_mul(GATHER) >> 56
}

/// The discs on a diagonal; column `n` is bit `n`.
#[inline]
const fn diagonal_bits(half: u64, diagonal: u64) -> usize {
    ((half & diagonal).wrapping_mul(COLUMN_A) >> 56) as usize
}

/// `FLIPPED[place][own discs]`: discs that a move to `place` flips on a line of eight whose other squares are all
/// taken. Squares that a short diagonal lacks read as enemy discs: no run ends there, as none does at the border.
static FLIPPED: [[u8; 256]; SIDE] = flipped();

const fn flipped() -> [[u8; 256]; SIDE] {
    let mut table = [[0; 256]; SIDE];
    let mut place = 0;
    while place < SIDE {
        let mut own = 0;
        while own < 256 {
            let mut at = place;
            while at > 0 && own >> (at - 1) & 1 == 0 {
                at -= 1;
            }
            let mut count = if at > 0 { place - at } else { 0 };
            at = place;
            while at < 7 && own >> (at + 1) & 1 == 0 {
                at += 1;
            }
            if at < 7 {
                count += at - place;
            }
            table[place][own] = count as u8;
            own += 1;
        }
        place += 1;
    }
    table
}

/// The number of discs that a move to the only empty square flips for the side with the discs `own`.
#[inline]
pub(crate) fn last_flips(square: Square, own: u64) -> i32 {
    let (column, row) = (square.column(), square.row());
    let by_column = &FLIPPED[column];
    let in_row = by_column[(own >> (SIDE * row)) as usize & 255];
    let in_column = FLIPPED[row][column_bits(own, column) as usize & 255];
    let falling = by_column[diagonal_bits(own, DIAGONALS[square.index()]) & 255];
    let rising = by_column[diagonal_bits(own, ANTIDIAGONALS[square.index()]) & 255];
    i32::from(in_row) + i32::from(in_column) + i32::from(falling) + i32::from(rising)
}

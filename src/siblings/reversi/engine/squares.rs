//! Facts about squares that judge moves: corners, neighbours, quadrants, parity, and how good a square tends to be.

use crate::board::{SIDE, SQUARES, squares_of};

/// The four corners.
pub(crate) const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Squares that touch a square.
pub(crate) static NEIGHBOURS: [u64; SQUARES] = neighbours();

const fn neighbours() -> [u64; SQUARES] {
    let mut table = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut other = 0;
        while other < SQUARES {
            let columns = (square % SIDE).abs_diff(other % SIDE);
            let rows = (square / SIDE).abs_diff(other / SIDE);
            if columns <= 1 && rows <= 1 && columns + rows > 0 {
                table[square] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
}

/// The quadrant of a square as a bit: 1 top left, 2 top right, 4 bottom left, 8 bottom right.
pub(super) static QUADRANT: [u8; SQUARES] = quadrants();

const fn quadrants() -> [u8; SQUARES] {
    let mut table = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let right = square % SIDE / 4;
        let bottom = square / SIDE / 4;
        table[square] = 1 << (2 * bottom + right);
        square += 1;
    }
    table
}

/// The quadrants with an odd number of empty squares, as a sum of [`QUADRANT`] bits.
pub(super) fn parity_of(empty: u64) -> u8 {
    squares_of(empty).fold(0, |parity, square| parity ^ QUADRANT[square.index()])
}

const TOP_LEFT: u64 = 0x0000_0000_0F0F_0F0F;

/// The squares of a sum of [`QUADRANT`] bits.
pub(super) static IN_QUADRANTS: [u64; 16] = in_quadrants();

const fn in_quadrants() -> [u64; 16] {
    let mut table = [0; 16];
    let mut parity = 0;
    while parity < 16 {
        let mut n = 0;
        while n < 4 {
            if parity >> n & 1 == 1 {
                table[parity] |= TOP_LEFT << (n % 2 * 4 + n / 2 * 32);
            }
            n += 1;
        }
        parity += 1;
    }
    table
}

/// A value of each square for ordering moves: corners best, squares diagonally beside them worst.
pub(super) static SQUARE_VALUE: [i8; SQUARES] = square_values();

const fn square_values() -> [i8; SQUARES] {
    /// The upper left quarter; the others mirror it.
    const QUARTER: [[i8; 4]; 4] = [[10, 2, 6, 5], [2, 0, 3, 3], [6, 3, 5, 4], [5, 3, 4, 0]];
    let mut table = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let (column, row) = (square % SIDE, square / SIDE);
        let column = if column < 4 { column } else { 7 - column };
        let row = if row < 4 { row } else { 7 - row };
        table[square] = QUARTER[row][column];
        square += 1;
    }
    table
}

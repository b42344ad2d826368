//! The numbers that are set by hand: what a window is worth by the stones in it and by whose turn it is, and what a stone
//! on a cell gains for the ordering of moves.

use super::geometry::ROW;
use kagetsu_kernel::Side;

/// Patterns of one colour in a window: one bit for each cell.
pub(super) const PATTERNS: usize = 1 << ROW;
/// Codes of a window: black bits below, white bits above.
pub(super) const CODES: usize = PATTERNS * PATTERNS;

/// Worth of a window that holds so many stones of the side to move and no others.
const MOVER: [i32; ROW + 1] = [0, 3, 12, 34, 90, 90, 90];
/// Worth of a window that holds so many stones of the other side and no others.
const WAITER: [i32; ROW + 1] = [0, 2, 9, 22, 45, 60, 90];

/// The worth of windows by code, Black's view: with Black to move, and with White to move.
pub(super) static WORTH: [[i32; 2]; CODES] = worth();

#[expect(clippy::large_stack_arrays, reason = "evaluated at compile time only")]
const fn worth() -> [[i32; 2]; CODES] {
    let mut table = [[0; 2]; CODES];
    let mut pattern = 1;
    while pattern < PATTERNS {
        let stones = (pattern as u32).count_ones() as usize;
        table[pattern] = [MOVER[stones], WAITER[stones]];
        table[pattern * PATTERNS] = [-WAITER[stones], -MOVER[stones]];
        pattern += 1;
    }
    table
}

/// What a stone gains in a window that holds so many own stones and no other ones.
const ATTACK: [i32; ROW + 1] = [1, 5, 16, 30, 60, 200, 0];
/// What a stone gains in a window that holds so many stones of the opponent and no own ones.
const DEFENCE: [i32; ROW + 1] = [1, 4, 14, 28, 80, 100, 0];

/// Two gains in one number, Black's in the lower half. Sums of packed gains are packed sums, as long as none is negative.
pub(super) const fn packed(gains: [i32; 2]) -> i32 {
    gains[0] + (gains[1] << HALF_BITS)
}

/// The gain of one side.
#[inline]
pub(super) const fn unpacked(packed: i32, side: Side) -> i32 {
    match side {
        Side::Black => packed & ((1 << HALF_BITS) - 1),
        Side::White => packed >> HALF_BITS,
    }
}

const HALF_BITS: u32 = 16;

/// What a stone of Black, and one of White, would gain in a window of each code, packed.
pub(super) static GAINS: [i32; CODES] = gains();

const fn gains() -> [i32; CODES] {
    let mut table = [0; CODES];
    let mut pattern = 0;
    while pattern < PATTERNS {
        let stones = (pattern as u32).count_ones() as usize;
        table[pattern] = packed([ATTACK[stones], DEFENCE[stones]]);
        table[pattern * PATTERNS] = packed([DEFENCE[stones], ATTACK[stones]]);
        pattern += 1;
    }
    table[0] = packed([ATTACK[0], ATTACK[0]]);
    table
}

/// The potential of a window in the threat search, by its code, for Black and for White.
pub(super) static OUTLOOK: [[i32; 2]; CODES] = outlook();

#[expect(clippy::large_stack_arrays, reason = "evaluated at compile time only")]
const fn outlook() -> [[i32; 2]; CODES] {
    const WORTH: [i32; ROW + 1] = [0, 1, 3, 6, 0, 0, 0];
    let mut table = [[0; 2]; CODES];
    let mut pattern = 1;
    while pattern < PATTERNS {
        let worth = WORTH[(pattern as u32).count_ones() as usize];
        table[pattern] = [worth, 0];
        table[pattern * PATTERNS] = [0, worth];
        pattern += 1;
    }
    table
}

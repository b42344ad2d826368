//! The numbers of the evaluation: what a window is worth by the pattern of stones in it and by whose turn it is, and
//! what a stone on a cell gains for the ordering of moves.

use super::geometry::ROW;

/// Patterns of one colour in a window: one bit for each cell.
pub(super) const PATTERNS: usize = 1 << ROW;
/// Codes of a window: black bits below, white bits above.
pub(super) const CODES: usize = PATTERNS * PATTERNS;

/// The learnt part: the worth of a window that holds stones of one side only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// For the side to move, by pattern. A pattern and its mirror image have the same worth.
    pub mover: [i32; PATTERNS],
    /// For the other side.
    pub waiter: [i32; PATTERNS],
}

/// Worth by the number of stones, for the side to move.
const MOVER: [i32; ROW + 1] = [0, 3, 12, 34, 90, 90, 90];
/// Worth by the number of stones, for the other side.
const WAITER: [i32; ROW + 1] = [0, 2, 9, 22, 45, 60, 90];

impl Weights {
    /// The weights by number of stones alone, set by hand.
    pub fn by_count() -> Self {
        let spread = |worth: [i32; ROW + 1]| {
            std::array::from_fn(|pattern: usize| worth[pattern.count_ones() as usize])
        };
        Self {
            mover: spread(MOVER),
            waiter: spread(WAITER),
        }
    }

    /// The two tables over window codes, Black's view: with Black to move, and with White to move.
    pub(super) fn tables(&self) -> Box<[[i32; 2]; CODES]> {
        let mut tables = vec![[0; 2]; CODES];
        for pattern in 1..PATTERNS {
            tables[pattern] = [self.mover[pattern], self.waiter[pattern]];
            tables[pattern * PATTERNS] = [-self.waiter[pattern], -self.mover[pattern]];
        }
        tables
            .into_boxed_slice()
            .try_into()
            .unwrap_or_else(|_| Box::new([[0; 2]; CODES]))
    }
}

impl Default for Weights {
    fn default() -> Self {
        Self::by_count()
    }
}

/// What a stone gains in a window that holds so many own stones and no other ones.
const ATTACK: [i32; ROW + 1] = [1, 5, 16, 30, 60, 200, 0];
/// What a stone gains in a window that holds so many stones of the opponent and no own ones.
const DEFENCE: [i32; ROW + 1] = [1, 4, 14, 28, 80, 100, 0];

/// What a stone of Black, and one of White, would gain in a window of each code.
pub(super) static GAINS: [[i32; 2]; CODES] = gains();

const fn gains() -> [[i32; 2]; CODES] {
    let mut table = [[0; 2]; CODES];
    let mut pattern = 0;
    while pattern < PATTERNS {
        let stones = (pattern as u32).count_ones() as usize;
        table[pattern] = [ATTACK[stones], DEFENCE[stones]];
        table[pattern * PATTERNS] = [DEFENCE[stones], ATTACK[stones]];
        pattern += 1;
    }
    table[0] = [ATTACK[0], ATTACK[0]];
    table
}

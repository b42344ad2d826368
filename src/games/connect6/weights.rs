//! The numbers of the evaluation: what a window is worth by the pattern of stones in it and by whose turn it is, and
//! what a stone on a cell gains for the ordering of moves.

use std::fmt;

use thiserror::Error;

use super::geometry::ROW;
use super::side::Side;

/// Patterns of one colour in a window: one bit for each cell.
pub(super) const PATTERNS: usize = 1 << ROW;
/// Codes of a window: black bits below, white bits above.
pub(super) const CODES: usize = PATTERNS * PATTERNS;

/// The learnt part: the worth of a window that holds stones of one side only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Added for the side to move.
    pub tempo: i32,
    /// For the side to move, by pattern. A pattern and its mirror image have the same worth.
    pub mover: [i32; PATTERNS],
    /// For the other side.
    pub waiter: [i32; PATTERNS],
}

/// Worth by the number of stones, for the side to move.
const MOVER: [i32; ROW + 1] = [0, 3, 12, 34, 90, 90, 90];
/// Worth by the number of stones, for the other side.
const WAITER: [i32; ROW + 1] = [0, 2, 9, 22, 45, 60, 90];

/// Text that holds no weights.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// Not `tempo`, `mover` or `waiter` with whole numbers.
    #[error("line `{0}` of the weights is not `tempo`, `mover` or `waiter` with its numbers")]
    Line(String),
    /// A line is missing.
    #[error("the weights have no line `{0}`")]
    Missing(&'static str),
}

impl Weights {
    /// The weights by number of stones alone, set by hand.
    pub fn by_count() -> Self {
        let spread = |worth: [i32; ROW + 1]| {
            std::array::from_fn(|pattern: usize| worth[pattern.count_ones() as usize])
        };
        Self {
            tempo: 0,
            mover: spread(MOVER),
            waiter: spread(WAITER),
        }
    }

    /// Reads what [`Weights`] writes: three lines, each a name and numbers.
    ///
    /// # Errors
    /// A line is missing or is not one of the three.
    pub fn parse(text: &str) -> Result<Self, WeightsError> {
        let (mut tempo, mut mover, mut waiter) = (None, None, None);
        for line in text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
        {
            let bad = || WeightsError::Line(line.chars().take(QUOTED).collect());
            let mut words = line.split_ascii_whitespace();
            let name = words.next();
            let numbers = words
                .map(str::parse)
                .collect::<Result<Vec<i16>, _>>()
                .map_err(|_| bad())?;
            let numbers: Vec<i32> = numbers.into_iter().map(i32::from).collect();
            match (name, numbers.as_slice()) {
                (Some("tempo"), &[number]) => tempo = Some(number),
                (Some("mover"), list) => mover = Some(list.try_into().map_err(|_| bad())?),
                (Some("waiter"), list) => waiter = Some(list.try_into().map_err(|_| bad())?),
                _ => return Err(bad()),
            }
        }
        Ok(Self {
            tempo: tempo.ok_or(WeightsError::Missing("tempo"))?,
            mover: mover.ok_or(WeightsError::Missing("mover"))?,
            waiter: waiter.ok_or(WeightsError::Missing("waiter"))?,
        })
    }

    /// The two tables over window codes, Black's view: with Black to move, and with White to move.
    pub(super) fn tables(&self) -> Vec<[i32; 2]> {
        let mut tables = vec![[0; 2]; CODES];
        for pattern in 1..PATTERNS {
            tables[pattern] = [self.mover[pattern], self.waiter[pattern]];
            tables[pattern * PATTERNS] = [-self.waiter[pattern], -self.mover[pattern]];
        }
        tables
    }
}

/// Longest part of a bad line that an error quotes, in characters.
const QUOTED: usize = 40;

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "tempo {}", self.tempo)?;
        for (name, numbers) in [("mover", &self.mover), ("waiter", &self.waiter)] {
            f.write_str(name)?;
            for number in numbers {
                write!(f, " {number}")?;
            }
            writeln!(f)?;
        }
        Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_come_back_from_text() {
        for weights in [Weights::default(), Weights::by_count()] {
            assert_eq!(Weights::parse(&weights.to_string()), Ok(weights));
        }
    }

    #[test]
    fn bad_weights_are_refused() {
        assert_eq!(Weights::parse(""), Err(WeightsError::Missing("tempo")));
        for line in ["tempo", "tempo x", "mover 1 2", "walker 3", "tempo 99999"] {
            assert_eq!(
                Weights::parse(line),
                Err(WeightsError::Line(line.to_owned()))
            );
        }
    }
}

//! Levels of play: how deep the engine looks and how early it solves the end of the game.

use kagetsu_kernel::SearchLimits;
use thiserror::Error;

/// A level from 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// A number that is no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0} is no level; levels go from {first} to {last}", first = Level::FIRST, last = Level::LAST)]
pub struct LevelError(u32);

/// Depth before the end and the number of empty squares from which the end is solved.
const LEVELS: [(u32, u32); 10] = [
    (1, 9),
    (2, 10),
    (3, 11),
    (4, 12),
    (5, 13),
    (6, 14),
    (8, 16),
    (10, 18),
    (14, 22),
    (18, 24),
];

impl Level {
    /// The weakest level.
    pub const FIRST: u32 = 1;
    /// The strongest level.
    pub const LAST: u32 = LEVELS.len() as u32;
    /// The level with that number.
    pub const HIGHEST: Self = Self(LEVELS.len() as u8);

    /// A level by its number.
    ///
    /// # Errors
    /// If there is no such level.
    pub const fn new(number: u32) -> Result<Self, LevelError> {
        if number >= Self::FIRST && number <= Self::LAST {
            Ok(Self(number as u8))
        } else {
            Err(LevelError(number))
        }
    }

    /// The limits of a search with a number of empty squares.
    pub fn limits(self, empties: u32) -> SearchLimits {
        let (depth, solved) = LEVELS[usize::from(self.0 - 1)];
        let depth = if empties <= solved { empties } else { depth };
        SearchLimits {
            depth: Some(depth.max(1)),
            ..SearchLimits::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn higher_levels_look_further() {
        for empties in [5, 15, 23, 50] {
            let depths: Vec<u32> = (Level::FIRST..=Level::LAST)
                .filter_map(|number| Level::new(number).ok()?.limits(empties).depth)
                .collect();
            assert!(depths.is_sorted());
            assert_eq!(depths.len(), 10);
        }
    }

    #[test]
    fn numbers_outside_are_refused() {
        assert_eq!(Level::new(0), Err(LevelError(0)));
        assert_eq!(
            Level::new(11).unwrap_err().to_string(),
            "11 is no level; levels go from 1 to 10"
        );
    }
}

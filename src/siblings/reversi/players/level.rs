//! Levels of play: how deep the engine looks.

use kagetsu_kernel::SearchLimits;
use thiserror::Error;

/// A level from 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// A number that is no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0} is no level; levels go from {first} to {last}", first = Level::FIRST, last = Level::LAST)]
pub struct LevelError(u32);

/// Depth of the search, which goes on to the end of the game where that is not much deeper.
const LEVELS: [u32; 10] = [1, 2, 3, 4, 5, 6, 8, 10, 14, 18];

impl Level {
    /// The number of the weakest level.
    pub const FIRST: u32 = 1;
    /// The number of the strongest level.
    pub const LAST: u32 = LEVELS.len() as u32;
    /// The strongest level.
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

    /// The depth of its search.
    pub(crate) const fn depth(self) -> u32 {
        LEVELS[self.0 as usize - 1]
    }

    /// The limits of a search.
    pub fn limits(self) -> SearchLimits {
        SearchLimits {
            depth: Some(self.depth()),
            ..SearchLimits::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn higher_levels_look_further() {
        let depths: Vec<u32> = (Level::FIRST..=Level::LAST)
            .filter_map(|number| Level::new(number).ok()?.limits().depth)
            .collect();
        assert!(depths.is_sorted());
        assert_eq!(depths.len(), 10);
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

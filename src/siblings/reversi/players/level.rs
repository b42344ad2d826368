//! Levels of play: how deep the engine looks.

use kagetsu_kernel::SearchLimits;

/// A level from 1, the weakest, to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// Depth of the search, which goes on to the end of the game where that is not much deeper.
const LEVELS: [u32; 10] = [1, 2, 3, 4, 5, 6, 8, 10, 14, 18];

impl Level {
    /// The strongest level.
    pub const MAX: Self = Self(LEVELS.len() as u8);

    /// The level of a number from 1 to 10.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= Self::MAX.0 {
            Some(Self(number))
        } else {
            None
        }
    }

    /// The depth of its search.
    pub(crate) const fn depth(self) -> u32 {
        LEVELS[self.0 as usize - 1]
    }

    /// The limits of a search.
    pub fn limits(self) -> SearchLimits {
        SearchLimits::of_depth(self.depth())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_ten_levels_and_higher_ones_look_further() {
        let levels = (0..=20).filter_map(Level::new);
        let depths: Vec<u32> = levels.map(Level::depth).collect();
        assert!(depths.is_sorted());
        assert_eq!(depths.len(), 10);
    }
}

//! Results of pairs of games: the five scores that a pair can have.

use std::fmt;

/// Number of different scores of a pair.
pub(super) const PAIR_SCORES: usize = 5;
/// Number of games in a pair.
pub(super) const GAMES_OF_PAIR: u64 = 2;
/// Index of the pairs in which both engines have one point.
const SHARED: usize = 2;

/// Counts of pairs by their score from one engine's point of view: 0, 1/2, 1, 3/2 and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; PAIR_SCORES]);

impl Pentanomial {
    /// Counts one pair by the half points of its two games, each 0, 1 or 2 (more counts as 2).
    pub fn push(&mut self, first: u32, second: u32) {
        let index = first.min(2) + second.min(2);
        self.0[index as usize] += 1;
    }

    /// Number of pairs.
    pub fn pairs(self) -> u64 {
        self.0.iter().sum()
    }

    /// Sum of the half points.
    pub fn half_points(self) -> u64 {
        (0_u64..)
            .zip(self.0)
            .map(|(half, count)| half * count)
            .sum()
    }

    /// Share of the pairs with one point for each engine. `None` without a pair.
    pub(crate) fn draw_ratio(self) -> Option<f64> {
        let pairs = self.pairs();
        (pairs > 0).then(|| self.0[SHARED] as f64 / pairs as f64)
    }
}

impl fmt::Display for Pentanomial {
    /// Writes the counts as in `[3, 10, 40, 14, 8]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_counted_under_its_points() {
        let mut pairs = Pentanomial::default();
        assert_eq!(pairs.draw_ratio(), None);
        for (first, second) in [(0, 0), (0, 1), (2, 0), (1, 1), (1, 2), (2, 2), (2, 2)] {
            pairs.push(first, second);
        }
        assert_eq!(pairs.to_string(), "[1, 1, 2, 1, 2]");
        assert_eq!((pairs.pairs(), pairs.half_points()), (7, 16));
        assert_eq!(pairs.draw_ratio(), Some(2.0 / 7.0));
    }
}

//! The sample for statistics: independent observations, which are pairs, or games if there are no pairs; and how strongly
//! the observations of a sample depend on each other.

use arrayvec::ArrayVec;

use super::pentanomial::{GAMES_OF_PAIR, PAIR_SCORES, Pentanomial};
use super::score::Trinomial;

/// Independent observations of the score of one engine against another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    /// Complete pairs.
    Pairs(Pentanomial),
    /// Single games, taken as independent.
    Games(Trinomial),
}

impl Sample {
    /// Counts by score, the lowest score first.
    pub fn counts(&self) -> ArrayVec<u64, PAIR_SCORES> {
        match self {
            Self::Pairs(Pentanomial(counts)) => ArrayVec::from(*counts),
            Self::Games(games) => [games.losses, games.draws, games.wins]
                .into_iter()
                .collect(),
        }
    }

    /// Number of pairs or games.
    pub fn observations(&self) -> u64 {
        match self {
            Self::Pairs(pairs) => pairs.pairs(),
            Self::Games(games) => games.games(),
        }
    }

    /// Number of games in one observation.
    pub(crate) const fn games_each(&self) -> u64 {
        match self {
            Self::Pairs(_) => GAMES_OF_PAIR,
            Self::Games(_) => 1,
        }
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.games_each() * self.observations()
    }

    /// Mean score from 0 to 1. `None` without an observation.
    pub fn score(&self) -> Option<f64> {
        let half_points = match self {
            Self::Pairs(pairs) => pairs.half_points(),
            Self::Games(games) => games.half_points(),
        };
        let most = 2 * self.games();
        (most > 0).then(|| half_points as f64 / most as f64)
    }

    /// Variance of the score, from 0 to 1, of one observation: the mean squared deviation in the sample. `None`
    /// without an observation.
    pub fn variance(&self) -> Option<f64> {
        let mean = self.score()?;
        let counts = self.counts();
        let step = 1.0 / (counts.len() - 1) as f64;
        let sum: f64 = counts
            .iter()
            .enumerate()
            .map(|(index, count)| *count as f64 * (index as f64 * step - mean).powi(2))
            .sum();
        Some(sum / self.observations() as f64)
    }
}

/// A sample with its design effect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observations {
    /// The observations.
    pub sample: Sample,
    /// The variance of the mean score, divided by the variance that independent observations would have (Kish, 1965).
    /// 1 for independent observations, more where openings repeat.
    pub design_effect: f64,
}

impl Observations {
    /// The number of independent observations that would have the same variance of the mean score.
    pub(crate) fn effective(&self) -> f64 {
        self.sample.observations() as f64 / self.design_effect
    }
}

impl From<&Sample> for Observations {
    /// Takes the observations as independent.
    fn from(sample: &Sample) -> Self {
        Self {
            sample: *sample,
            design_effect: 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_and_games_are_measured_on_the_same_scale() {
        let pairs = Sample::Pairs(Pentanomial([1, 0, 0, 0, 1]));
        assert_eq!((pairs.observations(), pairs.games()), (2, 4));
        assert_eq!((pairs.score(), pairs.variance()), (Some(0.5), Some(0.25)));
        let games = Sample::Games(Trinomial {
            wins: 2,
            draws: 2,
            losses: 0,
        });
        assert_eq!(games.counts().as_slice(), [0, 2, 2]);
        assert_eq!(
            (games.score(), games.variance()),
            (Some(0.75), Some(0.0625))
        );
        let none = Sample::Pairs(Pentanomial::default());
        assert_eq!((none.score(), none.variance()), (None, None));
    }
}

//! Pairs grouped by their opening: pairs with the same opening are not independent observations.

use std::collections::BTreeMap;

use super::pentanomial::PAIR_SCORES;

/// Half points of a pair in which the first engine won both games.
const MOST_HALF_POINTS: u64 = PAIR_SCORES as u64 - 1;

/// The pairs of one opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct OpeningSum {
    pairs: u64,
    half_points: u64,
}

/// The complete pairs of two engines, summed up for each opening.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clusters(BTreeMap<String, OpeningSum>);

impl Clusters {
    /// Adds a pair by its opening and the half points of both games.
    pub(crate) fn push(&mut self, opening: String, half_points: u32) {
        let sum = self.0.entry(opening).or_default();
        sum.pairs += 1;
        sum.half_points += u64::from(half_points);
    }

    /// Number of different openings.
    pub(crate) fn openings(&self) -> u64 {
        self.0.len() as u64
    }

    /// The squared deviations of the scores from the mean score, summed within each opening before they are squared:
    /// `Σ (Σ (x - mean))²`. Divided by the squared number of pairs, this is the cluster-robust variance of the mean
    /// score (Liang and Zeger, 1986).
    pub(crate) fn squared_deviations(&self, mean: f64) -> f64 {
        let deviation = |sum: &OpeningSum| {
            sum.half_points as f64 / MOST_HALF_POINTS as f64 - sum.pairs as f64 * mean
        };
        self.0.values().map(|sum| deviation(sum).powi(2)).sum()
    }
}

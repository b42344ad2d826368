//! Pairs grouped by their opening: pairs with the same opening are not independent observations.

use std::collections::BTreeMap;

use super::pentanomial::PAIR_SCORES;

/// Half points of a pair in which the first engine won both games.
const MOST_HALF_POINTS: u64 = PAIR_SCORES as u64 - 1;

/// The pairs of one opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct OpeningSum {
    pairs: u128,
    half_points: u128,
}

/// Sums over the openings: squared half points, half points times pairs, and squared pairs.
type Products = [u128; 3];

impl OpeningSum {
    const fn products(self) -> Products {
        let (points, pairs) = (self.half_points, self.pairs);
        [points * points, points * pairs, pairs * pairs]
    }
}

/// The complete pairs of two engines, summed up for each opening.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clusters {
    sums: BTreeMap<String, OpeningSum>,
    /// Kept, since figures are shown after every game of a tournament, however many openings it has.
    products: Products,
}

impl Clusters {
    /// Adds a pair by its opening and the half points of both games.
    pub(crate) fn push(&mut self, opening: String, half_points: u32) {
        let sum = self.sums.entry(opening).or_default();
        let before = sum.products();
        sum.pairs += 1;
        sum.half_points += u128::from(half_points);
        for ((total, before), now) in self.products.iter_mut().zip(before).zip(sum.products()) {
            *total += now - before;
        }
    }

    /// Number of different openings.
    pub(crate) fn openings(&self) -> u64 {
        self.sums.len() as u64
    }

    /// The squared deviations of the scores from the mean score, summed within each opening before they are squared:
    /// `Σ (Σ (x - mean))²`. Divided by the squared number of pairs, this is the cluster-robust variance of the mean
    /// score (Liang and Zeger, 1986).
    pub(crate) fn squared_deviations(&self, mean: f64) -> f64 {
        let [points, mixed, pairs] = self.products.map(|sum| sum as f64);
        let most = MOST_HALF_POINTS as f64;
        let squares = points / most.powi(2) - 2.0 * mean * mixed / most + mean.powi(2) * pairs;
        // Rounding must not make it negative.
        squares.max(0.0)
    }
}

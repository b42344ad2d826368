//! Discrete distributions of a score, and their maximum-likelihood form under a constraint.
//!
//! Let the value `v_i` have been observed `n_i` times, `n` times in all. Among the distributions on these values with
//! mean `s`, the one with the greatest likelihood has the probabilities
//!
//! ```text
//! p_i = n_i / n / (1 + x (v_i - s))      where x solves      sum n_i (v_i - s) / (1 + x (v_i - s)) = 0
//! ```
//!
//! (M. Van den Bergh, "A generalized likelihood ratio test for the multinomial distribution"). `x` is the Lagrange
//! multiplier for the mean; the one for the sum is 1. The left side of the equation falls from plus to minus infinity
//! between the poles that bound `x`, so there is exactly one root. The log-likelihood, less that of the observed
//! frequencies, is `-sum n_i ln(1 + x (v_i - s))`.

use arrayvec::ArrayVec;

use super::pentanomial::PAIR_SCORES;
use super::sample::Sample;

/// Count used in place of zero, so that no outcome has probability zero. The value is the one published with the test.
pub(crate) const EMPTY_CELL: f64 = 1e-3;

/// Largest number of steps to the root. Bisection alone needs about 60.
const MAX_ROOT_STEPS: u32 = 200;
/// Largest number of iterations of the linearised constraint on the t-value.
const MAX_ROUNDS: u32 = 100;
/// The iterations end when no probability changes by more than this.
const ROUND_TOLERANCE: f64 = 1e-10;
/// Relative change of the root at which the search for it ends.
const ROOT_TOLERANCE: f64 = 4.0 * f64::EPSILON;
/// Largest accepted error of the t-value at the end.
const T_TOLERANCE: f64 = 1e-7;

/// A value and how often it was seen.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cell {
    value: f64,
    count: f64,
}

type ScoreCells = ArrayVec<Cell, PAIR_SCORES>;
/// A number for each cell.
type PerCell = ArrayVec<f64, PAIR_SCORES>;

/// A distribution of the score of one observation, from 0 to 1, with counts that need not be whole.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Distribution {
    cells: ScoreCells,
    total: f64,
}

impl Distribution {
    /// The observed frequencies, with `EMPTY_CELL` in place of zero.
    pub(crate) fn regularised(sample: &Sample) -> Self {
        let counts = sample.counts();
        let step = 1.0 / (counts.len() - 1) as f64;
        let cells: ScoreCells = counts
            .iter()
            .enumerate()
            .map(|(index, count)| Cell {
                value: index as f64 * step,
                count: (*count as f64).max(EMPTY_CELL),
            })
            .collect();
        let total = cells.iter().map(|cell| cell.count).sum();
        Self { cells, total }
    }

    /// Number of observations.
    pub(crate) const fn total(&self) -> f64 {
        self.total
    }

    /// Mean of the score.
    pub(crate) fn mean(&self) -> f64 {
        let sum: f64 = self.cells.iter().map(|cell| cell.count * cell.value).sum();
        sum / self.total
    }

    /// Variance of the score.
    pub(crate) fn variance(&self) -> f64 {
        let mean = self.mean();
        let sum: f64 = self
            .cells
            .iter()
            .map(|cell| cell.count * (cell.value - mean).powi(2))
            .sum();
        sum / self.total
    }

    /// Greatest log-likelihood of a distribution with this mean, less the log-likelihood of this distribution. It is 0
    /// at [`Distribution::mean`] and minus infinity outside of ]0, 1[.
    pub(crate) fn log_likelihood_at_mean(&self, mean: f64) -> f64 {
        self.tilt(|value| value - mean)
            .map_or(f64::NEG_INFINITY, |tilt| self.log_likelihood(&tilt))
    }

    /// Greatest log-likelihood of a distribution for which `(mean - 1/2) / deviation` is `t`, less the log-likelihood
    /// of this distribution.
    ///
    /// The constraint is linearised at the present distribution, and this is repeated until the distribution converges
    /// (M. Van den Bergh, "Normalized Elo: practical", section 4.1). `None` if it does not converge.
    pub(crate) fn log_likelihood_at_t(&self, t: f64) -> Option<f64> {
        const CENTRE: f64 = 0.5;
        let mut found = self.clone();
        for cell in &mut found.cells {
            cell.count = self.total / self.cells.len() as f64;
        }
        for _ in 0..MAX_ROUNDS {
            let (mean, variance) = (found.mean(), found.variance());
            let deviation = variance.sqrt();
            let tilt = self.tilt(|value| {
                value - CENTRE - t * deviation * (1.0 + (mean - value).powi(2) / variance) / 2.0
            })?;
            let mut change: f64 = 0.0;
            for ((cell, own), divisor) in found.cells.iter_mut().zip(&self.cells).zip(&tilt) {
                let count = own.count / divisor;
                change = change.max((count - cell.count).abs() / self.total);
                cell.count = count;
            }
            if change < ROUND_TOLERANCE {
                let reached = (found.mean() - CENTRE) / found.variance().sqrt();
                return ((reached - t).abs() < T_TOLERANCE).then(|| self.log_likelihood(&tilt));
            }
        }
        None
    }

    /// `-sum n_i ln(1 + x a_i)` for the divisors of a tilt.
    fn log_likelihood(&self, tilt: &[f64]) -> f64 {
        let sum: f64 = self
            .cells
            .iter()
            .zip(tilt)
            .map(|(cell, divisor)| cell.count * divisor.ln())
            .sum();
        -sum
    }

    /// The divisors `1 + x a_i` for which the distribution `n_i / (1 + x a_i)` has the mean 0 of `a`, where `a` is a
    /// function of the value. `None` if `a` does not take both signs.
    fn tilt(&self, a: impl Fn(f64) -> f64) -> Option<PerCell> {
        let offsets: PerCell = self.cells.iter().map(|cell| a(cell.value)).collect();
        let least = offsets.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = offsets.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if !(least < 0.0 && greatest > 0.0) {
            return None;
        }
        let sum: f64 = self
            .cells
            .iter()
            .zip(&offsets)
            .map(|(cell, offset)| cell.count * offset)
            .sum();
        // The root lies between 0 and the pole on the side given by the sign of the sum.
        let extreme = if sum > 0.0 { least } else { greatest };
        Some(self.divisors_from_pole(&offsets, extreme))
    }

    /// Solves `sum n_i a_i / (1 + x a_i) = 0` between 0 and the pole `-1 / extreme`, by Newton's method inside a
    /// shrinking bracket.
    ///
    /// Empty cells move the root close to the pole, where `1 + x a_i` would suffer from cancellation. The unknown `y`
    /// is therefore the distance from the pole: `1 + x a_i = (1 - a_i / extreme) + y a_i`.
    fn divisors_from_pole(&self, offsets: &[f64], extreme: f64) -> PerCell {
        let divisors = |y: f64| -> PerCell {
            offsets
                .iter()
                .map(|offset| (extreme - offset) / extreme + y * offset)
                .collect()
        };
        // The value falls with y, whose sign is that of the extreme.
        let (mut low, mut high) = (0.0_f64.min(1.0 / extreme), 0.0_f64.max(1.0 / extreme));
        let mut y = 1.0 / extreme;
        for _ in 0..MAX_ROOT_STEPS {
            let (mut value, mut slope) = (0.0, 0.0);
            for ((cell, offset), divisor) in self.cells.iter().zip(offsets).zip(divisors(y)) {
                let ratio = offset / divisor;
                value += cell.count * ratio;
                slope -= cell.count * ratio * ratio;
            }
            if value > 0.0 {
                low = y;
            } else {
                high = y;
            }
            let newton = y - value / slope;
            if (newton - y).abs() <= ROOT_TOLERANCE * y.abs() {
                break;
            }
            y = if newton > low && newton < high {
                newton
            } else {
                f64::midpoint(low, high)
            };
        }
        divisors(y)
    }
}

#[cfg(test)]
mod tests {
    use super::super::pentanomial::Pentanomial;
    use super::*;

    #[test]
    fn the_observed_mean_is_the_likeliest() {
        let sample = Sample::Pairs(Pentanomial([3, 10, 40, 14, 8]));
        let distribution = Distribution::regularised(&sample);
        let mean = distribution.mean();
        assert!(distribution.log_likelihood_at_mean(mean).abs() < 1e-12);
        for (near, far) in [(0.01, 0.02), (0.2, 0.3), (-0.01, -0.02), (-0.2, -0.3)] {
            let near = distribution.log_likelihood_at_mean(mean + near);
            assert!(near < 0.0 && distribution.log_likelihood_at_mean(mean + far) < near);
        }
        let outside = distribution.log_likelihood_at_mean(1.0);
        assert!(outside.is_infinite() && outside < 0.0);
    }
}

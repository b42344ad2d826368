//! Measures a network on games: its losses with the parameters as they are stored, how often its first move is that of
//! the search, and the calibration of its expected results.

use rayon::prelude::{ParallelIterator, ParallelSlice};
use serde::{Deserialize, Serialize};

use kagetsu_gomoku::eval::nnue::{NEIGHBOUR_MARGIN, Weights};

use super::curves::logistic;
use super::goal::{Goal, LossSums};
use super::layout::Layout;
use super::pass::Pass;
use super::samples::{SampleId, Shard};

/// Number of samples that one task measures.
const MEASURED: usize = 1 << 12;
/// Number of bins of a calibration.
const BINS: usize = 20;

/// Mean losses of a network, in nats (natural logarithms).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkLosses {
    /// Value loss against the target, the mixture of search and result.
    pub value: f64,
    /// Value loss against the results of the games alone.
    pub result: f64,
    /// Policy loss against the moves of the search.
    #[serde(rename = "choice")]
    pub policy: f64,
    /// Share of positions in which the move with the greatest policy score is the one that the search preferred.
    pub top: f64,
}

impl NetworkLosses {
    pub(super) fn of(sums: &LossSums) -> Self {
        let [value, policy] = sums.means();
        Self {
            value,
            result: sums.result / sums.results.max(1) as f64,
            policy,
            top: sums.hits as f64 / sums.choices.max(1) as f64,
        }
    }
}

/// The positions of one bin: nearly the same result was expected in all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CalibrationBin {
    /// Number of positions.
    pub count: usize,
    /// Mean expected result, from 0 to 1.
    pub expected: f64,
    /// Mean result of the games, from 0 to 1.
    pub actual: f64,
}

/// The expected calibration error, from 0 to 1: the mean, over all positions, of the distance between the expected and
/// the actual result of their bin.
pub fn calibration_error(bins: &[CalibrationBin]) -> f64 {
    let positions: usize = bins.iter().map(|bin| bin.count).sum();
    let distances = bins
        .iter()
        .map(|bin| bin.count as f64 * (bin.expected - bin.actual).abs());
    distances.sum::<f64>() / positions.max(1) as f64
}

/// The loss function and the samples to measure on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measure<'a> {
    pub(super) goal: &'a Goal,
    pub(super) shards: &'a [Shard],
    pub(super) samples: &'a [SampleId],
}

impl Measure<'_> {
    /// The losses of a network.
    pub(super) fn losses(&self, weights: &Weights) -> NetworkLosses {
        NetworkLosses::of(&self.network_sums(weights))
    }

    /// The sums of the losses of a network, with its own neighbour layer if it has one.
    pub(super) fn network_sums(&self, weights: &Weights) -> LossSums {
        let parameters = Layout::from_weights(weights);
        let goal = Goal {
            neighbours: Layout::has_neighbours(&parameters).then_some(NEIGHBOUR_MARGIN),
            ..*self.goal
        };
        Measure {
            goal: &goal,
            ..*self
        }
        .sums(&parameters)
    }

    /// The sums of the losses with these parameters.
    pub(super) fn sums(&self, parameters: &[f32]) -> LossSums {
        let parts: Vec<LossSums> = self
            .samples
            .par_chunks(MEASURED)
            .map(|part| {
                let (mut pass, mut sums) = (Pass::default(), LossSums::default());
                for &(shard, place) in part {
                    let shard = &self.shards[shard as usize];
                    let sample = &shard.samples[place as usize];
                    sums.add(&pass.run(self.goal, parameters, shard, sample, None));
                }
                sums
            })
            .collect();
        let mut total = LossSums::default();
        for part in &parts {
            total.add(part);
        }
        total
    }

    /// The calibration of a network: expected against actual results of games, in bins of equal width.
    pub(super) fn calibration(&self, weights: &Weights) -> Vec<CalibrationBin> {
        let parameters = Layout::from_weights(weights);
        let mut pass = Pass::default();
        let mut bins = vec![CalibrationBin::default(); BINS];
        for &(shard, place) in self.samples {
            let shard = &self.shards[shard as usize];
            let sample = &shard.samples[place as usize];
            let Some(result) = sample.result() else {
                continue;
            };
            let expected = logistic(pass.value(self.goal, &parameters, shard, sample).into());
            let bin = &mut bins[((expected * BINS as f64) as usize).min(BINS - 1)];
            bin.count += 1;
            bin.expected += expected;
            bin.actual += result;
        }
        for bin in &mut bins {
            let count = bin.count.max(1) as f64;
            bin.expected /= count;
            bin.actual /= count;
        }
        bins
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_of_a_calibration_weighs_its_bins_by_positions() {
        let bin = |count, expected, actual| CalibrationBin {
            count,
            expected,
            actual,
        };
        let bins = [bin(30, 0.2, 0.3), bin(0, 0.0, 0.0), bin(10, 0.9, 0.4)];
        assert!((calibration_error(&bins) - 0.2).abs() < 1e-12);
        assert!(calibration_error(&[]) < 1e-12);
    }
}

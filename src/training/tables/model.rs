//! What is fitted: numbers that depend linearly on weights, and a loss on samples that depends on the numbers.

use super::samples::Shard;

/// A sample: number of the shard and place in it.
pub(super) type SampleId = (u32, u32);

/// A loss on samples as a function of weights. All of it is in natural logarithms.
pub(super) trait Model: Sync {
    /// For each weight how far it may sensibly be from zero: the standard deviation of what is expected of it before
    /// any game is seen. The number of weights is the length.
    fn spreads(&self) -> Vec<f64>;

    /// For each weight the root mean square of what it is multiplied with on samples: the larger, the shorter its steps.
    fn sizes(&self, shards: &[Shard], samples: &[SampleId]) -> Vec<f64>;

    /// How many numbers there are.
    fn numbers(&self) -> usize;

    /// The numbers from the weights.
    fn spread(&self, weights: &[f64], numbers: &mut [f64]);

    /// From the slopes of the numbers to those of the weights.
    fn gather(&self, slopes: &[f64], weights: &mut [f64]);

    /// The samples of a shard.
    fn samples(&self, shard: &Shard) -> usize;

    /// The loss on a sample.
    fn loss(&self, shard: &Shard, place: u32, numbers: &[f64]) -> f64;

    /// The loss on a sample, whose slopes are added to `slopes`.
    fn learn(&self, shard: &Shard, place: u32, numbers: &[f64], slopes: &mut [f64]) -> f64;
}

//! Fitting the weights to labelled positions by stochastic gradient descent.
//!
//! Each position moves the weights of its two neighbouring knots by a part of its error. The step of a weight shrinks
//! with the number of positions it has seen, so that rare contents stay near zero and frequent ones settle.

use kagetsu_kernel::StopSignal;
use kagetsu_kernel::rng::Rng;

use super::selfplay::Sample;
use crate::eval::{Learned, Row, row_of};

/// Step of a weight that has seen nothing, as a part of the error.
const RATE: f32 = 0.03;
/// Positions of a weight after which its step has fallen to 0.7 of the first one, and to half after three times as many.
const SETTLE: f32 = 20.0;

/// What a fit reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Quality {
    /// Root of the mean squared error over positions kept aside, in discs.
    pub deviation: f32,
    /// Positions kept aside.
    pub positions: usize,
}

/// One position in this many is kept aside to measure the fit.
const ASIDE: usize = 50;

/// After so many samples a fit looks whether it is to end.
const WATCHED_SAMPLES: usize = 1 << 14;

struct Fitting {
    weights: Vec<f32>,
    seen: Vec<f32>,
}

fn predict(weights: &[f32], row: &Row) -> f32 {
    let sum = |first: usize| -> f32 { row.indices().map(|index| weights[first + index]).sum() };
    let (before, after) = (sum(row.before), sum(row.after));
    before + row.part * (after - before)
}

impl Fitting {
    fn learn(&mut self, sample: &Sample, slowdown: f32) {
        let row = row_of(sample.board);
        let error = sample.label - predict(&self.weights, &row);
        for (first, share) in [(row.before, 1.0 - row.part), (row.after, row.part)] {
            if share == 0.0 {
                continue;
            }
            for index in row.indices() {
                let at = first + index;
                self.seen[at] += share;
                let step = RATE * slowdown / (1.0 + self.seen[at] / SETTLE).sqrt();
                self.weights[at] += step * share * error;
            }
        }
    }
}

/// Fits weights to samples in so many passes over them. Raised, the signal ends it, and the weights are to be thrown away.
pub(super) fn fit(
    samples: &mut [Sample],
    epochs: usize,
    seed: u64,
    stop: &StopSignal,
) -> (Learned, Quality) {
    let mut rng = Rng::new(seed);
    rng.shuffle(samples);
    let (aside, training) = samples.split_at_mut(samples.len() / ASIDE);
    let mut fitting = Fitting {
        weights: vec![0.0; Learned::length()],
        seen: vec![0.0; Learned::length()],
    };
    for epoch in 0..epochs {
        rng.shuffle(training);
        let slowdown = 1.0 - epoch as f32 / epochs as f32;
        for samples in training.chunks(WATCHED_SAMPLES) {
            if stop.is_raised() {
                break;
            }
            for sample in samples {
                fitting.learn(sample, slowdown);
            }
        }
        log::info!("epoch {epoch}: {:?}", quality(&fitting.weights, aside));
    }
    let quality = quality(&fitting.weights, aside);
    (Learned::from_discs(&fitting.weights), quality)
}

fn quality(weights: &[f32], samples: &[Sample]) -> Quality {
    let sum: f64 = samples
        .iter()
        .map(|sample| f64::from(sample.label - predict(weights, &row_of(sample.board))).powi(2))
        .sum();
    Quality {
        deviation: (sum / samples.len().max(1) as f64).sqrt() as f32,
        positions: samples.len(),
    }
}

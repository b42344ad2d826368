//! Scores as expected results, with the scale that suits them best, and means with their errors: by these `fidelity` and
//! `forecast` measure.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::Serialize;

/// Smallest distance of an expected result from 0 and 1. Without it one proof that was missed would outweigh everything else.
const LEAST_CHANCE: f64 = 0.01;
/// Step between the scales that are tried, in evaluation units.
const SCALE_STEP: usize = 10;

/// The expected result that a score stands for at a scale; an infinite score is a proof.
pub(super) fn chance(score: f64, scale: f64) -> f64 {
    let chance = 1.0 / (1.0 + libm::exp(-score / scale));
    chance.clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE)
}

/// A score as [`chance`] takes it, which may be that of a proved win or loss.
pub(super) fn with_proof(score: i32, is_proved: bool) -> f64 {
    let score = f64::from(score);
    if is_proved {
        f64::INFINITY.copysign(score)
    } else {
        score
    }
}

/// The scale at which the losses have the least sum, and these losses. Of equal scales it is the least.
pub(super) fn best_scale(
    scales: RangeInclusive<u32>,
    losses: impl Fn(f64) -> Vec<f64>,
) -> (u32, Vec<f64>) {
    let sum = |losses: &[f64]| losses.iter().sum::<f64>();
    let mut best = (*scales.start(), losses((*scales.start()).into()));
    for scale in scales.step_by(SCALE_STEP).skip(1) {
        let losses = losses(scale.into());
        if sum(&losses) < sum(&best.1) {
            best = (scale, losses);
        }
    }
    best
}

/// A mean with its standard error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Mean {
    pub(super) mean: f64,
    pub(super) error: f64,
}

/// The mean of some values, and its standard error where those of one group depend on each other; `groups` has the number of
/// the group of each.
pub(super) fn mean_and_error_by(values: &[f64], groups: &[usize]) -> Mean {
    let single = mean_and_error(values);
    let mut sums: BTreeMap<usize, f64> = BTreeMap::new();
    for (value, &group) in values.iter().zip(groups) {
        *sums.entry(group).or_default() += value - single.mean;
    }
    let squares: f64 = sums.values().map(|sum| sum.powi(2)).sum();
    // With few groups their sums can be small by chance, and that of a single one is zero.
    let error = single.error.max(squares.sqrt() / values.len() as f64);
    Mean { error, ..single }
}

/// The mean of some values, and its standard error.
pub(super) fn mean_and_error(values: &[f64]) -> Mean {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let error = squares.sqrt() / count;
    Mean { mean, error }
}

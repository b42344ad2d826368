//! How well tables do on games: the losses of their integers, the share of moves they would have chosen, and whether the
//! expectations they name come true.

use rayon::prelude::{ParallelIterator, ParallelSlice};
use serde::{Deserialize, Serialize};

use crate::eval::classical::Sides;

use super::choice_model::ChoiceModel;
use super::curves::{logistic, logistic_loss};
use super::fit::mean_loss;
use super::integers::from_sides;
use super::model::SampleId;
use super::samples::Shard;
use super::value_model::ValueModel;

/// Bins of a calibration.
const BINS: usize = 20;
/// Positions that are looked at together.
const PART: usize = 1 << 14;

/// Mean losses of tables, in natural logarithms.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Losses {
    /// Of the values, against the mixture of search and result that is wanted.
    pub value: f64,
    /// Of the values, against the results of the games alone.
    pub result: f64,
    /// Of the promises, against the moves of the search.
    pub choice: f64,
    /// Share of positions in which the most promising move is the one that the search preferred.
    pub top: f64,
}

/// Positions for which nearly the same result was expected.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CalibrationBin {
    /// Number of positions.
    pub count: usize,
    /// The mean of what was expected, from 0 to 1.
    pub expected: f64,
    /// The mean of the results.
    pub actual: f64,
}

/// What is measured with: the models and the samples.
pub(super) struct Measure<'a> {
    pub(super) value: &'a ValueModel,
    pub(super) choice: &'a ChoiceModel,
    pub(super) shards: &'a [Shard],
    pub(super) values: &'a [SampleId],
    pub(super) choices: &'a [SampleId],
}

impl Measure<'_> {
    /// The losses of tables.
    pub(super) fn losses(&self, sides: &Sides) -> Losses {
        let [values, choices] = from_sides(sides);
        let hits: usize = self
            .choices
            .par_chunks(PART)
            .map(|part| part.iter().filter(|id| self.hits(**id, &choices)).count())
            .sum();
        Losses {
            value: mean_loss(self.value, self.shards, self.values, &values),
            result: self.result_loss(&values),
            choice: mean_loss(self.choice, self.shards, self.choices, &choices),
            top: hits as f64 / self.choices.len().max(1) as f64,
        }
    }

    fn result_loss(&self, numbers: &[f64]) -> f64 {
        let parts: Vec<f64> = self
            .values
            .par_chunks(PART)
            .map(|part| part.iter().map(|&id| self.of_result(id, numbers)).sum())
            .collect();
        parts.into_iter().sum::<f64>() / self.values.len().max(1) as f64
    }

    /// The loss on a position against the result of its game.
    fn of_result(&self, (shard, place): SampleId, numbers: &[f64]) -> f64 {
        let shard = &self.shards[shard as usize];
        let sample = &shard.values[place as usize];
        let value = self.value.value(shard, sample, numbers);
        logistic_loss(sample.result(), value)
    }

    /// Is the first of the most promising moves the most wanted one?
    fn hits(&self, (shard, place): SampleId, numbers: &[f64]) -> bool {
        let shard = &self.shards[shard as usize];
        let sample = &shard.choices[place as usize];
        let mut best = (f64::NEG_INFINITY, 0);
        for (place, promise) in self.choice.promises(shard, sample, numbers).enumerate() {
            if promise > best.0 {
                best = (promise, place);
            }
        }
        let wanted = shard.targets(sample).first();
        wanted.is_some_and(|&(place, _)| usize::from(place) == best.1)
    }

    /// What was expected by tables against what came of it.
    pub(super) fn calibration(&self, sides: &Sides) -> Vec<CalibrationBin> {
        let [numbers, _] = from_sides(sides);
        let mut bins = vec![CalibrationBin::default(); BINS];
        for &(shard, place) in self.values {
            let shard = &self.shards[shard as usize];
            let sample = &shard.values[place as usize];
            let expected = logistic(self.value.value(shard, sample, &numbers));
            let bin = &mut bins[((expected * BINS as f64) as usize).min(BINS - 1)];
            bin.count += 1;
            bin.expected += expected;
            bin.actual += sample.result();
        }
        for bin in &mut bins {
            let count = bin.count.max(1) as f64;
            bin.expected /= count;
            bin.actual /= count;
        }
        bins
    }
}

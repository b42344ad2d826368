//! From samples to tables: both models are fitted, rounded and measured.

use serde::{Deserialize, Serialize};

use crate::board::{Rule, Side};
use crate::eval::LOGISTIC_SCALE;
use crate::eval::classical::Sides;

use super::choice_model::{ChoiceModel, ChoiceSpreads};
use super::factors::FactorMap;
use super::fit::{EpochLoss, Schedule, Split, fit};
use super::integers::{PROMISE_SCALE, kinds, to_sides};
use super::measure::{CalibrationBin, Losses, Measure};
use super::set::SampleSet;
use super::value_model::{ValueModel, ValueSpreads};

/// How to train.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainSettings {
    /// What decides where chance decides.
    pub seed: u64,
    /// Share of the search's expectation in the wanted value, from 0 to 1; the rest is the result of the game.
    pub mix: f64,
    /// Most rounds over all samples, for each model.
    pub epochs: u32,
    /// Samples of a step.
    pub batch: usize,
    /// Size of the first steps for the values.
    pub value_rate: f64,
    /// Size of the first steps for the promises.
    pub choice_rate: f64,
    /// What the size of the steps is multiplied with after each round.
    pub decay: f64,
    /// Rounds without a gain on the held-out games after which to stop.
    pub patience: u32,
    /// Standard deviation that is expected of factors of the values, in units of the evaluation.
    pub value_factors: f64,
    /// The same of what codes are worth beside their factors.
    pub value_remainders: f64,
    /// The same of the threat masks beside their facts.
    pub value_masks: f64,
    /// Standard deviation that is expected of factors of the promises, in units of promise.
    pub choice_factors: f64,
    /// The same of what codes promise beside their factors.
    pub choice_remainders: f64,
    /// The same of pairs of classes.
    pub choice_pairs: f64,
}

impl Default for TrainSettings {
    fn default() -> Self {
        Self {
            seed: 1,
            mix: 0.6,
            epochs: 20,
            batch: 2048,
            value_rate: 0.002,
            choice_rate: 0.04,
            decay: 0.7,
            patience: 3,
            value_factors: 200.0,
            value_remainders: 10.0,
            value_masks: 100.0,
            choice_factors: 300.0,
            choice_remainders: 50.0,
            choice_pairs: 100.0,
        }
    }
}

/// Which of the two models is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The values of positions.
    Value,
    /// The promises of moves.
    Choice,
}

/// Numbers of samples, to learn from and held out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SampleCounts {
    /// Positions with a value.
    pub values: [usize; 2],
    /// Positions with a choice of moves.
    pub choices: [usize; 2],
}

/// What a training gives.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The numbers.
    pub sides: Sides,
    /// The losses after each round of fitting the values.
    pub value_curve: Vec<EpochLoss>,
    /// The losses after each round of fitting the promises.
    pub choice_curve: Vec<EpochLoss>,
    /// The samples that were used.
    pub samples: SampleCounts,
    /// The losses of the numbers on the samples they were learned from.
    pub training: Losses,
    /// Their losses on the held-out games.
    pub held_out: Losses,
    /// The losses of other tables on the held-out games, for comparison.
    pub rival: Losses,
    /// What the numbers expect of held-out games against what came of them.
    pub calibration: Vec<CalibrationBin>,
}

/// Trains tables and compares them with those of a rival. Uses the threads of the pool it is called in; the result does
/// not depend on their number.
pub fn train(
    set: &SampleSet,
    settings: &TrainSettings,
    rival: &Sides,
    progress: &mut dyn FnMut(Part, EpochLoss),
) -> Trained {
    let value = value_model(set.rule, settings);
    let choice = choice_model(set.rule, settings);
    let values = Split::of(&value, &set.shards, &set.is_held_out);
    let choices = Split::of(&choice, &set.shards, &set.is_held_out);
    let schedule = |rate: f64| Schedule {
        epochs: settings.epochs,
        batch: settings.batch,
        rate,
        decay: settings.decay,
        patience: settings.patience,
        seed: settings.seed,
    };
    let (value_numbers, value_curve) = fit(
        &value,
        &set.shards,
        &values,
        &schedule(settings.value_rate),
        &mut |loss| progress(Part::Value, loss),
    );
    let (choice_numbers, choice_curve) = fit(
        &choice,
        &set.shards,
        &choices,
        &schedule(settings.choice_rate),
        &mut |loss| progress(Part::Choice, loss),
    );
    let sides = to_sides(&value_numbers, &choice_numbers);
    let [training, held_out] = [
        (&values.training, &choices.training),
        (&values.held_out, &choices.held_out),
    ]
    .map(|(values, choices)| Measure {
        value: &value,
        choice: &choice,
        shards: &set.shards,
        values,
        choices,
    });
    Trained {
        samples: SampleCounts {
            values: [values.training.len(), values.held_out.len()],
            choices: [choices.training.len(), choices.held_out.len()],
        },
        training: training.losses(&sides),
        held_out: held_out.losses(&sides),
        rival: held_out.losses(rival),
        calibration: held_out.calibration(&sides),
        sides,
        value_curve,
        choice_curve,
    }
}

fn maps(rule: Rule) -> Vec<FactorMap> {
    let forbidden = |side: &Side| rule.black_forbidden() && *side == Side::Black;
    let sides = kinds(rule).iter();
    sides.map(|side| FactorMap::new(forbidden(side))).collect()
}

fn value_model(rule: Rule, settings: &TrainSettings) -> ValueModel {
    ValueModel {
        maps: maps(rule),
        mix: settings.mix,
        spreads: ValueSpreads {
            factors: settings.value_factors / LOGISTIC_SCALE,
            remainders: settings.value_remainders / LOGISTIC_SCALE,
            masks: settings.value_masks / LOGISTIC_SCALE,
        },
    }
}

fn choice_model(rule: Rule, settings: &TrainSettings) -> ChoiceModel {
    ChoiceModel {
        maps: maps(rule),
        spreads: ChoiceSpreads {
            factors: settings.choice_factors / PROMISE_SCALE,
            remainders: settings.choice_remainders / PROMISE_SCALE,
            pairs: settings.choice_pairs / PROMISE_SCALE,
        },
    }
}

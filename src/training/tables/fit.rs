//! Fitting a model: small batches in an order of our own, several rounds, until the games that are held out get no
//! better. The result is the same whatever the number of threads: a batch is cut into a fixed number of parts, and
//! their sums are added in order.

use rayon::prelude::{IndexedParallelIterator, ParallelIterator};
use rayon::prelude::{IntoParallelRefMutIterator, ParallelSlice};

use crate::kernel::rng::Rng;

use super::adam::Adam;
use super::model::{Model, SampleId};
use super::samples::Shard;

/// Parts of a batch.
const PARTS: usize = 16;

/// A smaller gain on the held-out games is none.
const LEAST_GAIN: f64 = 1e-5;

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    /// Most rounds over all samples.
    pub(super) epochs: u32,
    /// Samples of a step.
    pub(super) batch: usize,
    /// Size of the first steps.
    pub(super) rate: f64,
    /// What the size of the steps is multiplied with after each round.
    pub(super) decay: f64,
    /// Rounds without a gain on the held-out games after which to stop.
    pub(super) patience: u32,
    /// What decides about the order of the samples.
    pub(super) seed: u64,
}

/// Mean losses after a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EpochLoss {
    /// On the samples of the round, each before it was learned from.
    pub training: f64,
    /// On the held-out games, after the round.
    pub held_out: f64,
}

/// The samples to learn from and those held out.
#[derive(Debug)]
pub(super) struct Split {
    pub(super) training: Vec<SampleId>,
    pub(super) held_out: Vec<SampleId>,
}

impl Split {
    /// All samples of a model: those of some shards to learn from, those of others held out.
    pub(super) fn of(model: &impl Model, shards: &[Shard], is_held_out: &[bool]) -> Self {
        let mut split = Self {
            training: Vec::new(),
            held_out: Vec::new(),
        };
        for (number, (shard, &held_out)) in shards.iter().zip(is_held_out).enumerate() {
            let list = if held_out {
                &mut split.held_out
            } else {
                &mut split.training
            };
            list.extend((0..model.samples(shard) as u32).map(|place| (number as u32, place)));
        }
        split
    }
}

/// The numbers of the round that was best on the held-out games, and the losses of all rounds.
pub(super) fn fit(
    model: &impl Model,
    shards: &[Shard],
    split: &Split,
    schedule: &Schedule,
    progress: &mut dyn FnMut(EpochLoss),
) -> (Vec<f64>, Vec<EpochLoss>) {
    let mut fitting = Fitting::new(model, shards, split);
    let mut order = split.training.clone();
    let mut rng = Rng::new(schedule.seed);
    let (mut rate, mut since_best) = (schedule.rate, 0);
    let mut losses: Vec<EpochLoss> = Vec::new();
    let mut best = (f64::INFINITY, fitting.numbers.clone());
    for _ in 0..schedule.epochs {
        rng.shuffle(&mut order);
        let training: f64 = order
            .chunks(schedule.batch)
            .map(|batch| fitting.step(batch, rate))
            .sum();
        model.spread(&fitting.adam.weights, &mut fitting.numbers);
        let loss = EpochLoss {
            training: training / order.len().max(1) as f64,
            held_out: mean_loss(model, shards, &split.held_out, &fitting.numbers),
        };
        progress(loss);
        losses.push(loss);
        since_best += 1;
        if loss.held_out < best.0 {
            if loss.held_out < best.0 - LEAST_GAIN {
                since_best = 0;
            }
            best = (loss.held_out, fitting.numbers.clone());
        }
        if since_best >= schedule.patience {
            break;
        }
        rate *= schedule.decay;
    }
    (best.1, losses)
}

/// The mean loss on samples.
pub(super) fn mean_loss(
    model: &impl Model,
    shards: &[Shard],
    samples: &[SampleId],
    numbers: &[f64],
) -> f64 {
    let parts: Vec<f64> = samples
        .par_chunks(samples.len().div_ceil(PARTS).max(1))
        .map(|part| {
            part.iter()
                .map(|&(shard, place)| model.loss(&shards[shard as usize], place, numbers))
                .sum()
        })
        .collect();
    parts.into_iter().sum::<f64>() / samples.len().max(1) as f64
}

/// The state between two steps.
struct Fitting<'a, M> {
    model: &'a M,
    shards: &'a [Shard],
    adam: Adam,
    /// For each weight the pull back to zero, for each unit of the weight.
    pulls: Vec<f64>,
    numbers: Vec<f64>,
    parts: Vec<Part>,
    weight_slopes: Vec<f64>,
}

/// The sums over a part of a batch.
struct Part {
    loss: f64,
    slopes: Vec<f64>,
}

impl<'a, M: Model> Fitting<'a, M> {
    fn new(model: &'a M, shards: &'a [Shard], split: &Split) -> Self {
        let samples = split.training.len().max(1) as f64;
        let pulls: Vec<f64> = model
            .spreads()
            .into_iter()
            .map(|spread| 1.0 / (spread * spread * samples))
            .collect();
        let part = || Part {
            loss: 0.0,
            slopes: vec![0.0; model.numbers()],
        };
        Self {
            adam: Adam::new(model.sizes(shards, &split.training)),
            weight_slopes: vec![0.0; pulls.len()],
            pulls,
            numbers: vec![0.0; model.numbers()],
            parts: (0..PARTS).map(|_| part()).collect(),
            model,
            shards,
        }
    }

    /// Learns from a batch and returns the sum of the losses on it.
    fn step(&mut self, batch: &[SampleId], rate: f64) -> f64 {
        let (model, shards) = (self.model, self.shards);
        model.spread(&self.adam.weights, &mut self.numbers);
        let numbers = &self.numbers;
        let size = batch.len().div_ceil(PARTS);
        let used = batch.len().div_ceil(size);
        self.parts[..used]
            .par_iter_mut()
            .zip(batch.par_chunks(size))
            .for_each(|(part, samples)| {
                part.slopes.fill(0.0);
                part.loss = samples
                    .iter()
                    .map(|&(shard, place)| {
                        let shard = &shards[shard as usize];
                        model.learn(shard, place, numbers, &mut part.slopes)
                    })
                    .sum();
            });
        let (first, others) = self.parts[..used].split_at_mut(1);
        let sum = &mut first[0];
        for part in others {
            sum.loss += part.loss;
            for (sum, slope) in sum.slopes.iter_mut().zip(&part.slopes) {
                *sum += slope;
            }
        }
        model.gather(&sum.slopes, &mut self.weight_slopes);
        let share = 1.0 / batch.len() as f64;
        let weights = self.adam.weights.iter().zip(&self.pulls);
        for (slope, (weight, pull)) in self.weight_slopes.iter_mut().zip(weights) {
            *slope = *slope * share + pull * weight;
        }
        self.adam.step(&self.weight_slopes, rate);
        sum.loss
    }
}

#[cfg(test)]
mod tests {
    use super::super::choice_model::{ChoiceModel, ChoiceSpreads};
    use super::super::factors::FactorMap;
    use super::super::test_games::{empty, games};
    use super::super::value_model::{ValueModel, ValueSpreads};
    use super::*;
    use crate::board::Rule;

    fn models() -> (ValueModel, ChoiceModel) {
        let maps = || vec![FactorMap::new(true), FactorMap::new(false)];
        let value = ValueModel {
            maps: maps(),
            mix: 0.6,
            spreads: ValueSpreads {
                factors: 1.0,
                remainders: 0.1,
                masks: 0.3,
            },
        };
        let choice = ChoiceModel {
            maps: maps(),
            spreads: ChoiceSpreads {
                factors: 3.0,
                remainders: 0.5,
                pairs: 1.0,
            },
        };
        (value, choice)
    }

    fn shards() -> Vec<Shard> {
        let games = games(Rule::Renju, 12);
        let shard = |games| Shard::of_games(&empty(Rule::Renju), games);
        vec![shard(&games[..9]), shard(&games[9..])]
    }

    /// The slopes of a model at some weights against the differences of its losses there.
    fn slopes_are_right(model: &impl Model, shard: &Shard) {
        let mut rng = Rng::new(3);
        let count = model.spreads().len();
        let mut weights: Vec<f64> = (0..count)
            .map(|_| (rng.below(2001) as f64 - 1000.0) * 1e-5)
            .collect();
        let total = |weights: &[f64]| -> f64 {
            let mut numbers = vec![0.0; model.numbers()];
            model.spread(weights, &mut numbers);
            let places = 0..model.samples(shard) as u32;
            places.map(|place| model.loss(shard, place, &numbers)).sum()
        };
        let mut numbers = vec![0.0; model.numbers()];
        model.spread(&weights, &mut numbers);
        let mut slopes = vec![0.0; model.numbers()];
        for place in 0..model.samples(shard) as u32 {
            let loss = model.loss(shard, place, &numbers);
            let learned = model.learn(shard, place, &numbers, &mut slopes);
            assert!((loss - learned).abs() < 1e-12);
        }
        let mut gathered = vec![0.0; count];
        model.gather(&slopes, &mut gathered);
        let mut steep: Vec<usize> = (0..count).collect();
        steep.sort_by(|&one, &other| gathered[other].abs().total_cmp(&gathered[one].abs()));
        for &place in steep[..40].iter().chain(&[0, count - 1]) {
            const STEP: f64 = 1e-5;
            let kept = weights[place];
            let [up, down] = [STEP, -STEP].map(|step| {
                weights[place] = kept + step;
                total(&weights)
            });
            weights[place] = kept;
            let measured = (up - down) / (2.0 * STEP);
            let slope = gathered[place];
            let allowed = 1e-4 * (1.0 + slope.abs());
            assert!(
                (measured - slope).abs() < allowed,
                "{place}: {measured} {slope}"
            );
        }
    }

    #[test]
    fn the_slopes_are_those_of_the_losses() {
        let (value, choice) = models();
        let shards = shards();
        slopes_are_right(&value, &shards[0]);
        slopes_are_right(&choice, &shards[0]);
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let (value, _) = models();
        let shards = shards();
        let split = Split::of(&value, &shards, &[false, true]);
        let schedule = Schedule {
            epochs: 3,
            batch: 33,
            rate: 0.01,
            decay: 0.9,
            patience: 3,
            seed: 5,
        };
        let fitted = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("threads can be started");
            pool.install(|| fit(&value, &shards, &split, &schedule, &mut |_| {}))
        };
        let (one, three) = (fitted(1), fitted(3));
        assert_eq!(one, three);
        assert!(one.1[0].training > one.1[2].training);
    }
}

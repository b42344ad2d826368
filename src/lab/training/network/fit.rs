//! Minimises the loss with Adam in single precision, in mini-batches.
//!
//! Every epoch takes the samples in a new random order. The learning rate falls linearly to zero over all steps; during the
//! first ones it is multiplied by a linear warm-up. The result is the network of the epoch that was best on the held-out
//! set, or the mean of the parameters over the last third of the planned steps, as far as they were made, if that is better.
//! Training ends early when several epochs bring no gain.

use std::ops::ControlFlow;

use kagetsu_kernel::rng::Rng;

use super::averaging::MeanParameters;
use super::goal::{Goal, LossSums};
use super::measure::Measure;
use super::samples::{SampleId, Shard};
use super::settings::TrainSettings;
use super::start::Start;
use super::steps::Steps;

/// Number of warm-up steps, over which the factor of the learning rate grows from zero to one.
const FIRST_STEPS: usize = 200;
/// The mean of the parameters is taken over the last one of so many equal parts of the planned steps.
const AVERAGED_PART: usize = 3;

/// Mean losses of an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EpochLoss {
    /// Value loss: first on the samples of the epoch, each measured before the step that learned from it; then on the
    /// held-out games after the epoch.
    pub value: [f64; 2],
    /// Policy loss, in the same order.
    pub policy: [f64; 2],
}

/// What has happened in a training. The network is that of the caller: parameters, or weights.
#[derive(Clone, Debug)]
pub enum TrainEvent<N> {
    /// A step was made with a batch.
    Batch,
    /// An epoch has ended.
    Epoch {
        /// Its losses.
        losses: EpochLoss,
        /// The network, if it is the best on the held-out games so far.
        best: Option<N>,
    },
}

/// The samples to learn from, and those held out.
#[derive(Debug)]
pub(super) struct Split {
    pub(super) training: Vec<SampleId>,
    pub(super) held_out: Vec<SampleId>,
}

impl Split {
    /// Divides all samples by their shards.
    pub(super) fn of(shards: &[Shard]) -> Self {
        let mut split = Self {
            training: Vec::new(),
            held_out: Vec::new(),
        };
        for (number, shard) in shards.iter().enumerate() {
            let list = if shard.is_held_out {
                &mut split.held_out
            } else {
                &mut split.training
            };
            list.extend((0..shard.samples.len() as u32).map(|place| (number as u32, place)));
        }
        split
    }
}

/// Why a training gives no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrainFault {
    /// It was broken off. The networks of the epochs before are all there is.
    #[error("the training was broken off")]
    BrokenOff,
    /// The parameters grew beyond all bounds before the first epoch was over.
    #[error("the losses are no numbers any more")]
    Diverged,
}

/// Fits the parameters. Returns those that were best on the held-out games, and the losses of all epochs.
///
/// # Errors
/// [`TrainFault`]
pub(super) fn fit(
    goal: &Goal,
    start: Start,
    shards: &[Shard],
    split: &Split,
    settings: &TrainSettings,
    progress: &mut dyn FnMut(TrainEvent<&[f32]>) -> ControlFlow<()>,
) -> Result<(Vec<f32>, Vec<EpochLoss>), TrainFault> {
    let mut fitting = Steps::new(goal, start, shards);
    let mut mean = MeanParameters::new(goal.layout.parameter_count());
    let mut order = split.training.clone();
    let mut rng = Rng::new(settings.seed);
    let steps = settings.epochs as usize * order.len().div_ceil(settings.batch);
    let rate = |step: usize| {
        let growth = (step as f64 / FIRST_STEPS.min(steps) as f64).min(1.0);
        settings.rate * growth * (1.0 - step as f64 / (steps + 1) as f64)
    };
    let held_out = |parameters: &[f32]| {
        let samples = &split.held_out;
        let measure = Measure {
            goal,
            shards,
            samples,
        };
        let losses = measure.sums(parameters).means();
        (
            losses,
            losses[0] + f64::from(goal.policy_weight) * losses[1],
        )
    };
    let (mut step, mut since_best) = (0, 0);
    let mut losses: Vec<EpochLoss> = Vec::new();
    let mut best = (f64::INFINITY, fitting.parameters().to_vec());
    for _ in 0..settings.epochs {
        rng.shuffle(&mut order);
        let mut training = LossSums::default();
        for batch in order.chunks(settings.batch) {
            step += 1;
            training.add(&fitting.step(batch, rate(step) as f32));
            if steps - step < steps / AVERAGED_PART {
                mean.add(fitting.parameters());
            }
            if progress(TrainEvent::Batch).is_break() {
                return Err(TrainFault::BrokenOff);
            }
        }
        let (held_out, sum) = held_out(fitting.parameters());
        let training = training.means();
        let loss = EpochLoss {
            value: [training[0], held_out[0]],
            policy: [training[1], held_out[1]],
        };
        losses.push(loss);
        since_best += 1;
        if sum < best.0 {
            best = (sum, fitting.parameters().to_vec());
            since_best = 0;
        }
        let event = TrainEvent::Epoch {
            losses: loss,
            best: (since_best == 0).then_some(best.1.as_slice()),
        };
        if progress(event).is_break() {
            return Err(TrainFault::BrokenOff);
        }
        if since_best >= settings.patience {
            break;
        }
    }
    if !losses.is_empty() && best.0 == f64::INFINITY {
        return Err(TrainFault::Diverged);
    }
    if let Some(mean) = mean.get()
        && held_out(mean).1 < best.0
    {
        best.1 = mean.to_vec();
    }
    Ok((best.1, losses))
}

#[cfg(test)]
mod tests {
    use super::super::labels::SampleRules;
    use super::super::test_games::{empty, games};
    use super::*;
    use kagetsu_gomoku::board::Rule;
    use kagetsu_gomoku::eval::nnue::NEIGHBOUR_MARGIN;

    /// What comes of a few games with so many threads and this greatest rate.
    fn fitted(threads: usize, rate: f64) -> Result<(Vec<f32>, Vec<EpochLoss>), TrainFault> {
        let goal = Goal::usual(Rule::Renju, NEIGHBOUR_MARGIN);
        let games = games(Rule::Renju, 12);
        let shard = |games| Shard::of_games(&empty(Rule::Renju), games, SampleRules::default());
        let mut shards = vec![shard(&games[..9]), shard(&games[9..])];
        shards[1].is_held_out = true;
        let split = Split::of(&shards);
        let settings = TrainSettings {
            epochs: 3,
            batch: 33,
            rate,
            seed: 5,
            ..TrainSettings::default()
        };
        let start = Start::random(goal.layout, 5);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads can be started");
        let progress = &mut |_: TrainEvent<&[f32]>| ControlFlow::Continue(());
        pool.install(|| fit(&goal, start, &shards, &split, &settings, progress))
    }

    #[test]
    fn a_rate_that_is_far_too_great_is_told() {
        assert_eq!(fitted(1, 1e30), Err(TrainFault::Diverged));
    }

    #[test]
    fn the_number_of_threads_changes_nothing() -> Result<(), TrainFault> {
        let (one, three) = (fitted(1, 0.004)?, fitted(3, 0.004)?);
        assert_eq!(one, three);
        assert!(one.1[0].value[0] > one.1[2].value[0]);
        assert!(one.1[0].policy[0] > one.1[2].policy[0]);
        Ok(())
    }
}

//! Steps of learning on the positions of games.

use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{StopSignal, in_order};
use serde::{Deserialize, Serialize};

use crate::game::{Game, GameRules, Symmetry, with_start};
use crate::net::{Activations, Adam, Losses, Network, Workspace};
use crate::recipe::Recipe;

use super::games::GameRecord;
use super::labelled::LabelledPositions;
use super::samples::{Sample, Samples};

/// Parts of a batch whose gradients are summed one after the other, whatever the number of threads.
const PARTS: usize = 8;
/// Parts of the rate of a recipe to one.
const RATE_PARTS: f32 = 1e6;
const PERCENT: usize = 100;

/// The number of a position that is learned from, which is turned by a symmetry if there is one.
type Drawn = (usize, Option<Symmetry>);

/// How many threads work, and what stops them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Workers<'a> {
    /// Threads that work at the same time.
    pub(crate) threads: usize,
    /// Stops them.
    pub(crate) stop: &'a StopSignal,
}

/// What came of learning.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Learned {
    /// Mean losses of the last half of the steps.
    pub losses: Losses,
    /// Steps.
    pub steps: usize,
    /// Positions that there were to learn from.
    pub positions: usize,
}

/// A network that learns, and the state of its optimiser.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TrainingState {
    /// The network.
    pub(crate) network: Network,
    /// The state of the optimiser.
    pub(crate) adam: Adam,
}

impl TrainingState {
    /// A network before its first step.
    pub(crate) fn new(network: Network) -> Self {
        let adam = Adam::new(network.weights().len());
        Self { network, adam }
    }
}

/// Learns from games, the newest generation last, and goes on where the learning before has ended. The result does not depend
/// on the number of threads. `None` if it was stopped; the state is then of no use.
pub(crate) fn learn(
    state: &mut TrainingState,
    recipe: &Recipe,
    rules: GameRules,
    generations: &[Vec<GameRecord>],
    seed: u64,
    workers: Workers<'_>,
) -> Option<Learned> {
    with_start!(rules, start => learn_from(state, recipe, &start, generations, seed, workers))
}

/// The same for the game of a start.
fn learn_from<G: Game>(
    state: &mut TrainingState,
    recipe: &Recipe,
    start: &G,
    generations: &[Vec<GameRecord>],
    seed: u64,
    workers: Workers<'_>,
) -> Option<Learned> {
    let newest: usize = generations
        .last()
        .map_or(0, |games| games.iter().map(GameRecord::positions).sum());
    let samples = Samples::new(recipe, start, generations);
    let draw = |rng: &mut Rng| samples.draw(rng);
    let training = Training {
        recipe,
        symmetries: start.symmetries(),
        steps: (newest * recipe.passes).div_ceil(recipe.batch),
        positions: samples.len(),
        workers,
    };
    training.run(state, draw, |number| samples.sample(number), seed)
}

/// Learns from labelled positions, each about [`Recipe::passes`] times. The result does not depend on the
/// number of threads. `None` if it was stopped; the state is then of no use.
pub(crate) fn distil(
    state: &mut TrainingState,
    recipe: &Recipe,
    positions: &LabelledPositions,
    seed: u64,
    workers: Workers<'_>,
) -> Option<Learned> {
    let draw = |rng: &mut Rng| rng.below(positions.len());
    let sample = |number| positions.sample(number, recipe);
    let training = Training {
        recipe,
        symmetries: Symmetry::all(positions.rules()),
        steps: (positions.len() * recipe.passes).div_ceil(recipe.batch),
        positions: positions.len(),
        workers,
    };
    training.run(state, draw, sample, seed)
}

/// The mean losses of a network on labelled positions; `None` if it was stopped.
pub(crate) fn losses_of(
    network: &Network,
    recipe: &Recipe,
    positions: &LabelledPositions,
    workers: Workers<'_>,
) -> Option<Losses> {
    let all: Vec<usize> = (0..positions.len()).collect();
    let parts: Vec<&[usize]> = all.chunks(recipe.batch).collect();
    let part = |number: u64| {
        let (mut sum, mut numbers) = (Losses::default(), Activations::default());
        for &position in parts[number as usize] {
            if workers.stop.is_raised() {
                return None;
            }
            let sample = positions.sample(position, recipe);
            sum.add(sample.losses(network, &mut numbers));
        }
        Some(sum)
    };
    let mut sum = Losses::default();
    for own in in_order(0..parts.len() as u64, workers.threads, workers.stop, part)? {
        sum.add(own);
    }
    Some(sum.mean(positions.len().max(1)))
}

/// How many steps of learning, by which recipe, from how many positions.
struct Training<'a> {
    recipe: &'a Recipe,
    /// Those of the game, which the recipe may not use.
    symmetries: Vec<Symmetry>,
    steps: usize,
    positions: usize,
    workers: Workers<'a>,
}

impl Training<'_> {
    /// All steps, on the positions of the numbers that are drawn. `None` if it was stopped.
    fn run<G: Game>(
        &self,
        state: &mut TrainingState,
        draw: impl Fn(&mut Rng) -> usize,
        sample: impl Fn(usize) -> Sample<G> + Sync,
        seed: u64,
    ) -> Option<Learned> {
        let (recipe, steps) = (self.recipe, self.steps);
        let TrainingState { network, adam } = state;
        let mut learned = Learned {
            losses: Losses::default(),
            steps,
            positions: self.positions,
        };
        if self.positions == 0 {
            return Some(learned);
        }
        let symmetries = if recipe.symmetries {
            self.symmetries.as_slice()
        } else {
            &[]
        };
        let mut rng = Rng::new(seed);
        let mut average = Average::new(network.weights().len());
        let mut counted = 0;
        for step in 0..steps {
            let mut batch: Vec<Drawn> = (0..recipe.batch).map(|_| (draw(&mut rng), None)).collect();
            if !symmetries.is_empty() {
                for (_, symmetry) in &mut batch {
                    *symmetry = Some(symmetries[rng.below(symmetries.len())]);
                }
            }
            let (sum, losses) = batch_gradient(network, &batch, &sample, self.workers)?;
            // The last steps are smaller, so that the noise of the batches goes.
            let left = (steps - step) as f32 / steps as f32;
            let rate = recipe.rate_millionths as f32 / RATE_PARTS * left.min(0.5) * 2.0;
            adam.step(network, &sum, rate);
            if (steps - step) * PERCENT <= steps * recipe.averaged_percent as usize {
                average.add(network.weights());
            }
            if step >= steps / 2 {
                learned.losses.add(losses);
                counted += batch.len();
            }
        }
        average.give(network.weights_mut());
        learned.losses = learned.losses.mean(counted.max(1));
        Some(learned)
    }
}

/// A mean of weights.
struct Average {
    sums: Vec<f64>,
    count: u32,
}

impl Average {
    fn new(weights: usize) -> Self {
        Self {
            sums: vec![0.0; weights],
            count: 0,
        }
    }

    fn add(&mut self, weights: &[f32]) {
        self.count += 1;
        for (sum, &weight) in self.sums.iter_mut().zip(weights) {
            *sum += f64::from(weight);
        }
    }

    /// Sets the weights to their mean, if there were any.
    fn give(&self, weights: &mut [f32]) {
        if self.count > 0 {
            for (weight, sum) in weights.iter_mut().zip(&self.sums) {
                *weight = (sum / f64::from(self.count)) as f32;
            }
        }
    }
}

/// The mean gradient of a batch, and the sum of its losses; `None` if it was stopped.
fn batch_gradient<G: Game>(
    network: &Network,
    batch: &[Drawn],
    sample: &(impl Fn(usize) -> Sample<G> + Sync),
    workers: Workers<'_>,
) -> Option<(Vec<f32>, Losses)> {
    let weights = network.weights().len();
    let parts: Vec<_> = batch.chunks(batch.len().div_ceil(PARTS)).collect();
    let fresh = Workspace::new(network);
    let part = |number: u64| {
        let mut workspace = fresh.clone();
        let mut sum = vec![0.0; weights];
        let mut losses = Losses::default();
        for &(number, symmetry) in parts[number as usize] {
            if workers.stop.is_raised() {
                return None;
            }
            losses.add(sample(number).gradient(network, symmetry, &mut workspace, &mut sum));
        }
        Some((sum, losses))
    };
    let found = in_order(0..parts.len() as u64, workers.threads, workers.stop, part)?;
    let mut sum = vec![0.0; weights];
    let mut losses = Losses::default();
    for (part, own) in found {
        losses.add(own);
        for (sum, number) in sum.iter_mut().zip(part) {
            *sum += number;
        }
    }
    for number in &mut sum {
        *number /= batch.len() as f32;
    }
    Some((sum, losses))
}

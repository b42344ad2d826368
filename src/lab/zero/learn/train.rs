//! Steps of learning on the positions of games.

use std::num::NonZero;
use std::thread;

use kagetsu_kernel::rng::Rng;

use crate::game::{Connect, Rules};
use crate::net::{Adam, Field, Losses, Network, Target, Workspace, gradient, planes_of};
use crate::recipe::Recipe;

use super::games::GameRecord;

/// Parts of a batch whose gradients are summed one after the other, whatever the number of threads.
const PARTS: usize = 8;
/// What a weight loses in a step at the rate of one.
const DECAY: f32 = 1e-2;
/// Parts of the rate of a recipe to one.
const RATE_PARTS: f32 = 1e6;

/// What came of learning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Learned {
    /// Mean losses of the last half of the steps.
    pub losses: Losses,
    /// Steps.
    pub steps: usize,
    /// Positions that there were to learn from.
    pub positions: usize,
}

/// Learns from games, the newest generation last. The result does not depend on the number of threads.
pub fn learn(
    network: &mut Network,
    recipe: &Recipe,
    rules: Rules,
    generations: &[Vec<GameRecord>],
    seed: u64,
) -> Learned {
    let newest: usize = generations.last().map_or(0, |games| {
        games.iter().map(|game| game.searches.len()).sum()
    });
    let samples: Vec<(Connect, Target)> = generations
        .iter()
        .flatten()
        .flat_map(|game| game.samples(rules))
        .collect();
    let steps = (newest * recipe.passes).div_ceil(recipe.batch);
    let mut learned = Learned {
        losses: Losses::default(),
        steps,
        positions: samples.len(),
    };
    if samples.is_empty() {
        return learned;
    }
    let mut rng = Rng::new(seed);
    let mut adam = Adam::new(network.weights().len(), DECAY);
    let mut counted = 0;
    for step in 0..steps {
        let batch: Vec<&(Connect, Target)> = (0..recipe.batch)
            .map(|_| &samples[rng.below(samples.len())])
            .collect();
        let (sum, losses) = batch_gradient(network, &batch);
        // The last steps are smaller, so that the noise of the batches goes.
        let left = (steps - step) as f32 / steps as f32;
        let rate = recipe.rate_millionths as f32 / RATE_PARTS * left.min(0.5) * 2.0;
        adam.step(network, &sum, rate);
        if step >= steps / 2 {
            learned.losses.add(losses);
            counted += batch.len();
        }
    }
    learned.losses = learned.losses.mean(counted.max(1));
    learned
}

/// The mean gradient of a batch, and the sum of its losses.
fn batch_gradient(network: &Network, batch: &[&(Connect, Target)]) -> (Vec<f32>, Losses) {
    let weights = network.weights().len();
    let part = |samples: &[&(Connect, Target)]| {
        let mut workspace = Workspace::new(network);
        let mut sum = vec![0.0; weights];
        let mut losses = Losses::default();
        for (game, target) in samples {
            let planes = planes_of(game);
            losses.add(gradient(
                network,
                Field::of(game),
                planes,
                target,
                &mut workspace,
                &mut sum,
            ));
        }
        (sum, losses)
    };
    let parts: Vec<&[&(Connect, Target)]> = batch.chunks(batch.len().div_ceil(PARTS)).collect();
    let threads = thread::available_parallelism()
        .map_or(1, NonZero::get)
        .min(parts.len());
    let mut found: Vec<(Vec<f32>, Losses)> = Vec::new();
    for parts in parts.chunks(threads) {
        let results = thread::scope(|scope| {
            let workers: Vec<_> = parts
                .iter()
                .map(|samples| scope.spawn(|| part(samples)))
                .collect();
            let join = |worker: thread::ScopedJoinHandle<'_, _>| {
                worker
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            workers.into_iter().map(join).collect::<Vec<_>>()
        });
        found.extend(results);
    }
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
    (sum, losses)
}

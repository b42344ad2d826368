//! Fits a network to samples by gradient descent. Samples of a batch are divided into a fixed number of parts whose gradients
//! are added in order, so that the network does not depend on the number of threads.

use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{StopSignal, in_order};

use super::super::network::{Network, STAGES};
use super::adam::Adam;
use super::learner::{Fit, Learner, Losses};
use super::self_play::Sample;

/// How well a network explains samples that it has not seen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Quality {
    /// Number of samples.
    pub samples: usize,
    /// Mean cross-entropy of the value, in nats.
    pub value: f64,
    /// The same for the evaluation by windows alone.
    pub windows: f64,
    /// Mean cross-entropy of the stones, in nats for each stone.
    pub policy: f64,
}

/// Samples of a step of the descent.
const BATCH: usize = 2048;
/// Parts of a batch.
const PARTS: usize = 16;
/// One in so many samples is kept aside to measure the quality.
const ASIDE: usize = 20;
/// The rate at the end, as a part of that at the beginning.
const LAST_RATE: f32 = 0.05;

/// Fits a network. `tell` gets the number of each finished pass, the quality after it, and the network so far. Nothing if
/// the signal was raised.
pub(crate) fn fit(
    samples: &[Sample],
    fit: &Fit,
    threads: usize,
    stop: &StopSignal,
    tell: &mut dyn FnMut(u32, Quality, &Network),
) -> Option<Network> {
    let mut learner = Learner::new(fit.seed);
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let mut rng = Rng::new(fit.seed ^ ORDER_STREAM);
    // Samples of a game stand together, so whole stretches are kept aside.
    let aside_len = samples.len() / ASIDE;
    let aside = order.split_off(samples.len() - aside_len);
    let mut adam = Adam::new(learner.numbers.len());
    let steps = order.len().div_ceil(BATCH) * fit.epochs as usize;
    let mut done = 0;
    for epoch in 1..=fit.epochs {
        rng.shuffle(&mut order);
        for batch in order.chunks(BATCH) {
            let part_len = batch.len().div_ceil(PARTS).max(1);
            let parts: Vec<&[usize]> = batch.chunks(part_len).collect();
            let gradients = in_order(0..parts.len() as u64, threads, stop, |part| {
                let mut gradient = vec![0.0; learner.numbers.len()];
                for &index in parts[part as usize] {
                    learner.sample(&samples[index], fit, Some(&mut gradient));
                }
                Some(gradient)
            })?;
            let along = done as f32 / steps as f32;
            let rate = fit.rate * (1.0 - (1.0 - LAST_RATE) * along);
            adam.step(&mut learner.numbers, &gradients, batch.len(), rate);
            done += 1;
        }
        let quality = quality(&learner, samples, &aside, fit);
        tell(epoch, quality, &learner.network());
    }
    Some(learner.network())
}

/// Makes the order of samples another stream than the first numbers.
const ORDER_STREAM: u64 = 0x6f72_6465_7200_0000;

fn quality(learner: &Learner, samples: &[Sample], aside: &[usize], fit: &Fit) -> Quality {
    let mut sum = Losses::default();
    for &index in aside {
        let losses = learner.sample(&samples[index], fit, None);
        sum.value += losses.value;
        sum.windows += losses.windows;
        sum.policy += losses.policy;
    }
    let samples = aside.len();
    let mean = |sum: f64, count: usize| sum / count.max(1) as f64;
    Quality {
        samples,
        value: mean(sum.value, samples),
        windows: mean(sum.windows, samples),
        policy: mean(sum.policy, STAGES * samples),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::evaluation::Evaluation;
    use super::super::super::geometry::Cell;
    use super::super::super::network::Policy;
    use super::*;
    use kagetsu_kernel::Side;

    /// Two stones of Black, side by side where Black wins; the search always chose the cells before and after the first one.
    fn sample(column: usize, row: usize, wins: bool) -> Sample {
        let at = |columns: usize, rows: usize| Cell::at(column + columns, row + rows).unwrap();
        let second = if wins { at(2, 1) } else { at(3, 4) };
        Sample {
            stones: [vec![at(1, 1), second], vec![at(1, 4), at(4, 1)]],
            side: Side::Black,
            chance: if wins { 0.9 } else { 0.1 },
            result: None,
            chosen: [at(1, 0), at(1, 2)],
        }
    }

    #[test]
    fn what_decides_is_learnt_and_the_chosen_stones_are_proposed() {
        let samples: Vec<Sample> = (0..200)
            .map(|number| sample(number % 13, number / 13 % 13, number % 2 == 0))
            .collect();
        let settings = Fit {
            epochs: 60,
            rate: 0.02,
            policy: 1.0,
            ..Fit::default()
        };
        let mut after = Quality::default();
        let stop = StopSignal::new();
        let network = fit(&samples, &settings, 1, &stop, &mut |_, quality, _| {
            after = quality;
        });
        let network = network.expect("nobody stops it");
        assert!(after.value < after.windows, "{after:?}");
        let evaluation = Evaluation::with_network(network.clone());
        let value = |sample: &Sample| sample.board().evaluated_by(&evaluation).evaluation();
        let (won, lost) = (sample(6, 6, true), sample(6, 6, false));
        assert!(value(&won) > 0 && value(&lost) < 0);
        let board = won.board();
        let policy = Policy::new(&network, &board.view());
        let best = Cell::all().max_by_key(|cell| policy.first()[cell.index()]);
        assert!(best.is_some_and(|cell| won.chosen.contains(&cell)));
    }
}

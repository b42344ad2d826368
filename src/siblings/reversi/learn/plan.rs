//! The whole way from nothing to weights: generations of games, each played with the weights of the one before.

use kagetsu_kernel::StopSignal;
use kagetsu_kernel::rng::Rng;

use super::errors::fit_errors;
use super::regression::{Quality, fit};
use super::selfplay::{Generation, Sample, games};
use crate::eval::{Learned, Weights};

/// All generations, and how weights are fitted to their games.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plan {
    /// The generations in their order.
    pub generations: Vec<Generation>,
    /// Passes over the samples in the fit after each generation.
    pub epochs: usize,
    /// Positions that the error model is fitted to after each generation. The games hardly depend on the model: of their
    /// searches only those that prepare an exact solution are selective.
    pub error_positions: usize,
    /// Seed of the order of samples.
    pub seed: u64,
}

/// Positions with fewer empty squares are solved at once and need no error model.
const ERROR_EMPTIES: u32 = 12;
/// The last so many generations give the samples of a fit.
const MEMORY: usize = 3;

impl Plan {
    /// Generations such as those that made the weights that come with the program. The search has changed since: a new run
    /// gives other weights. The last two have most of the samples: their searches are the deepest, and the evaluation still
    /// gained from each doubling.
    pub(crate) fn shipped() -> Self {
        let generation = |depth, solved, trust, games, seed| Generation {
            depth,
            solved,
            trust,
            games,
            seed,
        };
        Self {
            generations: vec![
                generation(1, 12, 1.0, 10_000, 1),
                generation(2, 12, 0.8, 20_000, 2),
                generation(4, 12, 0.7, 25_000, 3),
                generation(4, 12, 0.7, 30_000, 4),
                generation(5, 13, 0.7, 20_000, 5),
                generation(6, 14, 0.7, 75_000, 6),
                generation(6, 14, 0.7, 75_000, 7),
            ],
            epochs: 8,
            error_positions: 2_000,
            seed: 7,
        }
    }
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum LearnProgress<'a> {
    /// So many games of the generation are played.
    Games(u64),
    /// The weights of the generation are fitted.
    Fitted {
        /// The number of samples, those kept aside among them.
        samples: usize,
        /// The quality of the fit.
        quality: Quality,
        /// The weights, as the whole plan would give them if it ended here.
        learned: &'a Learned,
    },
}

/// Runs a plan. `tell` gets the index of the generation and how far it has come. Nothing if the signal was raised.
pub(crate) fn learn(
    plan: &Plan,
    threads: usize,
    stop: &StopSignal,
    tell: &mut dyn FnMut(usize, LearnProgress<'_>),
) -> Option<Learned> {
    let mut learned = Learned::nothing();
    let mut memory: Vec<Vec<Sample>> = Vec::new();
    for (index, generation) in plan.generations.iter().enumerate() {
        let weights = Weights::new(&learned);
        memory.push(games(&weights, generation, threads, stop, &mut |games| {
            tell(index, LearnProgress::Games(games));
        }));
        if stop.is_raised() {
            return None;
        }
        // The first generation chooses its moves without any evaluation: its labels are forgotten at once.
        let forgotten = if index == 1 {
            1
        } else {
            memory.len().saturating_sub(MEMORY)
        };
        memory.drain(..forgotten);
        let mut samples = memory.concat();
        let (next, quality) = fit(&mut samples, plan.epochs, plan.seed, stop);
        learned = next;
        let of_generation = memory.last().map_or(&[][..], Vec::as_slice);
        learned.errors = fit_errors(&Weights::new(&learned), &chosen(of_generation, plan), stop);
        if stop.is_raised() {
            return None;
        }
        let fitted = LearnProgress::Fitted {
            samples: samples.len(),
            quality,
            learned: &learned,
        };
        tell(index, fitted);
    }
    Some(learned)
}

/// The positions of a generation that the error model is fitted to.
fn chosen(samples: &[Sample], plan: &Plan) -> Vec<Sample> {
    let mut samples = samples.to_vec();
    Rng::new(plan.seed).shuffle(&mut samples);
    samples.retain(|sample| sample.board.empties() >= ERROR_EMPTIES);
    samples.truncate(plan.error_positions);
    samples
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_plan_gives_the_same_bytes_on_any_number_of_threads() {
        let mut plan = Plan::shipped();
        plan.generations.truncate(2);
        for generation in &mut plan.generations {
            generation.games = 70;
        }
        plan.epochs = 2;
        plan.error_positions = 4;
        let mut told = Vec::new();
        let stop = StopSignal::new();
        let mut kept = Vec::new();
        let first = learn(&plan, 1, &stop, &mut |index, progress| {
            told.push(match progress {
                LearnProgress::Games(games) => (index, games as usize),
                LearnProgress::Fitted {
                    samples, learned, ..
                } => {
                    kept.push(learned.to_bytes());
                    (index, samples)
                }
            });
        });
        let first = first.expect("nobody stops it").to_bytes();
        let again = |plan: &Plan, threads| {
            let learned = learn(plan, threads, &stop, &mut |_, _| ());
            learned.expect("nobody stops it").to_bytes()
        };
        assert_eq!(again(&plan, 2), first);
        let mut shorter = plan.clone();
        shorter.generations.truncate(1);
        assert_eq!(again(&shorter, 1), kept[0]);
        assert_eq!(kept[1], first);
        assert_eq!(told.len(), 4);
        assert_eq!([told[0], told[2]], [(0, 70), (1, 70)]);
        assert!(told[3].1 > 1000);
        assert_ne!(
            again(
                &Plan {
                    seed: 8,
                    ..plan.clone()
                },
                1
            ),
            first
        );
        stop.raise();
        assert!(learn(&plan, 1, &stop, &mut |_, _| ()).is_none());
    }
}

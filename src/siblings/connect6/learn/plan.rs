//! The whole way from nothing to a network: generations of games, each played with the network of the one before.

use kagetsu_kernel::StopSignal;

use super::super::evaluation::Evaluation;
use super::super::network::Network;
use super::learner::Fit;
use super::self_play::{Play, Sample, samples};
use super::trainer::{Quality, fit};

/// All generations, and how networks are fitted to their games.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plan {
    /// The games of the generations in their order.
    pub generations: Vec<Play>,
    /// The fit to the samples of each generation and those before.
    pub fit: Fit,
}

impl Plan {
    /// Generations such as those that made the network that comes with the program. The search has changed since: a new run
    /// gives another network. The last generation is worth its time because its searches are deeper.
    pub(crate) fn shipped() -> Self {
        let generation = |nodes, seed| Play {
            games: 12_000,
            nodes,
            seed,
        };
        Self {
            generations: vec![generation(400, 1), generation(400, 2), generation(1500, 3)],
            fit: Fit::default(),
        }
    }
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum LearnProgress<'a> {
    /// So many games of the generation are played.
    Games(u64),
    /// So many passes over the samples are made.
    Pass {
        /// The number of passes.
        epoch: u32,
        /// The number of samples, those kept aside among them.
        samples: usize,
        /// The quality after the pass.
        quality: Quality,
        /// The network after the pass.
        network: &'a Network,
    },
}

/// Runs a plan. `tell` gets the index of the generation and how far it has come. Nothing if the signal was raised.
pub(crate) fn learn(
    plan: &Plan,
    threads: usize,
    stop: &StopSignal,
    tell: &mut dyn FnMut(usize, LearnProgress<'_>),
) -> Option<Network> {
    let mut network = None;
    let mut known: Vec<Sample> = Vec::new();
    for (index, play) in plan.generations.iter().enumerate() {
        let evaluation = network.map_or_else(Evaluation::by_windows, Evaluation::with_network);
        known.extend(samples(play, &evaluation, threads, stop, &mut |games| {
            tell(index, LearnProgress::Games(games));
        }));
        if stop.is_raised() {
            return None;
        }
        let samples = known.len();
        let mut tell_pass = |epoch, quality, network: &Network| {
            let pass = LearnProgress::Pass {
                epoch,
                samples,
                quality,
                network,
            };
            tell(index, pass);
        };
        network = Some(fit(&known, &plan.fit, threads, stop, &mut tell_pass)?);
    }
    Some(network.unwrap_or_else(Network::zeros))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_plan_gives_the_same_bytes_on_any_number_of_threads() {
        let mut plan = Plan::shipped();
        for generation in &mut plan.generations {
            generation.games = 3;
            generation.nodes = 20;
        }
        plan.fit.epochs = 2;
        let mut seen: Vec<(usize, u64)> = Vec::new();
        let stop = StopSignal::new();
        let mut last = None;
        let first = learn(&plan, 1, &stop, &mut |index, stage| {
            seen.push(match stage {
                LearnProgress::Games(games) => (index, games),
                LearnProgress::Pass {
                    epoch,
                    samples,
                    network,
                    ..
                } => {
                    assert!(samples > 20);
                    last = Some(network.to_bytes());
                    (index, epoch.into())
                }
            });
        });
        let first = first.expect("nobody stops it").to_bytes();
        assert_eq!(
            last.as_ref(),
            Some(&first),
            "what is told last is the result"
        );
        let again = |plan: &Plan, threads| {
            let network = learn(plan, threads, &stop, &mut |_, _| ());
            network.expect("nobody stops it").to_bytes()
        };
        assert_eq!(again(&plan, 2), first);
        let each = [3, 1, 2];
        let expected: Vec<(usize, u64)> = (0..plan.generations.len())
            .flat_map(|index| each.map(|count| (index, count)))
            .collect();
        assert_eq!(seen, expected);
        let mut other = plan.clone();
        other.generations[0].seed = 7;
        assert_ne!(again(&other, 1), first);
        stop.raise();
        assert!(learn(&plan, 1, &stop, &mut |_, _| ()).is_none());
    }
}

//! Training as a whole: fits a network to samples, rounds its parameters and measures it.

use std::ops::ControlFlow;

use kagetsu_gomoku::eval::nnue::{NEIGHBOUR_MARGIN, Weights};
use kagetsu_gomoku::geometry::BoardSize;

use super::fit::{EpochLoss, Split, TrainEvent, TrainFault, fit};
use super::goal::{Goal, LossSums};
use super::layout::Layout;
use super::measure::{CalibrationBin, Measure, NetworkLosses};
use super::samples::SampleId;
use super::set::SampleSet;
use super::settings::TrainSettings;
use super::start::Start;

/// The result of a training.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The network. Its record is still empty.
    pub weights: Weights,
    /// The losses after each epoch.
    pub curve: Vec<EpochLoss>,
    /// The losses of the network on the samples it was learned from.
    pub training: NetworkLosses,
    /// Its losses on the held-out games.
    pub held_out: NetworkLosses,
    /// The losses of the other networks on the held-out games, for comparison.
    pub reference: NetworkLosses,
    /// Calibration of the network on the held-out games: expected against actual results.
    pub calibration: Vec<CalibrationBin>,
}

/// Trains a network and compares it on the boards of each size with the network that `reference` gives for them. Training
/// begins with the parameters of `start`, or with random ones where that is `None`. `progress` is asked after every batch and
/// every epoch. It uses the threads of the pool that it is called in. The result does not depend on their number.
///
/// # Errors
/// [`TrainFault`]: `progress` breaks off, or there is nothing better than the beginning because the losses are no numbers.
pub fn train(
    set: &SampleSet,
    settings: &TrainSettings,
    start: Option<&Weights>,
    reference: &dyn Fn(BoardSize) -> Weights,
    progress: &mut dyn FnMut(TrainEvent<Weights>) -> ControlFlow<()>,
) -> Result<Trained, TrainFault> {
    let layout = Layout::new(set.rule);
    let mut start = start.map_or_else(
        || Start::random(layout, settings.seed),
        |weights| Start::network(layout, weights),
    );
    let mut neighbours = Layout::has_neighbours(&start.parameters);
    if settings.neighbours && !neighbours {
        Layout::begin_neighbours(&mut start.parameters, settings.seed);
        neighbours = true;
    }
    let goal = Goal {
        neighbours: neighbours.then_some(NEIGHBOUR_MARGIN),
        parts: settings.parts,
        layout,
        lambda: settings.lambda,
        policy_weight: settings.policy_weight as f32,
    };
    let split = Split::of(&set.shards);
    let weights_of = |parameters: &[f32]| Weights {
        rule: set.rule,
        sides: Layout::to_sides(parameters),
        record: "{}".to_string(),
    };
    let (parameters, curve) = fit(&goal, start, &set.shards, &split, settings, &mut |event| {
        progress(match event {
            TrainEvent::Batch => TrainEvent::Batch,
            TrainEvent::Epoch { losses, best } => TrainEvent::Epoch {
                losses,
                best: best.map(weights_of),
            },
        })
    })?;
    let weights = weights_of(&parameters);
    let lists = [&split.training, &split.held_out];
    let [training, held_out] = lists.map(|samples| Measure {
        goal: &goal,
        shards: &set.shards,
        samples,
    });
    let mut of_reference = LossSums::default();
    let sizes = set.shards.iter().filter_map(|shard| shard.size);
    let mut sizes: Vec<BoardSize> = sizes.collect();
    sizes.sort_unstable_by_key(|size| (size.width(), size.height()));
    sizes.dedup();
    for size in sizes {
        let on_these = |&(shard, _): &SampleId| set.shards[shard as usize].size == Some(size);
        let samples: Vec<SampleId> = split.held_out.iter().copied().filter(on_these).collect();
        let measure = Measure {
            samples: &samples,
            ..held_out
        };
        of_reference.add(&measure.network_sums(&reference(size)));
    }
    Ok(Trained {
        training: training.losses(&weights),
        held_out: held_out.losses(&weights),
        reference: NetworkLosses::of(&of_reference),
        calibration: held_out.calibration(&weights),
        weights,
        curve,
    })
}

#[cfg(test)]
mod tests {
    use super::super::goal::TrainedParts;
    use super::super::labels::SampleRules;
    use super::super::set::DataSplit;
    use super::super::test_games::{empty, games};
    use super::*;
    use kagetsu_gomoku::board::{Board, Rule};
    use kagetsu_gomoku::eval::nnue::{Head, SideWeights, embedded_weights};

    /// The numbers that values are made of.
    fn of_values(side: &SideWeights) -> SideWeights {
        let mut kept = side.clone();
        kept.policy_code_vectors.clear();
        kept.head = Head {
            policy_bias: Head::default().policy_bias,
            policy_hidden: Head::default().policy_hidden,
            near: Head::default().near,
            neighbours: None,
            ..kept.head
        };
        kept
    }

    #[test]
    fn a_part_of_a_network_learns_and_the_rest_stays() {
        let empty = empty(Rule::Renju);
        let mut set = SampleSet::new(Rule::Renju, 1, SampleRules::default());
        set.add(&empty, &games(Rule::Renju, 60), DataSplit::Both(0.2));
        let start = embedded_weights(Rule::Renju, empty.size());
        for parts in [TrainedParts::Policy, TrainedParts::Neighbours] {
            let settings = TrainSettings {
                epochs: 2,
                batch: 64,
                neighbours: true,
                parts,
                ..TrainSettings::default()
            };
            let trained = train(
                &set,
                &settings,
                Some(&start),
                &|_| start.clone(),
                &mut |_| ControlFlow::Continue(()),
            )
            .expect("nothing breaks it off");
            for (old, new) in start.sides.iter().zip(&trained.weights.sides) {
                assert!(of_values(old) == of_values(new));
                assert_eq!(
                    parts.policy(),
                    old.policy_code_vectors != new.policy_code_vectors
                );
                let layer = new.head.neighbours.as_ref().expect("a layer was asked for");
                assert!(layer.policy_bias.iter().any(|weight| weight.abs() > 0.0));
            }
            assert!(trained.held_out.policy < trained.reference.policy);
            assert!((trained.held_out.value - trained.reference.value).abs() < 1e-12);
        }
    }

    #[test]
    fn other_networks_are_measured_as_they_are_on_the_boards_that_they_are_for() {
        let mut set = SampleSet::new(Rule::Caro, 1, SampleRules::default());
        let games = games(Rule::Caro, 20);
        for (side, games) in [(15, &games[..15]), (20, &games[15..])] {
            let size = BoardSize::square(side).expect("a legal size");
            set.add(&Board::new(size, Rule::Caro), games, DataSplit::Both(0.5));
        }
        let layered = embedded_weights(Rule::Caro, empty(Rule::Caro).size());
        let mut plain = layered.clone();
        for side in &mut plain.sides {
            side.head.neighbours = None;
        }
        let settings = TrainSettings {
            epochs: 0,
            ..TrainSettings::default()
        };
        let measured = |start: &Weights, reference: &dyn Fn(BoardSize) -> Weights| {
            let progress = &mut |_| ControlFlow::Continue(());
            let trained = train(&set, &settings, Some(start), reference, progress);
            let trained = trained.expect("nothing breaks it off");
            [trained.held_out, trained.reference].map(|losses| losses.policy)
        };
        // The sums of both are added in another order.
        let equal = |one: f64, other: f64| (one - other).abs() < 1e-9;
        // The layer of the network that is learned does not matter to the other.
        let [of_layered, other] = measured(&layered, &|_| plain.clone());
        let [of_plain, another] = measured(&plain, &|_| layered.clone());
        assert!(equal(of_layered, another) && equal(of_plain, other));
        assert!(!equal(of_plain, of_layered));
        let [_, both] = measured(&plain, &|size| {
            if size.width() == 15 { &plain } else { &layered }.clone()
        });
        assert!(!equal(both, of_plain) && !equal(both, of_layered));
    }
}

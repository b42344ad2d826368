//! Tests of the tree on random games: trees whose branches, sides, values and results are drawn from a seed.

use std::collections::HashMap;

use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{Side, StopSignal};
use proptest::prelude::*;

use super::gumbel::{completed, gumbel_search, improved_policy};
use super::{Expansion, MoveStatistics, Proved, Selection, Tree, TreeGame, TreeSettings};

/// A game tree drawn from a seed: a position is its path.
#[derive(Clone)]
pub(crate) struct RandomGame {
    seed: u64,
    depth: usize,
    most_moves: usize,
    /// One position of so many ends early.
    pub(crate) early: usize,
    results: &'static [Proved],
    pub(crate) path: Vec<u8>,
}

const RESULTS: [Proved; 3] = [Proved::Win(1), Proved::Loss(2), Proved::Draw];

impl RandomGame {
    pub(crate) fn new(seed: u64, depth: usize, most_moves: usize) -> Self {
        Self {
            seed,
            depth,
            most_moves,
            early: 8,
            results: &RESULTS,
            path: Vec::new(),
        }
    }

    /// Random numbers that belong to the present position.
    fn rng(&self) -> Rng {
        let mut seed = self.seed;
        for &step in &self.path {
            seed = Rng::new(seed ^ u64::from(step)).next_u64();
        }
        Rng::new(seed)
    }

    /// The result by looking at everything, without its length.
    pub(crate) fn result(&mut self) -> i32 {
        let mut priors = Vec::new();
        let side = self.side_to_move();
        if let Expansion::Proved(proved) = self.expand(&mut priors) {
            return proved.value() as i32;
        }
        let mut best = -1;
        for (step, _) in priors {
            self.make(step);
            let result = self.result();
            best = best.max(if self.side_to_move() == side {
                result
            } else {
                -result
            });
            self.unmake();
        }
        best
    }
}

impl TreeGame for RandomGame {
    type Move = u8;

    fn side_to_move(&self) -> Side {
        // A side may move twice.
        Side::BOTH[self.rng().below(2)]
    }

    fn make(&mut self, step: u8) {
        self.path.push(step);
    }

    fn unmake(&mut self) {
        self.path.pop();
    }

    fn expand(&mut self, priors: &mut Vec<(u8, f32)>) -> Expansion {
        let mut rng = self.rng();
        rng.next_u64();
        if self.path.len() >= self.depth || (!self.path.is_empty() && rng.below(self.early) == 0) {
            return Expansion::Proved(self.results[rng.below(self.results.len())]);
        }
        let moves = 1 + rng.below(self.most_moves);
        let weights: Vec<f32> = (0..moves).map(|_| 1.0 + rng.below(100) as f32).collect();
        let sum: f32 = weights.iter().sum();
        priors.extend((0..).zip(weights.iter().map(|weight| weight / sum)));
        match rng.below(4) {
            0 => Expansion::Forced,
            _ => Expansion::Evaluated(rng.below(201) as f32 / 100.0 - 1.0),
        }
    }
}

fn settings(selection: Selection) -> TreeSettings {
    TreeSettings {
        selection,
        ..TreeSettings::default()
    }
}

#[test]
fn what_the_tree_proves_is_what_looking_at_everything_finds() {
    for seed in 0..3_000 {
        let selection = [Selection::Puct, Selection::ImprovedPolicy][seed as usize % 2];
        let mut game = RandomGame::new(seed, 5, 3);
        let mut tree = Tree::new(settings(selection), 1 << 20);
        for _ in 0..20_000 {
            if tree.proved().is_some() {
                break;
            }
            tree.playout(&mut game);
        }
        let proved = tree.proved().expect("a small game is proved");
        assert_eq!(proved.value() as i32, game.result(), "seed {seed}");
        let best = tree.moves().first().and_then(|best| best.proved);
        if let Some(best) = best {
            assert_eq!(best.value() as i32, proved.value() as i32, "seed {seed}");
        }
    }
}

#[test]
fn visits_and_values_are_those_of_the_log() {
    for seed in 0..40 {
        // A side that can have a draw takes no less, which the log does not tell.
        let mut game = RandomGame {
            results: &RESULTS[..2],
            ..RandomGame::new(seed, 12, 6)
        };
        let mut tree = Tree::new(TreeSettings::default(), 1 << 22);
        let mut log: HashMap<Vec<u8>, (u32, f64)> = HashMap::new();
        for _ in 0..500 {
            let playout = tree.playout(&mut game).clone();
            for length in 0..=playout.path.len() {
                let entry = log.entry(playout.path[..length].to_vec()).or_default();
                entry.0 += 1;
                entry.1 += f64::from(playout.value);
            }
        }
        assert_eq!(tree.visits(), 500);
        if tree.proved().is_none() {
            assert!((f64::from(tree.value()) - log[&vec![]].1 / 500.0).abs() < 1e-6);
        }
        for played in tree.moves() {
            let (visits, sum) = log.get(&vec![played.point]).copied().unwrap_or_default();
            assert_eq!(played.visits, visits, "seed {seed}");
            assert_eq!(played.value.is_some(), visits > 0);
            if played.proved.is_none() && visits > 0 {
                let mean = sum / f64::from(visits);
                assert!((f64::from(played.value.unwrap_or(9.0)) - mean).abs() < 1e-6);
            }
        }
    }
}

/// A draw, or a long game whose positions are good and bad for the same side in turns.
struct DrawOrLuck {
    path: Vec<u8>,
    evaluated: u32,
}

impl TreeGame for DrawOrLuck {
    type Move = u8;

    fn side_to_move(&self) -> Side {
        Side::Black
    }

    fn make(&mut self, step: u8) {
        self.path.push(step);
    }

    fn unmake(&mut self) {
        self.path.pop();
    }

    fn expand(&mut self, priors: &mut Vec<(u8, f32)>) -> Expansion {
        match self.path.as_slice() {
            // The draw is looked at first.
            [] => priors.extend([(0, 0.6), (1, 0.4)]),
            [0] => return Expansion::Proved(Proved::Draw),
            _ => priors.extend([(0, 0.5), (1, 0.5)]),
        }
        self.evaluated += 1;
        let is_even = self.evaluated.is_multiple_of(2);
        Expansion::Evaluated(if is_even { 0.6 } else { -0.6 })
    }
}

#[test]
fn a_draw_bounds_the_mean_of_another_move_and_not_each_playout() {
    for evaluated in [0, 1] {
        let path = Vec::new();
        let mut game = DrawOrLuck { path, evaluated };
        let mut tree = Tree::new(TreeSettings::default(), 1 << 22);
        for _ in 0..1_000 {
            tree.playout(&mut game);
        }
        let moves = tree.moves();
        assert!(moves.iter().any(|found| found.proved == Some(Proved::Draw)));
        assert!(tree.value().abs() < 0.01, "{}", tree.value());
    }
}

#[test]
fn a_tree_that_is_kept_after_a_move_is_the_one_below_it() {
    for seed in 0..200 {
        let mut game = RandomGame::new(seed, 12, 6);
        let mut tree = Tree::new(TreeSettings::default(), 1 << 22);
        for _ in 0..300 {
            tree.playout(&mut game);
        }
        let best = tree.moves()[0];
        let line = tree.line(best.point);
        tree.advance(best.point);
        assert_eq!(tree.visits(), best.visits);
        game.make(best.point);
        let same_side = game.side_to_move() == RandomGame::new(seed, 12, 6).side_to_move();
        let value = if same_side {
            tree.value()
        } else {
            -tree.value()
        };
        assert_eq!(Some(value), best.value, "seed {seed}");
        if let (Some(&next), None) = (line.get(1), tree.proved()) {
            assert_eq!(tree.line(next), line[1..], "seed {seed}");
        }
        let before = tree.visits();
        tree.playout(&mut game);
        assert_eq!(tree.visits(), before + 1);
        tree.advance(u8::MAX);
        assert_eq!((tree.visits(), tree.moves().len()), (0, 0));
        assert_eq!(tree.line(0), [0]);
    }
}

#[test]
fn a_full_memory_forgets_the_least_visited_and_the_search_goes_on() {
    let mut game = RandomGame {
        early: usize::MAX,
        ..RandomGame::new(7, 60, 120)
    };
    let bytes = 1 << 18;
    let mut tree = Tree::new(TreeSettings::default(), bytes);
    let mut most = 0;
    let mut forgot = false;
    for number in 1..=20_000 {
        tree.playout(&mut game);
        assert_eq!(tree.visits(), number);
        forgot |= tree.bytes() < most;
        most = most.max(tree.bytes());
        assert!(tree.bytes() <= bytes);
    }
    assert!(forgot, "the memory was never full");
    let visits: u32 = tree.moves().iter().map(|played| played.visits).sum();
    assert_eq!(visits, 20_000 - 1);
}

#[test]
fn the_same_seed_gives_the_same_choice_and_another_one_may_not() {
    let choice = |seed| {
        let mut game = RandomGame::new(3, 12, 30);
        let mut tree = Tree::new(settings(Selection::ImprovedPolicy), 1 << 20);
        gumbel_search(
            &mut tree,
            &mut game,
            32,
            16,
            &mut Rng::new(seed),
            &StopSignal::new(),
        )
        .expect("there are moves")
    };
    assert_eq!(choice(1), choice(1));
    let different = (0..20)
        .map(|seed| choice(seed).point)
        .collect::<std::collections::HashSet<_>>();
    assert!(different.len() > 1);
}

#[test]
fn forced_playouts_are_made_and_taken_off_again() {
    let mut pruned = 0;
    for seed in 0..60 {
        let mut game = RandomGame {
            early: 1000,
            ..RandomGame::new(seed, 14, 9)
        };
        for forced_playouts in [0.0, 2.0] {
            let settings = TreeSettings {
                forced_playouts,
                ..TreeSettings::default()
            };
            let mut tree = Tree::new(settings, 1 << 22);
            for _ in 0..300 {
                tree.playout(&mut game);
            }
            let moves = tree.moves();
            let kept = tree.pruned_visits();
            assert!(
                moves
                    .iter()
                    .map(|found| found.point)
                    .eq(kept.iter().map(|kept| kept.0))
            );
            for (number, (found, &(_, left))) in moves.iter().zip(&kept).enumerate() {
                if found.visits > 0 && found.proved.is_none() {
                    let forced = (forced_playouts * found.prior * tree.visits() as f32).sqrt();
                    assert!(found.visits as f32 >= forced.floor() - 1.0, "seed {seed}");
                }
                let same = number == 0 || forced_playouts == 0.0;
                assert!(if same {
                    left == found.visits
                } else {
                    left <= found.visits && left != 1
                });
                pruned += found.visits - left;
            }
        }
    }
    assert!(pruned > 100, "{pruned}");
}

#[test]
fn the_visits_of_moves_that_are_proved_lost_are_taken_off_while_another_one_is_open() {
    let is_lost = |found: &MoveStatistics<u8>| matches!(found.proved, Some(Proved::Loss(_)));
    let mut taken_off = 0;
    for seed in 0..200 {
        let mut game = RandomGame {
            early: 3,
            ..RandomGame::new(seed, 14, 9)
        };
        for forced_playouts in [0.0, 2.0] {
            let settings = TreeSettings {
                forced_playouts,
                prune_lost: true,
                ..TreeSettings::default()
            };
            let mut tree = Tree::new(settings, 1 << 20);
            for _ in 0..60 {
                if tree.proved().is_none() {
                    tree.playout(&mut game);
                }
            }
            let moves = tree.moves();
            let all_lost = moves.iter().all(is_lost);
            for (found, (point, left)) in moves.iter().zip(tree.pruned_visits()) {
                assert_eq!(found.point, point);
                if is_lost(found) && !all_lost {
                    assert_eq!(left, 0, "seed {seed}");
                    taken_off += found.visits;
                } else if forced_playouts == 0.0 {
                    assert_eq!(left, found.visits, "seed {seed}");
                }
            }
        }
    }
    assert!(taken_off > 50, "{taken_off}");
}

#[test]
fn gumbel_spends_the_playouts_that_it_is_given() {
    for (seed, playouts) in (0..50).zip((1..).step_by(7)) {
        let mut game = RandomGame::new(seed, 14, 9);
        let mut tree = Tree::new(settings(Selection::ImprovedPolicy), 1 << 20);
        let choice = gumbel_search(
            &mut tree,
            &mut game,
            playouts,
            8,
            &mut Rng::new(seed),
            &StopSignal::new(),
        );
        assert!(tree.visits() == playouts || tree.proved().is_some());
        let sum: f32 = choice
            .iter()
            .flat_map(|choice| &choice.policy)
            .map(|(_, part)| part)
            .sum();
        assert!(choice.is_none() || (sum - 1.0).abs() < 1e-4);
    }
    let mut tree = Tree::new(TreeSettings::default(), 0);
    let none = gumbel_search(
        &mut tree,
        &mut RandomGame::new(1, 5, 5),
        0,
        8,
        &mut Rng::new(1),
        &StopSignal::new(),
    );
    assert_eq!(none, None);
}

#[test]
fn gumbel_chooses_what_it_has_visited_and_no_loss_while_another_move_is_open() {
    let is_lost = |found: &MoveStatistics<u8>| matches!(found.proved, Some(Proved::Loss(_)));
    for seed in 0..400 {
        let mut game = RandomGame {
            early: [8, 2][seed as usize % 2],
            ..RandomGame::new(seed, 14, 9)
        };
        let mut tree = Tree::new(settings(Selection::ImprovedPolicy), 1 << 20);
        let (playouts, considered, stop) = (2 + seed as u32 % 17, 4, StopSignal::new());
        let mut rng = Rng::new(seed);
        let choice = gumbel_search(&mut tree, &mut game, playouts, considered, &mut rng, &stop);
        let Some(choice) = choice.filter(|_| tree.proved().is_none()) else {
            continue;
        };
        let moves = tree.moves();
        let chosen = moves.iter().find(|played| played.point == choice.point);
        let chosen = chosen.expect("a move of the root");
        let has_other = moves
            .iter()
            .any(|found| found.visits > 0 && !is_lost(found));
        assert!(!is_lost(chosen), "{seed}");
        assert!(chosen.visits > 0 || !has_other, "{seed}");
        for (point, part) in choice.policy {
            let found = moves.iter().find(|found| found.point == point);
            if found.is_some_and(is_lost) {
                assert!(part <= 0.0, "{seed}");
            }
        }
    }
}

proptest! {
    /// The theorem of the paper: with values that are true the improved policy is worth at least what the priors are.
    #[test]
    fn the_improved_policy_is_worth_at_least_the_priors(
        moves in prop::collection::vec((0.001_f32..1.0, -1.0_f32..1.0, any::<bool>()), 1..40),
        scale in 0.1_f32..100.0,
        visits in 1_u32..1000,
    ) {
        let sum: f32 = moves.iter().map(|(prior, ..)| prior).sum();
        let priors: Vec<f32> = moves.iter().map(|(prior, ..)| prior / sum).collect();
        let worth = |policy: &[f32]| -> f64 {
            policy.iter().zip(&moves).map(|(&part, &(_, value, _))| f64::from(part) * f64::from(value)).sum()
        };
        let known: Vec<(f32, Option<f32>)> = priors
            .iter()
            .zip(&moves)
            .map(|(&prior, &(_, value, visited))| (prior, visited.then_some(value)))
            .collect();
        // Where all moves were visited the values are the true ones.
        let all: Vec<f32> = moves.iter().map(|&(_, value, _)| value * scale).collect();
        prop_assert!(worth(&improved_policy(&priors, &all)) >= worth(&priors) - 1e-4);
        // Where some were not, the others count as one value: what is completed is worth at least the priors with it.
        let fill = completed(&known, 0.1, visits);
        let filled: Vec<f32> = known.iter().map(|(_, value)| value.unwrap_or(fill)).collect();
        let scaled: Vec<f32> = filled.iter().map(|value| value * scale).collect();
        let by_filled = |policy: &[f32]| -> f64 {
            policy.iter().zip(&filled).map(|(&part, &value)| f64::from(part) * f64::from(value)).sum()
        };
        prop_assert!(by_filled(&improved_policy(&priors, &scaled)) >= by_filled(&priors) - 1e-4);
    }
}

#[test]
fn a_traced_playout_is_the_plain_one_and_follows_the_greatest_sum() {
    for seed in 0..200 {
        let mut game = RandomGame::new(seed, 8, 5);
        let mut plain = Tree::new(TreeSettings::default(), 1 << 20);
        let mut traced = plain.clone();
        for _ in 0..60 {
            if plain.proved().is_some() {
                break;
            }
            let expected = plain.playout(&mut game).clone();
            let seen = traced.trace(&mut game);
            assert_eq!(seen.playout, expected);
            assert_eq!(traced.moves(), plain.moves());
            assert_eq!(seen.after.len(), expected.path.len() + 1);
            for (view, point) in seen.before.iter().zip(&expected.path) {
                let open = || view.moves.iter().filter(|terms| terms.proved.is_none());
                let most = open().map(|terms| terms.value + terms.bonus);
                let most = most.fold(f32::NEG_INFINITY, f32::max);
                let chosen = open().find(|terms| terms.point == *point);
                let chosen = chosen.expect("an open move is followed");
                assert!(chosen.value + chosen.bonus >= most, "{seed}");
            }
            for (before, after) in seen.before.iter().zip(&seen.after) {
                assert_eq!(after.visits, before.visits + 1);
            }
            let last = seen.after.last().expect("the playout ends somewhere");
            assert!(last.visits > 0 && (last.proved.is_some() || !last.moves.is_empty()));
        }
    }
}

//! The choice of a move with few playouts that is never worse than the priors: Gumbel noise, sequential halving and the
//! improved policy (I. Danihelka, A. Guez, J. Schrittwieser and D. Silver, "Policy improvement by planning with Gumbel",
//! 2022). Sequential halving is by Z. Karnin, T. Koren and O. Somekh ("Almost optimal exploration in multi-armed bandits",
//! 2013).

use kagetsu_kernel::StopSignal;
use kagetsu_kernel::rng::Rng;

use super::arena::Edge;
use super::game::TreeGame;
use super::proved::Proved;
use super::tree::{ROOT, Tree};

/// What a search with Gumbel noise found.
#[derive(Clone, Debug, PartialEq)]
pub struct GumbelChoice<M> {
    /// The move to play.
    pub point: M,
    /// The improved policy: all moves of the root with their probabilities, in the order of their priors. A network learns it.
    pub policy: Vec<(M, f32)>,
}

/// Spends so many playouts on the root, beginning with the `considered` moves whose noise and prior are greatest; `None`
/// when the root is proved before it has moves, no playout is allowed, or the search was stopped.
pub fn gumbel_search<G: TreeGame>(
    tree: &mut Tree<G::Move>,
    game: &mut G,
    playouts: u32,
    considered: usize,
    rng: &mut Rng,
    stop: &StopSignal,
) -> Option<GumbelChoice<G::Move>> {
    let end = tree.visits().checked_add(playouts)?;
    while tree.root_edges().is_empty() && tree.proved().is_none() && tree.visits() < end {
        tree.playout(game);
    }
    let edges = tree.root_edges();
    let bias: Vec<f32> = edges
        .iter()
        .map(|edge| libm::logf(edge.prior.max(f32::MIN_POSITIVE)) + gumbel(rng))
        .collect();
    let mut by_bias: Vec<usize> = (0..edges.len()).collect();
    by_bias.sort_by(|&a, &b| bias[b].total_cmp(&bias[a]));
    // Each of them is visited.
    let playouts_left = end.saturating_sub(tree.visits()) as usize;
    let mut wanted = considered.min(playouts_left).min(by_bias.len()).max(1);
    let mut left: Vec<usize> = by_bias.iter().copied().take(wanted).collect();
    let rounds = wanted.max(2).next_power_of_two().trailing_zeros();
    while tree.visits() < end && tree.proved().is_none() {
        fill(&mut left, wanted, &by_bias, tree);
        if left.is_empty() {
            break;
        }
        let share = (playouts / (rounds * left.len() as u32)).max(1);
        for &number in &left {
            for _ in 0..share {
                if stop.is_raised() {
                    return None;
                }
                let is_needed = tree.visits() < end && tree.proved().is_none();
                if is_needed && proved_of(tree, number).is_none() {
                    tree.playout_from(game, Some(number));
                }
            }
        }
        let values = scaled_values(tree, ROOT);
        left.sort_by(|&a, &b| (bias[b] + values[b]).total_cmp(&(bias[a] + values[a])));
        wanted = wanted.div_ceil(2).max(2).min(wanted);
        left.truncate(wanted);
    }
    let best = match tree.proved() {
        // The best of what is proved.
        Some(_) => tree.moves().first()?.point,
        None => tree.root_edges()[best_of(tree, &bias, &by_bias, &left)?].point,
    };
    let policy = improved_policy_of(tree, ROOT);
    let points = tree.root_edges().iter().map(|edge| edge.point);
    Some(GumbelChoice {
        point: best,
        policy: points.zip(policy).collect(),
    })
}

/// The result of a move of the root for the side that makes it, if it is proved.
fn proved_of<M: Copy + PartialEq>(tree: &Tree<M>, number: usize) -> Option<Proved> {
    let edge = &tree.root_edges()[number];
    tree.child(edge)?
        .proved_move_of(tree.arena.nodes[ROOT as usize].side)
}

/// Leaves out the moves whose results are proved, for they need no more playouts, and puts the next ones in their places.
fn fill<M: Copy + PartialEq>(
    left: &mut Vec<usize>,
    wanted: usize,
    by_bias: &[usize],
    tree: &Tree<M>,
) {
    left.retain(|&number| proved_of(tree, number).is_none());
    for &number in by_bias {
        if left.len() >= wanted {
            return;
        }
        if !left.contains(&number) && proved_of(tree, number).is_none() {
            left.push(number);
        }
    }
}

/// The move to play while the result is not proved: the best of those that are left and of the draws that are proved. Where
/// all of them are lost it is another one that is not, rather one that was visited. `None` before there are moves.
fn best_of<M: Copy + PartialEq>(
    tree: &Tree<M>,
    bias: &[f32],
    by_bias: &[usize],
    left: &[usize],
) -> Option<usize> {
    by_bias.first()?;
    let values = scaled_values(tree, ROOT);
    let class = |number: usize| {
        let is_visited = tree.child(&tree.root_edges()[number]).is_some();
        match proved_of(tree, number) {
            Some(Proved::Loss(_)) => None,
            Some(Proved::Win(_) | Proved::Draw) => Some((true, true)),
            None => Some((is_visited && left.contains(&number), is_visited)),
        }
    };
    let open = by_bias
        .iter()
        .filter_map(|&number| Some((class(number)?, bias[number] + values[number], number)));
    let best = open.max_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.total_cmp(&b.1)));
    best.map(|(_, _, number)| number)
}

/// A number of the standard Gumbel distribution.
fn gumbel(rng: &mut Rng) -> f32 {
    -libm::logf(-libm::logf(rng.unit()))
}

/// The improved policy of an expanded position: the priors, changed by what the visits have shown. A move that is proved lost
/// has no part in it, unless all are.
pub(crate) fn improved_policy_of<M: Copy + PartialEq>(tree: &Tree<M>, place: u32) -> Vec<f32> {
    let side = tree.arena.nodes[place as usize].side;
    let edges = &tree.arena.edges[tree.arena.edges_of(place)];
    let is_lost = |edge: &Edge<M>| {
        let proved = tree
            .child(edge)
            .and_then(|child| child.proved_move_of(side));
        matches!(proved, Some(Proved::Loss(_)))
    };
    let all_lost = edges.iter().all(is_lost);
    let prior = |edge: &Edge<M>| {
        if is_lost(edge) && !all_lost {
            0.0
        } else {
            edge.prior
        }
    };
    let priors: Vec<f32> = edges.iter().map(prior).collect();
    improved_policy(&priors, &scaled_values(tree, place))
}

/// Priors times the exponentials of the scaled values, so that the sum is one.
pub(crate) fn improved_policy(priors: &[f32], scaled_values: &[f32]) -> Vec<f32> {
    let greatest = scaled_values
        .iter()
        .copied()
        .fold(f32::NEG_INFINITY, f32::max);
    let mut policy: Vec<f32> = priors
        .iter()
        .zip(scaled_values)
        .map(|(&prior, &value)| prior * libm::expf(value - greatest))
        .collect();
    let sum: f32 = policy.iter().sum();
    if sum > 0.0 {
        for probability in &mut policy {
            *probability /= sum;
        }
    }
    policy
}

/// The values of all moves of a position, scaled for the improved policy. Moves without visits count as [`completed`].
fn scaled_values<M: Copy + PartialEq>(tree: &Tree<M>, place: u32) -> Vec<f32> {
    let node = &tree.arena.nodes[place as usize];
    let edges = &tree.arena.edges[tree.arena.edges_of(place)];
    let children = || edges.iter().map(|edge| tree.child(edge));
    let values: Vec<(f32, Option<f32>)> = edges
        .iter()
        .zip(children())
        .map(|(edge, child)| (edge.prior, child.map(|child| child.value_for(node.side))))
        .collect();
    let visits = children().flatten().map(|child| child.visits);
    let (all, most) = visits.fold((0, 0), |(all, most), visits| {
        (all + visits, most.max(visits))
    });
    let scale = (tree.settings.improved_visits + most as f32) * tree.settings.improved_scale;
    let completed = completed(&values, node.evaluation, all);
    values
        .iter()
        // As a probability to win, from 0 to 1.
        .map(|&(_, value)| scale * f32::midpoint(value.unwrap_or(completed), 1.0))
        .collect()
}

/// The value that moves without visits count as: the position's own value, mixed with the mean of the visited moves' by their
/// priors. `values` are the priors and the values of the visited moves, `visits` the sum of their visits.
pub fn completed(values: &[(f32, Option<f32>)], evaluation: f32, visits: u32) -> f32 {
    let visited = values
        .iter()
        .filter_map(|&(prior, value)| Some((prior, prior * value?)));
    let (priors, sum) = visited.fold((0.0, 0.0), |(priors, sum), (prior, weighted)| {
        (priors + prior, sum + weighted)
    });
    if priors <= 0.0 {
        return evaluation;
    }
    let visits = visits as f32;
    (evaluation + visits * sum / priors) / (1.0 + visits)
}

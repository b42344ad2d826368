//! The choice of a move with few playouts that is never worse than the priors: Gumbel noise, sequential halving and the
//! improved policy (I. Danihelka, A. Guez, J. Schrittwieser and D. Silver, "Policy improvement by planning with Gumbel",
//! 2022). Sequential halving is by Z. Karnin, T. Koren and O. Somekh ("Almost optimal exploration in multi-armed bandits",
//! 2013).

use kagetsu_kernel::StopSignal;
use kagetsu_kernel::rng::Rng;

use super::game::TreeGame;
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
    let mut left: Vec<usize> = (0..edges.len()).collect();
    left.sort_by(|&a, &b| bias[b].total_cmp(&bias[a]));
    // Each of them is visited.
    let playouts_left = end.saturating_sub(tree.visits()) as usize;
    left.truncate(considered.min(playouts_left).max(1));
    let rounds = left.len().max(2).next_power_of_two().trailing_zeros();
    while tree.visits() < end && tree.proved().is_none() {
        let share = (playouts / (rounds * left.len() as u32)).max(1);
        for &number in &left {
            for _ in 0..share {
                if stop.is_raised() {
                    return None;
                }
                if tree.visits() < end && tree.proved().is_none() {
                    tree.playout_from(game, Some(number));
                }
            }
        }
        let values = scaled_values(tree, ROOT);
        left.sort_by(|&a, &b| (bias[b] + values[b]).total_cmp(&(bias[a] + values[a])));
        left.truncate(left.len().div_ceil(2).max(2));
    }
    let best = match tree.proved() {
        // The best of what is proved.
        Some(_) => tree.moves().first()?.point,
        None => tree.root_edges().get(*left.first()?)?.point,
    };
    let policy = improved_policy_of(tree, ROOT);
    let points = tree.root_edges().iter().map(|edge| edge.point);
    Some(GumbelChoice {
        point: best,
        policy: points.zip(policy).collect(),
    })
}

/// A number of the standard Gumbel distribution.
fn gumbel(rng: &mut Rng) -> f32 {
    -libm::logf(-libm::logf(rng.unit()))
}

/// The improved policy of an expanded position: the priors, changed by what the visits have shown.
pub(crate) fn improved_policy_of<M: Copy + PartialEq>(tree: &Tree<M>, place: u32) -> Vec<f32> {
    let edges = &tree.arena.edges[tree.arena.edges_of(place)];
    let priors: Vec<f32> = edges.iter().map(|edge| edge.prior).collect();
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

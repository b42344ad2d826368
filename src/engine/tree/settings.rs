//! The numbers that steer a tree search.

/// How a playout chooses among the moves of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// The greatest sum of mean value and a bonus for large priors and few visits (PUCT).
    Puct,
    /// The move that is furthest behind the improved policy (Gumbel).
    ImprovedPolicy,
}

/// The settings of a tree. All values are expected results, from -1 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeSettings {
    /// How moves are chosen.
    pub selection: Selection,
    /// Weight of the bonus of PUCT (`c_init` of D. Silver et al., "A general reinforcement learning algorithm that masters
    /// chess, shogi, and Go through self-play", 2018).
    pub exploration: f32,
    /// Visits at which the weight of the bonus has grown by the logarithm of two (`c_base`, the same paper).
    pub exploration_base: f32,
    /// A move that was not visited counts as the value of its position less this, times the root of the priors that were
    /// visited (first-play urgency, `c_FPU` of `KataGo`), and no less than a loss. `KataGo` takes nothing off at a root with
    /// noise; here the root is as any other position.
    pub unvisited_reduction: f32,
    /// How often PUCT visits the moves of the root at least, once they were visited: the square root of this times the prior
    /// times the visits of the root (forced playouts, D. Wu, "Accelerating self-play learning in Go", 2019). Zero forces
    /// nothing; [`Tree::pruned_visits`](crate::Tree::pruned_visits) takes the forced visits off again.
    pub forced_playouts: f32,
    /// Does [`Tree::pruned_visits`](crate::Tree::pruned_visits) take off all visits of the moves that are proved lost, unless
    /// every move is? The search leaves them alone, so they keep the visits that their proof took.
    pub prune_lost: bool,
    /// Visits that are added to the most visited move's before they scale the values of the improved policy (`c_visit` of
    /// I. Danihelka et al., 2022).
    pub improved_visits: f32,
    /// Weight of the values, as probabilities from 0 to 1, in the improved policy (`c_scale`, the same paper).
    pub improved_scale: f32,
}

impl Default for TreeSettings {
    fn default() -> Self {
        Self {
            selection: Selection::Puct,
            exploration: 1.5,
            exploration_base: 19_652.0,
            unvisited_reduction: 0.2,
            forced_playouts: 0.0,
            prune_lost: false,
            improved_visits: 50.0,
            improved_scale: 1.0,
        }
    }
}

//! Forced playouts at the root, and what is left of the visits without them (D. Wu, "Accelerating self-play learning in Go",
//! 2019).

use super::arena::{Edge, Node};
use super::proved::Proved;
use super::statistics::MoveStatistics;
use super::tree::{ROOT, Tree};

impl<M: Copy + PartialEq> Tree<M> {
    /// The visits that a move of the root is to have at least.
    pub(crate) fn forced_visits(&self, edge: &Edge<M>) -> f32 {
        let visits = self.visits() as f32;
        (self.settings.forced_playouts * edge.prior * visits).sqrt()
    }

    /// The visits of the moves of the root, best first as in [`Tree::moves`], without those that were only forced: the other
    /// moves lose as many as they were forced to have, while PUCT would not prefer them to the best one. A single visit goes
    /// too. Without forced playouts they are all visits. With [`TreeSettings::prune_lost`](crate::TreeSettings::prune_lost)
    /// moves that are proved lost have none. A network learns them.
    pub fn pruned_visits(&self) -> Vec<(M, u32)> {
        let moves = self.moves();
        let Some(best) = moves.first() else {
            return Vec::new();
        };
        let is_lost = |found: &MoveStatistics<M>| matches!(found.proved, Some(Proved::Loss(_)));
        // The best one is lost only where all are.
        let is_pruned = self.settings.prune_lost && !is_lost(best);
        let is_forced = self.settings.forced_playouts > 0.0;
        let root = &self.arena.nodes[ROOT as usize];
        let bonus = self.bonus(root);
        let find = |point: M| self.root_edges().iter().find(|edge| edge.point == point);
        let score = |edge: &Edge<M>, child: &Node, visits: u32| {
            child.value_for(root.side) + bonus * edge.prior / (1.0 + visits as f32)
        };
        let kept = |point: M, visits: u32| {
            let (Some(edge), Some(best)) = (find(point), find(best.point)) else {
                return visits;
            };
            let (Some(child), Some(first)) = (self.child(edge), self.child(best)) else {
                return visits;
            };
            let least = score(best, first, first.visits);
            let mut left = visits;
            for _ in 0..self.forced_visits(edge) as u32 {
                if left == 0 || score(edge, child, left - 1) >= least {
                    break;
                }
                left -= 1;
            }
            if left == 1 { 0 } else { left }
        };
        let pruned = moves[1..].iter().map(|found| {
            let left = match found.visits {
                _ if is_pruned && is_lost(found) => 0,
                visits if is_forced => kept(found.point, visits),
                visits => visits,
            };
            (found.point, left)
        });
        [(best.point, best.visits)]
            .into_iter()
            .chain(pruned)
            .collect()
    }
}

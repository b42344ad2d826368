//! The choice of a move in a playout.

use super::arena::{Edge, NONE, Node};
use super::gumbel::improved_policy_of;
use super::settings::Selection;
use super::tree::{ROOT, Tree};

impl<M: Copy + PartialEq> Tree<M> {
    /// The place of the edge that a playout follows from an expanded position that is not solved.
    pub(crate) fn select(&self, place: u32) -> usize {
        let edges = self.arena.edges_of(place);
        let first = edges.start;
        let chosen = match self.settings.selection {
            Selection::Puct => self.by_puct(place, &self.arena.edges[edges]),
            Selection::ImprovedPolicy => self.by_improved_policy(place),
        };
        first + chosen
    }

    /// The position behind a move, unless the move has no visits.
    pub(crate) fn child(&self, edge: &Edge<M>) -> Option<&Node> {
        self.arena.nodes.get(edge.child as usize)
    }

    /// What the prior of a move without visits is multiplied by (PUCT).
    pub(crate) fn bonus(&self, node: &Node) -> f32 {
        let settings = &self.settings;
        let visits = node.visits.max(1) as f32;
        let growth = libm::logf((visits + settings.exploration_base) / settings.exploration_base);
        (settings.exploration + growth) * visits.sqrt()
    }

    fn by_puct(&self, place: u32, edges: &[Edge<M>]) -> usize {
        let node = &self.arena.nodes[place as usize];
        let settings = &self.settings;
        let bonus = self.bonus(node);
        let visited: f32 = edges
            .iter()
            .filter(|edge| edge.child != NONE)
            .map(|edge| edge.prior)
            .sum();
        let unvisited = node.value() - settings.unvisited_reduction * visited.sqrt();
        let mut best = (f32::NEG_INFINITY, 0);
        for (number, edge) in edges.iter().enumerate() {
            let (value, visits) = match self.child(edge) {
                // What is known is not looked at again.
                Some(child) if child.solved.is_some() => continue,
                Some(child) => (child.value_for(node.side), child.visits as f32),
                None => (unvisited, 0.0),
            };
            let score = if place == ROOT && visits > 0.0 && visits < self.forced(edge) {
                f32::INFINITY
            } else {
                value + bonus * edge.prior / (1.0 + visits)
            };
            if score > best.0 {
                best = (score, number);
            }
            if edge.child == NONE && place != ROOT {
                // The others without visits have smaller priors.
                break;
            }
        }
        best.1
    }

    /// The move whose part of the visits is furthest behind its part of the improved policy.
    fn by_improved_policy(&self, place: u32) -> usize {
        let node = &self.arena.nodes[place as usize];
        let policy = improved_policy_of(self, place);
        let edges = &self.arena.edges[self.arena.edges_of(place)];
        let all = 1.0 + node.visits as f32;
        let mut best = (f32::NEG_INFINITY, 0);
        for (number, (edge, wanted)) in edges.iter().zip(policy).enumerate() {
            let child = self.child(edge);
            if child.is_some_and(|child| child.solved.is_some()) {
                continue;
            }
            let visits = child.map_or(0, |child| child.visits) as f32;
            let behind = wanted - visits / all;
            if behind > best.0 {
                best = (behind, number);
            }
        }
        best.1
    }
}

//! The choice of a move in a playout.

use kagetsu_kernel::Side;

use super::arena::{Edge, NONE, Node};
use super::gumbel::improved_policy_of;
use super::settings::Selection;
use super::tree::{ROOT, Tree};

/// What the terms of PUCT are computed from for the moves of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PuctTerms {
    /// The bonus of a move with a prior of one and without visits.
    bonus: f32,
    /// The value that a move without visits counts as (first-play urgency).
    unvisited: f32,
}

impl PuctTerms {
    /// Value (Q) and bonus (U) of a move for the side that makes it.
    pub(crate) fn of(self, side: Side, prior: f32, child: Option<&Node>) -> (f32, f32) {
        let (value, visits) = match child {
            Some(child) => (child.value_for(side), child.visits as f32),
            None => (self.unvisited, 0.0),
        };
        (value, self.bonus * prior / (1.0 + visits))
    }
}

impl<M: Copy + PartialEq> Tree<M> {
    /// The place of the edge that a playout follows from an expanded position that is not proved.
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

    /// What the terms of PUCT are computed from for the moves of a position.
    pub(crate) fn puct_terms(&self, node: &Node, edges: &[Edge<M>]) -> PuctTerms {
        let visited: f32 = edges
            .iter()
            .filter(|edge| edge.child != NONE)
            .map(|edge| edge.prior)
            .sum();
        PuctTerms {
            bonus: self.bonus(node),
            unvisited: (node.value() - self.settings.unvisited_reduction * visited.sqrt())
                .max(-1.0),
        }
    }

    fn by_puct(&self, place: u32, edges: &[Edge<M>]) -> usize {
        let node = &self.arena.nodes[place as usize];
        let puct_terms = self.puct_terms(node, edges);
        let mut best = (f32::NEG_INFINITY, 0);
        for (number, edge) in edges.iter().enumerate() {
            let child = self.child(edge);
            // What is proved is not looked at again.
            if child.is_some_and(|child| child.proved.is_some()) {
                continue;
            }
            let (value, bonus) = puct_terms.of(node.side, edge.prior, child);
            let is_forced = place == ROOT
                && child.is_some_and(|child| {
                    let visits = child.visits as f32;
                    visits > 0.0 && visits < self.forced_visits(edge)
                });
            let score = if is_forced {
                f32::INFINITY
            } else {
                value + bonus
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
        let policy = improved_policy_of(self, place);
        let edges = &self.arena.edges[self.arena.edges_of(place)];
        let visits = |edge: &Edge<M>| self.child(edge).map_or(0, |child| child.visits);
        let all = 1.0 + edges.iter().map(visits).sum::<u32>() as f32;
        let mut best = (f32::NEG_INFINITY, 0);
        for (number, (edge, wanted)) in edges.iter().zip(policy).enumerate() {
            if self.child(edge).is_some_and(|child| child.proved.is_some()) {
                continue;
            }
            let behind = wanted - visits(edge) as f32 / all;
            if behind > best.0 {
                best = (behind, number);
            }
        }
        best.1
    }
}

//! What a tree knows of the moves of its root.

use std::cmp::Ordering;

use super::proved::Proved;
use super::tree::{ROOT, Tree};

/// A move of the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveStatistics<M> {
    /// The move.
    pub point: M,
    /// The probability that the game gave it, from 0 to 1.
    pub prior: f32,
    /// Playouts that went through it.
    pub visits: u32,
    /// The mean of their values for the side to move at the root, from -1 to 1, or the proved result; `None` without visits.
    pub value: Option<f32>,
    /// The result for the side to move at the root, if it is proved.
    pub proved: Option<Proved>,
}

impl<M> MoveStatistics<M> {
    /// The greatest is the best: the nearest win, then the most visits, then the latest loss.
    fn order(&self, other: &Self) -> Ordering {
        let class = |moves: &Self| match moves.proved {
            Some(win @ Proved::Win(_)) => (2, Some(win)),
            Some(loss @ Proved::Loss(_)) => (0, Some(loss)),
            Some(Proved::Draw) | None => (1, None),
        };
        let value = |moves: &Self| moves.value.unwrap_or(-1.0);
        class(self)
            .cmp(&class(other))
            .then_with(|| self.visits.cmp(&other.visits))
            .then_with(|| value(self).total_cmp(&value(other)))
            .then_with(|| self.prior.total_cmp(&other.prior))
    }
}

impl<M: Copy + PartialEq> Tree<M> {
    /// The moves of the root, best first. Empty before the first playout.
    pub fn moves(&self) -> Vec<MoveStatistics<M>> {
        if self.arena.nodes.is_empty() {
            return Vec::new();
        }
        self.moves_of(ROOT)
    }

    /// The moves of a position, best first.
    fn moves_of(&self, place: u32) -> Vec<MoveStatistics<M>> {
        let side = self.arena.nodes[place as usize].side;
        let edges = &self.arena.edges[self.arena.edges_of(place)];
        let mut moves: Vec<_> = edges
            .iter()
            .map(|edge| {
                let child = self.child(edge);
                MoveStatistics {
                    point: edge.point,
                    prior: edge.prior,
                    visits: child.map_or(0, |child| child.visits),
                    value: child.map(|child| child.value_for(side)),
                    proved: child.and_then(|child| child.proved_move_of(side)),
                }
            })
            .collect();
        moves.sort_by(|a, b| b.order(a));
        // A proved draw has no more visits, and is better than what seems to lose.
        let seems_lost = moves
            .first()
            .is_some_and(|best| best.value.is_none_or(|value| value < 0.0));
        if let Some(draw) = moves
            .iter()
            .position(|played| played.proved == Some(Proved::Draw))
            && seems_lost
        {
            moves[..=draw].rotate_right(1);
        }
        moves
    }

    /// The line that begins with a move of the root: the best moves of both sides as far as they were visited.
    pub fn line(&self, point: M) -> Vec<M> {
        let mut line = vec![point];
        if self.arena.nodes.is_empty() {
            return line;
        }
        let mut place = ROOT;
        while let Some(&last) = line.last() {
            let edges = &self.arena.edges[self.arena.edges_of(place)];
            let Some(edge) = edges
                .iter()
                .find(|edge| edge.point == last && self.child(edge).is_some())
            else {
                break;
            };
            place = edge.child;
            let Some(best) = self
                .moves_of(place)
                .into_iter()
                .find(|best| best.visits > 0)
            else {
                break;
            };
            line.push(best.point);
        }
        line
    }
}

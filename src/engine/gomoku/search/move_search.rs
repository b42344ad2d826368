//! The search of one move of a node: principal variation search, the singular test of the table move, and what a beta
//! cutoff teaches the history.

use crate::board::Threat;
use crate::eval::Evaluator;
use crate::geometry::Point;
use kagetsu_kernel::table::{Bound, TableEntry};
use kagetsu_kernel::{PERCENT, Score};

use super::decide::{Expected, NodeContext};
use super::history::Previous;
use super::params::HUNDREDTHS;
use super::worker::{NodeType, NonPv, Pv, Worker};

/// Searched moves, with their threat classes, whose history is lowered when a later move causes a beta cutoff.
pub(super) type Tried = arrayvec::ArrayVec<(Point, usize), 64>;

/// Depths for the search of a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Depths {
    /// Without late move reductions.
    pub(super) full: i32,
    /// With them.
    pub(super) reduced: i32,
    /// Is it the first move of its node, searched with the full window at once?
    pub(super) first: bool,
}

impl<E: Evaluator> Worker<'_, E> {
    /// Searches all moves but the table move less deep, with a window below the table's score.
    ///
    /// Returns 1 ply of extension when they all fail low (the table move is singular), -1 when the table's score
    /// suggests that several moves fail high, else 0. An error is a score that cuts the node: other moves fail high
    /// as well (multi-cut).
    pub(super) fn singular_extension(
        &mut self,
        node: &NodeContext,
        entry: Option<TableEntry>,
        ply: usize,
    ) -> Result<i32, Score> {
        let Some(entry) = entry.filter(|entry| self.may_be_singular(node, entry)) else {
            return Ok(0);
        };
        let params = self.context.params;
        let bound = Score::evaluation(
            entry.score.value() - params.singular_margin * node.depth / HUNDREDTHS,
        );
        let depth = (node.depth - 1) * params.singular_test_depth / i32::from(PERCENT);
        self.stack[ply].excluded = Point::from_index(entry.best as usize);
        let score = self.node::<NonPv>(depth, bound - 1, bound, ply, node.expected);
        self.stack[ply].excluded = None;
        if self.aborted {
            return Err(Score::ZERO);
        }
        if score < bound {
            return Ok(1);
        }
        // A second move fails high as well, already at the lesser depth.
        if score >= node.beta && !node.on_pv && !score.is_decided() {
            return Err(score);
        }
        Ok(if entry.score >= node.beta { -1 } else { 0 })
    }

    /// Is the table's score deep and high enough for a singular test?
    fn may_be_singular(&self, node: &NodeContext, entry: &TableEntry) -> bool {
        node.depth >= self.context.params.singular_depth
            && i32::from(entry.depth) >= node.depth - self.context.params.singular_entry_lag
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && !entry.score.is_decided()
    }

    /// Principal variation search of a move that has been made: a null window first, a full window if it may be better.
    pub(super) fn search_move<N: NodeType>(
        &mut self,
        alpha: Score,
        beta: Score,
        ply: usize,
        expected: Expected,
        depths: Depths,
    ) -> Score {
        if !depths.first {
            // The child is expected to refute a move that is not the first.
            let mut score =
                -self.node::<NonPv>(depths.reduced, -(alpha + 1), -alpha, ply + 1, Expected::Cut);
            if score > alpha && depths.reduced < depths.full {
                score = -self.node::<NonPv>(
                    depths.full,
                    -(alpha + 1),
                    -alpha,
                    ply + 1,
                    expected.opposite(),
                );
            }
            if score <= alpha || !N::ON_PV {
                return score;
            }
        }
        if N::ON_PV {
            -self.node::<Pv>(depths.full, -beta, -alpha, ply + 1, Expected::All)
        } else {
            -self.node::<NonPv>(depths.full, -beta, -alpha, ply + 1, expected.opposite())
        }
    }

    pub(super) fn update_pv(&mut self, point: Point, ply: usize) {
        let (upper, lower) = self.stack.split_at_mut(ply + 1);
        upper[ply].pv.set(point, &lower[0].pv);
    }

    /// Raises the history of the move that caused a beta cutoff and lowers that of the moves searched before it.
    pub(super) fn update_history(
        &mut self,
        point: Point,
        own: Threat,
        tried: &Tried,
        previous: Previous,
        depth: i32,
    ) {
        let side = self.board.side_to_move();
        // The square: a cutoff high in the tree saves far more nodes, and is seldom a matter of one line.
        let bonus = (self.context.params.history_bonus * depth * depth)
            .min(self.context.params.history_bonus_max);
        let history = &mut self.data.history;
        history.update(side, point, own as usize, previous, bonus);
        history.set_counter_move(side, previous, point);
        for &(other, class) in tried {
            history.update(side, other, class, previous, -bonus);
        }
    }
}

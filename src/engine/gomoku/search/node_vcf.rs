//! Wins by continuous fours (VCF) at the nodes of alpha-beta. Off the principal variation, from the third ply on, they are
//! searched only near the side's own last stone, an idea of Rapfi.

use crate::eval::Evaluator;
use crate::geometry::Point;
use kagetsu_kernel::Score;
use kagetsu_kernel::table::{Bound, TableEntry};

use super::threat_space::forcing::four_count;
use super::threat_space::vcf::VcfResult;
use super::worker::{NodeType, Worker};

impl<E: Evaluator> Worker<'_, E> {
    /// The stone near which the VCF search of this node must begin. Usually it is the side's own last stone: a win by
    /// fours that begins elsewhere was looked for two plies before. If a five had to be stopped two plies before, no VCF
    /// search was made there, so the stone before that reply is the anchor.
    pub(super) fn vcf_anchor(&self, ply: usize) -> Option<Point> {
        ply.checked_sub(2)
            .and_then(|before| self.stack[before].deferred_anchor)
            .or_else(|| self.board.recent(2))
    }

    /// Searches for a win by continuous fours of the side to move; returns the plies until its five.
    pub(super) fn win_by_fours<N: NodeType>(
        &mut self,
        anchor: Option<Point>,
        depth: i32,
        ply: usize,
    ) -> Option<usize> {
        // The board counts fours, so a node without any pays nothing.
        if four_count(&self.board, self.board.side_to_move()) == 0 {
            return None;
        }
        // Few nodes: this search is made at nearly every node, and most positions have no win.
        let limit =
            self.context.params.vcf_leaf_nodes + self.context.params.vcf_depth_nodes * depth.max(0);
        let solver = &mut self.data.vcf;
        let verdict = match anchor {
            // A win that begins elsewhere was there two plies before, and was looked for then.
            Some(anchor) if !N::ON_PV && ply > 2 => {
                solver.solve_near(&mut self.board, anchor, limit as u64)
            }
            _ => solver.solve(&mut self.board, limit as u64),
        };
        self.nodes += self.data.vcf.nodes();
        match verdict {
            VcfResult::Win(plies) => Some(plies),
            VcfResult::None | VcfResult::Unknown => None,
        }
    }

    /// Stores a win by fours in the transposition table.
    pub(super) fn store_win(&self, key: u64, ply: usize, score: Score, evaluation: Option<i16>) {
        let entry = TableEntry {
            // The search by fours tells the length of a win, but not its moves.
            best: 0,
            score,
            evaluation,
            depth: 0,
            bound: Bound::Lower,
        };
        self.context.table.store(key, ply, entry);
    }
}

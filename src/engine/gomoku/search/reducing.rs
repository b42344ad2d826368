//! Late move reductions: how much less deep a move is searched, by depth, move number, policy score and history.

use crate::board::Threat;
use crate::eval::Evaluator;
use crate::geometry::Point;

use super::decide::{Expected, NodeContext, is_far_above_beta};
use super::history::Previous;
use super::worker::Worker;

/// A ply in the unit of reductions, hundredths of a ply.
pub(super) const PLY: i32 = 100;
/// Policy gap for which the parameter `lmr_policy_gap` gives the reduction.
const POLICY_GAP_UNIT: i32 = 100;
/// Largest Chebyshev distance at which two stones are near each other: on one line, one five can hold both.
const NEAR: usize = 4;

/// A move of a node, before it is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveInfo {
    /// Where it goes.
    pub(super) point: Point,
    /// The threat class of the point for the side to move and for the opponent.
    pub(super) threats: [Threat; 2],
    /// Number of moves of the node that were searched before it.
    pub(super) number: usize,
    /// Difference between the best policy score of the node and that of the move.
    pub(super) policy_gap: i32,
    /// Is there no threat of the opponent to answer?
    pub(super) no_threat: bool,
}

impl MoveInfo {
    /// Does the move neither make a three or better, other than a plain four, nor stop one?
    pub(super) fn is_quiet(&self) -> bool {
        let [own, other] = self.threats;
        (own < Threat::OpenThree || own == Threat::Four) && other < Threat::OpenThree
    }

    /// Is it a four that does not answer the opponent's open three, so that the loss is only delayed (horizon effect)?
    pub(super) fn only_delays(&self) -> bool {
        let [own, other] = self.threats;
        !self.no_threat && own < Threat::FourThree && other < Threat::Four
    }
}

impl<E: Evaluator> Worker<'_, E> {
    /// How much shallower a late move is searched, in plies.
    pub(super) fn reduction(&self, node: &NodeContext, info: &MoveInfo, previous: Previous) -> i32 {
        let params = self.context.params;
        let &MoveInfo {
            point,
            threats: [own, other],
            number,
            policy_gap,
            no_threat,
        } = info;
        let history =
            self.data
                .history
                .value(self.board.side_to_move(), point, own as usize, previous);
        let mut hundredths = self.context.reductions.base(node.depth, number);
        // Moves that have caused cutoffs elsewhere deserve a look.
        hundredths -= history * PLY / params.lmr_history;
        // The network orders moves well, so a move far behind the best seldom is the best. Bounded, because now and then it
        // is.
        let by_policy_gap = (policy_gap - params.lmr_policy_gap_free).max(0)
            * params.lmr_policy_gap
            / POLICY_GAP_UNIT;
        hundredths += by_policy_gap.min(params.lmr_policy_gap_max);
        // One reply is enough there, and it stands early in the order.
        if node.expected == Expected::Cut {
            hundredths += params.lmr_cut_node;
        }
        if !node.improving {
            hundredths += params.lmr_not_improving;
        }
        // A mistake here goes straight into the score of the root.
        if node.on_pv {
            hundredths -= params.lmr_pv;
        }
        // They force what follows, which a search that is too shallow does not see.
        if own >= Threat::OpenThree || other >= Threat::OpenThree {
            hundredths -= params.lmr_threat;
        }
        let [far_from_opponent, far_from_own] =
            previous.map(|before| before.is_some_and(|before| is_far(before, point)));
        // An attack goes on where it has begun.
        if no_threat && own >= Threat::OpenThree && !far_from_own {
            hundredths -= params.lmr_attack;
        }
        // It neither answers the opponent's stone nor goes on with the own one.
        if far_from_opponent && far_from_own {
            hundredths += params.lmr_far;
        }
        if !no_threat && other < Threat::Four {
            // A four that does not answer the opponent's open three only delays the loss: with one such four after another a
            // search would push it over its horizon.
            hundredths += i32::from(far_from_opponent) * params.lmr_delay_far_from_opponent;
            hundredths += i32::from(far_from_own) * params.lmr_delay_far_from_own;
        }
        // The move is made in any case, so a leaf is the least that is left.
        (hundredths / PLY).clamp(0, (node.depth - 1).max(0))
    }

    /// Plies by which a node is searched less deep than asked for. Internal iterative reduction: without a table move the
    /// moves are ordered less well. And a ply less for an expected cut node that stands well above beta.
    pub(super) fn node_reduction(
        &self,
        node: &NodeContext,
        without_table_move: bool,
        prunes: bool,
    ) -> i32 {
        let iir = without_table_move
            && node.depth >= self.context.params.iir_depth
            // Where all moves will be searched anyway, their order matters less.
            && (node.on_pv || node.expected == Expected::Cut);
        let expected_cut = prunes && is_far_above_beta(node, self.context.params);
        i32::from(iir) + i32::from(expected_cut)
    }
}

/// Is a point farther from another than [`NEAR`]?
fn is_far(from: Point, to: Point) -> bool {
    from.distance(to) > NEAR
}

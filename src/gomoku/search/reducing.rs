//! How much shallower late moves are searched: by depth and number, by what they policy_score, and by what history says of
//! them.

use crate::board::Threat;
use crate::eval::Evaluator;
use crate::geometry::Point;

use super::decide::NodeContext;
use super::history::Previous;
use super::worker::Worker;

/// A ply in the unit of reductions, hundredths.
pub(super) const PLY: i32 = 100;
/// Units of policy_score for which a parameter gives the reduction.
const POLICY_GAP_UNIT: i32 = 100;
/// Greatest distance, in steps of a king, at which a stone can be near another: on one line they can be in one five.
const NEAR: usize = 4;

/// A move that is not the first of its node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// Where it goes.
    pub(super) point: Point,
    /// What it makes, and what the opponent would make there.
    pub(super) threats: [Threat; 2],
    /// How many moves were searched before it.
    pub(super) number: usize,
    /// How much less it policy_scores than the most promising move.
    pub(super) policy_gap: i32,
    /// Does nothing demand a reply?
    pub(super) free: bool,
}

impl<E: Evaluator> Worker<'_, E> {
    /// How much shallower a late move is searched, in plies.
    pub(super) fn reduction(
        &self,
        node: &NodeContext,
        candidate: &Candidate,
        previous: Previous,
    ) -> i32 {
        let params = &self.params;
        let &Candidate {
            point,
            threats: [own, other],
            number,
            policy_gap,
            free,
        } = candidate;
        let history =
            self.memory
                .history
                .value(self.board.side_to_move(), point, own as usize, &previous);
        let mut hundredths = self.reductions.base(node.depth, number);
        hundredths -= history * PLY / params.lmr_history;
        let by_policy_gap = (policy_gap - params.lmr_policy_gap_free).max(0)
            * params.lmr_policy_gap
            / POLICY_GAP_UNIT;
        hundredths += by_policy_gap.min(params.lmr_policy_gap_max);
        if node.cut_node {
            hundredths += params.lmr_cut_node;
        }
        if !node.improving {
            hundredths += params.lmr_not_improving;
        }
        if node.on_pv {
            hundredths -= params.lmr_pv;
        }
        if own >= Threat::OpenThree || other >= Threat::OpenThree {
            hundredths -= params.lmr_threat;
        }
        let [reply, own_last] =
            previous.map(|before| before.is_some_and(|before| is_far(before, point)));
        if free && own >= Threat::OpenThree && !own_last {
            hundredths -= params.lmr_attack;
        }
        if reply && own_last {
            hundredths += params.lmr_far;
        }
        if !free && other < Threat::Four {
            // A four that does not stop the opponent's: elsewhere it only delays.
            hundredths += i32::from(reply) * params.lmr_delay_far_from_opponent;
            hundredths += i32::from(own_last) * params.lmr_delay_far_from_own;
        }
        (hundredths / PLY).clamp(0, (node.depth - 1).max(0))
    }
}

/// Is a point out of reach of another?
fn is_far(from: Point, to: Point) -> bool {
    from.x().abs_diff(to.x()).max(from.y().abs_diff(to.y())) > NEAR
}

//! The selectivity of a search: the cuts that a shallow search suggests (Multi-ProbCut, M. Buro, "Experiments with
//! Multi-ProbCut and a new high-quality evaluation function for Othello", 1997).

use super::last::NONE;
use super::search::{EXACT, Question, Search};
use crate::eval::Node;

/// How many standard deviations beyond the window a shallow score must lie, for each selectivity below [`EXACT`].
const MARGINS: [f32; EXACT as usize] = [1.1, 1.5, 2.0, 2.6, 3.3, 4.0];
/// Shallowest search that is worth a probe.
const LEAST_DEPTH: u8 = 4;

impl Search<'_> {
    /// A bound on the score of a node, if a probe makes it probable enough.
    pub(super) fn probable_cut(&mut self, node: &Node, question: Question) -> Option<i32> {
        let margin = MARGINS.get(usize::from(self.selectivity))?;
        if question.depth < LEAST_DEPTH {
            return None;
        }
        let empties = node.board.empties();
        let probe = probe_depth(question.depth);
        let distance = margin
            * self
                .weights
                .errors()
                .deviation(question.depth, probe, empties);
        let distance = distance.ceil() as i32;
        let estimate = self.weights.discs(node);
        for (alpha, promising) in [
            (question.alpha + distance, estimate > question.alpha),
            (question.alpha - distance, estimate <= question.alpha),
        ] {
            if !promising || !(-62..62).contains(&alpha) {
                continue;
            }
            let score = self.null_window(
                node,
                Question {
                    alpha,
                    depth: probe,
                },
            );
            if self.stopped {
                return Some(NONE);
            }
            if alpha > question.alpha && score > alpha {
                return Some(question.alpha + 1);
            }
            if alpha < question.alpha && score <= alpha {
                return Some(question.alpha);
            }
        }
        None
    }
}

/// The depth of the probe for a depth: half of it or one less, of the same parity.
const fn probe_depth(depth: u8) -> u8 {
    let half = depth / 2;
    half - ((half ^ depth) & 1)
}

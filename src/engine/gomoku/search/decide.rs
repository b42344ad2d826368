//! The decisions of a node as pure functions: cut it, skip a move, reduce it.

use kagetsu_kernel::Score;
use kagetsu_kernel::table::{Bound, TableEntry};

use super::params::{HUNDREDTHS, Params};

/// What a null-window search is expected to show of a node. It follows from what is expected of its parent, and guides
/// reductions alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// One of the moves fails high: a cut node.
    Cut,
    /// All moves fail low: an all node. Nodes of the principal variation count as such.
    All,
}

impl Expected {
    /// What is expected of the node after the first move, or after one that must be searched again.
    pub(super) const fn opposite(self) -> Self {
        match self {
            Self::Cut => Self::All,
            Self::All => Self::Cut,
        }
    }
}

/// The values of a node on which its pruning decisions depend. Depth and alpha follow those of the node.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeContext {
    /// Remaining depth in plies.
    pub(super) depth: i32,
    /// Lower end of the window.
    pub(super) alpha: Score,
    /// Upper end of the window.
    pub(super) beta: Score,
    /// What the position seems to be worth, side to move's view: the static value, or better an [`estimate`].
    pub(super) evaluation: i32,
    /// Is the static value better than at this side's previous turn?
    pub(super) improving: bool,
    /// A cut node or an all node?
    pub(super) expected: Expected,
    /// Is the node on a principal variation?
    pub(super) on_pv: bool,
}

/// The value that an earlier search found, where its bound makes it a better estimate than the static value.
pub(super) fn estimate(entry: &TableEntry, evaluation: i32) -> i32 {
    let value = entry.score.value();
    let is_better = match entry.bound {
        Bound::Lower => value > evaluation,
        Bound::Upper => value < evaluation,
        Bound::Exact => true,
        Bound::None => false,
    };
    if is_better && !entry.score.is_decided() {
        value
    } else {
        evaluation
    }
}

/// Does the entry settle what a search with this window asks? A proved win above alpha does, though a shorter one may lie
/// below beta.
pub(super) fn cuts(entry: &TableEntry, alpha: Score, beta: Score) -> bool {
    let wins = entry.bound == Bound::Lower && entry.score.is_win() && entry.score > alpha;
    wins || entry.bound.cuts(entry.score, beta)
}

/// Reverse futility: the value is so far above beta that a search would hardly bring it back. At a leaf, where nothing is
/// searched, it need only reach beta.
pub(super) fn reverse_futility(node: &NodeContext, params: &Params) -> Option<Score> {
    // At depth zero the margin is zero; `improving` must not make it negative.
    let improving = if node.improving && node.depth > 0 {
        params.reverse_futility_improving
    } else {
        0
    };
    let margin = params.reverse_futility_margin * node.depth.max(0) - improving;
    let value = Score::evaluation(node.evaluation - margin);
    let applies = node.depth <= params.reverse_futility_depth
        && !node.beta.is_decided()
        && value >= node.beta;
    // The value itself is returned, not beta (fail-soft).
    applies.then_some(Score::evaluation(node.evaluation))
}

/// Is the static value so far below alpha that only a win by fours could help?
pub(super) fn razors(node: &NodeContext, params: &Params) -> bool {
    let margin = params.razor_base + params.razor_margin * (node.depth - 1);
    node.depth <= params.razor_depth
        && !node.alpha.is_decided()
        && Score::evaluation(node.evaluation + margin) <= node.alpha
}

/// Is a node that should fail high so far above beta that a shallower search will do?
pub(super) fn is_far_above_beta(node: &NodeContext, params: &Params) -> bool {
    let margin = params.fail_high_base + params.fail_high_margin * node.depth;
    node.expected == Expected::Cut
        && !node.beta.is_decided()
        && Score::evaluation(node.evaluation - margin) >= node.beta
}

/// Number of moves after which the rest is left out.
pub(super) fn move_count_limit(node: &NodeContext, params: &Params) -> usize {
    if node.depth > params.move_count_depth {
        return usize::MAX;
    }
    let count =
        params.move_count_base + params.move_count_factor * node.depth * node.depth / HUNDREDTHS;
    // A position that has not become better is likelier to fail low, whatever its late moves are.
    (if node.improving { count } else { count / 2 + 1 }) as usize
}

/// Is a quiet move pruned at this depth because the evaluation is too far below alpha?
pub(super) fn is_futile(node: &NodeContext, reduced_depth: i32, params: &Params) -> bool {
    reduced_depth <= params.futility_depth
        && !node.alpha.is_decided()
        && Score::evaluation(
            node.evaluation + params.futility_base + params.futility_margin * reduced_depth.max(0),
        ) <= node.alpha
}

/// Base reductions in hundredths of a ply by depth and move number.
#[derive(Debug)]
pub(super) struct Reductions(Box<[[i16; 64]; 64]>);

impl Reductions {
    /// The table for these parameters, in integer arithmetic so that every machine has the same.
    pub(super) fn new(params: &Params) -> Self {
        // The logarithm is computed once for each number: for each pair it would show in the time of a short search.
        let logarithms: [i32; 64] = std::array::from_fn(log_hundredths);
        let mut table = Box::new([[0; 64]; 64]);
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, value) in row.iter_mut().enumerate().skip(1) {
                let product = logarithms[depth] * logarithms[number] / HUNDREDTHS;
                *value = (params.lmr_base + product * params.lmr_factor / HUNDREDTHS) as i16;
            }
        }
        Self(table)
    }

    /// Reduction in hundredths of a ply.
    pub(super) fn base(&self, depth: i32, number: usize) -> i32 {
        i32::from(self.0[(depth.max(0) as usize).min(63)][number.min(63)])
    }
}

/// A hundred times the natural logarithm of a positive number, rounded down, by repeated squaring: each square
/// shifts one binary digit of the logarithm to base two before the point. Zero for zero.
fn log_hundredths(number: usize) -> i32 {
    const DIGITS: u32 = 16;
    const ONE: u64 = 1 << 31;
    const LN2_HUNDRED_THOUSANDTHS: u64 = 69_315;
    let whole = number.max(1).ilog2();
    let mut mantissa = (number as u64 * ONE) >> whole;
    let mut log2 = u64::from(whole);
    for _ in 0..DIGITS {
        mantissa = mantissa * mantissa / ONE;
        let digit = mantissa / (2 * ONE);
        mantissa >>= digit;
        log2 = 2 * log2 + digit;
    }
    ((log2 * LN2_HUNDRED_THOUSANDTHS / 1000) >> DIGITS) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(evaluation: i32) -> NodeContext {
        NodeContext {
            depth: 2,
            alpha: Score::ZERO,
            beta: Score::ZERO + 1,
            evaluation,
            improving: false,
            expected: Expected::All,
            on_pv: false,
        }
    }

    #[test]
    fn only_a_clear_advantage_cuts_a_node() {
        let params = Params::default();
        assert_eq!(reverse_futility(&node(10), &params), None);
        assert!(reverse_futility(&node(1000), &params).is_some());
        assert!(razors(&node(-1000), &params) && !razors(&node(0), &params));
    }

    #[test]
    fn later_and_deeper_moves_are_reduced_more() {
        let reductions = Reductions::new(&Params::default());
        assert!(reductions.base(8, 20) > reductions.base(8, 3));
        assert!(reductions.base(12, 10) > reductions.base(4, 10));
    }

    #[test]
    fn logarithms_are_rounded_down_to_hundredths() {
        for number in 1..64 {
            let exact = (number as f64).ln() * 100.0;
            let error = exact - f64::from(log_hundredths(number));
            assert!((-0.01..1.01).contains(&error), "{number}: {error}");
        }
    }
}

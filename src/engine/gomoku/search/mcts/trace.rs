//! A tree search that is traced playout by playout.

use kagetsu_kernel::StopSignal;
use kagetsu_tree::{PlayoutTrace, TracedTree};

use crate::board::Board;
use crate::eval::Evaluator;
use crate::geometry::Point;

use super::super::known::KnownPositions;
use super::super::root_filter::RootFilter;
use super::super::threat_space::VcfSolver;
use super::game::GomokuGame;
use super::run::Root;

/// Memory of the tree: enough for tens of thousands of playouts.
const TREE_BYTES: usize = 32 << 20;

/// What is kept of the last position whose playouts were traced.
#[derive(Debug)]
pub(crate) struct TracedSearch {
    tree: TracedTree<Root, Point>,
    vcf: VcfSolver,
}

/// The last one of so many playouts of a position, and how many there were, as [`TracedTree::trace`] tells it. What is kept
/// goes on if it is of this position.
pub(crate) fn trace_playout<E: Evaluator>(
    kept: &mut Option<TracedSearch>,
    board: Board,
    mut eval: E,
    playouts: u32,
    stop: &StopSignal,
) -> Option<(u32, PlayoutTrace<Point>)> {
    let root: Root = (board.contents().collect(), board.side_to_move());
    let before = kept.take();
    let before = before.filter(|before| before.tree.leads_to(&root, playouts));
    let TracedSearch { tree, vcf } = kept.insert(before.unwrap_or_else(|| TracedSearch {
        tree: TracedTree::new(root, TREE_BYTES),
        vcf: VcfSolver::default(),
    }));
    eval.refresh(&board);
    let known = KnownPositions::default();
    let mut game = GomokuGame::new(board, eval, vcf, &RootFilter::ALL, &known);
    let (count, last) = tree.trace(&mut game, playouts, stop)?;
    Some((count, last.clone()))
}

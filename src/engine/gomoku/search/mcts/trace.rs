//! A tree search that is traced playout by playout.

use kagetsu_kernel::StopSignal;
use kagetsu_tree::PlayoutTrace;

use crate::board::Board;
use crate::eval::Evaluator;
use crate::geometry::Point;

use super::super::known::KnownPositions;
use super::super::root_filter::RootFilter;
use super::game::GomokuGame;
use super::run::{Root, TreeMemory};

/// The tree of one position, grown as far as its playouts were traced.
#[derive(Debug)]
pub(crate) struct TracedTree {
    memory: TreeMemory,
    root: Option<Root>,
    /// Playouts that the tree has, and the last one.
    playouts: u32,
    last: Option<PlayoutTrace<Point>>,
}

impl TracedTree {
    /// A tree of at most so many bytes.
    pub(crate) fn with_bytes(bytes: usize) -> Self {
        Self {
            memory: TreeMemory::with_bytes(bytes),
            root: None,
            playouts: 0,
            last: None,
        }
    }

    /// The last one of so many playouts of a position, and how many there were: the search ends when the result is proved. The
    /// answer depends on the position and the number alone; a tree that has fewer playouts goes on. `None` when it was
    /// stopped.
    pub(crate) fn trace<E: Evaluator>(
        &mut self,
        board: Board,
        mut eval: E,
        playouts: u32,
        stop: &StopSignal,
    ) -> Option<(u32, PlayoutTrace<Point>)> {
        let root = (board.contents().collect(), board.side_to_move());
        if self.root.as_ref() != Some(&root) || self.playouts > playouts {
            self.memory.clear();
            (self.playouts, self.last, self.root) = (0, None, Some(root));
        }
        eval.refresh(&board);
        let known = KnownPositions::default();
        let TreeMemory { tree, vcf, .. } = &mut self.memory;
        let mut game = GomokuGame::new(board, eval, vcf, &RootFilter::ALL, &known);
        while self.playouts < playouts && tree.proved().is_none() {
            if stop.is_raised() {
                return None;
            }
            self.last = Some(tree.trace(&mut game));
            self.playouts += 1;
        }
        Some((self.playouts, self.last.clone()?))
    }
}

//! Looks whether a book is sound.

use kagetsu_gomoku::board::{Board, Position};

use super::graph::Graph;
use crate::database::error::DatabaseError;
use crate::database::key::PositionKey;
use crate::database::view::View;

/// What a book holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookReport {
    /// Roots.
    pub roots: usize,
    /// Positions that can be reached from the roots.
    pub positions: usize,
    /// Open positions among them.
    pub open: usize,
    /// Stones of the position with the most of them.
    pub most_stones: usize,
    /// Open positions whose value is not the best of those after them.
    pub stale: usize,
    /// Positions whose best move is not legal.
    pub wrong_moves: usize,
    /// Positions without those after them, in the order of their keys.
    pub leaves: Vec<PositionKey>,
}

/// Reads all that follows the roots.
///
/// # Errors
/// [`DatabaseError`] when the database cannot be read.
pub fn check(view: &View, roots: &[Position]) -> Result<BookReport, DatabaseError> {
    let mut graph = Graph::load(view, roots)?;
    let mut report = BookReport {
        roots: graph.roots.len(),
        ..BookReport::default()
    };
    let known = graph.nodes.iter().filter(|node| node.value.is_some());
    for node in known {
        report.positions += 1;
        report.most_stones = report.most_stones.max(node.key.stones());
        if node.next.is_empty() {
            report.leaves.push(node.key.clone());
        } else {
            report.open += 1;
        }
        if let Some((position, best)) = node.key.position().zip(node.best) {
            let is_legal = Board::from_position(&position).play(best).is_ok();
            report.wrong_moves += usize::from(!is_legal);
        }
    }
    report.leaves.sort_unstable();
    report.stale = graph.settle(0..graph.nodes.len()).len();
    Ok(report)
}

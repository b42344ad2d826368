//! Threats, and the fewest stones that stop them. A window with four or five stones of one side and none of the other
//! is won with the next turn; a set of cells that hits all such windows is a cover.

use super::bits::CellSet;
use super::board::{Board, Side};
use super::geometry::{Cell, ROW};

/// Fewest stones in a window that two more complete.
pub(crate) const THREAT: usize = ROW - 2;

/// What stops all threats of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cover {
    /// There is no threat.
    Zero,
    /// Each of these cells alone stops all threats.
    One(Vec<Cell>),
    /// One cell is not enough; each of these pairs is.
    Two(Vec<(Cell, Cell)>),
    /// Two stones are not enough.
    Lost,
}

#[cfg(test)]
impl Cover {
    /// The number of stones needed, three standing for three or more.
    pub(super) const fn stones(&self) -> usize {
        match self {
            Self::Zero => 0,
            Self::One(_) => 1,
            Self::Two(_) => 2,
            Self::Lost => 3,
        }
    }
}

/// Does `side` complete a row with its next turn, if it may make one? (Two stones.)
#[inline]
pub(crate) fn can_win(board: &Board, side: Side) -> bool {
    (THREAT..ROW).any(|stones| !board.live(side, stones).is_empty())
}

/// The empty cells of the windows with so many stones of `side` and none of the other.
pub(super) fn empties_of_live(
    board: &Board,
    side: Side,
    stones: impl IntoIterator<Item = usize>,
) -> CellSet {
    stones
        .into_iter()
        .flat_map(|stones| board.live(side, stones).iter())
        .flat_map(|window| board.empties_of(window))
        .map(Cell::index)
        .collect()
}

/// The cells with which `side` completes a row, if there is such a pair.
pub(crate) fn completing_pair(board: &Board, side: Side) -> Option<(Cell, Cell)> {
    let window = (THREAT..ROW)
        .rev()
        .find_map(|stones| board.live(side, stones).first())?;
    let mut cells = board.empties_of(window);
    let a = cells.next()?;
    let b = cells
        .next()
        .or_else(|| board.empties().find(|&cell| cell != a))?;
    Some((a, b))
}

/// The empty cells of a window that one turn would complete. At most two: one is written twice.
pub(super) type Edge = (Cell, Cell);

fn edges(board: &Board, attacker: Side) -> Vec<Edge> {
    let mut edges = Vec::new();
    for stones in (THREAT..ROW).rev() {
        for window in board.live(attacker, stones).iter() {
            let mut empties = board.empties_of(window);
            if let Some(first) = empties.next() {
                edges.push((first, empties.next().unwrap_or(first)));
            }
        }
    }
    edges
}

#[inline]
const fn hits(cell: Cell, edge: Edge) -> bool {
    cell.index() == edge.0.index() || cell.index() == edge.1.index()
}

/// The least cover of the threats of `attacker`, with all ways to place it.
pub(crate) fn cover(board: &Board, attacker: Side) -> Cover {
    cover_of(&edges(board, attacker))
}

/// Branches on the cells of the first window not yet hit: every cover contains one of them.
fn cover_of(edges: &[Edge]) -> Cover {
    let Some(&(a, b)) = edges.first() else {
        return Cover::Zero;
    };
    let ends = |a: Cell, b: Cell| std::iter::once(a).chain((a != b).then_some(b));
    let singles: Vec<Cell> = ends(a, b)
        .filter(|&cell| edges.iter().all(|&edge| hits(cell, edge)))
        .collect();
    if !singles.is_empty() {
        return Cover::One(singles);
    }
    let mut pairs = Vec::new();
    for first in ends(a, b) {
        let Some(&(c, d)) = edges.iter().find(|&&edge| !hits(first, edge)) else {
            continue;
        };
        for second in ends(c, d) {
            let pair = (first.min(second), first.max(second));
            let all = edges
                .iter()
                .all(|&edge| hits(first, edge) || hits(second, edge));
            if all && !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
    }
    if pairs.is_empty() {
        Cover::Lost
    } else {
        Cover::Two(pairs)
    }
}

/// All cells that belong to some pair of cells which stops all threats, if two stones are needed. A defence that does
/// not stop everything loses at once, so a defender who gets all these cells together has every defence in one.
pub(crate) fn all_defences(pairs: &[(Cell, Cell)]) -> CellSet {
    pairs
        .iter()
        .flat_map(|&(a, b)| [a.index(), b.index()])
        .collect()
}

/// The number of stones that hit all windows, three standing for three or more. It is found without an allocation.
#[inline]
pub(super) fn stones_needed(edges: &[Edge]) -> usize {
    let Some(&(a, b)) = edges.first() else {
        return 0;
    };
    let mut least = 3;
    for first in [a, b] {
        match edges.iter().find(|&&edge| !hits(first, edge)) {
            None => return 1,
            Some(&(c, d)) => {
                let two = [c, d].iter().any(|&second| {
                    edges
                        .iter()
                        .all(|&edge| hits(first, edge) || hits(second, edge))
                });
                if two {
                    least = 2;
                }
            }
        }
    }
    least
}

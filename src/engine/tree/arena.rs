//! The memory of a tree: positions and moves in two lists of bounded size, linked by their places.

use kagetsu_kernel::Side;

use super::solved::Solved;

/// The place of no node.
pub(crate) const NONE: u32 = u32::MAX;
/// The lists grow by this part of their size, as a divisor.
const GROWTH: usize = 4;
/// The lists grow by at least so many entries.
const LEAST_GROWTH: usize = 1024;
/// Least memory: room for the root and a few playouts of any game.
const LEAST_BYTES: usize = 1 << 18;

/// A position that a playout has reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Node {
    /// Sum of the values of all visits, for the side to move.
    pub(crate) sum: f64,
    pub(crate) visits: u32,
    /// Place of its first edge.
    pub(crate) first: u32,
    /// Number of its edges, zero before it is expanded.
    pub(crate) count: u32,
    /// What the game said of it, for the side to move.
    pub(crate) evaluation: f32,
    pub(crate) solved: Option<Solved>,
    pub(crate) side: Side,
    /// Is a move known after which nobody wins?
    pub(crate) can_draw: bool,
}

impl Node {
    pub(crate) const fn new(side: Side) -> Self {
        Self {
            sum: 0.0,
            visits: 0,
            first: 0,
            count: 0,
            evaluation: 0.0,
            solved: None,
            side,
            can_draw: false,
        }
    }

    /// The mean value for the side to move, or the known one. A position without visits counts as balanced.
    pub(crate) fn value(&self) -> f32 {
        match self.solved {
            Some(solved) => solved.value(),
            None if self.visits == 0 => 0.0,
            None => (self.sum / f64::from(self.visits)) as f32,
        }
    }

    /// The value for a side.
    pub(crate) fn value_for(&self, side: Side) -> f32 {
        if side == self.side {
            self.value()
        } else {
            -self.value()
        }
    }

    /// The known result for a side.
    pub(crate) fn solved_for(&self, side: Side) -> Option<Solved> {
        self.solved.map(|solved| {
            if side == self.side {
                solved
            } else {
                solved.flipped()
            }
        })
    }
}

/// A move of an expanded position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Edge<M> {
    pub(crate) point: M,
    pub(crate) prior: f32,
    /// Place of the position after it, [`NONE`] before its first visit.
    pub(crate) child: u32,
}

/// Positions and moves. The root stands first, and every position after the one that leads to it.
#[derive(Clone, Debug)]
pub(crate) struct Arena<M> {
    pub(crate) nodes: Vec<Node>,
    pub(crate) edges: Vec<Edge<M>>,
    max_bytes: usize,
}

impl<M> Arena<M> {
    pub(crate) fn new(max_bytes: usize) -> Self {
        Self {
            nodes: Vec::new(),
            edges: Vec::new(),
            max_bytes: max_bytes.max(LEAST_BYTES),
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
    }

    /// Makes room for so many positions and moves. False when that would take more memory than is allowed.
    pub(crate) fn make_room(&mut self, positions: usize, moves: usize) -> bool {
        let nodes = wanted(&self.nodes, positions);
        let edges = wanted(&self.edges, moves);
        let bytes = nodes * size_of::<Node>() + edges * size_of::<Edge<M>>();
        if bytes > self.max_bytes {
            return false;
        }
        self.nodes.reserve_exact(nodes - self.nodes.len());
        self.edges.reserve_exact(edges - self.edges.len());
        true
    }

    /// Memory of both lists, what is not used yet included.
    #[cfg(test)]
    pub(crate) const fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.edges.capacity() * size_of::<Edge<M>>()
    }

    /// Is there room for so many moves?
    pub(crate) const fn has_room_for(&self, moves: usize) -> bool {
        self.edges.len() + moves <= self.edges.capacity()
    }

    /// The places of the edges of a position.
    pub(crate) fn edges_of(&self, node: u32) -> std::ops::Range<usize> {
        let node = &self.nodes[node as usize];
        let first = node.first as usize;
        first..first + node.count as usize
    }

    /// Number of positions that are kept.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }
}

/// The capacity that a list needs for so many more entries.
fn wanted<T>(list: &Vec<T>, more: usize) -> usize {
    let needed = list.len() + more;
    if needed <= list.capacity() {
        list.capacity()
    } else {
        needed.max(list.capacity() + (list.capacity() / GROWTH).max(LEAST_GROWTH))
    }
}

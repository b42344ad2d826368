//! The memory of a tree: positions and moves in two lists of bounded size, linked by their places.

use std::collections::TryReserveError;

use kagetsu_kernel::{Side, halved_to_fit};

use super::proved::Proved;

/// The place of no node.
pub(crate) const NONE: u32 = u32::MAX;
/// Part of the memory for the positions, as a divisor; the rest is for the moves, of which a position has many.
const POSITIONS_SHARE: usize = 8;
/// Least memory: room for the root and a few playouts of any game.
const MIN_BYTES: usize = 1 << 18;

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
    pub(crate) proved: Option<Proved>,
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
            proved: None,
            side,
            can_draw: false,
        }
    }

    /// The mean value for the side to move, or the proved one. A position without visits counts as balanced.
    pub(crate) fn value(&self) -> f32 {
        match self.proved {
            Some(proved) => proved.value(),
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

    /// The proved result of a move that leads to it, for the side that makes the move.
    pub(crate) fn proved_move_of(&self, side: Side) -> Option<Proved> {
        Some(self.proved?.of_move(side, self.side))
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

/// Positions and moves. The root stands first, and every position after the one that leads to it. The lists have their whole
/// size from the first playout on, so that no playout has to wait for a list to grow. Where the system commits memory
/// lazily, the size costs nothing before it is touched; where it does not give so much, the size is smaller.
#[derive(Clone, Debug)]
pub(crate) struct Arena<M> {
    pub(crate) nodes: Vec<Node>,
    pub(crate) edges: Vec<Edge<M>>,
    max_bytes: usize,
    max_nodes: usize,
    max_edges: usize,
}

impl<M> Arena<M> {
    pub(crate) fn new(max_bytes: usize) -> Self {
        let bytes = max_bytes.max(MIN_BYTES);
        let nodes = bytes / POSITIONS_SHARE;
        Self {
            nodes: Vec::new(),
            edges: Vec::new(),
            max_bytes: bytes,
            max_nodes: (nodes / size_of::<Node>()).min(NONE as usize),
            max_edges: ((bytes - nodes) / size_of::<Edge<M>>()).min(NONE as usize),
        }
    }

    /// Takes the memory of an empty tree, unless it has it: from now on at most as much as the system gives.
    pub(crate) fn begin(&mut self) {
        let has_memory =
            self.nodes.capacity() >= self.max_nodes && self.edges.capacity() >= self.max_edges;
        if !has_memory {
            // What is there goes first, so that old and new lists are never there together.
            *self = Self::new(self.max_bytes);
            let taken = halved_to_fit(self.max_bytes, MIN_BYTES, Self::taken);
            *self = taken.unwrap_or_else(|| Self::new(0));
        }
    }

    fn taken(max_bytes: usize) -> Result<Self, TryReserveError> {
        let mut arena = Self::new(max_bytes);
        arena.nodes.try_reserve_exact(arena.max_nodes)?;
        arena.edges.try_reserve_exact(arena.max_edges)?;
        Ok(arena)
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
    }

    /// Is there room for so many more positions and moves?
    pub(crate) const fn has_room_for(&self, positions: usize, moves: usize) -> bool {
        self.nodes.len() + positions <= self.max_nodes && self.edges.len() + moves <= self.max_edges
    }

    /// Memory that holds positions and moves now.
    pub(crate) const fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node>() + self.edges.len() * size_of::<Edge<M>>()
    }

    /// The places of the edges of a position.
    pub(crate) fn edges_of(&self, node: u32) -> std::ops::Range<usize> {
        let node = &self.nodes[node as usize];
        let first = node.first as usize;
        first..first + node.count as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_for_which_there_is_no_memory_is_smaller() {
        // A list of so large moves has no room in any memory.
        let mut arena = Arena::<[u64; 1 << 12]>::new(usize::MAX);
        arena.begin();
        assert!(arena.has_room_for(1, 1));
        let taken = (arena.nodes.capacity(), arena.edges.capacity());
        assert!(taken.0 >= arena.max_nodes && taken.1 >= arena.max_edges);
        arena.nodes.push(Node::new(Side::Black));
        arena.clear();
        arena.begin();
        let kept = (arena.nodes.capacity(), arena.edges.capacity());
        assert_eq!(kept, taken);
    }
}

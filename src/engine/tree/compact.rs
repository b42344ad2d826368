//! Makes the memory of a tree smaller: a subtree alone is kept, and nodes with few visits lose their children.

use super::arena::{Arena, NONE, Node};

/// The visits below which nodes must lose their children so that at most half of all moves are left.
pub(crate) fn half_threshold<M>(arena: &Arena<M>) -> u32 {
    // Moves of the positions whose visits have so many binary digits.
    let mut moves = [0_usize; u32::BITS as usize + 1];
    for node in &arena.nodes {
        moves[digits(node.visits)] += node.count as usize;
    }
    let mut left = arena.edges.len();
    for (digits, moves) in moves.into_iter().enumerate() {
        left -= moves;
        if left <= arena.edges.len() / 2 {
            return 1_u32.checked_shl(digits as u32).unwrap_or(u32::MAX);
        }
    }
    u32::MAX
}

const fn digits(visits: u32) -> usize {
    (u32::BITS - visits.leading_zeros()) as usize
}

/// Makes a position the root and forgets what is not below it, and the moves of all other positions with fewer visits
/// than `min_visits`. Visits, values and results of what is kept stay.
pub(crate) fn compact<M: Copy>(arena: &mut Arena<M>, root: u32, min_visits: u32) {
    let places = keep_positions(arena, root, min_visits);
    keep_moves(arena, &places);
}

/// Moves the kept positions to the front; returns their new places by the old ones.
fn keep_positions<M>(arena: &mut Arena<M>, root: u32, min_visits: u32) -> Vec<u32> {
    let mut places = vec![NONE; arena.nodes.len()];
    places[root as usize] = 0;
    let mut kept = 0;
    // A position stands after the one that leads to it, so it is marked before it is reached.
    for old in root as usize..arena.nodes.len() {
        if places[old] == NONE {
            continue;
        }
        let mut node = arena.nodes[old];
        if node.visits < min_visits && kept > 0 {
            (node.first, node.count) = (0, 0);
        }
        let first = node.first as usize;
        for edge in &arena.edges[first..first + node.count as usize] {
            if edge.child != NONE {
                places[edge.child as usize] = 0;
            }
        }
        places[old] = kept as u32;
        arena.nodes[kept] = node;
        kept += 1;
    }
    arena.nodes.truncate(kept);
    places
}

/// Moves the edges of the kept positions to the front, with the new places of their positions.
fn keep_moves<M: Copy>(arena: &mut Arena<M>, places: &[u32]) {
    let mut nodes: Vec<&mut Node> = arena
        .nodes
        .iter_mut()
        .filter(|node| node.count > 0)
        .collect();
    nodes.sort_unstable_by_key(|node| node.first);
    let mut kept = 0;
    for node in nodes {
        let (first, count) = (node.first as usize, node.count as usize);
        node.first = kept as u32;
        for old in first..first + count {
            let mut edge = arena.edges[old];
            if edge.child != NONE {
                edge.child = places[edge.child as usize];
            }
            arena.edges[kept] = edge;
            kept += 1;
        }
    }
    arena.edges.truncate(kept);
}

//! The positions of a book in memory, with their values and the costs of reaching them.

use std::collections::{BTreeMap, BTreeSet};

use kagetsu_gomoku::board::Position;
use kagetsu_kernel::Score;
use kagetsu_kernel::score::MAX_PLIES;

use crate::database::entry::{Entry, Label};
use crate::database::error::DatabaseError;
use crate::database::key::{Canonical, PositionKey};
use crate::database::view::{KnownMove, View};

/// The value of an entry for the side to move, as the book counts it. `None` if none is known.
pub(super) fn value_of(entry: &Entry) -> Option<i32> {
    let decided = Score::win_in(MAX_PLIES).value();
    entry.value.or(match entry.label {
        Some(Label::Win) => Some(decided),
        Some(Label::Loss) => Some(-decided),
        Some(Label::Draw) => Some(0),
        None => None,
    })
}

/// What a position of the book is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Node {
    /// The value for the side to move; `None` for a root that nobody has searched.
    pub(super) value: Option<i32>,
    /// Positions after its moves; none for a leaf.
    pub(super) next: BTreeSet<PositionKey>,
}

/// The positions that can be reached from roots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Graph {
    pub(super) roots: Vec<PositionKey>,
    pub(super) nodes: BTreeMap<PositionKey, Node>,
}

impl Graph {
    /// Reads what a database holds of the roots and all that follows them.
    pub(super) fn load(view: &View, roots: &[Position]) -> Result<Self, DatabaseError> {
        let mut graph = Self::default();
        let mut waiting = Vec::new();
        for root in roots {
            let key = Canonical::new(root).key;
            if !graph.roots.contains(&key) {
                graph.roots.push(key);
                waiting.push(root.clone());
            }
        }
        while let Some(position) = waiting.pop() {
            let key = Canonical::new(&position).key;
            if graph.nodes.contains_key(&key) {
                continue;
            }
            let entry = view.get(&position)?;
            let mut node = Node {
                value: entry.as_ref().and_then(value_of),
                next: BTreeSet::new(),
            };
            if !is_open(view, &position, entry.as_ref())? {
                graph.nodes.insert(key, node);
                continue;
            }
            for KnownMove { after, entry, .. } in view.moves(&position)? {
                if value_of(&entry).is_some() && node.next.insert(Canonical::new(&after).key) {
                    waiting.push(after);
                }
            }
            graph.nodes.insert(key, node);
        }
        Ok(graph)
    }

    /// The positions with the most stones first: no position follows one that comes before it.
    pub(super) fn last_first(&self) -> Vec<PositionKey> {
        let mut keys: Vec<PositionKey> = self.nodes.keys().cloned().collect();
        keys.sort_by_key(|key| std::cmp::Reverse(key.stones()));
        keys
    }

    /// The value that a position has by those after it; its own if there are none.
    pub(super) fn value_by_next(&self, key: &PositionKey) -> Option<i32> {
        let node = self.nodes.get(key)?;
        let after = |key: &PositionKey| self.nodes.get(key)?.value.map(|value| -value);
        node.next.iter().filter_map(after).max().or(node.value)
    }

    /// Gives every open position the best value after it, and returns the positions whose value has changed.
    pub(super) fn update(&mut self) -> Vec<PositionKey> {
        let mut changed = Vec::new();
        for key in self.last_first() {
            let value = self.value_by_next(&key);
            if let Some(node) = self.nodes.get_mut(&key)
                && node.value != value
            {
                node.value = value;
                changed.push(key);
            }
        }
        changed
    }

    /// The least cost of each position: what the moves to it lose, and a constant for each.
    pub(super) fn costs(&self, of_a_move: i32) -> BTreeMap<PositionKey, i32> {
        let mut costs: BTreeMap<PositionKey, i32> =
            self.roots.iter().map(|root| (root.clone(), 0)).collect();
        for key in self.last_first().into_iter().rev() {
            let Some(&cost) = costs.get(&key) else {
                continue;
            };
            let best = self.value_by_next(&key).unwrap_or_default();
            let next = self.nodes.get(&key).map(|node| &node.next);
            for after in next.into_iter().flatten() {
                let value = self.nodes.get(after).and_then(|node| node.value);
                let loss = best + value.unwrap_or(-best);
                let there = cost.saturating_add(loss).saturating_add(of_a_move);
                let known = costs.entry(after.clone()).or_insert(there);
                *known = there.min(*known);
            }
        }
        costs
    }
}

/// Is the position after the best move known as well? Other moves may lead to positions that belong to other lines.
pub(super) fn is_open(
    view: &View,
    position: &Position,
    entry: Option<&Entry>,
) -> Result<bool, DatabaseError> {
    let Some(best) = entry.and_then(|entry| entry.best) else {
        return Ok(false);
    };
    let mut after = position.clone();
    let is_known = after.play(best).is_ok() && view.get(&after)?.is_some();
    Ok(is_known)
}

//! Depth-first proof-number search (Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002)
//! with the thresholds of Pawlewicz and Lew ("Improving depth-first PN-search: 1 + epsilon trick", 2007), and
//! costs of moves. Stones are never taken away, so no line comes back to a position and the numbers of a position do
//! not depend on the way there.

use std::sync::Arc;

use crate::board::Board;
use crate::geometry::Point;
use kagetsu_kernel::FastMap;

use super::expand::{Child, Expander, NodeStatus};
use super::guard::Guard;
use super::proof_numbers::{INFINITE, NumberTable, ProofNumbers};

/// A child is searched until its number exceeds that of the second best by one part in so many.
const EPSILON_PART: u32 = 4;
/// What an expanded position takes besides its children: its place in the map and its allocation, in children.
const POSITION_CHILDREN: usize = 5;

/// A search for a proof that the attacker wins.
#[derive(Debug)]
pub(super) struct ProofSearch<'t, 'l> {
    pub(super) expander: Expander<'t>,
    pub(super) table: &'t mut NumberTable,
    pub(super) guard: &'t mut Guard<'l>,
    pub(super) expanded: Expanded,
}

/// What expanded positions hold, so that none is expanded twice. When it is full it starts anew.
#[derive(Debug)]
pub(super) struct Expanded {
    /// The children of each position, by its key.
    positions: FastMap<u64, Arc<[Child]>>,
    /// Number of all children, with [`POSITION_CHILDREN`] more for each position.
    children: usize,
    max_children: usize,
}

impl Expanded {
    /// A memory of at most about so many bytes, which are taken as they are needed.
    pub(super) fn within(bytes: usize) -> Self {
        Self {
            positions: FastMap::default(),
            children: 0,
            max_children: bytes / size_of::<Child>(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.positions.clear();
        self.children = 0;
    }

    fn insert(&mut self, key: u64, children: Arc<[Child]>) {
        let cost = children.len() + POSITION_CHILDREN;
        if self.children + cost > self.max_children {
            self.clear();
        }
        self.children += cost;
        self.positions.insert(key, children);
    }
}

/// What the children of a position say together.
struct ChildSummary {
    /// The numbers of the position.
    numbers: ProofNumbers,
    /// The child to go on with.
    best: Option<Point>,
    /// The bounds (thresholds) of the search of this child.
    bound: ProofNumbers,
}

impl ProofSearch<'_, '_> {
    /// The moves of a position, or its numbers if it is decided at sight.
    pub(super) fn children(&mut self, board: &mut Board) -> Result<Arc<[Child]>, ProofNumbers> {
        let key = board.key();
        if let Some(children) = self.expanded.positions.get(&key) {
            return Ok(Arc::clone(children));
        }
        match self.expander.expand(board, self.guard) {
            NodeStatus::Decided(numbers) => Err(numbers),
            NodeStatus::Open(children) => {
                let children: Arc<[Child]> = children.into();
                self.expanded.insert(key, Arc::clone(&children));
                Ok(children)
            }
        }
    }

    /// The numbers that a child has now.
    pub(super) fn numbers_of(&self, board: &Board, child: &Child) -> ProofNumbers {
        self.table
            .probe(board.key_after(child.point))
            .unwrap_or(child.numbers)
    }

    /// Searches until one of the numbers reaches its bound (its threshold) or the limits end the search.
    pub(super) fn search(&mut self, board: &mut Board, bound: ProofNumbers) -> ProofNumbers {
        let begin = self.guard.nodes();
        let children = match self.children(board) {
            Ok(children) => children,
            Err(numbers) => {
                // A search that was stopped has not looked: its numbers say nothing.
                if !self.guard.has_ended() {
                    self.table.store(board.key(), numbers, 1);
                }
                return numbers;
            }
        };
        loop {
            let summary = self.summarise(board, &children, bound);
            let numbers = summary.numbers;
            let enough = numbers.proof >= bound.proof || numbers.disproof >= bound.disproof;
            if let Some(best) = summary.best
                && !enough
                && !numbers.is_decided()
                && self.guard.visit()
            {
                board.make(best);
                self.search(board, summary.bound);
                board.unmake();
                if !self.guard.has_ended() {
                    continue;
                }
            }
            let effort = self.guard.nodes() - begin;
            self.table.store(board.key(), numbers, effort);
            return numbers;
        }
    }

    /// Adds up the children, and chooses the one to go on with and how far.
    fn summarise(&self, board: &Board, children: &[Child], bound: ProofNumbers) -> ChildSummary {
        let attacks = board.side_to_move() == self.expander.attacker;
        // Seen from the side to move: the number that one child decides, and the one for which all count.
        let view = |numbers: ProofNumbers| {
            if attacks {
                (numbers.proof, numbers.disproof)
            } else {
                (numbers.disproof, numbers.proof)
            }
        };
        let numbers = |one: u32, all: u32| {
            let (proof, disproof) = if attacks { (one, all) } else { (all, one) };
            ProofNumbers { proof, disproof }
        };
        let (mut least, mut second, mut total) = (INFINITE, INFINITE, 0_u32);
        let mut best: Option<&Child> = None;
        let mut of_best = 0;
        for child in children {
            let (mut one, all) = view(self.numbers_of(board, child));
            // The cost makes weak threats wait; what is decided needs no order.
            if one > 0 && one < INFINITE {
                one = (one + child.cost).min(INFINITE - 1);
            }
            if one < least {
                second = least;
                least = one;
                best = Some(child);
                of_best = all;
            } else if one < second {
                second = one;
            }
            total = (total + all).min(INFINITE - 1);
        }
        if least == 0 {
            total = INFINITE;
        } else if least == INFINITE {
            total = 0;
        }
        let (bound_one, bound_all) = view(bound);
        // A little beyond the second best: otherwise the search would change between two children that are nearly equal,
        // and go down to each of them again and again.
        let next = second.saturating_add(second / EPSILON_PART + 1);
        let others = total.saturating_sub(of_best);
        let cost = best.map_or(0, |child| child.cost);
        let less = |bound: u32, by: u32| {
            if bound >= INFINITE {
                INFINITE
            } else {
                bound.saturating_sub(by).max(1)
            }
        };
        ChildSummary {
            numbers: numbers(least, total),
            best: best.map(|child| child.point),
            bound: numbers(less(bound_one.min(next), cost), less(bound_all, others)),
        }
    }
}

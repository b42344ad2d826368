//! The history heuristic for pairs (J. Schaeffer, "The history heuristic", ICCA Journal 1983): stones that cut off a search
//! are tried earlier elsewhere.

use super::board::Side;
use super::candidates::Candidate;
use super::geometry::{CELLS, Cell};

/// The worth of cells by the cutoffs that they were part of.
#[derive(Clone, Debug)]
pub(super) struct History {
    worth: [[i32; CELLS]; 2],
    /// By distance from the root: the pairs that cut off last (killer moves).
    killers: [[Option<(Cell, Cell)>; KILLERS]; MAX_PLY],
}

/// Killers at each distance.
const KILLERS: usize = 2;
/// Added to the worth of a killer.
const KILLER: i32 = 1000;
/// Distances with killers.
const MAX_PLY: usize = 24;

/// What history adds to the gains of a pair at most, for each of its cells.
const MOST: i32 = 24;
/// Cutoffs, weighted by depth, for one unit of worth.
const SCALE: i32 = 4;

impl Default for History {
    fn default() -> Self {
        Self {
            worth: [[0; CELLS]; 2],
            killers: [[None; KILLERS]; MAX_PLY],
        }
    }
}

impl History {
    /// Notes a pair that cut off a search of so many turns.
    pub(super) fn cut(&mut self, side: Side, ply: usize, pair: Candidate, depth: i32) {
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != Some(pair.cells())
        {
            *killers = [Some(pair.cells()), killers[0]];
        }
        let depth = depth.max(1);
        for cell in [pair.a, pair.b] {
            let worth = &mut self.worth[side.index()][cell.index()];
            // Towards the limit in smaller and smaller steps.
            *worth += (MOST * SCALE - *worth) * depth.min(SCALE) / (MOST * SCALE / 2);
        }
    }

    /// Sorts pairs by their gains and their history, best first.
    pub(super) fn sort(&self, side: Side, ply: usize, pairs: &mut [Candidate]) {
        let worth = &self.worth[side.index()];
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let of = |pair: &Candidate| {
            let killer = if killers.contains(&Some(pair.cells())) {
                KILLER
            } else {
                0
            };
            pair.worth + killer + (worth[pair.a.index()] + worth[pair.b.index()]) / SCALE
        };
        pairs.sort_by_cached_key(|pair| -of(pair));
    }
}

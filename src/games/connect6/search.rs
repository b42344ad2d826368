//! Alpha-beta over whole turns with iterative deepening. Wins in one turn, forced answers and wins by continuous double
//! threats are settled before any pair is tried.

use std::time::Duration;

use kagetsu_kernel::score::MAX_PLIES;
use kagetsu_kernel::table::{Bound, Entries, TableEntry};
use kagetsu_kernel::{Clock, Score, StopSignal};

use super::bits::CellSet;
use super::board::{Board, Stage};
use super::candidates::{Candidate, Candidates, Width, candidates};
use super::cover::can_win;
use super::double_threat::{DoubleThreats, Limits, worth_trying};
use super::geometry::Cell;

/// What the search may spend and look at.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    /// Reading of the clock at which the search ends.
    pub(super) deadline: Option<Duration>,
    /// Most positions.
    pub(super) nodes: u64,
    /// Pairs at the root.
    pub(super) root: Width,
    /// Pairs below it.
    pub(super) inner: Width,
    /// Ends the search from outside.
    pub(super) stop: StopSignal,
}

/// The search of one position.
#[derive(Debug)]
pub(super) struct Search<'a> {
    table: Entries<'a>,
    threats: &'a mut DoubleThreats,
    clock: &'a dyn Clock,
    bounds: Bounds,
    nodes: u64,
    stopped: bool,
}

/// What one iteration found.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootResult {
    pub(super) best: Candidate,
    pub(super) score: Score,
}

/// Threat searches at the leaves are short.
const LEAF_THREATS: Limits = Limits {
    turns: 6,
    nodes: 40,
};
/// Threat searches inside the tree, for each remaining turn of depth.
const INNER_NODES: u64 = 150;
const INNER_TURNS: u8 = 8;
/// Forced answers are followed beyond the depth, up to this distance from the root.
const MAX_PLY: usize = 24;
/// Pairs before reductions begin.
const FULL_PAIRS: usize = 6;
const REDUCTION_DEPTH: i32 = 2;
/// When every pair loses, so much wider.
const WIDER: usize = 3;

impl<'a> Search<'a> {
    pub(super) fn new(
        table: Entries<'a>,
        threats: &'a mut DoubleThreats,
        clock: &'a dyn Clock,
        bounds: Bounds,
    ) -> Self {
        Self {
            table,
            threats,
            clock,
            bounds,
            nodes: 0,
            stopped: false,
        }
    }

    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(super) const fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Searches all root pairs to a depth in turns and puts the best first. When the search is stopped, what was
    /// complete counts; none if not even the first pair was.
    pub(super) fn iterate(
        &mut self,
        board: &mut Board,
        pairs: &mut Vec<Candidate>,
        depth: i32,
    ) -> Option<RootResult> {
        let mut best: Option<(usize, Score)> = None;
        for (index, &pair) in pairs.iter().enumerate() {
            let alpha = best.map_or(-Score::INFINITE, |(_, score)| score);
            let score = self.try_pair(board, pair, (depth, 0, index), (alpha, Score::INFINITE));
            if self.stopped {
                break;
            }
            if score > alpha {
                best = Some((index, score));
                if score.is_win() {
                    break;
                }
            }
        }
        let (index, score) = best?;
        let best = pairs.remove(index);
        pairs.insert(0, best);
        Some(RootResult { best, score })
    }

    /// Makes a pair and searches what follows: late pairs first with less depth, all but the first with no window.
    fn try_pair(
        &mut self,
        board: &mut Board,
        pair: Candidate,
        (depth, ply, index): (i32, usize, usize),
        (alpha, beta): (Score, Score),
    ) -> Score {
        let late = index >= FULL_PAIRS && depth >= REDUCTION_DEPTH;
        if index == 0 {
            return -self.after(board, pair, (depth - 1, ply + 1), (-beta, -alpha));
        }
        let null = (-(alpha + 1), -alpha);
        let mut score = -self.after(board, pair, (depth - 1 - i32::from(late), ply + 1), null);
        if late && score > alpha {
            score = -self.after(board, pair, (depth - 1, ply + 1), null);
        }
        if score > alpha && score < beta {
            score = -self.after(board, pair, (depth - 1, ply + 1), (-beta, -alpha));
        }
        score
    }

    /// The value after a pair, for the opponent. At the end of the depth nobody asks for moves any more, unless threats
    /// must be answered.
    fn after(
        &mut self,
        board: &mut Board,
        pair: Candidate,
        (depth, ply): (i32, usize),
        window: (Score, Score),
    ) -> Score {
        if depth <= 0 {
            let side = board.side();
            board.play_last(pair.a);
            board.play_last(pair.b);
            let quiet = !can_win(board, side);
            let score = if quiet {
                self.search(board, depth, ply, window)
            } else {
                Score::ZERO
            };
            board.unplay_last(pair.b);
            board.unplay_last(pair.a);
            if quiet {
                return score;
            }
        }
        board.play(pair.a);
        board.play(pair.b);
        let score = self.search(board, depth, ply, window);
        board.unplay(pair.b);
        board.unplay(pair.a);
        score
    }

    fn search(
        &mut self,
        board: &mut Board,
        depth: i32,
        ply: usize,
        (mut alpha, beta): (Score, Score),
    ) -> Score {
        self.nodes += 1;
        if self.must_stop() {
            return Score::ZERO;
        }
        let side = board.side();
        if can_win(board, side) {
            return Score::win_in(ply + 1);
        }
        if board.is_full() {
            return Score::ZERO;
        }
        let threatened = can_win(board, side.opponent());
        if depth <= 0 && !(threatened && ply < MAX_PLY) {
            return self.leaf(board, ply, beta);
        }
        let hash = self.table.probe(board.key(), ply);
        if let Some(entry) = hash
            && i32::from(entry.depth) >= depth
            && entry.bound.cuts(entry.score, beta)
            && (entry.bound == Bound::Exact || entry.bound == Bound::Lower || entry.score <= alpha)
        {
            return entry.score;
        }
        let limits = Limits {
            turns: INNER_TURNS,
            nodes: INNER_NODES * depth.max(1) as u64,
        };
        if let Some(score) = self.win_by_threats(board, ply, limits) {
            self.store(board, ply, (None, score, i8::MAX), Bound::Lower);
            return score;
        }
        let found = candidates(board, self.bounds.inner, &CellSet::EMPTY);
        let pairs = match found {
            Candidates::Lost => return Score::loss_in(ply + 2),
            Candidates::Free(_) if depth <= 0 => return self.leaf(board, ply, beta),
            Candidates::Forced(pairs) | Candidates::Free(pairs) => pairs,
        };
        let pairs = self.hash_first(board, hash, pairs);
        let before = alpha;
        let mut best: Option<(Candidate, Score)> = None;
        for (index, &pair) in pairs.iter().enumerate() {
            let score = self.try_pair(board, pair, (depth.max(1), ply, index), (alpha, beta));
            if self.stopped {
                return Score::ZERO;
            }
            if best.is_none_or(|(_, most)| score > most) {
                best = Some((pair, score));
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        let Some((pair, score)) = best else {
            return Score::evaluation(board.evaluation());
        };
        let bound = if score >= beta {
            Bound::Lower
        } else if score > before {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.store(board, ply, (Some(pair), score, depth.max(0) as i8), bound);
        score
    }

    /// The value at the end of the depth: the evaluation, unless a short threat search wins.
    fn leaf(&mut self, board: &mut Board, ply: usize, beta: Score) -> Score {
        let score = Score::evaluation(board.evaluation());
        if score >= beta {
            return score;
        }
        self.win_by_threats(board, ply, LEAF_THREATS)
            .unwrap_or(score)
    }

    fn win_by_threats(&mut self, board: &mut Board, ply: usize, limits: Limits) -> Option<Score> {
        if !worth_trying(board, board.side()) {
            return None;
        }
        let proof = self.threats.search(board, limits)?;
        // The turn after the last one of the proof completes the row.
        let plies = ply + 2 * proof.pairs.len() + 1;
        Some(Score::win_in(plies.min(MAX_PLIES - 1)))
    }

    /// Puts the pair of the table first. Its second cell is filed under the position after the first one.
    fn hash_first(
        &self,
        board: &mut Board,
        hash: Option<TableEntry>,
        mut pairs: Vec<Candidate>,
    ) -> Vec<Candidate> {
        let cell = |entry: TableEntry| {
            usize::from(entry.best)
                .checked_sub(1)
                .and_then(Cell::from_index)
        };
        let Some(a) = hash.and_then(cell).filter(|&a| board.is_empty(a)) else {
            return pairs;
        };
        board.play(a);
        let b = self
            .table
            .probe(board.key(), 0)
            .and_then(cell)
            .filter(|&b| board.is_empty(b));
        board.unplay(a);
        if let Some(b) = b {
            let is_it = |pair: &Candidate| (pair.a, pair.b) == (a, b) || (pair.b, pair.a) == (a, b);
            // A pair of the table that is no candidate here would not answer the threats, or comes from a wider root.
            if let Some(index) = pairs.iter().position(is_it) {
                let pair = pairs.remove(index);
                pairs.insert(0, pair);
            }
        }
        pairs
    }

    fn store(
        &self,
        board: &mut Board,
        ply: usize,
        (pair, score, depth): (Option<Candidate>, Score, i8),
        bound: Bound,
    ) {
        let best = |cell: Cell| cell.index() as u16 + 1;
        let entry = TableEntry {
            best: pair.map_or(0, |pair| best(pair.a)),
            score,
            evaluation: None,
            depth,
            bound,
        };
        self.table.store(board.key(), ply, entry);
        if let Some(pair) = pair {
            board.play(pair.a);
            let second = TableEntry {
                best: best(pair.b),
                score: Score::ZERO,
                bound: Bound::None,
                ..entry
            };
            self.table.store(board.key(), 0, second);
            board.unplay(pair.a);
        }
    }

    fn must_stop(&mut self) -> bool {
        if self.nodes >= self.bounds.nodes {
            self.stopped = true;
        } else {
            let late = self
                .bounds
                .deadline
                .is_some_and(|deadline| self.clock.now() >= deadline);
            self.stopped |= late || self.bounds.stop.is_raised();
        }
        self.stopped
    }

    /// The pairs of the root: those that answer `danger` are preferred, and looked for more widely.
    pub(super) fn root_pairs(&self, board: &mut Board, danger: &CellSet) -> Vec<Candidate> {
        debug_assert_eq!(board.stage(), Stage::Two, "a whole turn lies ahead");
        let width = if danger.is_empty() {
            self.bounds.root
        } else {
            Width {
                first: self.bounds.root.first * WIDER,
                second: self.bounds.root.second,
            }
        };
        candidates(board, width, danger).pairs()
    }
}

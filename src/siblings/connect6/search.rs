//! Alpha-beta over whole turns with iterative deepening. Wins in one turn, forced answers and wins by continuous double
//! threats are settled before any pair is tried.

use kagetsu_kernel::Score;
use kagetsu_kernel::score::MAX_PLIES;
use kagetsu_kernel::table::{Bound, Entries};

use super::bits::CellSet;
use super::board::{Board, Stage};
use super::candidates::{Candidate, Candidates, Width, candidates};
use super::cover::{Cover, can_win, cover};
use super::danger::danger;
use super::double_threat::{DoubleThreats, Interrupt, Limits, Proof, worth_trying};
use super::history::History;
use super::pair_table::{Found, PairTable};

/// The search of one position.
#[derive(Debug)]
pub(super) struct Search<'a> {
    table: PairTable<'a>,
    threats: &'a mut DoubleThreats,
    nodes: u64,
    /// Most positions.
    limit: u64,
    /// Ends the search from outside.
    interrupt: Interrupt,
    stopped: bool,
    /// By distance from the root: the last proof that won there. It often refutes the next turn as well.
    proofs: [Option<Proof>; MAX_PLY + 2],
    history: History,
}

/// A place in the tree.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Turns that are still searched.
    depth: i32,
    /// Turns from the root.
    ply: usize,
}

impl Place {
    /// The place after a turn that is searched with so much less depth.
    const fn next(self, reduction: i32) -> Self {
        Self {
            depth: self.depth - 1 - reduction,
            ply: self.ply + 1,
        }
    }
}

/// The scores between which the exact value matters to the side to move.
#[derive(Clone, Copy, Debug)]
struct ScoreWindow {
    alpha: Score,
    beta: Score,
}

impl ScoreWindow {
    /// The window of all scores.
    fn full() -> Self {
        Self {
            alpha: -Score::INFINITE,
            beta: Score::INFINITE,
        }
    }

    /// The same window, seen by the opponent.
    fn of_opponent(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

/// Threat searches at the leaves.
const LEAF_THREATS: Limits = Limits {
    turns: INNER_TURNS,
    nodes: 400,
};
/// Threat searches inside the tree, for each remaining turn of depth.
const INNER_NODES: u64 = 150;
const INNER_TURNS: u8 = 8;
/// Positions of the search for a win of the opponent after a pass, for each remaining turn of depth.
const DANGER_NODES: u64 = 100;
/// Depth from which that search is made.
const DANGER_DEPTH: i32 = 1;
/// Forced answers are followed beyond the depth, up to this distance from the root.
const MAX_PLY: usize = 24;
/// Pairs before reductions begin.
const FULL_PAIRS: usize = 6;
const REDUCTION_DEPTH: i32 = 2;
/// Pairs before the reductions are doubled.
const EARLY_PAIRS: usize = 20;
/// When the opponent threatens to win, so much wider at the root.
const WIDER: usize = 3;
/// Pairs that are tried at the root.
pub(super) const ROOT: Width = Width {
    first: 24,
    second: 16,
    pairs: 384,
};
/// Pairs that are tried below it.
pub(super) const INNER: Width = Width {
    first: 24,
    second: 20,
    pairs: 48,
};
/// Cells that are tried when all pairs of the root lose.
const LAST_RESORT: Width = Width {
    first: 60,
    second: 40,
    pairs: 2400,
};
/// The value of a position whose candidates all lose, for each turn from the root: other pairs were not tried, so this
/// is no proof.
const HOPELESS: i32 = 20_000;
const HOPELESS_TURN: i32 = 50;
/// Scores from here down are those of lost positions.
pub(super) const LOSING: Score = Score::evaluation(-HOPELESS / 2);

impl<'a> Search<'a> {
    /// A search of at most `limit` positions.
    pub(super) fn new(
        table: Entries<'a>,
        threats: &'a mut DoubleThreats,
        limit: u64,
        interrupt: Interrupt,
    ) -> Self {
        Self {
            table: PairTable::new(table),
            threats,
            nodes: 0,
            limit,
            interrupt,
            stopped: false,
            proofs: std::array::from_fn(|_| None),
            history: History::default(),
        }
    }

    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Notes a win that the opponent has if nothing is done about it so many turns from the root. It is tried first after
    /// every turn.
    pub(super) fn note_danger(&mut self, ply: usize, proof: Option<Proof>) {
        if let (Some(known), true) = (self.proofs.get_mut(ply + 1), proof.is_some()) {
            *known = proof;
        }
    }

    /// Does the opponent win by double threats after this pair? The win is tried first after the other pairs.
    pub(super) fn refutes(&mut self, board: &mut Board, pair: Candidate, limits: Limits) -> bool {
        let side = board.side();
        let proof = board.with_bare(side, &[pair.a, pair.b], |board| {
            board.set_turn(side.opponent(), Stage::Two);
            let proof = self.threats.search(board, limits);
            board.set_turn(side, Stage::Two);
            proof
        });
        let is_refuted = proof.is_some();
        self.note_danger(0, proof);
        is_refuted
    }

    pub(super) const fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Searches all root pairs to a depth in turns, puts the best first and gives it with its score. When the search is
    /// stopped, what was complete counts; none if not even the first pair was.
    pub(super) fn iterate(
        &mut self,
        board: &mut Board,
        pairs: &mut Vec<Candidate>,
        depth: i32,
    ) -> Option<(Candidate, Score)> {
        let mut best: Option<(usize, Score)> = None;
        let mut losing = vec![false; pairs.len()];
        for (index, &pair) in pairs.iter().enumerate() {
            let alpha = best.map_or(-Score::INFINITE, |(_, score)| score);
            let score = self.try_pair(
                board,
                pair,
                index,
                Place { depth, ply: 0 },
                ScoreWindow {
                    alpha,
                    beta: Score::INFINITE,
                },
            );
            if self.stopped {
                break;
            }
            losing[index] = score <= LOSING;
            if score > alpha {
                best = Some((index, score));
                if score.is_win() {
                    break;
                }
            }
        }
        let (index, score) = best?;
        let best = pairs[index];
        let mut order: Vec<usize> = (0..pairs.len()).collect();
        order.sort_by_key(|&other| (other != index, losing[other]));
        *pairs = order.into_iter().map(|other| pairs[other]).collect();
        Some((best, score))
    }

    /// Makes a pair and searches what follows: late pairs first with less depth, all but the first with no window.
    fn try_pair(
        &mut self,
        board: &mut Board,
        pair: Candidate,
        index: usize,
        place: Place,
        window: ScoreWindow,
    ) -> Score {
        let Place { depth, .. } = place;
        let ScoreWindow { alpha, beta } = window;
        let late = index >= FULL_PAIRS && depth >= REDUCTION_DEPTH;
        let very_late = index >= EARLY_PAIRS && depth > REDUCTION_DEPTH;
        let reduction = i32::from(late) + i32::from(very_late);
        let full = place.next(0);
        if index == 0 {
            return -self.after(board, pair, full, window.of_opponent());
        }
        let null = ScoreWindow {
            alpha: -(alpha + 1),
            beta: -alpha,
        };
        let mut score = -self.after(board, pair, place.next(reduction), null);
        if late && score > alpha {
            score = -self.after(board, pair, full, null);
        }
        if score > alpha && score < beta {
            score = -self.after(board, pair, full, window.of_opponent());
        }
        score
    }

    /// The value after a pair, for the opponent. At the end of the depth nobody asks for moves any more, unless threats
    /// must be answered.
    fn after(
        &mut self,
        board: &mut Board,
        pair: Candidate,
        place: Place,
        window: ScoreWindow,
    ) -> Score {
        if place.depth <= 0 {
            let side = board.side();
            board.play_last(pair.a);
            board.play_last(pair.b);
            let quiet = !can_win(board, side);
            let score = if quiet {
                self.search(board, place, window)
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
        let score = self.search(board, place, window);
        board.unplay(pair.b);
        board.unplay(pair.a);
        score
    }

    fn search(&mut self, board: &mut Board, place: Place, window: ScoreWindow) -> Score {
        let Place { depth, ply } = place;
        let ScoreWindow { alpha, beta } = window;
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
        if depth <= 0
            && let Some(score) = self.at_the_end(board, ply, beta)
        {
            return score;
        }
        let hash = self.table.probe(board, ply);
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
            let found = Found {
                pair: None,
                score,
                depth: i8::MAX,
                bound: Bound::Lower,
            };
            self.table.store(board, ply, found);
            return score;
        }
        let danger = if depth >= DANGER_DEPTH {
            self.danger(board, ply, depth)
        } else {
            CellSet::EMPTY
        };
        let found = candidates(board, INNER, &danger);
        let forced = matches!(found, Candidates::Forced(_));
        let mut pairs = match found {
            Candidates::Lost => return Score::loss_in(ply + 2),
            Candidates::Forced(pairs) | Candidates::Free(pairs) => pairs,
        };
        self.history.sort(side, ply, &mut pairs);
        let pairs = self.table.hash_first(board, hash, pairs);
        let best = self.best_pair(board, &pairs, place, window);
        if self.stopped {
            return Score::ZERO;
        }
        let Some((pair, mut score)) = best else {
            return Score::evaluation(board.evaluation());
        };
        if score.is_loss() && !forced {
            score = hopeless(ply);
        }
        let found = Found {
            pair: Some(pair),
            score,
            depth: depth.max(0) as i8,
            bound: Bound::of(score, alpha, beta),
        };
        self.table.store(board, ply, found);
        score
    }

    /// Tries pairs until one is too good for the opponent to allow it. The best of them with its score; none if there is none.
    fn best_pair(
        &mut self,
        board: &mut Board,
        pairs: &[Candidate],
        place: Place,
        mut window: ScoreWindow,
    ) -> Option<(Candidate, Score)> {
        let inner = Place {
            depth: place.depth.max(1),
            ..place
        };
        let mut best: Option<(Candidate, Score)> = None;
        for (index, &pair) in pairs.iter().enumerate() {
            let score = self.try_pair(board, pair, index, inner, window);
            if self.stopped {
                break;
            }
            if best.is_none_or(|(_, most)| score > most) {
                best = Some((pair, score));
            }
            window.alpha = window.alpha.max(score);
            if window.alpha >= window.beta {
                self.history.cut(board.side(), place.ply, pair, place.depth);
                break;
            }
        }
        best
    }

    /// The value at the end of the depth; none where threats need both stones, so that the search goes on.
    fn at_the_end(&mut self, board: &mut Board, ply: usize, beta: Score) -> Option<Score> {
        let opponent = board.side().opponent();
        let cover = if ply < MAX_PLY {
            cover(board, opponent)
        } else {
            Cover::Zero
        };
        match cover {
            Cover::Lost => Some(Score::loss_in(ply + 2)),
            Cover::Two(_) => None,
            Cover::Zero | Cover::One(_) => Some(self.leaf(board, ply, beta)),
        }
    }

    /// The evaluation, unless a short threat search wins.
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
        // The turn after the last one of the proof completes the row.
        let win = |proof: &Proof| {
            let plies = ply + 2 * proof.pairs.len() + 1;
            Score::win_in(plies.min(MAX_PLIES - 1))
        };
        let known = self.proofs.get_mut(ply)?;
        if let Some(proof) = known
            && DoubleThreats::holds(board, proof)
        {
            return Some(win(proof));
        }
        let proof = self.threats.search(board, limits)?;
        let score = win(&proof);
        *known = Some(proof);
        Some(score)
    }

    /// The cells that matter for a win of the opponent, if he has one after a mere answer to his threats. The win is
    /// tried first after each turn that follows.
    fn danger(&mut self, board: &mut Board, ply: usize, depth: i32) -> CellSet {
        let limits = Limits {
            turns: INNER_TURNS,
            nodes: DANGER_NODES * depth as u64,
        };
        let danger = danger(board, self.threats, limits);
        self.note_danger(ply, danger.proof);
        danger.zone
    }

    fn must_stop(&mut self) -> bool {
        self.stopped |= self.nodes >= self.limit || self.interrupt.is_due();
        self.stopped
    }

    /// More pairs for a root whose pairs all lose: those of many more cells that a short threat search of the opponent
    /// does not beat.
    pub(super) fn last_resort(
        &mut self,
        board: &mut Board,
        danger: &CellSet,
        tried: &[Candidate],
    ) -> Vec<Candidate> {
        let mut pairs = Vec::new();
        for pair in candidates(board, LAST_RESORT, danger).pairs() {
            if tried.iter().any(|other| other.cells() == pair.cells()) {
                continue;
            }
            let score = -self.after(board, pair, Place { depth: 0, ply: 1 }, ScoreWindow::full());
            if self.stopped {
                break;
            }
            if !score.is_loss() {
                pairs.push(pair);
            }
        }
        pairs
    }
}

/// The pairs of the root. Those that answer `danger` are preferred, and looked for more widely.
pub(super) fn root_candidates(board: &mut Board, danger: &CellSet) -> Candidates {
    debug_assert_eq!(board.stage(), Stage::Two, "a whole turn lies ahead");
    let mut width = ROOT;
    if !danger.is_empty() {
        width.first *= WIDER;
    }
    candidates(board, width, danger)
}

/// The value of a position whose candidates all lose.
pub(super) const fn hopeless(ply: usize) -> Score {
    Score::evaluation(HOPELESS_TURN * ply as i32 - HOPELESS)
}

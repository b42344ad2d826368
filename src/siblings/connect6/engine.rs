//! The engine: what to play in a position. In this order: complete a row, answer threats, win by double threats, see
//! what the opponent threatens, and search pairs with the rest of the time.

use std::sync::Arc;
use std::time::Duration;

use kagetsu_kernel::score::MAX_PLIES;
use kagetsu_kernel::table::Table;
use kagetsu_kernel::{
    Clock, ClockPolicy, Completed, Iteration, Iterations, NoClock, Progress, Score, SearchLimits,
    StopSignal, TimeBudget, deepen,
};

use super::bits::CellSet;
use super::board::{Board, Stage};
use super::candidates::{Candidate, Candidates, candidates};
use super::choice::{Choice, Reason};
use super::cover::{Cover, THREAT, completing_pair, cover};
use super::danger::{Danger, danger};
use super::double_threat::{DoubleThreats, Interrupt, Limits};
use super::evaluation::Evaluation;
use super::geometry::{CELLS, Cell, ROW};
use super::search::{ROOT, Search, hopeless, root_candidates};
use super::single_threat::{SingleLimits, single_threat_win};
use super::turn::Turn;

/// A player with its memory.
#[derive(Debug)]
pub struct Engine {
    evaluation: Evaluation,
    table: Table,
    /// Memory of the table, in bytes.
    table_bytes: usize,
    threats: DoubleThreats,
    /// Positions that the threat search before the pair search may look at.
    threat_nodes: u64,
    clock: Arc<dyn Clock>,
}

/// Most turns of the attacker in a threat search at the root.
const THREAT_TURNS: u8 = 16;
/// Positions of a threat search for every millisecond of the turn: one search then takes about a tenth of it.
const THREATS_PER_MILLISECOND: u64 = 8;
/// Part of the positions of a threat search that each one after a single threat gets.
const SINGLE_SHARE: u64 = 8;
/// Part of the time that is kept for a last look at the chosen turn.
const VERIFYING_SHARE: u32 = 16;
/// Turns that are looked at so, if the opponent wins after those before.
const VERIFIED_PAIRS: usize = 6;
/// The deepest iteration.
const MAX_DEPTH: u32 = 30;
/// Stones of a turn of both sides.
const ROUND: usize = 4;
/// How the time of a game is divided.
const CLOCK: ClockPolicy = ClockPolicy {
    reserve: Duration::from_millis(20),
    reserve_share: 20,
    moves: 20,
    fewest_moves: 20,
    stretch: 300,
    unstable: 120,
    stable: 5,
    fall: 0,
    effort: 0,
};

impl Engine {
    /// The usual memory of the transposition table, in bytes.
    pub(crate) const TABLE_BYTES: usize = 1 << 25;
    /// The usual bound of the threat search before the pair search.
    pub(crate) const THREAT_NODES: u64 = 100_000;

    /// An engine with a table of so many bytes that reads time from `clock`.
    pub fn new(table_bytes: usize, evaluation: &Evaluation, clock: Arc<dyn Clock>) -> Self {
        Self {
            evaluation: evaluation.clone(),
            table: Table::with_bytes(table_bytes),
            table_bytes,
            threats: DoubleThreats::default(),
            threat_nodes: Self::THREAT_NODES,
            clock,
        }
    }

    /// An engine with the usual evaluation and a table of so many bytes, whose searches a number of positions bounds, not the
    /// time.
    pub(crate) fn without_clock(table_bytes: usize) -> Self {
        Self::new(table_bytes, &Evaluation::default(), Arc::new(NoClock))
    }

    /// Gives the table another size in bytes; what it holds is lost unless it has this size already.
    pub(crate) fn resize_table(&mut self, bytes: usize) {
        if self.table_bytes != bytes {
            self.table_bytes = bytes;
            self.table = Table::with_bytes(bytes);
        }
    }

    /// Bounds the threat search before the pair search.
    pub(super) const fn set_threat_nodes(&mut self, nodes: u64) {
        self.threat_nodes = nodes;
    }

    /// The same position with the evaluation of the engine.
    pub(super) fn evaluated(&self, board: &Board) -> Board {
        board.evaluated_by(&self.evaluation)
    }

    /// Chooses a turn; none if the game is over. The board must stand at the beginning of a turn.
    pub fn choose(
        &mut self,
        board: &Board,
        limits: &SearchLimits,
        stop: &StopSignal,
    ) -> Option<Choice> {
        let side = board.side();
        if board.is_full() || board.has_won(side.opponent()) || board.has_won(side) {
            return None;
        }
        let mut board = self.evaluated(board);
        if board.stage() == Stage::One {
            let cell = if board.is_empty(Cell::CENTRE) {
                Cell::CENTRE
            } else {
                board.empties().next()?
            };
            return Some(Choice::at_once(
                Turn::One(cell),
                Score::ZERO,
                Reason::Opening,
            ));
        }
        if let Some(turn) = completing_turn(&board) {
            return Some(Choice::at_once(turn, Score::win_in(1), Reason::Row));
        }
        if cover(&board, side.opponent()) == Cover::Lost {
            return Some(Choice::at_once(
                hopeless_turn(&board)?,
                Score::loss_in(2),
                Reason::Lost,
            ));
        }
        let time = time_budget(&board, limits);
        let threat_limits = self.threat_limits(limits, time);
        self.threats.set_interrupt(Interrupt {
            clock: self.clock.clone(),
            deadline: time.map(|time| limits.started.saturating_add(time.hard)),
            stop: stop.clone(),
        });
        if let Some(proof) = self.threats.search(&mut board, threat_limits) {
            let (a, b) = *proof.pairs.first()?;
            let score = Score::win_in(2 * proof.pairs.len() + 1);
            let mut choice = Choice::at_once(Turn::pair(a, b)?, score, Reason::Threats);
            choice.nodes = self.threats.nodes();
            return Some(choice);
        }
        let danger = danger(&mut board, &mut self.threats, threat_limits);
        if danger.zone.is_empty()
            && let Some(choice) = self.single_threats(&mut board, threat_limits.nodes)
        {
            return Some(choice);
        }
        let limits = TurnLimits {
            search: limits,
            time,
            threats: threat_limits,
        };
        self.search(&mut board, &limits, stop, danger)
    }

    /// What each threat search before the pair search may spend: the less time, the fewer positions.
    fn threat_limits(&self, limits: &SearchLimits, time: Option<TimeBudget>) -> Limits {
        let in_time = time.map_or(u64::MAX, |time| {
            let time = time.soft.unwrap_or(time.hard);
            (time.as_millis() as u64).saturating_mul(THREATS_PER_MILLISECOND)
        });
        let nodes = limits.nodes.unwrap_or(u64::MAX).min(in_time);
        Limits {
            turns: THREAT_TURNS,
            nodes: nodes.min(self.threat_nodes),
        }
    }

    /// A win that begins with a single threat, among the usual candidates.
    fn single_threats(&mut self, board: &mut Board, nodes: u64) -> Option<Choice> {
        let limits = SingleLimits {
            threats: Limits {
                turns: THREAT_TURNS / 2,
                nodes: nodes / SINGLE_SHARE,
            },
            nodes: nodes / 2,
        };
        let pairs = candidates(board, ROOT, &CellSet::EMPTY).pairs();
        let win = single_threat_win(board, &pairs, &mut self.threats, limits)?;
        let (a, b) = win.pair;
        let score = Score::win_in((2 * win.turns() - 1).min(MAX_PLIES - 1));
        Some(Choice::at_once(
            Turn::pair(a, b)?,
            score,
            Reason::SingleThreat,
        ))
    }

    fn search(
        &mut self,
        board: &mut Board,
        limits: &TurnLimits<'_>,
        stop: &StopSignal,
        danger: Danger,
    ) -> Option<Choice> {
        let TurnLimits {
            search: limits,
            time,
            threats: threat_limits,
        } = *limits;
        let deadline = time.map(|time| {
            limits
                .started
                .saturating_add(time.hard.saturating_sub(time.hard / VERIFYING_SHARE))
        });
        let interrupt = Interrupt {
            clock: self.clock.clone(),
            deadline,
            stop: stop.clone(),
        };
        let entries = self.table.begin_search();
        let limit = limits.nodes.unwrap_or(u64::MAX);
        let mut search = Search::new(entries, &mut self.threats, limit, interrupt);
        search.note_danger(0, danger.proof);
        let danger = danger.zone;
        let found = root_candidates(board, &danger);
        let is_forced = matches!(found, Candidates::Forced(_));
        let pairs = found.pairs();
        let first = pairs.first()?;
        let turn = Turn::pair(first.a, first.b)?;
        let mut deepening = Deepening {
            search,
            board,
            danger,
            pairs,
            choice: Choice::at_once(turn, Score::ZERO, Reason::Search),
            is_forced,
            is_widened: false,
            threat_limits,
            clock: self.clock.as_ref(),
            started: limits.started,
        };
        let depths = 1..=limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        deepen(&mut deepening, turn, depths, time, &CLOCK);
        deepening.verify();
        Some(deepening.choice)
    }
}

/// What the choice of one turn may spend.
#[derive(Clone, Copy, Debug)]
struct TurnLimits<'a> {
    search: &'a SearchLimits,
    /// The time of the turn.
    time: Option<TimeBudget>,
    /// Of each threat search.
    threats: Limits,
}

/// The iterations over the pairs of one position.
struct Deepening<'a> {
    search: Search<'a>,
    board: &'a mut Board,
    danger: CellSet,
    /// Best first.
    pairs: Vec<Candidate>,
    choice: Choice,
    /// The pairs are all that stop the opponent's threats.
    is_forced: bool,
    /// More pairs were looked for, because all lost.
    is_widened: bool,
    /// For a look at a chosen turn.
    threat_limits: Limits,
    clock: &'a dyn Clock,
    /// Reading of the clock when the turn was asked for.
    started: Duration,
}

impl Deepening<'_> {
    fn choose(&mut self, pair: Candidate, score: Score) {
        // The cells of a pair are different.
        if let Some(turn) = Turn::pair(pair.a, pair.b) {
            self.choice.turn = turn;
            self.choice.score = score;
        }
    }

    /// Looks once for more pairs when all lose. Are there any?
    fn widens(&mut self) -> bool {
        if !self.choice.score.is_loss() || self.is_widened || self.search.is_stopped() {
            return false;
        }
        self.is_widened = true;
        let more = self
            .search
            .last_resort(self.board, &self.danger, &self.pairs);
        let Some(&first) = more.first() else {
            return false;
        };
        self.choose(first, hopeless(0));
        self.pairs = more;
        true
    }

    /// Is the best pair refuted by a longer look for the opponent's double threats? The next one takes its place then, if
    /// there is one: it is played if the time ends before the others are searched again.
    fn is_refuted(&mut self) -> bool {
        if self.choice.score.is_decided() || self.pairs.len() == 1 {
            return false;
        }
        let best = self.pairs[0];
        let is_refuted = self.search.refutes(self.board, best, self.threat_limits);
        if is_refuted {
            self.pairs.remove(0);
            self.choose(self.pairs[0], self.choice.score);
        }
        is_refuted
    }

    /// A last look at the chosen turn. The first of the next pairs that is not refuted takes its place.
    fn verify(&mut self) {
        if self.choice.score.is_decided() {
            return;
        }
        for index in 0..self.pairs.len().min(VERIFIED_PAIRS) {
            let pair = self.pairs[index];
            if !self.search.refutes(self.board, pair, self.threat_limits) {
                if index > 0 {
                    self.choose(pair, self.choice.score);
                }
                break;
            }
        }
    }
}

impl Iterations for Deepening<'_> {
    /// The depth in turns.
    type Step = u32;
    type Move = Turn;

    fn iterate(&mut self, depth: u32) -> Iteration<Turn> {
        loop {
            let found = self
                .search
                .iterate(self.board, &mut self.pairs, depth as i32);
            let is_stopped = self.search.is_stopped();
            if let Some((best, score)) = found {
                self.choose(best, score);
                self.choice.depth = if is_stopped { depth - 1 } else { depth };
            }
            self.choice.nodes = self.search.nodes();
            if is_stopped {
                if self.choice.score.is_loss() {
                    // The time ended before all pairs were tried. The losing pair stands first, and untried ones follow it.
                    let next = self.pairs.get(1).unwrap_or(&self.pairs[0]);
                    self.choose(*next, hopeless(0));
                }
                return Iteration::Broken;
            }
            if !self.widens() && !self.is_refuted() {
                break;
            }
        }
        let is_settled = self.choice.score.is_decided() || self.pairs.len() == 1;
        if self.choice.score.is_loss() && !self.is_forced {
            // A pair that was not tried may hold.
            self.choice.score = hopeless(0);
        }
        if is_settled {
            return Iteration::Finished;
        }
        Iteration::Complete(Completed {
            best: self.choice.turn,
            score: self.choice.score.value(),
            effort: 0,
        })
    }

    fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.started)
    }
}

/// The time of a turn.
fn time_budget(board: &Board, limits: &SearchLimits) -> Option<TimeBudget> {
    let empties = board.empties().count();
    let progress = Progress {
        played: ((CELLS - empties) / ROUND) as u32,
        room: empties.div_ceil(ROUND) as u32,
    };
    TimeBudget::plan(&limits.time, progress, &CLOCK)
}

/// A turn that completes a row, if there is one.
pub(super) fn completing_turn(board: &Board) -> Option<Turn> {
    let (a, b) = completing_pair(board, board.side())?;
    Turn::pair(a, b)
}

/// Any turn that stops at least some threats.
fn hopeless_turn(board: &Board) -> Option<Turn> {
    let opponent = board.side().opponent();
    let windows = (THREAT..ROW)
        .rev()
        .flat_map(|stones| board.live(opponent, stones).iter());
    let mut cells = windows.flat_map(|window| board.empties_of(window));
    let a = cells.next()?;
    let b = cells
        .find(|&cell| cell != a)
        .or_else(|| board.empties().find(|&cell| cell != a))?;
    Turn::pair(a, b)
}

#[cfg(test)]
mod tests {
    use super::super::search::LOSING;
    use super::super::written_turns::read_game;
    use super::*;

    #[test]
    fn a_position_is_not_called_lost_while_pairs_are_left() {
        let turns = "JJ HHKH KILI l12j11 i12i10 h11h10 i9h8 i8g7 h13i13 g13i11 f11g9 j12i7 f9h9 e9k9 h7h6 i6h5 g12e10 j15d9 \
                     e11f10 d12d11 f14d10 f12f7 b10c10 a10g10";
        let game = read_game(turns).expect("a game");
        let mut engine = Engine::without_clock(Engine::TABLE_BYTES);
        let mut marked = 0;
        // The time ends among the pairs, or all that are tried lose.
        for nodes in [500, 1500, 3000, 20_000] {
            let limits = SearchLimits::of_nodes(nodes);
            let choice = engine.choose(game.board(), &limits, &StopSignal::new());
            let choice = choice.expect("a turn");
            let score = choice.score;
            assert!(!score.is_decided(), "{nodes} nodes: {score}");
            // The mark of a position whose turns all lose is no score.
            let is_marked = score <= LOSING;
            assert!(!is_marked || choice.found_score().is_none(), "{choice}");
            assert_eq!(choice.why().contains("tried loses"), is_marked, "{choice}");
            marked += usize::from(is_marked);
        }
        assert!(marked > 0);
    }
}

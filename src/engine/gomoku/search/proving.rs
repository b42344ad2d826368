//! Runs the solver before the search, if the settings request it. Part of the time and of the nodes of a move is spent
//! on proving a win: by fours, by threats, and on request by any moves. A proved win is played.

use std::time::Duration;

use crate::board::{Board, Side};
use crate::geometry::Point;
use kagetsu_kernel::{Clock, PERCENT, Score, SearchLimits, StopSignal, TimeBudget};

use super::report::{DepthReport, Proof, ProofMethod, ProofReport, SearchObserver};
use super::root_filter::RootFilter;
use super::solver::{
    Answer, Order, Question, Solver, SolverLimits, Verdict, is_won, line_of_attack,
};

/// Part of the time and of the nodes of a move for all attempts together, in percent.
pub(super) const SHARE_PERCENT: u32 = 50;
/// Part for the first of two tasks.
pub(super) const FIRST_SHARE_PERCENT: u32 = 25;
/// Most nodes for wins by fours: threats find them as well.
const MAX_FOUR_NODES: u64 = 100_000;
/// Nodes of a move, of which the attempts take parts, where neither time nor nodes are limited.
const NODES_WITHOUT_LIMITS: u64 = 10_000_000;

/// For which wins the solver looks before the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WinCheck {
    /// For none.
    #[default]
    Off,
    /// For wins by continuous threats (VCT).
    Threats,
    /// For wins by continuous threats (VCT), then by any moves.
    AllMoves,
}

impl WinCheck {
    /// The attempts, with the part of the move's time and nodes at which each must be over.
    fn attempts(self) -> &'static [(ProofMethod, u32)] {
        match self {
            Self::Off => &[],
            Self::Threats => &[
                (ProofMethod::Fours, SHARE_PERCENT),
                (ProofMethod::Threats, SHARE_PERCENT),
            ],
            Self::AllMoves => &[
                (ProofMethod::Fours, FIRST_SHARE_PERCENT),
                (ProofMethod::Threats, FIRST_SHARE_PERCENT),
                (ProofMethod::AllMoves, SHARE_PERCENT),
            ],
        }
    }
}

/// What bounds the solver before a search, and its source of time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProofLimits<'a> {
    /// The limits of the move.
    pub search: &'a SearchLimits,
    /// Ends the attempts from outside.
    pub stop: &'a StopSignal,
    /// The source of time.
    pub clock: &'a dyn Clock,
    /// The plan of the move's time; `None` without a time limit.
    pub budget: Option<TimeBudget>,
}

impl<'a> ProofLimits<'a> {
    /// Bounds for what may be spent up to a part of the move's time and nodes when `spent` nodes are gone already.
    /// `None` when nothing is left.
    pub(super) fn up_to(&self, percent: u32, spent: u64) -> Option<SolverLimits<'a>> {
        let budget = self.budget;
        let time = budget.map(|budget| budget.share(percent));
        let nodes = match (self.search.nodes, budget) {
            (None, Some(_)) => u64::MAX,
            (nodes, _) => part_of(nodes.unwrap_or(NODES_WITHOUT_LIMITS), percent),
        };
        let nodes = nodes.saturating_sub(spent);
        (nodes > 0 && time != Some(Duration::ZERO)).then_some(SolverLimits {
            nodes,
            deadline: time.map(|time| self.search.started + time),
            clock: self.clock,
            stop: self.stop,
        })
    }

    /// Time since the request.
    pub(super) fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.search.started)
    }
}

fn part_of(nodes: u64, percent: u32) -> u64 {
    let part = u128::from(nodes) * u128::from(percent) / u128::from(PERCENT);
    u64::try_from(part).unwrap_or(u64::MAX)
}

/// What the attempts have shown and what they have cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Checked {
    /// The proved win as the report of a search.
    pub win: Option<DepthReport>,
    /// Nodes visited.
    pub nodes: u64,
}

/// Looks for a proved win of the side to move. The observer hears of a win, and of what was not found by threats and
/// by all moves; a failed search by fours is not reported, nor a win that begins with a move that may not be chosen.
pub(crate) fn look_for_win(
    solver: &mut Solver,
    board: &mut Board,
    check: WinCheck,
    filter: &RootFilter,
    limits: ProofLimits<'_>,
    observer: &mut dyn SearchObserver,
) -> Checked {
    let mut checked = Checked::default();
    if is_over(board) {
        return checked;
    }
    for &(means, percent) in check.attempts() {
        let Some(bounds) = limits.up_to(percent, checked.nodes) else {
            continue;
        };
        let answer = ask(solver, board, means, bounds);
        checked.nodes += answer.nodes;
        let proof = proof_of(board, &answer.verdict);
        let elapsed = limits.elapsed();
        if matches!(&proof, Proof::Win(line) if !filter.allows(line[0])) {
            // The other attempts would mostly find the same win; their time is left to the search.
            break;
        }
        if let Proof::Win(line) = &proof {
            checked.win = Some(report_of(line, checked.nodes, elapsed));
        }
        if checked.win.is_some() || means != ProofMethod::Fours {
            observer.proof_report(&ProofReport {
                means,
                proof,
                nodes: checked.nodes,
                elapsed,
            });
        }
        if checked.win.is_some() {
            break;
        }
    }
    checked
}

/// Does the board show a won game?
pub(super) fn is_over(board: &Board) -> bool {
    Side::BOTH.into_iter().any(|side| is_won(board, side))
}

/// Asks the solver whether the side to move wins by these means.
pub(super) fn ask(
    solver: &mut Solver,
    board: &mut Board,
    means: ProofMethod,
    limits: SolverLimits<'_>,
) -> Answer {
    let question = match means {
        ProofMethod::Fours => {
            let limits = SolverLimits {
                nodes: limits.nodes.min(MAX_FOUR_NODES),
                ..limits
            };
            return solver.solve(board, Question::Fours(Order::Doubling), limits);
        }
        ProofMethod::Threats => Question::Threats,
        ProofMethod::AllMoves => Question::Everything,
    };
    solver.solve(board, question, limits)
}

/// What an answer about a win of the side to move shows.
pub(super) fn proof_of(board: &mut Board, verdict: &Verdict) -> Proof {
    match verdict {
        Verdict::Win(attack) => Proof::Win(line_of_attack(board, attack)),
        Verdict::None => Proof::None,
        Verdict::Loss(_) | Verdict::Unknown => Proof::Unknown,
    }
}

fn report_of(line: &[Point], nodes: u64, elapsed: Duration) -> DepthReport {
    let plies = line.len();
    DepthReport {
        pv_index: 0,
        depth: plies as u32,
        selective_depth: plies as u32,
        score: Score::win_in(plies),
        nodes,
        elapsed,
        pv: line.to_vec(),
    }
}

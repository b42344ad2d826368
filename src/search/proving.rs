//! The solver before a search, for those who ask for it: part of what a move may cost goes into the attempt to prove a
//! win, by fours, by threats, and on request by any moves. What is proved is played; nothing else is claimed.

use std::time::Duration;

use crate::board::{Board, Side};
use crate::kernel::{Clock, Score, SearchLimits, StopSignal};

use super::report::{DepthReport, Means, Proof, ProofReport, SearchObserver};
use super::solver::{Order, Question, Solver, SolverLimits, Verdict, is_won, line_of_attack};
use super::timing::TimeBudget;

/// Part of the time and of the nodes of a move for all attempts together, in percent.
const SHARE_PERCENT: u32 = 50;
/// Part for wins by threats where all moves are tried afterwards.
const FIRST_SHARE_PERCENT: u32 = 25;
const WHOLE_PERCENT: u64 = 100;
/// Most positions for wins by fours: threats find them as well.
const FOUR_NODES: u64 = 100_000;
/// Most positions for each attempt when neither time nor nodes are limited.
const MOST_NODES: u64 = 5_000_000;

/// For which wins the solver looks before the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WinCheck {
    /// For none.
    #[default]
    Off,
    /// For wins by continuous threats.
    Threats,
    /// For wins by continuous threats, then by any moves.
    AllMoves,
}

impl WinCheck {
    /// The attempts, with the part of the move's time and nodes at which each must be over.
    fn attempts(self) -> &'static [(Means, u32)] {
        match self {
            Self::Off => &[],
            Self::Threats => &[
                (Means::Fours, SHARE_PERCENT),
                (Means::Threats, SHARE_PERCENT),
            ],
            Self::AllMoves => &[
                (Means::Fours, FIRST_SHARE_PERCENT),
                (Means::Threats, FIRST_SHARE_PERCENT),
                (Means::AllMoves, SHARE_PERCENT),
            ],
        }
    }
}

/// What the attempts have shown and what they have cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The proved win as the report of a search.
    pub win: Option<DepthReport>,
    /// Positions visited.
    pub nodes: u64,
}

/// What bounds a check, and its source of time.
#[derive(Clone, Copy, Debug)]
pub struct CheckLimits<'a> {
    /// The limits of the move.
    pub search: &'a SearchLimits,
    /// Ends the check from outside.
    pub stop: &'a StopSignal,
    /// The source of time.
    pub clock: &'a dyn Clock,
}

/// Looks for a proved win of the side to move. The observer hears of a win, and of what was not found by threats and
/// by all moves; a failure by fours goes without saying.
pub fn look_for_win(
    solver: &mut Solver,
    board: &mut Board,
    check: WinCheck,
    limits: CheckLimits<'_>,
    observer: &mut dyn SearchObserver,
) -> Checked {
    let mut checked = Checked::default();
    if Side::BOTH.into_iter().any(|side| is_won(board, side)) {
        return checked;
    }
    let budget = TimeBudget::plan(&limits.search.time, board.occupied());
    for &(means, percent) in check.attempts() {
        let share = budget.map(|budget| budget.share(percent));
        let nodes = most_nodes(means, percent, &limits, checked.nodes, budget);
        if nodes == 0 || share == Some(Duration::ZERO) {
            continue;
        }
        let bounds = SolverLimits {
            nodes,
            deadline: share.map(|share| limits.search.started + share),
            clock: limits.clock,
            stop: limits.stop,
        };
        let answer = solver.solve(board, question(means), bounds);
        checked.nodes += answer.nodes;
        let proof = match &answer.verdict {
            Verdict::Win(attack) => Proof::Win(line_of_attack(board, attack)),
            Verdict::None => Proof::None,
            Verdict::Loss(_) | Verdict::Unknown => Proof::Unknown,
        };
        let elapsed = limits.clock.now().saturating_sub(limits.search.started);
        if let Proof::Win(line) = &proof {
            checked.win = Some(DepthReport {
                pv_index: 0,
                depth: line.len() as u32,
                selective_depth: line.len() as u32,
                score: Score::win_in(line.len()),
                nodes: checked.nodes,
                elapsed,
                pv: line.clone(),
            });
        }
        if checked.win.is_some() || means != Means::Fours {
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

const fn question(means: Means) -> Question {
    match means {
        Means::Fours => Question::Fours(Order::Doubling),
        Means::Threats => Question::Threats,
        Means::AllMoves => Question::Everything,
    }
}

/// Positions that an attempt may visit after `spent` of those before it.
fn most_nodes(
    means: Means,
    percent: u32,
    limits: &CheckLimits<'_>,
    spent: u64,
    budget: Option<TimeBudget>,
) -> u64 {
    let most = match (limits.search.nodes, budget) {
        (Some(nodes), _) => {
            let share = u128::from(nodes) * u128::from(percent) / u128::from(WHOLE_PERCENT);
            u64::try_from(share)
                .unwrap_or(u64::MAX)
                .saturating_sub(spent)
        }
        (None, Some(_)) => u64::MAX,
        (None, None) => MOST_NODES,
    };
    match means {
        Means::Fours => most.min(FOUR_NODES),
        Means::Threats | Means::AllMoves => most,
    }
}

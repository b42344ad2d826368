//! Finds the moves that lose to the opponent's threat. The solver first finds the win that a pass would allow. It then
//! searches after every move whether the opponent still wins by threats. A move is called lost only with a checked
//! proof.

use std::cmp::Reverse;
use std::sync::Arc;

use crate::board::{Board, Threat};
use crate::geometry::{Point, PointSet};

use super::proving::{FIRST_SHARE_PERCENT, ProofLimits, SHARE_PERCENT, ask, is_over, proof_of};
use super::report::{DefenceReport, Proof, ProofMethod, RootEvent, SearchObserver};
use super::solver::verify::verify;
use super::solver::{Attack, Solver, SolverLimits, Verdict};

/// Part of what is left that one move may take, as a divisor.
const MOVE_SHARE: u32 = 8;
/// The attempts to find a win of the opponent, the cheapest first.
const ATTEMPTS: [ProofMethod; 2] = [ProofMethod::Fours, ProofMethod::Threats];

/// What the moves of a side come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Defences {
    /// The moves after which the opponent wins, as was proved.
    pub lost: PointSet,
    /// Nodes visited.
    pub nodes: u64,
}

/// Looks for the moves of the side to move that lose to the opponent's threat, if there is one. The observer hears of
/// each lost move, and of the whole in the end.
pub(crate) fn find_defences(
    solver: &mut Solver,
    board: &mut Board,
    limits: ProofLimits<'_>,
    observer: &mut dyn SearchObserver,
) -> Defences {
    let mut search = DefenceSearch {
        solver,
        limits,
        nodes: 0,
    };
    let wins_at_once = board.count(board.side_to_move(), Threat::Five) > 0;
    if wins_at_once || is_over(board) {
        return Defences::default();
    }
    // Half of the solver's part for the threat: what is left is for the moves against it.
    let Some(bounds) = limits.up_to(FIRST_SHARE_PERCENT, 0) else {
        return Defences::default();
    };
    board.pass();
    let (means, verdict) = search.attack(board, bounds);
    let threat = proof_of(board, &verdict);
    board.pass();
    let mut report = DefenceReport {
        means,
        threat,
        holding: Vec::new(),
        unknown: Vec::new(),
        lost: Vec::new(),
        nodes: 0,
        elapsed: limits.elapsed(),
    };
    if let Verdict::Win(attack) = verdict {
        for point in moves_in_order(board) {
            let list = match search.opponent_wins_after(board, point, &attack) {
                Proof::Win(_) => {
                    observer.root_event(RootEvent::Lost(point));
                    &mut report.lost
                }
                Proof::None => &mut report.holding,
                Proof::Unknown => &mut report.unknown,
            };
            list.push(point);
        }
    }
    report.nodes = search.nodes;
    report.elapsed = limits.elapsed();
    observer.defence_report(&report);
    Defences {
        lost: report.lost.into_iter().collect(),
        nodes: search.nodes,
    }
}

/// The legal moves, those that make or prevent most first.
fn moves_in_order(board: &Board) -> Vec<Point> {
    let side = board.side_to_move();
    let empty = *board.empty();
    let mut moves: Vec<Point> = empty
        .iter()
        .filter(|&point| !board.is_foul(side, point))
        .collect();
    let place = |point| {
        let own = board.threat(side, point);
        own.max(board.threat(side.opponent(), point)) as usize
    };
    moves.sort_by_key(|&point| Reverse(place(point)));
    moves
}

/// The moves that are tried, and what that has cost.
struct DefenceSearch<'s, 'l> {
    solver: &'s mut Solver,
    limits: ProofLimits<'l>,
    nodes: u64,
}

impl<'l> DefenceSearch<'_, 'l> {
    /// Searches for a win of the side to move and says by which means it was searched for.
    fn attack(&mut self, board: &mut Board, bounds: SolverLimits<'_>) -> (ProofMethod, Verdict) {
        let before = self.nodes;
        let mut result = (ProofMethod::Fours, Verdict::Unknown);
        for means in ATTEMPTS {
            let limits = SolverLimits {
                nodes: bounds.nodes.saturating_sub(self.nodes - before),
                ..bounds
            };
            let answer = ask(self.solver, board, means, limits);
            self.nodes += answer.nodes;
            result = (means, answer.verdict);
            if matches!(result.1, Verdict::Win(_)) {
                break;
            }
        }
        result
    }

    /// Does the opponent win after a move of the side to move: by the win that it threatened, or by another?
    fn opponent_wins_after(
        &mut self,
        board: &mut Board,
        point: Point,
        threat: &Arc<Attack>,
    ) -> Proof {
        let Some(bounds) = self.bounds_of_move() else {
            return Proof::Unknown;
        };
        board.make(point);
        // Most moves do not touch the threat, and to carry it out again costs far less than a search.
        let proof = if verify(board, threat, Some(bounds)).is_ok() {
            Proof::Win(vec![threat.point])
        } else {
            let (_, verdict) = self.attack(board, bounds);
            proof_of(board, &verdict)
        };
        board.unmake();
        proof
    }

    fn bounds_of_move(&self) -> Option<SolverLimits<'l>> {
        let whole = self.limits.up_to(SHARE_PERCENT, self.nodes)?;
        let now = self.limits.clock.now();
        let is_late = whole.deadline.is_some_and(|deadline| now >= deadline);
        if is_late || self.limits.stop.is_raised() {
            return None;
        }
        Some(SolverLimits {
            nodes: (whole.nodes / u64::from(MOVE_SHARE)).max(1),
            deadline: whole
                .deadline
                .map(|deadline| now + deadline.saturating_sub(now) / MOVE_SHARE),
            ..whole
        })
    }
}

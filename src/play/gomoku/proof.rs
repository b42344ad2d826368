//! Questions to the solver: is a position won by fours or threats, or lost to them?

use kagetsu_gomoku::board::Board;
use kagetsu_gomoku::search::solver::{
    Order, Question, Solver, SolverLimits, Verdict, line_of_answers, line_of_attack,
};
use kagetsu_kernel::{StopSignal, WallClock};

use crate::game::Spot;

use super::stones::Stones;

/// A board and a solver for it.
#[derive(Debug)]
pub(crate) struct WinSolver {
    board: Board,
    solver: Solver,
    most: u64,
    nodes: u64,
    stop: StopSignal,
}

/// What the solver found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SolverAnswer {
    /// It is so, and this is what follows.
    Yes(Vec<Spot>),
    /// It is proved not to be so.
    No,
    /// The limits came first.
    Open,
}

impl SolverAnswer {
    /// What follows, where it is so.
    pub(crate) fn line(self) -> Vec<Spot> {
        match self {
            Self::Yes(line) => line,
            Self::No | Self::Open => Vec::new(),
        }
    }
}

impl WinSolver {
    /// The position of some stones, and a solver with a table of so many bytes that searches so many nodes at most for
    /// each question.
    pub(crate) fn new(stones: &Stones, bytes: usize, nodes: u64, stop: &StopSignal) -> Self {
        Self {
            board: Board::from_position(&stones.position(&[])),
            solver: Solver::with_bytes(bytes),
            most: nodes,
            nodes: 0,
            stop: stop.clone(),
        }
    }

    fn ask(&mut self, question: Question) -> SolverAnswer {
        let limits = SolverLimits {
            nodes: self.most,
            deadline: None,
            clock: &WallClock::start(),
            stop: &self.stop,
        };
        let answer = self.solver.solve(&mut self.board, question, limits);
        self.nodes += answer.nodes;
        let line = match answer.verdict {
            Verdict::Win(attack) => line_of_attack(&mut self.board, &attack),
            Verdict::Loss(answers) => line_of_answers(&mut self.board, &answers),
            Verdict::None => return SolverAnswer::No,
            Verdict::Unknown => return SolverAnswer::Open,
        };
        SolverAnswer::Yes(line.into_iter().map(Spot::from).collect())
    }

    /// Nodes searched so far.
    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Does the side to move win by fours?
    pub(crate) fn wins_by_fours(&mut self) -> SolverAnswer {
        self.ask(Question::Fours(Order::Any))
    }

    /// Does it win by threats other than fours alone? A win by fours alone is asked for before.
    pub(crate) fn wins_by_other_threats(&mut self) -> SolverAnswer {
        self.ask(Question::Threats)
    }

    /// Does the side to move win by threats, fours included?
    pub(crate) fn wins_by_threats(&mut self) -> SolverAnswer {
        match self.wins_by_fours() {
            SolverAnswer::Yes(line) => SolverAnswer::Yes(line),
            SolverAnswer::No | SolverAnswer::Open => self.wins_by_other_threats(),
        }
    }

    /// Does the side to move lose to threats, of which the last move is the first?
    pub(crate) fn loses_to_threats(&mut self) -> SolverAnswer {
        self.ask(Question::LossByThreats)
    }
}

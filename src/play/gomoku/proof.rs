//! Questions to the solver: is a position won by fours or threats, or lost to them?

use kagetsu_gomoku::board::{Board, Position, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_gomoku::search::solver::{
    Order, Question, Solver, SolverLimits, Verdict, line_of_answers, line_of_attack,
};
use kagetsu_kernel::{StopSignal, WallClock};

use crate::game::{Colour, Spot};

use super::stones::Stones;

/// A board and a solver for it.
#[derive(Debug)]
pub struct Proof {
    board: Board,
    solver: Solver,
    most: u64,
    nodes: u64,
    stop: StopSignal,
}

const fn side(colour: Colour) -> Side {
    match colour {
        Colour::Black => Side::Black,
        Colour::White => Side::White,
    }
}

fn spots(points: Vec<Point>) -> Vec<Spot> {
    let spot = |point: Point| Spot::new(point.x() as u8, point.y() as u8);
    points.into_iter().map(spot).collect()
}

/// What the solver found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It is so, and this is what follows.
    Yes(Vec<Spot>),
    /// It is proved not to be so.
    No,
    /// The limits came first.
    Open,
}

impl Proof {
    /// The position of some stones, and a solver with a table of so many bytes that searches so many nodes at most for
    /// each question; nothing if the stones do not make a position.
    pub fn new(stones: &Stones, bytes: usize, nodes: u64, stop: &StopSignal) -> Option<Self> {
        let (width, height) = stones.size();
        let size = BoardSize::new(width.into(), height.into()).ok()?;
        let mut position = Position::new(size, stones.rule());
        for (at, colour) in stones.stones() {
            let point = Point::at(at.x.into(), at.y.into());
            position.place(point, side(colour)).ok()?;
        }
        position.set_side_to_move(side(stones.to_move()));
        Some(Self {
            board: Board::from_position(&position),
            solver: Solver::with_bytes(bytes),
            most: nodes,
            nodes: 0,
            stop: stop.clone(),
        })
    }

    fn ask(&mut self, question: Question) -> Verdict {
        let limits = SolverLimits {
            nodes: self.most,
            deadline: None,
            clock: &WallClock::start(),
            stop: &self.stop,
        };
        let answer = self.solver.solve(&mut self.board, question, limits);
        self.nodes += answer.nodes;
        answer.verdict
    }

    /// Nodes searched so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    fn attack(&mut self, question: Question) -> Finding {
        match self.ask(question) {
            Verdict::Win(attack) => Finding::Yes(spots(line_of_attack(&mut self.board, &attack))),
            Verdict::None | Verdict::Loss(_) => Finding::No,
            Verdict::Unknown => Finding::Open,
        }
    }

    /// Does the side to move win by fours?
    pub fn wins_by_fours(&mut self) -> Finding {
        self.attack(Question::Fours(Order::Any))
    }

    /// Does it win by threats other than fours alone? A win by fours alone is asked for before.
    pub fn wins_by_other_threats(&mut self) -> Finding {
        self.attack(Question::Threats)
    }

    /// Does the side to move win by threats, fours included?
    pub fn wins_by_threats(&mut self) -> Finding {
        match self.wins_by_fours() {
            Finding::Yes(line) => Finding::Yes(line),
            Finding::No | Finding::Open => self.wins_by_other_threats(),
        }
    }

    /// Does the side to move lose to threats, of which the last move is the first?
    pub fn loses_to_threats(&mut self) -> Finding {
        match self.ask(Question::LossByThreats) {
            Verdict::Loss(answers) => {
                Finding::Yes(spots(line_of_answers(&mut self.board, &answers)))
            }
            Verdict::None | Verdict::Win(_) => Finding::No,
            Verdict::Unknown => Finding::Open,
        }
    }
}

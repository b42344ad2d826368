//! Questions to the solver about a puzzle. Like the bridge of the game, this file touches the engine.

use kagetsu_gomoku::board::{Board, Position, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_gomoku::search::solver::{
    Order, Question, Solver, SolverLimits, Verdict, line_of_answers, line_of_attack,
};
use kagetsu_kernel::{StopSignal, WallClock};

use crate::game::{Colour, Spot};
use crate::gomoku::Stones;

/// Memory of the solver.
const TABLE_BYTES: usize = 4 << 20;
/// Nodes to search for each question.
const NODES: u64 = 200_000;

/// A board and a solver for it.
#[derive(Debug)]
pub(super) struct Proof {
    board: Board,
    solver: Solver,
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
pub(super) enum Finding {
    /// It is so, and this is what follows.
    Yes(Vec<Spot>),
    /// It is proved not to be so.
    No,
    /// The limits came first.
    Open,
}

impl Proof {
    /// The position of some stones; none if they do not make one.
    pub(super) fn of(stones: &Stones) -> Option<Self> {
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
            solver: Solver::with_bytes(TABLE_BYTES),
        })
    }

    fn ask(&mut self, question: Question) -> Verdict {
        let limits = SolverLimits {
            nodes: NODES,
            deadline: None,
            clock: &WallClock::start(),
            stop: &StopSignal::new(),
        };
        self.solver.solve(&mut self.board, question, limits).verdict
    }

    fn attack(&mut self, question: Question) -> Finding {
        match self.ask(question) {
            Verdict::Win(attack) => Finding::Yes(spots(line_of_attack(&mut self.board, &attack))),
            Verdict::None | Verdict::Loss(_) => Finding::No,
            Verdict::Unknown => Finding::Open,
        }
    }

    /// Does the side to move win by fours?
    pub(super) fn wins_by_fours(&mut self) -> Finding {
        self.attack(Question::Fours(Order::Any))
    }

    /// Does the side to move win by threats, fours included?
    pub(super) fn wins_by_threats(&mut self) -> Finding {
        match self.wins_by_fours() {
            Finding::Yes(line) => Finding::Yes(line),
            Finding::No | Finding::Open => self.attack(Question::Threats),
        }
    }

    /// Does the side to move lose to threats, of which the last move is the first?
    pub(super) fn loses_to_threats(&mut self) -> Finding {
        match self.ask(Question::LossByThreats) {
            Verdict::Loss(answers) => {
                Finding::Yes(spots(line_of_answers(&mut self.board, &answers)))
            }
            Verdict::None | Verdict::Win(_) => Finding::No,
            Verdict::Unknown => Finding::Open,
        }
    }
}

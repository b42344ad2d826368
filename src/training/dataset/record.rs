//! One game as data: its opening, its moves with what the search thought of them, and how it ended.

use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::geometry::Point;

/// How a game ended, or was known to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrainingResult {
    /// This side made five, or was proved to win.
    Win(Side),
    /// Nobody wins.
    Draw,
}

impl TrainingResult {
    /// The result for a side: 1 for a win, a half for a draw, 0 for a loss.
    pub fn points(self, side: Side) -> f64 {
        match self {
            Self::Win(winner) if winner == side => 1.0,
            Self::Win(_) => 0.0,
            Self::Draw => 0.5,
        }
    }
}

/// Another move that the search valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The move.
    pub point: Point,
    /// Its score for the side to move, in evaluation units.
    pub score: i16,
}

/// One move of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingMove {
    /// The move that was played.
    pub point: Point,
    /// Score of the position before the move for the side to move, in evaluation units; beyond
    /// the undecided range of [`Score`](kagetsu_kernel::Score) when it is decided.
    pub score: i16,
    /// Was the played move the best that the search found, not one drawn by lot?
    pub is_best: bool,
    /// The best moves of the search in order, if it was asked for several; the first is its best move.
    pub alternatives: Vec<Alternative>,
}

/// One game. Black makes the first move of the opening, and the sides alternate from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingGame {
    /// Moves that nobody chose.
    pub opening: Vec<Point>,
    /// The moves after them.
    pub plies: Vec<TrainingMove>,
    /// The end.
    pub result: TrainingResult,
}

impl TrainingGame {
    /// Who makes the move `index` of [`TrainingGame::plies`].
    pub fn side_at(&self, index: usize) -> Side {
        if (self.opening.len() + index).is_multiple_of(2) {
            Side::Black
        } else {
            Side::White
        }
    }
}

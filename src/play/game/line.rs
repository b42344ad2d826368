//! A line of play that a search found, and its value, in any game.

use kagetsu_kernel::Score;
use serde::{Deserialize, Serialize};

use super::game_move::GameMove;

/// The value of a move for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Value {
    /// In units of the evaluation; positive is good.
    Units(i32),
    /// A lead in discs.
    Discs(i32),
    /// A draw is proved.
    Draw,
    /// The side wins in so many plies.
    WinIn(u16),
    /// It loses in so many plies.
    LossIn(u16),
}

impl From<Score> for Value {
    fn from(score: Score) -> Self {
        match score.distance() {
            Some(plies) if score.is_win() => Self::WinIn(plies as u16),
            Some(plies) => Self::LossIn(plies as u16),
            None => Self::Units(score.value()),
        }
    }
}

/// Units that stand for a decided game where values are compared.
const DECIDED: i32 = 20_000;

impl Value {
    /// One number in which larger is better.
    pub fn units(self) -> i32 {
        match self {
            Self::Units(units) | Self::Discs(units) => units,
            Self::Draw => 0,
            Self::WinIn(plies) => DECIDED - i32::from(plies),
            Self::LossIn(plies) => i32::from(plies) - DECIDED,
        }
    }

    /// A value in the words of its game, such as a lead with its sign, where people use it beside a probability.
    pub fn worth(self) -> Option<String> {
        match self {
            Self::Discs(0) => Some("0".to_string()),
            Self::Discs(ahead @ 1..) => Some(format!("+{ahead}")),
            Self::Discs(behind) => Some(format!("−{}", behind.unsigned_abs())),
            Self::Draw => Some("=".to_string()),
            Self::Units(_) | Self::WinIn(_) | Self::LossIn(_) => None,
        }
    }
}

/// What a tree search knows of the first move of a line. The value is that of the line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TreeNumbers {
    /// Playouts that went through the move.
    pub visits: u32,
    /// The probability that the network gave it, from 0 to 1.
    pub prior: f64,
}

/// A line of play that a search found. Value and moves are written by those who know the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Rank among the lines of the position: 0 for the best one.
    pub rank: usize,
    /// Depth in plies.
    pub depth: u32,
    /// Win rate of the side to move: the probability that it wins, a draw counted as half a win.
    pub rate: f64,
    /// The value for the side to move.
    pub value: Value,
    /// The moves, the best one first; empty only where the side to move must pass.
    pub moves: Vec<GameMove>,
    /// What a tree search knows of the first move; nothing of another search.
    pub tree: Option<TreeNumbers>,
}

impl Line {
    /// The best move.
    pub fn best(&self) -> Option<GameMove> {
        self.moves.first().copied()
    }
}

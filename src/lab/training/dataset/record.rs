//! One game as data: its opening, its moves with the scores of the search, and its result.

use std::fmt;
use std::str::FromStr;

use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_kernel::{ParseTextError, Score};
use kagetsu_notation::CanonicalKey;

/// The result of a game, played out or proved by the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrainingResult {
    /// This side made five, or the search proved its win.
    Win(Side),
    /// Nobody wins.
    Draw,
}

impl TrainingResult {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Win(Side::Black), Self::Win(Side::White), Self::Draw];

    /// The result for a side: 1 for a win, a half for a draw, 0 for a loss.
    pub fn points(self, side: Side) -> f64 {
        match self {
            Self::Win(winner) if winner == side => 1.0,
            Self::Win(_) => 0.0,
            Self::Draw => 0.5,
        }
    }
}

/// Who won, or `draw`.
impl fmt::Display for TrainingResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Win(side) => side.name(),
            Self::Draw => "draw",
        })
    }
}

impl FromStr for TrainingResult {
    type Err = ParseTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let result = Self::ALL.into_iter().find(|one| one.to_string() == text);
        result.ok_or_else(|| ParseTextError::new(text, "not a result", "black, white or draw"))
    }
}

/// A move for which the search gave a score.
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
    /// Score of the position before the move for the side to move, in evaluation units. A decided score lies beyond the
    /// undecided range of [`Score`].
    pub score: i16,
    /// True if the played move was the best that the search found, false if it was chosen at random.
    pub is_best: bool,
    /// The best moves of the search, the best first, if it was asked for several. Empty otherwise.
    pub alternatives: Vec<Alternative>,
    /// The best moves of a later search with more nodes, the best first: a second label of the position, whose score is
    /// that of the first move. Empty if there was none.
    pub deeper: Vec<Alternative>,
}

impl TrainingMove {
    /// A best move with its score, and no others.
    pub const fn best(point: Point, score: i16) -> Self {
        Self {
            point,
            score,
            is_best: true,
            alternatives: Vec::new(),
            deeper: Vec::new(),
        }
    }

    /// True if the score is a proved win or loss.
    pub fn is_decided(&self) -> bool {
        is_decided(self.score)
    }

    /// Score of the later search, if there was one.
    pub(crate) fn deeper_score(&self) -> Option<i16> {
        self.deeper.first().map(|best| best.score)
    }

    /// True if the later search has proved a win or a loss.
    pub fn is_decided_deeper(&self) -> bool {
        self.deeper_score().is_some_and(is_decided)
    }
}

fn is_decided(score: i16) -> bool {
    i32::from(score).abs() > Score::MAX_EVALUATION.value()
}

/// A position that a search of a game visited, with what a search of its own found there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreePosition {
    /// Index in [`TrainingGame::plies`] of the move that the search was for.
    pub start: usize,
    /// The moves from the position before that move to this one.
    pub moves: Vec<Point>,
    /// The best move here, and its score.
    pub choice: TrainingMove,
}

/// Fewest stones that tell one opening from others.
const FEWEST_STONES: usize = 3;
/// Moves that stand for an opening of fewer stones.
const FIRST_MOVES: usize = 6;

/// One game. Black makes the first move of the opening, and the sides alternate from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingGame {
    /// The moves of the opening, which no search chose.
    pub opening: Vec<Point>,
    /// The moves after the opening.
    pub plies: Vec<TrainingMove>,
    /// Positions from the trees of the searches, in the order of their starts. No game went on from them.
    pub tree: Vec<TreePosition>,
    /// The result.
    pub result: TrainingResult,
    /// Did a search give scores to the moves? If not, their scores are zero and say nothing: the game tells its moves and its
    /// result.
    pub scored: bool,
}

impl TrainingGame {
    /// Key of the opening, which symmetric openings share. Few games differ in an opening of one or two stones: there it is
    /// that of the first moves.
    pub fn opening_key(&self, size: BoardSize) -> u64 {
        let stones = if self.opening.len() < FEWEST_STONES {
            FIRST_MOVES
        } else {
            self.opening.len()
        };
        let plies = self.plies.iter().map(|ply| ply.point);
        let mut key = CanonicalKey::new(size);
        for point in self.opening.iter().copied().chain(plies).take(stones) {
            key.play(point);
        }
        key.key()
    }

    /// What is known of all positions: those of trees, then those of the game.
    pub(crate) fn choices(&self) -> impl Iterator<Item = &TrainingMove> {
        let of_trees = self.tree.iter().map(|position| &position.choice);
        of_trees.chain(&self.plies)
    }

    /// True if a position has a label of a later search.
    pub(crate) fn has_deeper(&self) -> bool {
        self.choices().any(|ply| !ply.deeper.is_empty())
    }

    /// The side that makes move `index` of [`TrainingGame::plies`].
    pub fn side_at(&self, index: usize) -> Side {
        Side::BOTH[(self.opening.len() + index) % 2]
    }
}

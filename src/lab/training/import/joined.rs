//! A game that is put together from samples, replayed by its rule.

use kagetsu_gomoku::board::{Board, IllegalMove, Outcome, Side};
use kagetsu_gomoku::geometry::Point;

use crate::dataset::{TrainingGame, TrainingMove, TrainingResult};

use super::error::SampleFault;
use super::record::{Kind, Record};

/// How far a game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Running,
    /// The last move has ended it.
    Ended,
    /// Black has made a forbidden move. That move and all after it are left out.
    Foul,
}

/// A game whose samples are being read.
#[derive(Debug)]
pub(super) struct JoinedGame {
    board: Board,
    /// All moves of the samples, those that are left out included.
    moves: Vec<Point>,
    state: State,
    game: TrainingGame,
}

impl JoinedGame {
    /// Begins a game with a sample.
    pub(super) fn new(kind: Kind, record: &Record) -> Result<Self, SampleFault> {
        let mut joined = Self {
            board: Board::new(kind.size, kind.rule),
            moves: Vec::new(),
            state: State::Running,
            game: TrainingGame {
                opening: Vec::new(),
                plies: Vec::new(),
                tree: Vec::new(),
                result: record.result,
                scored: false,
            },
        };
        for &point in &record.position {
            if joined.play(point)? {
                joined.game.opening.push(point);
            }
        }
        joined.add(record)?;
        Ok(joined)
    }

    /// Does the sample go on from this game?
    pub(super) fn is_continued_by(&self, record: &Record) -> bool {
        record.result == self.game.result && record.position.starts_with(&self.moves)
    }

    /// Adds the moves of a sample that goes on from here.
    pub(super) fn add(&mut self, record: &Record) -> Result<(), SampleFault> {
        let between = &record.position[self.moves.len()..];
        for &point in between.iter().chain(&record.moves) {
            if self.play(point)? {
                self.game.plies.push(TrainingMove::best(point, 0));
            }
        }
        Ok(())
    }

    /// Has Black made a forbidden move?
    pub(super) fn has_foul(&self) -> bool {
        self.state == State::Foul
    }

    /// The game. `None` if it has no moves after its opening.
    pub(super) fn finish(self) -> Option<TrainingGame> {
        Some(self.game).filter(|game| !game.plies.is_empty())
    }

    /// Plays a move. Returns whether it belongs to the game.
    fn play(&mut self, point: Point) -> Result<bool, SampleFault> {
        let before = self.moves.len();
        self.moves.push(point);
        match self.state {
            State::Foul => return Ok(false),
            State::Ended => {
                return Err(SampleFault::new(format!(
                    "it goes on after move {before}, which ends the game; is it of another rule?"
                )));
            }
            State::Running => {}
        }
        let number = before + 1;
        let result = match self.board.play(point) {
            Ok(Outcome::Running) => return Ok(true),
            Ok(Outcome::Win(side)) => TrainingResult::Win(side),
            Ok(Outcome::Draw) => TrainingResult::Draw,
            // Black loses by it.
            Err(IllegalMove::Forbidden(..))
                if self.game.result == TrainingResult::Win(Side::White) =>
            {
                self.state = State::Foul;
                return Ok(false);
            }
            Err(IllegalMove::Forbidden(..)) => {
                return Err(SampleFault::new(format!(
                    "move {number} is forbidden to Black, and White does not win; is it of another rule?"
                )));
            }
            Err(reason) => return Err(SampleFault::new(format!("move {number}: {reason}"))),
        };
        self.state = State::Ended;
        if result != self.game.result {
            return Err(SampleFault::new(format!(
                "move {number} ends the game with another result; is it of another rule?"
            )));
        }
        Ok(true)
    }
}

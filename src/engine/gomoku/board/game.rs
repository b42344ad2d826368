//! A game: a position, how it stands, and the moves and passes that led to it. A side may move twice, as some protocols allow.
//! Nothing here knows players or clocks.

use crate::geometry::{BoardSize, Point};

use super::board::Board;
use super::outcome::{IllegalMove, Outcome};
use super::position::{Position, PositionError};
use super::rule::Rule;
use kagetsu_kernel::Side;

/// Most moves and passes of a game, several times the points of the largest board.
const MAX_STEPS: usize = 2000;

/// Why a move, a pass or an undo is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// A side has won, or the board is full.
    #[error("the game is over")]
    Over,
    /// The rule does not allow the move.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// A stone cannot be put or taken.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// There were too many moves and passes.
    #[error("a game has at most {MAX_STEPS} moves and passes")]
    TooLong,
    /// There is nothing to take back.
    #[error("there is no move to take back")]
    NothingPlayed,
}

/// A position, how the game stands, and the moves and passes that led to it.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    outcome: Outcome,
    /// The moves and passes, each with whose turn it was before.
    steps: Vec<(Option<Point>, Side)>,
}

impl Game {
    /// A game that begins on the empty board.
    pub const fn new(size: BoardSize, rule: Rule) -> Self {
        Self {
            position: Position::new(size, rule),
            outcome: Outcome::Running,
            steps: Vec::new(),
        }
    }

    /// A game that goes on from a position. Its stones are not taken back.
    pub fn of(position: Position) -> Self {
        Self {
            outcome: Outcome::of(&position),
            position,
            steps: Vec::new(),
        }
    }

    /// The position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The moves, and `None` for each pass, in order.
    pub fn steps(&self) -> impl Iterator<Item = Option<Point>> {
        self.steps.iter().map(|&(point, _)| point)
    }

    /// How the game stands.
    pub const fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// The position as it is for a side to move.
    pub fn for_side(&self, side: Side) -> Position {
        let mut position = self.position.clone();
        position.set_side_to_move(side);
        position
    }

    /// Does the game go on?
    ///
    /// # Errors
    /// [`GameError::Over`] if not.
    pub fn check_running(&self) -> Result<(), GameError> {
        if self.outcome == Outcome::Running {
            Ok(())
        } else {
            Err(GameError::Over)
        }
    }

    /// How the game would stand after a move of a side.
    ///
    /// # Errors
    /// Why it may not move there.
    pub fn after(&self, side: Side, point: Point) -> Result<Outcome, GameError> {
        self.check_running()?;
        Ok(Board::from_position(&self.for_side(side)).play(point)?)
    }

    /// Plays a move of a side.
    ///
    /// # Errors
    /// Why it may not move there. Nothing has changed then.
    pub fn play(&mut self, side: Side, point: Point) -> Result<(), GameError> {
        let outcome = self.after(side, point)?;
        self.note(Some(point))?;
        self.position.set_side_to_move(side);
        self.position.play(point)?;
        self.outcome = outcome;
        Ok(())
    }

    /// A side passes, which it may do after the end as well.
    ///
    /// # Errors
    /// [`GameError::TooLong`]; nothing has changed then.
    pub fn pass(&mut self, side: Side) -> Result<(), GameError> {
        self.note(None)?;
        self.position.set_side_to_move(side.opponent());
        Ok(())
    }

    /// Takes the last move or pass back.
    ///
    /// # Errors
    /// [`GameError::NothingPlayed`] if there is none.
    pub fn undo(&mut self) -> Result<(), GameError> {
        let (point, side_before) = self.steps.pop().ok_or(GameError::NothingPlayed)?;
        if let Some(point) = point {
            self.position.take_back(point)?;
        }
        self.position.set_side_to_move(side_before);
        self.outcome = Outcome::of(&self.position);
        Ok(())
    }

    /// Goes on by another rule.
    pub fn set_rule(&mut self, rule: Rule) {
        self.position.set_rule(rule);
        self.outcome = Outcome::of(&self.position);
    }

    fn note(&mut self, point: Option<Point>) -> Result<(), GameError> {
        if self.steps.len() >= MAX_STEPS {
            return Err(GameError::TooLong);
        }
        self.steps.push((point, self.position.side_to_move()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Foul;
    use crate::geometry::Rows;

    const SIZE: BoardSize = BoardSize::STANDARD;

    fn points(moves: &str) -> Vec<Point> {
        let points = Rows::FromBottom.parse_moves(moves, SIZE);
        points.expect("points of the board")
    }

    #[test]
    fn a_game_ends_and_is_taken_back() {
        let mut game = Game::new(SIZE, Rule::Freestyle);
        for point in points("h8a1i8a3j8a5k8a7l8") {
            assert_eq!(game.outcome(), Outcome::Running);
            assert_eq!(game.play(game.position().side_to_move(), point), Ok(()));
        }
        let won = Outcome::Win(Side::Black);
        let free = points("a9")[0];
        assert_eq!(game.outcome(), won);
        assert_eq!(game.play(Side::White, free), Err(GameError::Over));
        assert_eq!(game.pass(Side::White), Ok(()));
        assert_eq!(game.steps().count(), 10);
        assert_eq!(game.steps().last(), Some(None));
        for (outcome, side) in [(won, Side::White), (Outcome::Running, Side::Black)] {
            assert_eq!(game.undo(), Ok(()));
            assert_eq!(game.outcome(), outcome);
            assert_eq!(game.position().side_to_move(), side);
        }
        let position = game.position().clone();
        let nothing = Err(GameError::NothingPlayed);
        assert_eq!(Game::of(position).undo(), nothing);
        for _ in 0..8 {
            assert_eq!(game.undo(), Ok(()));
        }
        assert_eq!(game.undo(), nothing);
        assert_eq!(game.position(), &Position::new(SIZE, Rule::Freestyle));
    }

    #[test]
    fn a_side_may_move_twice_and_a_refused_step_changes_nothing() {
        let mut game = Game::new(SIZE, Rule::Renju);
        for point in points("h9h10i8j8") {
            assert_eq!(game.play(Side::Black, point), Ok(()));
        }
        let before = game.position().clone();
        let point = points("h8")[0];
        let foul = IllegalMove::Forbidden(point, Foul::DoubleThree);
        assert_eq!(game.play(Side::Black, point), Err(foul.into()));
        assert_eq!(game.position(), &before);
        assert_eq!(game.after(Side::White, point), Ok(Outcome::Running));
        while game.steps.len() < MAX_STEPS {
            assert_eq!(game.pass(Side::Black), Ok(()));
        }
        assert_eq!(game.pass(Side::Black), Err(GameError::TooLong));
        assert_eq!(game.play(Side::White, point), Err(GameError::TooLong));
        assert_eq!(game.position(), &before);
    }
}

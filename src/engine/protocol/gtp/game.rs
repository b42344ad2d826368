//! A game as GTP tells it: a side may move twice, pass, and take moves back.

use kagetsu_gomoku::board::{Board, Outcome, Position, Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point};

use super::vertex;

/// Most moves and passes of a game, several times the points of the largest board.
const MAX_STEPS: usize = 2000;

/// A move or a pass, and whose turn it was before.
#[derive(Clone, Copy, Debug)]
struct Step {
    point: Option<Point>,
    side_before: Side,
}

/// The position and how it came about.
#[derive(Clone, Debug)]
pub(super) struct Game {
    position: Position,
    outcome: Outcome,
    steps: Vec<Step>,
}

impl Game {
    /// The empty board.
    pub(super) const fn new(size: BoardSize, rule: Rule) -> Self {
        Self {
            position: Position::new(size, rule),
            outcome: Outcome::Running,
            steps: Vec::new(),
        }
    }

    /// A game that goes on from a position.
    pub(super) fn of(position: Position) -> Self {
        Self {
            outcome: Outcome::of(&position),
            position,
            steps: Vec::new(),
        }
    }

    pub(super) const fn position(&self) -> &Position {
        &self.position
    }

    pub(super) const fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// The position as it is for a side to move.
    pub(super) fn for_side(&self, side: Side) -> Position {
        let mut position = self.position.clone();
        position.set_side_to_move(side);
        position
    }

    /// Is it legal for a side to play there?
    pub(super) fn is_legal(&self, side: Side, point: Point) -> bool {
        self.outcome == Outcome::Running
            && Board::from_position(&self.for_side(side))
                .play(point)
                .is_ok()
    }

    /// Plays a stone of a side.
    ///
    /// # Errors
    /// Why it may not be played. Nothing has changed then.
    pub(super) fn play(&mut self, side: Side, point: Point) -> Result<(), String> {
        let name = vertex::name(point, self.position.size());
        if self.outcome != Outcome::Running {
            return Err(format!("illegal move: {name}: the game is over"));
        }
        self.check_length()?;
        let mut position = self.for_side(side);
        let outcome = Board::from_position(&position)
            .play(point)
            .map_err(|error| format!("illegal move: {name}: {error}"))?;
        position
            .play(point)
            .map_err(|error| format!("illegal move: {name}: {error}"))?;
        self.note(Some(point));
        (self.position, self.outcome) = (position, outcome);
        Ok(())
    }

    /// A side passes.
    ///
    /// # Errors
    /// When the game is too long already.
    pub(super) fn pass(&mut self, side: Side) -> Result<(), String> {
        self.check_length()?;
        self.note(None);
        self.position.set_side_to_move(side.opponent());
        Ok(())
    }

    /// Takes the last move or pass back. False if there is none.
    pub(super) fn undo(&mut self) -> bool {
        let Some(step) = self.steps.pop() else {
            return false;
        };
        if let Some(point) = step.point
            && let Err(error) = self.position.take_back(point)
        {
            log::error!("a move of the game is not on the board: {error}");
        }
        self.position.set_side_to_move(step.side_before);
        self.outcome = Outcome::of(&self.position);
        true
    }

    /// Goes on by another rule.
    pub(super) fn set_rule(&mut self, rule: Rule) {
        self.position.set_rule(rule);
        self.outcome = Outcome::of(&self.position);
    }

    fn check_length(&self) -> Result<(), String> {
        if self.steps.len() < MAX_STEPS {
            return Ok(());
        }
        Err(format!("a game has at most {MAX_STEPS} moves and passes"))
    }

    fn note(&mut self, point: Option<Point>) {
        self.steps.push(Step {
            point,
            side_before: self.position.side_to_move(),
        });
    }
}

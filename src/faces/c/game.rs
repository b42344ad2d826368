//! A game, and how an engine thinks about it.

use std::sync::Arc;
use std::time::Duration;

use kagetsu_gomoku::board::{Board, IllegalMove, Outcome, Position, Rule};
use kagetsu_gomoku::engine::{
    Engine, EngineConfig, EngineError, SearchPurpose, SearchRequest, Thought,
};
use kagetsu_gomoku::geometry::{BoardSize, Point, UnsupportedSize};
use kagetsu_gomoku::search::{NullSearchObserver, RootFilter};
use kagetsu_kernel::{
    MIB, ParseTextError, SearchLimits, Side, StopSignal, TimeControl, WallClock, on_large_stack,
};

/// Time for a search if nothing bounds it.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// What is wrong with a call.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    /// The board cannot be so large or small.
    #[error(transparent)]
    Size(#[from] UnsupportedSize),
    /// There is no such rule.
    #[error(transparent)]
    Rule(#[from] ParseTextError),
    /// The text is not UTF-8, or NULL.
    #[error("the rule is no text")]
    NoText,
    /// There is no such point.
    #[error("the point is not on the board")]
    OffBoard,
    /// The move cannot be made.
    #[error(transparent)]
    Move(#[from] IllegalMove),
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// There is no stone.
    #[error("there is no move to take back")]
    NothingPlayed,
    /// The time of a search is no time.
    #[error("{0} is no number of seconds")]
    Seconds(f64),
    /// There is no move to find.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The caller gave no place for the answer.
    #[error("there is no place for the answer")]
    NoPlace,
}

/// An engine. Zero threads or mebibytes are the usual ones.
pub(crate) fn new_engine(threads: u32, mebibytes: u32) -> Engine {
    let mut config = EngineConfig::for_this_machine();
    if threads > 0 {
        config.threads = threads as usize;
    }
    if mebibytes > 0 {
        config.max_memory = u64::from(mebibytes) * MIB;
    }
    Engine::new(config, Arc::new(WallClock::start()))
}

/// A position, and how the game stands.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    position: Position,
    outcome: Outcome,
}

impl Game {
    /// An empty board under the freestyle rule.
    pub(crate) fn new() -> Self {
        Self {
            position: Position::new(BoardSize::STANDARD, Rule::Freestyle),
            outcome: Outcome::Running,
        }
    }

    /// Begins a game on an empty board. A wrong size or rule leaves the game as it is.
    pub(crate) fn begin(&mut self, width: usize, height: usize, rule: &str) -> Result<(), Fault> {
        let size = BoardSize::new(width, height)?;
        self.position = Position::new(size, rule.parse()?);
        self.outcome = Outcome::Running;
        Ok(())
    }

    /// What the side to move makes of a point: how the game stands then.
    fn after(&self, x: usize, y: usize) -> Result<(Point, Outcome), Fault> {
        if self.outcome != Outcome::Running {
            return Err(Fault::Over);
        }
        let point = self.position.size().point(x, y).ok_or(Fault::OffBoard)?;
        let outcome = Board::from_position(&self.position).play(point)?;
        Ok((point, outcome))
    }

    /// May the side to move play there? Says why not.
    pub(crate) fn check(&self, x: usize, y: usize) -> Result<(), Fault> {
        self.after(x, y).map(|_| ())
    }

    /// Plays a move of the side to move.
    pub(crate) fn play(&mut self, x: usize, y: usize) -> Result<(), Fault> {
        let (point, outcome) = self.after(x, y)?;
        self.position.play(point).map_err(EngineError::from)?;
        self.outcome = outcome;
        Ok(())
    }

    /// Takes the last move back.
    pub(crate) fn undo(&mut self) -> Result<(), Fault> {
        let &(point, side) = self.position.stones().last().ok_or(Fault::NothingPlayed)?;
        self.position.take_back(point).map_err(EngineError::from)?;
        self.position.set_side_to_move(side);
        self.outcome = Outcome::Running;
        Ok(())
    }

    /// How the game stands.
    pub(crate) const fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Who is to move.
    pub(crate) const fn side_to_move(&self) -> Side {
        self.position.side_to_move()
    }

    /// The position.
    pub(crate) const fn position(&self) -> &Position {
        &self.position
    }

    /// Finds the best move. Zero nodes or seconds bound nothing, and both of them are the usual time.
    pub(crate) fn think(
        &self,
        engine: &mut Engine,
        nodes: u64,
        seconds: f64,
        stop: &StopSignal,
    ) -> Result<Thought, Fault> {
        if self.outcome != Outcome::Running {
            return Err(Fault::Over);
        }
        let time = Duration::try_from_secs_f64(seconds).map_err(|_| Fault::Seconds(seconds))?;
        let time = match (nodes, time) {
            (0, Duration::ZERO) => Some(USUAL_TIME),
            (_, Duration::ZERO) => None,
            (_, time) => Some(time),
        };
        let limits = SearchLimits {
            nodes: (nodes > 0).then_some(nodes),
            time: time.map_or(TimeControl::UNLIMITED, TimeControl::per_move),
            started: engine.clock().now(),
            ..SearchLimits::default()
        };
        let request = SearchRequest {
            purpose: SearchPurpose::Analyse,
            filter: &RootFilter::ALL,
            position: &self.position,
            known: &[],
            limits: &limits,
            stop,
        };
        let thought = on_large_stack(|| engine.answer(request, &mut NullSearchObserver));
        Ok(thought?)
    }
}

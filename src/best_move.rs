//! The best move of a position in one call.

use std::sync::Arc;
use std::time::Duration;

use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::engine::{Engine, EngineConfig, EngineError, Thought};
use kagetsu_gomoku::search::NullSearchObserver;
use kagetsu_kernel::{SearchLimits, StopSignal, TimeControl, WallClock, on_large_stack};

/// Time for a move if nothing bounds it.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// The best move of a position, with its score and line, found by one thread with a table of its own. Without any limit it
/// takes a second. To play a game keep an [`Engine`], which remembers what it has searched.
///
/// # Errors
/// [`EngineError::NoLegalMove`] when there is none.
///
/// ```
/// use kagetsu::{BoardSize, Point, Position, Rule, SearchLimits, best_move};
///
/// let mut position = Position::new(BoardSize::square(15)?, Rule::Freestyle);
/// for (x, y) in [(7, 7), (0, 0), (8, 7), (0, 2), (9, 7), (0, 4), (10, 7), (6, 7)] {
///     position.play(Point::at(x, y))?;
/// }
/// let limits = SearchLimits { nodes: Some(1_000), ..SearchLimits::default() };
/// let thought = best_move(&position, &limits)?;
/// assert_eq!(thought.best, Point::at(11, 7));
/// assert!(thought.report.score.is_win());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn best_move(position: &Position, limits: &SearchLimits) -> Result<Thought, EngineError> {
    on_large_stack(|| {
        let clock = Arc::new(WallClock::start());
        let mut engine = Engine::new(EngineConfig::default(), clock);
        let mut limits = *limits;
        limits.started = engine.clock().now();
        if (limits.depth, limits.nodes, limits.time) == (None, None, TimeControl::UNLIMITED) {
            limits.time = TimeControl::per_move(USUAL_TIME);
        }
        engine.think(
            position,
            &limits,
            &StopSignal::new(),
            &mut NullSearchObserver,
        )
    })
}

//! Asking the engine for a move, as several sub-commands do.

use std::sync::Arc;

use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::engine::{Engine, EngineConfig, EngineError, Thought};
use kagetsu_gomoku::search::NullSearchObserver;
use kagetsu_kernel::{SearchLimits, StopSignal, WallClock};

/// An engine on the real clock.
pub(super) fn new_engine(config: EngineConfig) -> Engine {
    Engine::new(config, Arc::new(WallClock::start()))
}

/// Thinks about a position; the time counts from now.
pub(super) fn think(
    engine: &mut Engine,
    position: &Position,
    limits: SearchLimits,
) -> Result<Thought, EngineError> {
    let limits = SearchLimits {
        started: engine.clock().now(),
        ..limits
    };
    engine.think(
        position,
        &limits,
        &StopSignal::new(),
        &mut NullSearchObserver,
    )
}

//! Asking the engine for a move, as several sub-commands do.

use std::sync::Arc;
use std::time::Duration;

use crate::board::Position;
use crate::engine::{Engine, EngineConfig, EngineError, Thought};
use crate::kernel::{SearchLimits, StopSignal, WallClock};
use crate::search::NullSearchObserver;

/// Bytes in a mebibyte.
pub(super) const MEBIBYTE: u64 = 1 << 20;

/// Stack of a thread that searches, in bytes: a search recurses deeply.
pub(super) const SEARCH_STACK: usize = 64 << 20;

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

/// Speed in nodes per second, zero if no time has passed.
pub(super) fn nodes_per_second(nodes: u64, elapsed: Duration) -> u64 {
    let micros = elapsed.as_micros().max(1);
    (u128::from(nodes) * 1_000_000 / micros) as u64
}

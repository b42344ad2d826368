//! Searches for tests, with a small transposition table and a clock that advances with every reading. So limits end a
//! search without waiting, and the same search takes the same time everywhere.

use std::sync::Arc;
use std::time::Duration;

use kagetsu_gomoku::board::{Board, Diagram, Position};
use kagetsu_gomoku::engine::{Engine, EngineConfig, Thought};
use kagetsu_gomoku::search::NullSearchObserver;
use kagetsu_gomoku::search::solver::{Question, Solver, SolverLimits, Verdict};
use kagetsu_kernel::{FakeClock, SearchLimits, StopSignal, TimeControl};

const TABLE_BYTES: u64 = 1 << 20;

/// What a look at the clock takes; a search looks once in a few hundred positions.
const LOOK: Duration = Duration::from_micros(100);

/// Settings for so many threads.
pub fn config(threads: usize) -> EngineConfig {
    EngineConfig {
        max_hash: Some(TABLE_BYTES),
        threads,
        ..EngineConfig::default()
    }
}

/// An engine with so many threads.
pub fn engine(threads: usize) -> Engine {
    engine_that_looks(LOOK, threads)
}

/// An engine for which a look at the clock takes so long.
pub fn engine_that_looks(look: Duration, threads: usize) -> Engine {
    Engine::new(config(threads), Arc::new(FakeClock::stepping(look)))
}

/// Limits of nodes alone.
pub fn nodes(nodes: u64) -> SearchLimits {
    SearchLimits {
        nodes: Some(nodes),
        ..SearchLimits::default()
    }
}

/// Limits of depth alone.
pub fn depth(depth: u32) -> SearchLimits {
    SearchLimits {
        depth: Some(depth),
        ..SearchLimits::default()
    }
}

/// Limits of time alone, of which the engine has used none yet.
pub fn from_now(engine: &Engine, time: TimeControl) -> SearchLimits {
    SearchLimits {
        time,
        started: engine.clock().now(),
        ..SearchLimits::default()
    }
}

/// The same limits for so many lines.
pub fn several(lines: usize, limits: SearchLimits) -> SearchLimits {
    SearchLimits {
        multi_pv: lines,
        ..limits
    }
}

/// What the engine thinks of a position; an error shows the position.
///
/// # Errors
/// As [`Engine::think`].
pub fn think(
    engine: &mut Engine,
    position: &Position,
    limits: &SearchLimits,
) -> Result<Thought, String> {
    let stop = StopSignal::new();
    engine
        .think(position, limits, &stop, &mut NullSearchObserver)
        .map_err(|error| format!("{error}: {}", picture(position)))
}

/// What a solver proves within so many positions.
pub fn ask(solver: &mut Solver, board: &mut Board, question: Question, nodes: u64) -> Verdict {
    let limits = SolverLimits {
        nodes,
        deadline: None,
        clock: &FakeClock::new(),
        stop: &StopSignal::new(),
    };
    solver.solve(board, question, limits).verdict
}

/// A position for people to look at.
pub fn picture(position: &Position) -> String {
    let (rule, side) = (position.rule(), position.side_to_move());
    format!("{rule}, {side} to move\n{}", Diagram::new(position))
}

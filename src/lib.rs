//! Kagetsu: a Gomoku and Renju engine, as a library.
//!
//! ```
//! use std::sync::Arc;
//! use kagetsu::{BoardSize, Engine, EngineConfig, NullSearchObserver, Point, Position, Rule, SearchLimits, StopSignal, WallClock};
//!
//! let mut position = Position::new(BoardSize::square(15)?, Rule::Freestyle);
//! position.play(Point::at(7, 7))?;
//! let mut engine = Engine::new(EngineConfig::default(), Arc::new(WallClock::start()));
//! let limits = SearchLimits { nodes: Some(1_000), ..SearchLimits::default() };
//! let thought = engine.think(&position, &limits, &StopSignal::new(), &mut NullSearchObserver)?;
//! assert!(position.clone().play(thought.best).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Members of the workspace
//!
//! Each is a crate, so the compiler proves that imports only point to the right:
//!
//! ```text
//! main -> app -> arena ----> protocol ---> gomoku -> kernel
//!          |       |-------> notation ------^          ^
//!          |       '-------> figures                   |
//!          |----> classics -> protocol                 |
//!          |----> analysis -> notation                 |
//!          |----> training -> notation                 |
//!          |----> play -----> notation, games          |
//!          '----> games -------------------------------'
//! ```
//!
//! - [`kagetsu_kernel`]: tools that know no game: scores, limits, clocks, random numbers, keys, the transposition table.
//! - [`kagetsu_gomoku`]: the engine: geometry, board, evaluation, search, and the object that a caller asks for moves.
//!   It is one crate, so that what its layers share stays private to it; `tests/architecture.rs` proves the layers.
//! - `kagetsu-notation`: positions and games as text: SGF, psq, PGN, JSON lines, keys up to symmetry.
//! - [`kagetsu_protocol`]: the Gomocup protocol: parser, session without I/O, reader thread.
//! - `kagetsu-analysis`: whole games reviewed, queries of other programs, the fit of the probability to win.
//! - `kagetsu-classics`: six classic scoring programs as named opponents.
//! - `kagetsu-training`: games of the engine against itself as data, and the evaluation's network fitted to them.
//! - `kagetsu-figures`: figures as SVG, one look for all reports. It is a crate of its own because the arena draws as
//!   well as the tools, and nothing below them may depend on a plotting library.
//! - `kagetsu-arena`: tournaments and tuning between engines, with the board as referee.
//! - `kagetsu-games`: the sibling games. `kagetsu-play`: a person at the board.
//! - `kagetsu-app`: the command line tools. Without the feature `tools` the program is the bare engine.

pub use kagetsu_gomoku::board::{Outcome, Position, Rule, Side};
pub use kagetsu_gomoku::engine::{Engine, EngineConfig, EngineError, Thought};
pub use kagetsu_gomoku::geometry::{BoardSize, Point};
pub use kagetsu_gomoku::search::{DepthReport, NullSearchObserver, SearchObserver};
pub use kagetsu_kernel::{Clock, Score, SearchLimits, StopSignal, TimeControl, WallClock};
pub use kagetsu_protocol::serve;

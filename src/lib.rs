//! Kagetsu: a Gomoku and Renju engine, as a library: `cargo add kagetsu`.
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
//! [`best_move()`] does this in one call. The feature `notation` adds a module with SGF and other forms of games, the feature
//! `puzzles` one with the puzzles of the program. With the feature `serde` its values are read and written by serde.
//!
//! # Members of the workspace
//!
//! Each is a crate. The folders group them by what they are for:
//!
//! ```text
//! src
//! |-- engine     the program that managers start
//! |   |-- kernel     what knows no game: scores, limits, clocks, random numbers, the transposition table, the loop that
//! |   |              serves line-based protocols
//! |   |-- tree       Monte Carlo tree search over any game that gives values and priors
//! |   |-- gomoku     geometry, board, evaluation, search, and the object that a caller asks for moves
//! |   |-- protocol   the Gomocup protocol: parser, session without I/O
//! |   '-- notation   positions and games as text: SGF, psq, PGN, JSON lines, keys up to symmetry
//! |-- lab        how the engine is measured and made stronger
//! |   |-- arena      tournaments and tuning between engines, with the board as referee
//! |   |-- training   games of the engine against itself as data, and the network fitted to them
//! |   |-- zero       a game learned from nothing, by Monte Carlo tree search and a network
//! |   |-- classics   six classic scoring programs as named opponents
//! |   '-- figures    figures as SVG, one look for all reports
//! |-- analysis   whole games reviewed, position databases, books, queries of other programs
//! |-- play       a person at the board: games, levels, puzzles, the page and the terminal
//! |-- siblings   games beside gomoku, each with its engine: they share the kernel and neither threats nor evaluation
//! |   |-- reversi    Reversi (Othello)
//! |   |-- connect6   Connect6
//! |   |-- oxhorn     ox-horn chess
//! |   '-- shared     what their commands have in common
//! |-- faces      other ways to the same program
//! |   |-- browser    the page in a browser alone, as WebAssembly
//! |   |-- c          the engine as a library for C
//! |   '-- python     the engine as a module of Python, a workspace of its own
//! '-- app        the command line
//! ```
//!
//! The compiler proves that imports only point to the right:
//!
//! ```text
//! main -> app -> arena ----> protocol ---> gomoku -> tree -> kernel
//!          |       |-------> notation ------^                  ^
//!          |       '-------> figures                           |
//!          |----> classics -> protocol                         |
//!          |----> analysis -> notation                         |
//!          |----> training -> notation                         |
//!          |----> zero -----> gomoku, tree, siblings            |
//!          |----> play -----> notation, siblings               |
//!          '----> siblings ------------------------------------'
//! ```
//!
//! `kagetsu-gomoku` is one crate, so that what its layers share stays private to it; `tests/architecture.rs` proves the
//! layers. `kagetsu-figures` is a crate because the arena draws as well as the tools, and nothing below them may depend
//! on a plotting library. The program `pbrain-kagetsu` (`main.rs`, beside the folder `src`) and this library are two packages,
//! so that a project which adds the library builds kernel, gomoku and protocol only. Without its feature `tools` the program
//! has no more either.

mod best_move;

pub use best_move::best_move;
pub use kagetsu_gomoku::board::{Outcome, Position, Rule, Side};
pub use kagetsu_gomoku::engine::opening::{SideChoice, choose_side};
pub use kagetsu_gomoku::engine::{Engine, EngineConfig, EngineError, Thought};
pub use kagetsu_gomoku::eval::win_probability;
pub use kagetsu_gomoku::geometry::{BoardSize, Point};
pub use kagetsu_gomoku::search::{DepthReport, NullSearchObserver, SearchObserver};
pub use kagetsu_kernel::{Clock, Score, SearchLimits, StopSignal, TimeControl, WallClock};
pub use kagetsu_protocol::serve;

/// Positions and games as text: SGF, psq, PGN and others.
#[cfg(feature = "notation")]
pub use kagetsu_notation as notation;
/// Positions with one right first move, and the check of answers to them.
#[cfg(feature = "puzzles")]
pub use kagetsu_play::puzzles;

/// The example of the page about the crates is tested.
#[cfg(doctest)]
#[doc = include_str!("README.md")]
struct Readme;

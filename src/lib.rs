//! Kagetsu: a Gomoku and Renju engine, as a library: `cargo add kagetsu`.
//!
//! ```
//! use std::sync::Arc;
//! use kagetsu::{
//!     Board, BoardSize, Engine, EngineConfig, NullSearchObserver, Outcome, Position, Rows, Rule, SearchLimits, StopSignal,
//!     WallClock, on_large_stack,
//! };
//!
//! // A whole game. A board knows the rule: it refuses forbidden points, and says what a move makes of the game.
//! let mut position = Position::new(BoardSize::square(15)?, Rule::Renju);
//! let mut engine = Engine::new(EngineConfig::default(), Arc::new(WallClock::start()));
//! let limits = SearchLimits { nodes: Some(100), ..SearchLimits::default() };
//! let mut moves = Vec::new();
//! let mut outcome = Outcome::Running;
//! while outcome == Outcome::Running {
//!     let think = || engine.think(&position, &limits, &StopSignal::new(), &mut NullSearchObserver);
//!     let best = on_large_stack(think)?.best;
//!     outcome = Board::from_position(&position).play(best)?;
//!     position.play(best)?;
//!     moves.push(best);
//! }
//! assert_eq!(outcome, Outcome::of(&position));
//! assert!(Rows::FromBottom.names(&moves, position.size(), " ").starts_with("h8 "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`best_move()`] gives a move in one call. The feature `notation` adds a module with SGF and other forms of games, the feature
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
//! |   |-- protocol   the Gomocup protocol and GTP: parser, session without I/O
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
//! `kagetsu-gomoku` is one crate, so that what its layers share stays private to it; `tests/architecture` proves the
//! layers. `kagetsu-figures` is a crate because the arena draws as well as the tools, and nothing below them may depend
//! on a plotting library. The program `pbrain-kagetsu` (`main.rs`, beside the folder `src`) and this library are two packages,
//! so that a project which adds the library builds kernel, gomoku and protocol only. Without its feature `tools` the program
//! has no more either.

mod best_move;

pub use best_move::best_move;
pub use kagetsu_gomoku::board::{
    Board, Foul, IllegalMove, Outcome, Position, PositionError, Rule, Side, winning_stones,
};
pub use kagetsu_gomoku::engine::opening::{SideChoice, choose_side};
pub use kagetsu_gomoku::engine::{
    Engine, EngineConfig, EngineError, SearchMethod, SearchPurpose, SearchRequest, Thought,
};
pub use kagetsu_gomoku::eval::win_probability;
pub use kagetsu_gomoku::geometry::{BoardSize, Point, PointSet, Rows, UnsupportedSize};
pub use kagetsu_gomoku::search::{
    DefenceReport, DepthReport, EqualMoves, KnownPosition, MoveStatistics, NullSearchObserver,
    Proof, ProofMethod, ProofReport, RootEvent, RootFilter, SearchObserver, WinCheck,
};
pub use kagetsu_kernel::{
    Clock, Score, SearchLimits, StopSignal, TimeControl, WallClock, on_large_stack,
};
pub use kagetsu_protocol::{gtp, serve};

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

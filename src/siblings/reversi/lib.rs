//! Reversi (Othello) on the 8 x 8 board: rules, notation, an exact endgame solver, a midgame search with a learned
//! pattern evaluation, and the protocols of its graphical boards.
//!
//! - [`board`]: two 64-bit halves, move generation, flips;
//! - [`record`]: colours, positions, games, move lists, OBF, GGF, SGF and WTHOR;
//! - [`perft`]: counts of move sequences, to compare the rules with other programs;
//! - [`engine`]: exact solver, midgame search with Multi-ProbCut, choice of a move within limits;
//! - [`eval`] and `learn`: the pattern evaluation and the way from nothing to its weights;
//! - `book`: openings that the engine has searched;
//! - [`opening`]: random openings for games between engines;
//! - [`players`]: levels, and the player of four rules;
//! - `server` and [`cli`]: protocols and commands.
//!
//! ```
//! use kagetsu_reversi::board::{Board, Square};
//! use kagetsu_reversi::perft::{Endings, perft};
//!
//! assert_eq!(perft(Board::START, 4, Endings::Counted), 244);
//! let square: Square = "d3".parse()?;
//! let after = Board::START.play(square).ok_or("the move flips nothing")?;
//! assert_eq!(after.empties(), 59);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod board;
mod book;
pub mod cli;
pub mod engine;
pub mod eval;
mod learn;
pub mod opening;
pub mod perft;
pub mod players;
pub mod record;
mod server;

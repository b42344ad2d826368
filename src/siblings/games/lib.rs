//! The sibling games, one room each. They share the kernel with gomoku and nothing else: neither its threats nor its
//! evaluation.
//!
//! ```
//! use kagetsu_games::reversi::board::{Board, Square};
//! use kagetsu_games::reversi::perft::{Endings, perft};
//!
//! assert_eq!(perft(Board::START, 4, Endings::Counted), 244);
//! let square: Square = "d3".parse()?;
//! let after = Board::START.play(square).ok_or("the move flips nothing")?;
//! assert_eq!(after.empties(), 59);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod checksum;
pub mod command;
pub mod connect6;
mod kept_file;
pub mod line_host;
pub mod oxhorn;
pub mod reversi;

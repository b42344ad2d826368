//! The one reader of positions and games, for every command, the page and queries. The kind of a file or a text is seen
//! from what is in it; files are given as bytes, because their encoding is looked for as well.
//!
//! ```
//! use kagetsu_notation::reader::{ReadOptions, Source};
//! let source = Source::new(b"(;GM[4]SZ[15]RU[RIF];B[hh];W[ii])", None)?;
//! let game = source.games(&ReadOptions::default()).next().expect("a game")?;
//! assert_eq!((game.start.rule().name(), game.steps.len()), ("renju", 2));
//! # Ok::<(), kagetsu_notation::reader::ReadError>(())
//! ```

mod convert;
mod error;
mod game;
mod games;
mod kind;
mod lines;
mod note;
mod packing;
mod source;
#[cfg(test)]
mod tests;

pub use crate::read_options::{Lines, ReadOptions};
pub use error::{ReadError, ReadFault};
pub use game::ReadGame;
pub use games::{Games, read_one};
pub use kind::Kind;
pub use note::Note;
pub use source::Source;

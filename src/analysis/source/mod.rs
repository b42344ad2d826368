//! Games from files. The form of a file is recognised by what is in it. A game that cannot be used does not affect the
//! others of its file.

mod game;
mod packing;
mod read;
mod text;

pub use game::{GameEnd, SourceGame, UnusableGame};
pub use read::{GameError, ReadOptions, read_games};

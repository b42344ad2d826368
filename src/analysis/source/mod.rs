//! Games from files, whose moves are checked. A game that cannot be used does not affect the others of its file.

mod game;
mod read;

pub use game::{GameEnd, SourceGame, UnusableGame};
pub use kagetsu_notation::reader::ReadOptions;
pub use read::{GameError, games_of, read_games};

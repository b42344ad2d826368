//! Games from the samples that c-gomoku-cli writes while it plays a match (`-sample`): positions with the move that was played
//! in each and the result of the game. `protocol-docs/samples.md` describes their forms.
//!
//! A sample repeats all moves before its position. Samples of one game stand together, so that each goes on from the one
//! before: they are joined to one game, whose opening is the first position. Moves between two samples are moves of the game
//! as well.
//! Samples have no scores, so the games are not [`scored`](crate::dataset::TrainingGame::scored).

mod bin;
mod binpack;
mod csv;
mod error;
mod joined;
mod reader;
mod record;

#[cfg(test)]
mod tests;

pub use error::{ImportError, SampleFault};
pub use reader::{ImportCounts, SampleReader};
pub use record::{SampleForm, WantedKind};

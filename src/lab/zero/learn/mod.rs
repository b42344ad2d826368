//! Games of a network against itself, and what it learns from them.

mod descent;
mod games;
mod labelled;
mod noise;
mod samples;
mod self_play;
mod train;

pub(crate) use games::result_of;
pub use games::{GameRecord, ReadGameError, Searched, Valued};
pub use labelled::{LabelError, LabelledPositions};
pub(crate) use self_play::play_game;
pub use train::Learned;
pub(crate) use train::{TrainingState, Workers, distil, learn, losses_of};

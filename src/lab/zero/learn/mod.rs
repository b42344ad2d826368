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
pub use self_play::play_game;
pub(crate) use train::losses_of;
pub use train::{Learned, TrainingState, Workers, distil, learn};

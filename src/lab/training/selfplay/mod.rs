//! Self-play games for training.
//!
//! The openings are many and different. Each move is searched with few nodes. Some moves are chosen at random. A game
//! ends as soon as its result is proved.
//!
//! A game depends only on the settings and on its own number. It does not depend on the games before it, nor on the
//! number of threads.

mod chance;
mod ending;
mod opening;
mod player;
mod relabel;
mod thinker;
mod tree;

pub use ending::GameFinisher;
pub use opening::middle_box;
pub use player::{NoGame, SelfPlaySettings, SelfPlayer};
pub use relabel::{LabelCounts, RelabelSettings, Relabeller};

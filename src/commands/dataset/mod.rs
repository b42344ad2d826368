//! `dataset`: looking at files of games for learning, and making others from them.

mod summary;

pub(super) use summary::{fault, open, write_summary};

//! What the sibling games share: the streams and errors of their commands, files that are replaced while learning goes on,
//! and the options of that. It knows no game.

pub mod command;
mod error;
pub mod kept_file;
pub mod learning;
#[cfg(feature = "testing")]
pub mod testing;

//! What the sibling games share: the streams and faults of their commands, the host of their protocols, files that are
//! replaced while learning goes on. It knows no game.

pub mod command;
pub mod kept_file;
pub mod line_host;
#[cfg(feature = "testing")]
pub mod testing;

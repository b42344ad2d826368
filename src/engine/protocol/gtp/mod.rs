//! GTP, the Go text protocol, for Gomoku, as documented in `protocol-docs/gtp.md`. [`Gtp`] is a dialogue for the host of the
//! kernel: it takes lines and answers them, without I/O of its own. Points are written with the letters of Go
//! ([`vertex`]), and an analysis goes on until the next line comes.

mod analysis;
mod commands;
mod gogui;
mod listener;
mod play;
mod rules;
mod state;
pub mod vertex;

pub use state::{Gtp, GtpLimits};

//! Learning from games of the engine against itself: making them, keeping them, and fitting the network of the
//! evaluation to them.

pub mod dataset;
pub mod network;
pub mod selfplay;

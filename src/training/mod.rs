//! Learning from games of the engine against itself: making them, keeping them, and fitting the tables of the
//! evaluation to them.

pub mod dataset;
pub mod selfplay;
pub mod tables;

//! Ox-horn chess: one red piece against two blue ones on a horn of ten points, solved outright.
//!
//! Red wins by getting past the blue pieces, Blue by leaving the red piece without a move; endless repetition is a draw
//! unless the rules say otherwise. The game has only 720 states, so everything that larger games approximate can be
//! seen here exactly. The tutorial below goes through all of it.
#![doc = include_str!("tutorial.md")]

pub mod alphabeta;
mod board;
pub mod cli;
mod game;
mod moves;
mod notation;
pub mod picture;
mod rules;
mod samples;
mod state;
mod table;
#[cfg(test)]
mod table_tests;
mod tree;

/// Runs the steps of the Chinese tutorial, which are those of the tutorial above.
#[cfg(doctest)]
#[doc = include_str!("tutorial.zh.md")]
struct ChineseSteps;

pub use board::{Point, Side};
pub use game::{Ending, Game, GameError};
pub use moves::{Move, Piece};
pub use rules::{Escape, Repetition, Rules};
pub use state::{STATES, State};
pub use table::{Solution, Table};

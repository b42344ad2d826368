//! Reversi (Othello) on the 8 x 8 board: rules, notation, an exact endgame solver, a midgame search with a learned
//! pattern evaluation, and the protocols of its graphical boards.
//!
//! - [`board`]: two 64-bit halves, move generation, flips;
//! - [`record`]: colours, positions, games, move lists, OBF files;
//! - [`perft`]: counts of move sequences, to compare the rules with other programs.

pub mod board;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod learn;
pub mod perft;
pub mod players;
pub mod record;
pub mod server;

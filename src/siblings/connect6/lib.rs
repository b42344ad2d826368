//! Connect6 on 19 x 19 cells: Black places one stone, then both sides two a turn; six or more in a row win, and a full
//! board is a draw (I-C. Wu, D.-Y. Huang and H.-C. Chang, "Connect6", ICGA Journal 2005).
//!
//! The [`Board`] keeps the content of all 924 windows of six cells. `cover` finds how many stones the opponent's threats
//! need, `double_threat` and `single_threat` prove wins by force, and the tests replay such claims by code of
//! their own. The [`Engine`] puts a pair search behind that. A small network evaluates positions and proposes stones;
//! `learn` makes it from games of the engine against itself.

mod bits;
mod board;
#[cfg(test)]
mod board_tests;
mod candidates;
#[cfg(test)]
mod checker;
mod choice;
pub mod cli;
mod cover;
#[cfg(test)]
mod cover_tests;
mod danger;
mod double_threat;
#[cfg(test)]
mod double_threat_tests;
mod engine;
mod evaluation;
mod even_openings;
mod game;
pub mod geometry;
mod greedy;
mod history;
mod learn;
mod levels;
mod network;
pub mod opening;
mod pace;
mod pair_table;
mod perft;
mod player;
mod protocol;
mod search;
mod serve;
mod single_threat;
mod threat_pairs;
mod turn;
mod weights;
mod written_turns;

pub use board::{Board, Side, Stage};
pub use choice::{Choice, Reason};
pub use engine::Engine;
pub use evaluation::{Evaluation, NETWORK};
pub use game::{Ending, Game, GameError};
pub use geometry::Cell;
pub use levels::Level;
pub use perft::perft;
pub use turn::Turn;
pub use written_turns::read_game;

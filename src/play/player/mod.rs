//! Those who move for a seat by themselves. [`EnginePlayer`] is Kagetsu in one game, as front ends ask it; an answer fits
//! whatever the game asks, opening procedures included. [`OutsidePlayer`] is a program outside on a seat of gomoku.

mod connect6;
mod engine_player;
mod gomoku;
mod opening;
mod outside;
mod oxhorn;
mod reversi;
#[cfg(any(test, feature = "testing"))]
pub mod scripted;
mod skill;
#[cfg(test)]
mod tests;

pub(crate) use connect6::Connect6Player;
pub use engine_player::{AnalysisMode, EnginePlayer, Strength};
pub use gomoku::GomokuPlayer;
pub use outside::{Allowance, Comment, Network, OutsideFault, OutsidePlayer, OutsidePrograms};
pub(crate) use oxhorn::OxhornPlayer;
pub(crate) use reversi::ReversiPlayer;
pub use skill::Skill;

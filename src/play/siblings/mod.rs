//! The sibling games as [`crate::game::Game`]: Reversi, Connect6 and ox-horn chess. Their rules lie in crates of their own;
//! here they only get the names, clicks and pictures that front ends need.

mod connect6;
mod oxhorn;
mod reversi;
#[cfg(test)]
mod tests;

pub use connect6::Connect6;
pub use oxhorn::Oxhorn;
pub use reversi::Reversi;

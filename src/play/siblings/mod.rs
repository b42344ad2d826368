//! The sibling games as [`crate::game::Game`]: Reversi, Connect6 and ox-horn chess. Their rules lie in crates of their own;
//! here they only get the names, clicks and pictures that front ends need.

mod connect6;
mod oxhorn;
mod reversi;
#[cfg(test)]
mod tests;

pub(crate) use connect6::Connect6;
pub(crate) use oxhorn::Oxhorn;
pub(crate) use reversi::Reversi;

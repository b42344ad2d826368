//! Opening procedures as data, and the one machine that plays them all. Sources: the opening rules of the Renju
//! International Federation (RIF, Yamaguchi, Soosyrv, Taraguchi) and the swap and swap2 rules of Gomoku tournaments.

mod machine;
mod names;
mod procedure;
mod shape;
#[cfg(test)]
mod tests;

pub(crate) use machine::{BoardView, Machine};
pub use names::name_of;
pub use procedure::Procedure;

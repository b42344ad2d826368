//! The protocols by which other programs play with us, as state machines: a line goes in, actions come out, and no
//! line does more than that, whatever it holds.

mod cloudict;
mod gomocup;
mod line;
mod points;
mod sau;
mod session;
#[cfg(test)]
mod tests;

pub use session::{Action, Dialect, FirstStone, Session, Setting};

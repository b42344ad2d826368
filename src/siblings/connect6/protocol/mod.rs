//! The protocols by which other programs play with us, as state machines: a line goes in, actions come out, and no
//! line does more than that, whatever it holds.

mod dialects;
mod gomocup;
mod points;
mod session;
#[cfg(test)]
mod tests;

pub(crate) use session::{Action, Dialect, Session, Setting};

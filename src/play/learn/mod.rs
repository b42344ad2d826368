//! Learning to play: a chapter for each game, rule and opening procedure, in steps of a few sentences, a board and mostly a
//! task that is answered by a click.
//!
//! The chapters are data, in `chapters.json`; their sentences are texts of the catalogue, `learn-renju-3` for the third
//! step of `renju`. The data name every right answer. Tests prove by the rules, the solver and the engine that these
//! are right, that there are no others, and that each answer with a text of its own on why it is wrong is wrong.

mod answer;
mod chapter;
mod goal;
#[cfg(test)]
mod proofs;
#[cfg(test)]
mod right_answers;

pub(crate) use answer::{LearnView, Request};
pub(crate) use chapter::{Chapter, ChapterFault, Chapters, Step};
pub(crate) use goal::Goal;

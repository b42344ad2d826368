//! The probability to win that a score stands for.
//!
//! [`win_probability`] is a logistic curve for each rule, fitted to games of the engine against itself.
//! `pbrain-kagetsu calibrate` fits its constants again. `2026-11-win-probability.md` beside this file tells how far the
//! curves are from the results of games that were held out.

mod fit;
mod reliability;

pub use fit::{Sample, fit};
pub use kagetsu_gomoku::eval::win_probability::{Curve, WEIGHTS, curve_of, win_probability};
pub use reliability::{Bin, Reliability};

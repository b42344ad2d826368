//! Ratings by the Glicko system (M. E. Glickman, "Parameter estimation in large dynamic paired comparison experiments",
//! Applied Statistics 48, 1999): a puzzle is an opponent, and an attempt at it is a game.

use std::f64::consts::{LN_10, PI};

use serde::{Deserialize, Serialize};

/// The scale of ratings: 400 points are odds of ten to one.
const SCALE: f64 = LN_10 / 400.0;
/// The deviation of somebody of whom nothing is known.
const UNKNOWN: f64 = 200.0;
/// The smallest deviation, so that a rating can always move.
const LEAST: f64 = 50.0;
/// Days after which nothing is known any more of somebody who was known well.
const FORGOTTEN: f64 = 365.0;
/// No rating is above it, and no deviation: larger numbers come from a damaged file.
const HIGHEST: f64 = 10_000.0;
/// The rating of whoever begins: that of an easy puzzle.
const FIRST: f64 = 1000.0;
/// Rating of a puzzle of the lowest grade, and the distance of two grades.
const LOWEST_GRADE: f64 = 850.0;
const GRADE_STEP: f64 = 150.0;

/// A rating, and how uncertain it is: the standard deviation of what is known.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Rating {
    /// The rating.
    pub value: f64,
    /// Its deviation.
    pub deviation: f64,
}

impl Default for Rating {
    fn default() -> Self {
        Self {
            value: FIRST,
            deviation: UNKNOWN,
        }
    }
}

impl Rating {
    /// The rating of the puzzles of a grade, from 1 to 10.
    pub(crate) fn of_grade(grade: u8) -> Self {
        Self {
            value: LOWEST_GRADE + GRADE_STEP * (f64::from(grade) - 1.0),
            deviation: LEAST,
        }
    }

    /// How much less a game says when the other rating is uncertain.
    fn weight(self) -> f64 {
        (1.0 + 3.0 * (SCALE * self.deviation / PI).powi(2))
            .sqrt()
            .recip()
    }

    /// The chance of success against another one.
    pub(crate) fn expects(self, other: Self) -> f64 {
        let difference = other.weight() * (self.value - other.value);
        (1.0 + (-SCALE * difference).exp()).recip()
    }

    /// The rating after a success or a failure.
    #[must_use]
    pub(crate) fn after(self, other: Self, success: bool) -> Self {
        let expected = self.expects(other);
        let weight = other.weight();
        let information = (SCALE * weight).powi(2) * expected * (1.0 - expected);
        let precision = self.deviation.powi(-2) + information;
        let surprise = f64::from(success) - expected;
        // A thousandth is enough, and such a number is read from a file as it was written.
        let rounded = |number: f64| (1000.0 * number).round() / 1000.0;
        Self {
            value: rounded(self.value + SCALE / precision * weight * surprise),
            deviation: rounded(precision.sqrt().recip().max(LEAST)),
        }
    }

    /// The rating after days without an attempt: it becomes uncertain again.
    #[must_use]
    pub(crate) fn rested(self, days: u32) -> Self {
        let grown = (UNKNOWN.powi(2) - LEAST.powi(2)) / FORGOTTEN * f64::from(days);
        let deviation = self.deviation.hypot(grown.sqrt());
        Self {
            deviation: deviation.min(UNKNOWN.max(self.deviation)),
            ..self
        }
    }

    /// Is it a rating at all? One from a damaged file may be none.
    pub(super) fn is_sound(self) -> bool {
        (0.0..=HIGHEST).contains(&self.value) && self.deviation > 0.0 && self.deviation <= HIGHEST
    }
}

//! The classes of moves.

use kagetsu_kernel::grade::{BLUNDER, INACCURACY, MISTAKE};
use serde::{Deserialize, Serialize};

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// The move that the search prefers.
    Best,
    /// Another move that loses less than `INACCURACY`.
    Good,
    /// From `INACCURACY` on.
    Inaccuracy,
    /// From [`MISTAKE`] on.
    Mistake,
    /// From `BLUNDER` on.
    Blunder,
}

impl Grade {
    /// All grades, the best first.
    pub const ALL: [Self; 5] = [
        Self::Best,
        Self::Good,
        Self::Inaccuracy,
        Self::Mistake,
        Self::Blunder,
    ];

    /// The grade of a move that loses so much and is not the best one.
    pub(crate) fn of_loss(loss: f64) -> Self {
        if loss >= BLUNDER {
            Self::Blunder
        } else if loss >= MISTAKE {
            Self::Mistake
        } else if loss >= INACCURACY {
            Self::Inaccuracy
        } else {
            Self::Good
        }
    }

    /// Its name in the files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// Is it worse than good?
    pub fn is_fault(self) -> bool {
        self >= Self::Inaccuracy
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grade_begins_at_its_loss() {
        let grades = [0.0, 0.0499, 0.05, 0.0999, 0.1, 0.1999, 0.2, 1.0].map(Grade::of_loss);
        let names = grades.map(Grade::name);
        let expected = [
            "good",
            "good",
            "inaccuracy",
            "inaccuracy",
            "mistake",
            "mistake",
            "blunder",
            "blunder",
        ];
        assert_eq!(names, expected);
        assert!(!Grade::Good.is_fault() && Grade::Inaccuracy.is_fault());
    }
}

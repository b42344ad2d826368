//! The classes of moves, by how much of the probability to win they lose. Reviews of games and the page have the same ones.

/// Loss from which on a move is an inaccuracy.
pub const INACCURACY: f64 = 0.05;
/// Loss from which on it is a mistake.
pub const MISTAKE: f64 = 0.10;
/// Loss from which on it is a blunder.
pub const BLUNDER: f64 = 0.20;

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Grade {
    /// The move that the search prefers.
    Best,
    /// Another move that loses less than [`INACCURACY`].
    Good,
    /// From [`INACCURACY`] on.
    Inaccuracy,
    /// From [`MISTAKE`] on.
    Mistake,
    /// From [`BLUNDER`] on.
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
    pub fn of_loss(loss: f64) -> Self {
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

/// The accuracy of a move, from 0 for a blunder to 1, by the probability to win `before` it and what it lost of that. Nothing
/// where less than [`INACCURACY`] was at stake: whatever is played then is no inaccuracy.
pub fn accuracy(before: f64, loss: f64) -> Option<f64> {
    (before >= INACCURACY).then(|| 1.0 - (loss / BLUNDER).clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_with_nothing_at_stake_has_no_accuracy() {
        assert_eq!(accuracy(0.04, 0.04), None);
        assert_eq!(accuracy(0.05, 0.0), Some(1.0));
        assert_eq!(accuracy(0.9, 0.1), Some(0.5));
        assert_eq!(accuracy(0.9, 0.8), Some(0.0));
    }

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

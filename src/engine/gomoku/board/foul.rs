//! The kinds of forbidden moves.

use std::fmt;

/// Why a point is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Foul {
    /// Two or more threes.
    DoubleThree,
    /// Two or more fours.
    DoubleFour,
    /// Six or more in a row.
    Overline,
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DoubleThree => "double three",
            Self::DoubleFour => "double four",
            Self::Overline => "overline",
        })
    }
}

//! The score of a position for the side to move. Decided scores hold the distance in plies, so that a nearer win and a
//! longer defence compare as better.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A score in evaluation units, from the view of the side to move.
///
/// ```
/// use kagetsu_kernel::Score;
/// assert!(Score::win_in(3) > Score::win_in(5));
/// assert!(Score::loss_in(8) > Score::loss_in(2));
/// assert_eq!(-Score::win_in(3), Score::loss_in(3));
/// assert_eq!(Score::win_in(3).to_string(), "+M3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

/// Largest distance that a decided score can hold. It is more than the 484 points of the largest board.
pub const MAX_PLIES: usize = 1000;

const WIN: i32 = 30_000;
const DECIDED: i32 = WIN - MAX_PLIES as i32;

impl Score {
    /// A draw, or a balanced position.
    pub const ZERO: Self = Self(0);
    /// A bound above every possible score.
    pub const INFINITE: Self = Self(WIN + 1);
    /// The largest evaluation that is not a decided score.
    pub const MAX_EVALUATION: Self = Self(DECIDED - 1);

    /// A score from evaluation units, clamped to the undecided range.
    pub const fn evaluation(units: i32) -> Self {
        let max = DECIDED - 1;
        if units > max {
            Self(max)
        } else if units < -max {
            Self(-max)
        } else {
            Self(units)
        }
    }

    /// The side to move wins `ply` plies after the root, at most [`MAX_PLIES`].
    pub const fn win_in(ply: usize) -> Self {
        debug_assert!(ply <= MAX_PLIES);
        Self(WIN - ply as i32)
    }

    /// The opponent wins `ply` plies after the root, at most [`MAX_PLIES`].
    pub const fn loss_in(ply: usize) -> Self {
        debug_assert!(ply <= MAX_PLIES);
        Self(ply as i32 - WIN)
    }

    /// The score as an integer.
    pub const fn value(self) -> i32 {
        self.0
    }

    /// True for a proven win.
    pub const fn is_win(self) -> bool {
        self.0 >= DECIDED
    }

    /// True for a proven loss.
    pub const fn is_loss(self) -> bool {
        self.0 <= -DECIDED
    }

    /// True for a proven win or loss.
    pub const fn is_decided(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Plies from the root to the end of a decided game; `None` for an open score, and for [`Score::INFINITE`] and its
    /// negation, which are bounds and no scores.
    pub const fn distance(self) -> Option<usize> {
        if self.is_decided() && !self.is_infinite() {
            Some((WIN - self.0.abs()) as usize)
        } else {
            None
        }
    }

    /// The distance of a proved win, or minus that of a proved loss.
    pub fn signed_distance(self) -> Option<i32> {
        let plies = self.distance()? as i32;
        Some(if self.is_win() { plies } else { -plies })
    }

    const fn is_infinite(self) -> bool {
        self.0.abs() > WIN
    }

    /// The form stored in the transposition table: distances count from the stored position, not from the root.
    pub(crate) const fn to_table(self, ply: usize) -> i16 {
        let shift = ply as i32;
        let value = if self.is_win() {
            self.0 + shift
        } else if self.is_loss() {
            self.0 - shift
        } else {
            self.0
        };
        value as i16
    }

    /// The inverse of `Score::to_table`, for a position `ply` plies after the root.
    pub const fn from_table(stored: i16, ply: usize) -> Self {
        let value = stored as i32;
        let shift = ply as i32;
        if value >= DECIDED {
            Self(value - shift)
        } else if value <= -DECIDED {
            Self(value + shift)
        } else {
            Self(value)
        }
    }
}

impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;
    fn add(self, units: i32) -> Self {
        Self(self.0 + units)
    }
}

impl Sub<i32> for Score {
    type Output = Self;
    fn sub(self, units: i32) -> Self {
        Self(self.0 - units)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.distance() {
            Some(plies) if self.is_win() => write!(f, "+M{plies}"),
            Some(plies) => write!(f, "-M{plies}"),
            None if self.is_infinite() => f.write_str(if self.0 > 0 { "+inf" } else { "-inf" }),
            None => write!(f, "{}", self.0),
        }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_form_round_trips_at_every_ply() {
        for ply in [0, 1, 40, 484] {
            for score in [
                Score::win_in(ply + 5),
                Score::loss_in(ply + 4),
                Score::evaluation(-321),
            ] {
                assert_eq!(Score::from_table(score.to_table(ply), ply), score);
            }
        }
    }

    #[test]
    fn a_bound_has_no_distance() {
        for (bound, text) in [(Score::INFINITE, "+inf"), (-Score::INFINITE, "-inf")] {
            assert_eq!((bound.distance(), bound.to_string().as_str()), (None, text));
        }
        assert_eq!(Score::win_in(0).distance(), Some(0));
        let signed = [Score::win_in(5), Score::loss_in(4), Score::ZERO].map(Score::signed_distance);
        assert_eq!(signed, [Some(5), Some(-4), None]);
        assert_eq!(Score::loss_in(MAX_PLIES).to_string(), "-M1000");
    }

    #[test]
    fn evaluations_never_look_decided() {
        assert!(!Score::evaluation(i32::MAX).is_decided());
        assert!(!Score::evaluation(i32::MIN + 1).is_decided());
    }
}

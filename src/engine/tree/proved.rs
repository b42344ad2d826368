//! The proved result of a position.

use std::cmp::Ordering;

use kagetsu_kernel::Side;

/// The result of a position for its side to move, with the moves until the end. Of two wins the nearer one is the greater,
/// of two losses the later one.
///
/// ```
/// use kagetsu_tree::Proved;
/// assert!(Proved::Win(3) > Proved::Win(5) && Proved::Win(5) > Proved::Draw);
/// assert!(Proved::Draw > Proved::Loss(8) && Proved::Loss(8) > Proved::Loss(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proved {
    /// The side to move wins, after so many moves of both sides.
    Win(u16),
    /// Nobody wins.
    Draw,
    /// The opponent wins, after so many moves of both sides.
    Loss(u16),
}

impl Proved {
    /// The value: 1, 0 or -1.
    pub const fn value(self) -> f32 {
        match self {
            Self::Win(_) => 1.0,
            Self::Draw => 0.0,
            Self::Loss(_) => -1.0,
        }
    }

    /// The result of a move of `by` to a position with this result for `to_move`.
    #[must_use]
    pub(crate) fn of_move(self, by: Side, to_move: Side) -> Self {
        let is_own = by == to_move;
        match self {
            Self::Draw => Self::Draw,
            Self::Win(after) if is_own => Self::Win(after.saturating_add(1)),
            Self::Loss(after) if !is_own => Self::Win(after.saturating_add(1)),
            Self::Win(after) | Self::Loss(after) => Self::Loss(after.saturating_add(1)),
        }
    }

    /// A number that grows with the worth of the result.
    const fn rank(self) -> i32 {
        const FARTHEST: i32 = u16::MAX as i32 + 1;
        match self {
            Self::Win(moves) => FARTHEST - moves as i32,
            Self::Draw => 0,
            Self::Loss(moves) => moves as i32 - FARTHEST,
        }
    }
}

impl PartialOrd for Proved {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Proved {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

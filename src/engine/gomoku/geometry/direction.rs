//! The four directions of a line.

/// A direction of lines; each has a step from one point to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Along a row, x grows.
    Horizontal,
    /// Along a column, y grows.
    Vertical,
    /// x and y grow together.
    Diagonal,
    /// x grows, y falls.
    AntiDiagonal,
}

impl Direction {
    /// Number of directions.
    pub const COUNT: usize = 4;

    /// All directions, in the order of their numbers.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Horizontal,
        Self::Vertical,
        Self::Diagonal,
        Self::AntiDiagonal,
    ];

    /// The change of (x, y) for one step.
    pub const fn delta(self) -> (isize, isize) {
        match self {
            Self::Horizontal => (1, 0),
            Self::Vertical => (0, 1),
            Self::Diagonal => (1, 1),
            Self::AntiDiagonal => (1, -1),
        }
    }
}

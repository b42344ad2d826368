//! How a game can stand.

/// How a game stands, in the order of the result codes 0 to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Somebody can still move.
    Running,
    /// Black has more discs.
    BlackWins,
    /// White has more discs.
    WhiteWins,
    /// As many discs each.
    Draw,
}

impl Outcome {
    /// The result code: 0 running, 1 Black, 2 White, 3 draw.
    pub const fn code(self) -> u8 {
        self as u8
    }
}

//! The kinds of text and files.

use std::fmt;

/// A kind of text or file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Moves.
    Moves,
    /// A picture of a board.
    Picture,
    /// A block of the protocol.
    Block,
    /// A table of problems.
    Table,
    /// The line of the page: rule, size and moves.
    PageLine,
    /// A link.
    Link,
    /// The Smart Game Format.
    Sgf,
    /// Piskvork.
    Psq,
    /// Gomotur.
    Gomotur,
    /// Yixin-Board.
    YixinSave,
    /// Samples of c-gomoku-cli.
    Samples,
    /// Portable Game Notation.
    Pgn,
    /// The journal of a tournament.
    Journal,
    /// A library of `RenLib`.
    RenLib,
    /// None that is known.
    Unknown,
}

impl Kind {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Picture => "picture of a board",
            Self::Block => "BOARD block",
            Self::Table => "table of problems",
            Self::PageLine => "position of the page",
            Self::Link => "link",
            Self::Sgf => "SGF",
            Self::Psq => "psq of Piskvork",
            Self::Gomotur => "rec of Gomotur",
            Self::YixinSave => "sav of Yixin-Board",
            Self::Samples => "samples of c-gomoku-cli",
            Self::Pgn => "PGN",
            Self::Journal => "journal of a tournament",
            Self::RenLib => "library of RenLib",
            Self::Unknown => "no known kind",
        }
    }

    /// Are its games counted by the lines on which they stand?
    const fn is_by_line(self) -> bool {
        matches!(
            self,
            Self::Moves | Self::Table | Self::PageLine | Self::Link | Self::Block
        )
    }

    /// The place of a game in a file of this kind, such as `line 3` or `game 3`.
    pub fn place(self, number: usize) -> String {
        let unit = if self.is_by_line() { "line" } else { "game" };
        format!("{unit} {number}")
    }

    /// Is it what people type, so that an error need not say how it was read?
    pub(super) const fn is_typed(self) -> bool {
        self.is_by_line() || matches!(self, Self::Picture)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

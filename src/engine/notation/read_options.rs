//! What is taken where texts and files leave something open.

use kagetsu_gomoku::board::{Position, Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Rows};

use crate::encoding::TextEncoding;

/// How the lines of a list of moves are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lines {
    /// All lines are one game.
    OneGame,
    /// Each line is a game, unless the lines are numbered on or hold one move each, all different.
    #[default]
    GameEach,
}

/// What texts and files leave open.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions {
    /// The rule of games that name none. Libraries are of renju if this is `None`, other games of freestyle.
    pub rule: Option<Rule>,
    /// The board of games that name none. 15x15 if this is `None`. A picture has its own, which must then be the same.
    pub size: Option<BoardSize>,
    /// The own side of a BOARD block and the side to move in a table, if it is not that which they say.
    pub side: Option<Side>,
    /// The edge from which rows of moves are counted.
    pub rows: Rows,
    /// The encoding of texts that name none and are not UTF-8; guessed if it is `None`.
    pub encoding: Option<TextEncoding>,
    /// Most lines of a library; at least the first one, the main line, is read.
    pub library_lines: usize,
    /// How the lines of a list of moves are joined.
    pub lines: Lines,
}

impl ReadOptions {
    /// The board of a text that names neither rule nor size.
    pub(crate) fn empty_board(&self) -> Position {
        let size = self.size.unwrap_or(BoardSize::STANDARD);
        Position::new(size, self.rule.unwrap_or_default())
    }
}

//! The main line of a game, and the words for how it was won.

use kagetsu_gomoku::board::{Position, PositionError, Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point};

use crate::encoding::{Origin, TextEncoding};
use crate::record::{GameResult, WinKind};

use super::fault::SgfFault;

impl WinKind {
    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Resigned => "Resign",
            Self::Time => "Time",
            Self::Forfeit => "Forfeit",
        }
    }

    /// How a game with this result was won: `Plain` unless it is `B+R`, `W+Time` or the like.
    pub(super) fn of_result(result: &str) -> Self {
        let (_, how) = result.split_once('+').unwrap_or_default();
        let how = how.trim();
        let is_meant = |win: &Self| {
            let text = win.text();
            how.eq_ignore_ascii_case(text) || how.eq_ignore_ascii_case(&text[..1])
        };
        let all = [Self::Resigned, Self::Time, Self::Forfeit];
        all.into_iter().find(is_meant).unwrap_or(Self::Plain)
    }
}

/// The main line of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfGame {
    /// Line of the file on which the game begins, from one.
    pub line: usize,
    /// The size of the board, if the game states it.
    pub size: Option<BoardSize>,
    /// Black's and White's stones before the first move.
    pub setup: Vec<(Point, Side)>,
    /// Number of moves after which the game sets stones, so that it begins from there.
    pub set_up_after: usize,
    /// The side to move first.
    pub first: Side,
    /// The moves in turn, `None` for a pass. They may be illegal.
    pub steps: Vec<Option<Point>>,
    /// Number of first moves that were given and not chosen by the players: those whose comment or name is `opening`, as
    /// [`super::write_sgf`] and [`super::write_sgf_tree`] write it.
    pub opening: usize,
    /// The names of Black and White, as far as the game states them.
    pub names: [Option<String>; 2],
    /// The rule, if the game names one that is known.
    pub rule: Option<Rule>,
    /// What the game says of its rule, whether it is known or not.
    pub rule_text: Option<String>,
    /// The result, if the game states one.
    pub result: Option<GameResult>,
    /// How it was won, if the game states it.
    pub win: WinKind,
    /// The encoding of its texts, and how it is known.
    pub encoding: (TextEncoding, Origin),
    /// Why it may be of another kind, if it does not say that it is Gomoku or Renju.
    pub doubt: Option<SgfFault>,
}

impl SgfGame {
    /// The moves of a game without passes that begins on the empty board.
    ///
    /// # Errors
    /// [`SgfFault::SetUp`] or [`SgfFault::Pass`]
    pub fn plain_moves(&self) -> Result<Vec<Point>, SgfFault> {
        if !self.setup.is_empty() || self.first != Side::Black {
            return Err(SgfFault::SetUp);
        }
        let steps = (1..).zip(&self.steps);
        steps
            .map(|(number, step)| step.ok_or(SgfFault::Pass(number)))
            .collect()
    }

    /// The position before the first move.
    ///
    /// # Errors
    /// As [`Position::place`].
    pub fn start(&self, size: BoardSize, rule: Rule) -> Result<Position, PositionError> {
        let mut start = Position::new(size, rule);
        for &(point, side) in &self.setup {
            start.place(point, side)?;
        }
        start.set_side_to_move(self.first);
        Ok(start)
    }
}

/// What the reader of a collection is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SgfOptions {
    /// The size of boards that games do not state; 15x15 if it is `None`.
    pub size: Option<BoardSize>,
    /// The encoding of games that name none and are not UTF-8; guessed if it is `None`.
    pub encoding: Option<TextEncoding>,
    /// The bytes are UTF-8 whatever the games name.
    pub is_utf8: bool,
}

//! A game or a position that was read.

use kagetsu_gomoku::board::{Position, Side};
use kagetsu_gomoku::geometry::{Point, Rows};

use crate::record::{GameResult, WinKind};
use crate::text_forms::block::Block;
use crate::text_forms::error::PositionTextError;

use super::error::ReadFault;
use super::kind::Kind;
use super::note::Note;

/// A game, or a position without moves. Whether the moves are legal is not looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadGame {
    /// The kind of the text or file.
    pub kind: Kind,
    /// Number of the game in the file or of its line, from one.
    pub number: usize,
    /// The name of a problem in a table.
    pub id: Option<String>,
    /// Names of Black and White, as far as they are known.
    pub names: [Option<String>; 2],
    /// Where the game begins, with rule and size. Usually the empty board.
    pub start: Position,
    /// The moves; `None` is a pass.
    pub steps: Vec<Option<Point>>,
    /// Milliseconds for each move, as far as they are known.
    pub ms: Vec<u64>,
    /// Number of moves that were given and not chosen by the players.
    pub opening: usize,
    /// The result that the file states.
    pub result: Option<GameResult>,
    /// How it was won, as far as the file states it.
    pub win: WinKind,
    /// What was taken where the file leaves it open.
    pub notes: Vec<Note>,
    /// The file names the rule itself, or libraries of its kind are of one rule.
    pub has_rule: bool,
}

impl ReadGame {
    /// A game of which nothing but the moves is known.
    pub(super) fn new(kind: Kind, start: Position, steps: Vec<Option<Point>>) -> Self {
        Self {
            kind,
            number: 1,
            id: None,
            names: [None, None],
            start,
            steps,
            ms: Vec::new(),
            opening: 0,
            result: None,
            win: WinKind::Plain,
            notes: Vec::new(),
            has_rule: false,
        }
    }

    pub(super) fn of_block(block: Block) -> Self {
        Self {
            has_rule: block.has_rule,
            ..Self::new(Kind::Block, block.position, Vec::new())
        }
    }

    /// The position after so many moves, or after all of them. `side` is to move there, if it is given.
    ///
    /// # Errors
    /// [`ReadFault::After`] when there are fewer moves, [`ReadFault::Text`] when a stone lies on another.
    pub fn position(
        &self,
        after: Option<usize>,
        side: Option<Side>,
    ) -> Result<Position, ReadFault> {
        let moves = self.steps.len();
        let count = after.unwrap_or(moves);
        let steps = self.steps.get(..count).ok_or(ReadFault::After {
            moves,
            asked: count,
        })?;
        let mut position = self.start.clone();
        for &step in steps {
            let Some(point) = step else {
                position.pass();
                continue;
            };
            let played = position.play(point);
            played.map_err(|source| PositionTextError::Position {
                word: Rows::FromBottom.name(point, self.start.size()),
                source,
            })?;
        }
        if let Some(side) = side {
            position.set_side_to_move(side);
        }
        Ok(position)
    }
}

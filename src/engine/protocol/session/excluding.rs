//! `yxblock`, `yxblockpath`, `yxforbid` and the words that take them back: the lists of moves that no search may choose.

use crate::command::{BlockEntry, BoardBlock, Excluded, Pair};
use crate::error::ProtocolError;
use crate::placing::{Passes, replay, to_point};
use crate::reply::Reply;
use kagetsu_gomoku::board::{Position, Side};
use kagetsu_gomoku::geometry::PointSet;

use super::Host;
use super::exclusions::Stones;
use super::state::Session;

impl Session {
    /// Excludes the points of a list, or the last move of a list that is a path; or readmits them.
    pub(super) fn set_excluded(
        &mut self,
        is_excluded: bool,
        what: Excluded,
        block: &BoardBlock,
        host: &mut dyn Host,
    ) -> Result<(), ProtocolError> {
        let word = if is_excluded {
            what.word()
        } else {
            what.undo_word()
        };
        match what {
            Excluded::Points => {
                let points = self.listed_points(block, word, host)?;
                self.exclusions.points -= points;
                if is_excluded {
                    self.exclusions.points |= points;
                }
            }
            Excluded::Path => {
                let path = Stones::of(&self.played(block, &block.entries, word)?);
                self.exclusions.paths.retain(|known| *known != path);
                if is_excluded {
                    self.exclusions.paths.push(path);
                }
            }
        }
        Ok(())
    }

    /// Readmits all moves that were excluded in this way.
    pub(super) fn readmit_all(&mut self, what: Excluded) {
        match what {
            Excluded::Points => self.exclusions.points = PointSet::EMPTY,
            Excluded::Path => self.exclusions.paths.clear(),
        }
    }

    /// Takes a point from the choice of one side, or gives it back.
    pub(super) fn forbid(
        &mut self,
        is_forbidden: bool,
        pair: Pair,
        side: Side,
    ) -> Result<(), ProtocolError> {
        let point = to_point(pair, self.board_in_use()?.size())?;
        let points = &mut self.exclusions.forbidden[side.index()];
        if is_forbidden {
            points.insert(point);
        } else {
            points.remove(point);
        }
        Ok(())
    }

    /// The points of a list; those with a fault are left out.
    fn listed_points(
        &mut self,
        block: &BoardBlock,
        word: &'static str,
        host: &mut dyn Host,
    ) -> Result<PointSet, ProtocolError> {
        let size = self.board_in_use()?.size();
        let mut fault = block.fault.clone();
        let mut points = PointSet::EMPTY;
        for entry in &block.entries {
            match to_point(entry.pair, size) {
                Ok(point) => points.insert(point),
                Err(error) => {
                    fault.get_or_insert_with(|| error.to_string());
                }
            }
        }
        if let Some(fault) = fault {
            host.reply(Reply::Message(format!("left out of {word}: {fault}")));
        }
        Ok(points)
    }

    /// The position after moves of a list, from the empty board. A list with a fault would be another one.
    pub(super) fn played(
        &mut self,
        block: &BoardBlock,
        moves: &[BlockEntry],
        word: &'static str,
    ) -> Result<Position, ProtocolError> {
        let size = self.board_in_use()?.size();
        let start = Position::new(size, self.rule());
        let replay = replay(start, moves, Passes::Refused);
        match block.fault.clone().or(replay.fault) {
            Some(fault) => Err(ProtocolError::List { word, fault }),
            None => Ok(replay.position),
        }
    }
}

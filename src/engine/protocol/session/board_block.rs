//! `BOARD` and `YXBOARD`, which set a whole position. This module turns own and opponent's stones into Black and White.

use std::time::Duration;

use crate::command::{BlockEntry, BoardBlock, CellOwner, Pair};
use crate::error::ProtocolError;
use crate::reply::Reply;
use kagetsu_gomoku::board::{Position, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point, PointSet};

use super::host::Host;
use super::state::{Session, to_point};
use super::thinking::Search;

impl Session {
    /// Sets a position and answers a move, even if the block has a fault.
    pub(super) fn board(
        &mut self,
        block: &BoardBlock,
        read_at: Duration,
        host: &mut dyn Host,
    ) -> Result<(), ProtocolError> {
        if let Some(fault) = self.set_board(block)? {
            host.reply(Reply::Message(format!("left out of BOARD: {fault}")));
        }
        self.answer(read_at, Search::MOVE, host)
    }

    /// Sets a position, with the engine's side to move. Returns the first fault for which an entry was left out.
    pub(super) fn set_board(
        &mut self,
        block: &BoardBlock,
    ) -> Result<Option<String>, ProtocolError> {
        let size = self.board_in_use()?.size();
        let mut fault = block.fault.clone();
        let mut taken = PointSet::EMPTY;
        let mut cells = Vec::new();
        let mut owners = Vec::new();
        for &entry in &block.entries {
            match cell(entry, size, taken) {
                Ok((point, owner)) => {
                    owners.push(owner);
                    if let Some(point) = point {
                        taken.insert(point);
                        cells.push((point, owner));
                    }
                }
                Err(error) => {
                    fault.get_or_insert_with(|| error.to_string());
                }
            }
        }
        let own_side = own_side(owners.into_iter());
        let mut position = Position::new(size, self.rule());
        position.set_side_to_move(own_side);
        for (point, owner) in cells {
            match owner {
                CellOwner::Own => position.place(point, own_side)?,
                CellOwner::Opponent => position.place(point, own_side.opponent())?,
                CellOwner::Nobody => position.block(point)?,
            }
        }
        self.position = Some(position);
        self.last_score = None;
        Ok(fault)
    }
}

/// The point and its owner. There is no point for a turn without a stone.
fn cell(
    entry: BlockEntry,
    size: BoardSize,
    taken: PointSet,
) -> Result<(Option<Point>, CellOwner), ProtocolError> {
    let Pair { first, second } = entry.pair;
    let no_owner = ProtocolError::Malformed("x,y,1 or x,y,2 or x,y,3");
    let owner = entry.owner.ok_or(no_owner)?;
    if entry.pair == Pair::PASS {
        return Ok((None, owner));
    }
    let point = to_point(entry.pair, size)?;
    if taken.contains(point) {
        return Err(ProtocolError::Occupied(first, second));
    }
    Ok((Some(point), owner))
}

/// The engine's side, which is the side to move. It follows from the numbers of turns if these are possible in a game.
/// Otherwise the owner of the first listed stone is Black.
fn own_side(owners: impl Iterator<Item = CellOwner>) -> Side {
    let stones: Vec<CellOwner> = owners.filter(|&owner| owner != CellOwner::Nobody).collect();
    let own = stones
        .iter()
        .filter(|&&owner| owner == CellOwner::Own)
        .count();
    let opponent = stones.len() - own;
    if own == opponent {
        Side::Black
    } else if own + 1 == opponent || stones.first() == Some(&CellOwner::Opponent) {
        Side::White
    } else {
        Side::Black
    }
}

#[cfg(test)]
mod tests {
    use super::CellOwner::{Nobody, Opponent, Own};
    use super::*;

    fn side_of(owners: &[CellOwner]) -> Side {
        own_side(owners.iter().copied())
    }

    #[test]
    fn the_side_follows_from_the_numbers_of_stones() {
        assert_eq!(side_of(&[]), Side::Black);
        assert_eq!(side_of(&[Own, Opponent]), Side::Black);
        assert_eq!(side_of(&[Opponent, Own]), Side::Black);
        assert_eq!(side_of(&[Nobody, Opponent]), Side::White);
        assert_eq!(side_of(&[Opponent, Own, Opponent]), Side::White);
        assert_eq!(side_of(&[Own, Opponent, Opponent]), Side::White);
    }

    #[test]
    fn in_odd_positions_the_first_stone_is_black() {
        assert_eq!(side_of(&[Own, Own, Own, Opponent]), Side::Black);
        assert_eq!(side_of(&[Opponent, Own, Own, Own]), Side::White);
        assert_eq!(side_of(&[Opponent, Opponent, Opponent]), Side::White);
        assert_eq!(side_of(&[Nobody, Own]), Side::Black);
    }
}

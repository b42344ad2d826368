//! From pairs and blocks to points, sizes and positions. Only this module and the session turn the protocol's own and
//! opponent's stones into Black and White.

use kagetsu_gomoku::board::{Position, PositionError, Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point, PointSet};

use crate::command::{BlockEntry, BoardBlock, CellOwner, Pair};
use crate::error::ProtocolError;

/// The board of a width and a height.
///
/// # Errors
/// There is no such board.
pub fn to_size(Pair { first, second }: Pair) -> Result<BoardSize, ProtocolError> {
    // Huge numbers were cut when they were read, and a length is never negative: they cannot be quoted.
    let length = |number: i64| u16::try_from(number).map_err(|_| ProtocolError::SizeOutOfRange);
    Ok(BoardSize::new(
        length(first)?.into(),
        length(second)?.into(),
    )?)
}

/// The point that a pair names on a board.
///
/// # Errors
/// There is no such point.
pub fn to_point(pair: Pair, size: BoardSize) -> Result<Point, ProtocolError> {
    let Pair { first, second } = pair;
    let point = usize::try_from(first)
        .ok()
        .zip(usize::try_from(second).ok())
        .and_then(|(x, y)| size.point(x, y));
    point.ok_or(ProtocolError::OffBoard(first, second))
}

/// Converts an error of the position, with the numbers that the manager sent.
pub fn in_numbers(error: PositionError, pair: Pair) -> ProtocolError {
    let Pair { first, second } = pair;
    match error {
        PositionError::OffBoard(..) => ProtocolError::OffBoard(first, second),
        PositionError::Occupied(_) => ProtocolError::Occupied(first, second),
        PositionError::NoStone(_) => ProtocolError::NoStone(first, second),
    }
}

/// The position of a block, with the engine's side to move, and the first fault for which an entry was left out.
///
/// # Errors
/// A stone or a blocked cell cannot be placed.
pub fn to_position(
    block: &BoardBlock,
    size: BoardSize,
    rule: Rule,
) -> Result<(Position, Option<String>), ProtocolError> {
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
    let mut position = Position::new(size, rule);
    position.set_side_to_move(own_side);
    for (point, owner) in cells {
        match owner {
            CellOwner::Own => position.place(point, own_side)?,
            CellOwner::Opponent => position.place(point, own_side.opponent())?,
            CellOwner::Nobody => position.block(point)?,
        }
    }
    Ok((position, fault))
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

//! From pairs and blocks to points, sizes and positions. Only this module and the session turn the protocol's own and
//! opponent's stones into Black and White.

use kagetsu_gomoku::board::{Position, PositionError, Rule};
use kagetsu_gomoku::geometry::{BoardSize, Point, PointSet};
use kagetsu_kernel::gomocup::own_side;

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
pub(crate) fn to_point(pair: Pair, size: BoardSize) -> Result<Point, ProtocolError> {
    let Pair { first, second } = pair;
    let point = usize::try_from(first)
        .ok()
        .zip(usize::try_from(second).ok())
        .and_then(|(x, y)| size.point(x, y));
    point.ok_or(ProtocolError::OffBoard(first, second))
}

/// Places a stone of the side to move.
///
/// # Errors
/// There is no such point, or it is not empty.
pub fn play(position: &mut Position, pair: Pair) -> Result<Point, ProtocolError> {
    let point = to_point(pair, position.size())?;
    let played = position.play(point);
    played.map_err(|error| in_numbers(error, pair))?;
    Ok(point)
}

/// Takes a stone off the board. The turns alternate in whatever order the stones go.
///
/// # Errors
/// There is no such point, or no stone on it.
pub fn take_back(position: &mut Position, pair: Pair) -> Result<(), ProtocolError> {
    let point = to_point(pair, position.size())?;
    let mover = position.side_to_move().opponent();
    let taken = position.take_back(point);
    taken.map_err(|error| in_numbers(error, pair))?;
    position.set_side_to_move(mover);
    Ok(())
}

/// What a turn without a stone is in a list of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passes {
    /// A turn.
    Taken,
    /// A fault.
    Refused,
}

/// Where a list of moves leads.
#[derive(Debug)]
pub(crate) struct Replay {
    /// The position after the moves.
    pub position: Position,
    /// The last stone.
    pub last: Option<Point>,
    /// The first fault. Moves with a fault are left out.
    pub fault: Option<String>,
}

/// Plays the moves of a list, beginning in this position.
pub(crate) fn replay(mut position: Position, moves: &[BlockEntry], passes: Passes) -> Replay {
    let (mut last, mut fault) = (None, None);
    for entry in moves {
        if entry.pair == Pair::PASS && passes == Passes::Taken {
            position.pass();
            continue;
        }
        match play(&mut position, entry.pair) {
            Ok(point) => last = Some(point),
            Err(error) => {
                fault.get_or_insert_with(|| error.to_string());
            }
        }
    }
    Replay {
        position,
        last,
        fault,
    }
}

/// Converts an error of the position, with the numbers that the manager sent.
fn in_numbers(error: PositionError, pair: Pair) -> ProtocolError {
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

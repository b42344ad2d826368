//! The points of the Gomocup dialect: how turns are written, and the stones of a position. A point is `X,Y`, column and
//! row from zero, `0,0` at the top left.

use kagetsu_kernel::gomocup::{BoardBlock, CellOwner, Pair};

use super::super::board::Side;
use super::super::game::{Game, GameError};
use super::super::geometry::Cell;
use super::super::turn::Turn;

/// What the dialect remembers beside the game.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    pub(super) is_started: bool,
    /// A block of stones that has begun.
    pub(super) block: Option<BoardBlock>,
}

/// The line of a turn.
pub(super) fn turn_text(turn: Turn) -> String {
    let points: Vec<String> = turn
        .cells()
        .map(|cell| format!("{},{}", cell.column(), cell.row()))
        .collect();
    points.join(" ")
}

/// What a refused turn is told.
pub(super) fn refusal(error: GameError) -> String {
    match error {
        GameError::Occupied(cell) => format!("{} is not empty", turn_text(Turn::One(cell))),
        GameError::Stones { due: 1, .. } => "the first turn of the game is one stone".to_owned(),
        GameError::Stones { due, .. } => format!("a turn is {due} stones"),
        GameError::Over(_) => "the game is over".to_owned(),
    }
}

/// The cell that a pair names.
pub(super) fn cell(Pair { first, second }: Pair) -> Result<Cell, String> {
    let number = |number: i64| usize::try_from(number).ok();
    number(first)
        .zip(number(second))
        .and_then(|(column, row)| Cell::at(column, row))
        .ok_or_else(|| format!("{first},{second} is not on the board"))
}

/// The stones of a block, ours first, each side's in the order in which they are told.
fn stones(block: &BoardBlock) -> Result<[Vec<Cell>; 2], String> {
    if let Some(fault) = &block.fault {
        return Err(fault.clone());
    }
    let mut stones = [Vec::new(), Vec::new()];
    for entry in &block.entries {
        let side = match entry.owner {
            Some(CellOwner::Own) => 0,
            Some(CellOwner::Opponent) => 1,
            Some(CellOwner::Nobody) | None => {
                return Err("write the stones as X,Y,1 and X,Y,2".to_owned());
            }
        };
        let cell = cell(entry.pair)?;
        if stones.iter().any(|stones| stones.contains(&cell)) {
            return Err(refusal(GameError::Occupied(cell)));
        }
        stones[side].push(cell);
    }
    Ok(stones)
}

/// The game that leads to the stones of a block, us to move. The opponent, who has moved last, has one stone more, or
/// nobody any.
pub(super) fn game(block: &BoardBlock) -> Result<Game, String> {
    let [own, other] = &stones(block)?;
    let mut game = Game::new();
    if own.is_empty() && other.is_empty() {
        return Ok(game);
    }
    if other.len() != own.len() + 1 {
        let (own, other) = (own.len(), other.len());
        return Err(format!(
            "{own} own stones and {other} of the opponent: after a whole turn the opponent has one more"
        ));
    }
    // Black has an odd number.
    let (blacks, whites) = if own.len().is_multiple_of(2) {
        (other, own)
    } else {
        (own, other)
    };
    let pair = |stones: &[Cell]| Turn::pair(stones[0], stones[1]);
    game.play(Turn::One(blacks[0])).map_err(refusal)?;
    let mut turns = [blacks[1..].chunks_exact(2), whites.chunks_exact(2)];
    let mut side = Side::White;
    while let Some(turn) = turns[side.index()].next().and_then(pair) {
        game.play(turn).map_err(refusal)?;
        side = side.opponent();
    }
    Ok(game)
}

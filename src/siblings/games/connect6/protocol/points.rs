//! The points of the Gomocup dialect: how turns are written, and the stones of a position. A point is `X,Y`, column and
//! row from zero, `0,0` at the top left.

use super::super::board::Side;
use super::super::game::{Game, GameError};
use super::super::geometry::Cell;
use super::super::turn::Turn;

/// Longest part of a bad word that an error quotes, in characters.
const QUOTED: usize = 20;

/// What the dialect remembers beside the game.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    pub(super) is_started: bool,
    /// A block of stones that has begun.
    pub(super) block: Option<Block>,
}

/// The stones of `BOARD`, ours first, each side's in the order in which they are told.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    stones: [Vec<Cell>; 2],
    /// The first word that makes no sense.
    pub(super) fault: Option<String>,
}

/// The line of a turn.
pub(super) fn turn_text(turn: Turn) -> String {
    let points: Vec<String> = turn
        .cells()
        .map(|cell| format!("{},{}", cell.column(), cell.row()))
        .collect();
    points.join(" ")
}

/// Reads a point.
pub(super) fn point(word: &str) -> Option<Cell> {
    let (x, y) = word.split_once(',')?;
    cell(x, y)
}

/// Only digits make a number: no sign, no blank.
fn cell(x: &str, y: &str) -> Option<Cell> {
    let number = |text: &str| {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
        is_plain.then(|| text.parse().ok()).flatten()
    };
    Cell::at(number(x)?, number(y)?)
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

impl Block {
    /// Adds a stone, `X,Y,1` for ours and `X,Y,2` for the opponent's.
    pub(super) fn add(&mut self, word: &str) {
        let parts: Vec<&str> = word.split(',').collect();
        let stone = match parts[..] {
            [x, y, "1"] => cell(x, y).map(|cell| (0, cell)),
            [x, y, "2"] => cell(x, y).map(|cell| (1, cell)),
            _ => None,
        };
        match stone {
            Some((side, cell)) if self.fault.is_none() && !self.holds(cell) => {
                self.stones[side].push(cell);
            }
            _ => {
                let fault = || {
                    format!(
                        "'{}' is no new stone",
                        word.chars().take(QUOTED).collect::<String>()
                    )
                };
                self.fault.get_or_insert_with(fault);
            }
        }
    }

    fn holds(&self, cell: Cell) -> bool {
        self.stones.iter().any(|stones| stones.contains(&cell))
    }

    /// The game that leads to the stones, us to move. The opponent, who has moved last, has one stone more, or nobody any.
    pub(super) fn game(&self) -> Result<Game, String> {
        let [own, other] = &self.stones;
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
        let (black, white) = if own.len().is_multiple_of(2) {
            (other, own)
        } else {
            (own, other)
        };
        let pair = |stones: &[Cell]| Turn::pair(stones[0], stones[1]);
        game.play(Turn::One(black[0])).map_err(refusal)?;
        let mut turns = [black[1..].chunks_exact(2), white.chunks_exact(2)];
        let mut side = Side::White;
        while let Some(turn) = turns[side.index()].next().and_then(pair) {
            game.play(turn).map_err(refusal)?;
            side = side.opponent();
        }
        Ok(game)
    }
}

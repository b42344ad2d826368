//! How a game of a network against itself is kept: one JSON object a line.

use kagetsu_gomoku::board::{Outcome, Side};
use serde::{Deserialize, Serialize};

use crate::game::{Cell, Connect, Game, Rules};

/// A search that is learned from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Searched {
    /// Moves that were played before.
    pub ply: usize,
    /// The visited moves, cell and visits, or parts of an improved policy. They are learned.
    pub visits: Vec<(Cell, u32)>,
    /// How far they were from the priors (Kullback and Leibler), in thousandths of a nat, where a recipe asks for it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub surprise: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Number of the game in its generation.
    pub game: u64,
    /// The moves.
    pub moves: Vec<Cell>,
    /// 1 if Black won, -1 if White did, 0 for a draw.
    pub result: i8,
    /// The searches that are learned from.
    pub searches: Vec<Searched>,
    /// Playouts of all searches. Unknown for games of earlier programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playouts: Option<u64>,
}

/// Why a line is no game of these rules.
#[derive(Debug, thiserror::Error)]
pub enum ReadGameError {
    /// It is no JSON of this form.
    #[error("{0}")]
    Form(#[from] serde_json::Error),
    /// A move cannot be played, or a search is of no position of the game.
    #[error("move {0} cannot be played")]
    Move(usize),
    /// The result is not that of the moves.
    #[error("the result {0} is not that of the moves")]
    Result(i8),
}

pub(crate) const fn result_of(outcome: Outcome) -> Option<i8> {
    match outcome {
        Outcome::Win(Side::Black) => Some(1),
        Outcome::Win(Side::White) => Some(-1),
        Outcome::Draw => Some(0),
        Outcome::Running => None,
    }
}

impl GameRecord {
    /// The game as a line, without its end.
    ///
    /// # Errors
    /// None that is known.
    pub fn line(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }

    /// Reads a line and plays the game.
    ///
    /// # Errors
    /// [`ReadGameError`] for what is no game of these rules.
    pub fn read(line: &str, rules: Rules) -> Result<Self, ReadGameError> {
        let record: Self = serde_json::from_str(line)?;
        let mut end = Connect::new(rules);
        let mut searches = record.searches.iter().peekable();
        for (ply, &cell) in record.moves.iter().enumerate() {
            while let Some(searched) = searches.next_if(|searched| searched.ply == ply) {
                let is_legal = |cell: Cell| end.legal_moves().any(|legal| legal == cell);
                if searched.visits.is_empty()
                    || !searched.visits.iter().all(|&(cell, _)| is_legal(cell))
                {
                    return Err(ReadGameError::Move(ply));
                }
            }
            if !end.legal_moves().any(|legal| legal == cell) {
                return Err(ReadGameError::Move(ply));
            }
            end.play(cell);
        }
        if let Some(searched) = searches.next() {
            return Err(ReadGameError::Move(searched.ply));
        }
        if result_of(end.outcome()) != Some(record.result) {
            return Err(ReadGameError::Result(record.result));
        }
        Ok(record)
    }
}

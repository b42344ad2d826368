//! The forms of files that hold games, and what may be wrong with one.

use serde::{Deserialize, Serialize};

use crate::game::{Kind, Refusal};

use super::position::PositionError;

/// A file format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    /// Smart Game Format.
    #[default]
    Sgf,
    /// Piskvork.
    Psq,
    /// One JSON object on one line.
    Json,
}

/// Why a game cannot be written or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum RecordError {
    /// The form does not hold such a game.
    #[error("the game cannot be written in this form: {0}")]
    Unsuitable(&'static str),
    /// The form is not one of this game.
    #[error("a game of {0} is not kept in this form")]
    OtherForm(Kind),
    /// The text is no game.
    #[error("{0}")]
    Form(String),
    /// The text holds no game at all.
    #[error("no game was found")]
    Empty,
    /// The moves of another game than gomoku.
    #[error(transparent)]
    Moves(#[from] PositionError),
    /// A move of the file is not legal.
    #[error("move {number} of the file is refused: {refusal}")]
    Move {
        /// Its number, from one.
        number: usize,
        /// Why.
        refusal: Refusal,
    },
}

impl RecordError {
    /// The text is no game, or the game cannot be written, because of an error.
    pub(super) fn form(error: impl std::error::Error) -> Self {
        Self::Form(error.to_string())
    }
}

impl From<RecordError> for Refusal {
    fn from(error: RecordError) -> Self {
        match error {
            // The position before the first move.
            RecordError::Move { number: 0, refusal } => refusal,
            RecordError::Move { number, refusal } => Self::TextMove {
                number,
                refusal: Box::new(refusal),
            },
            other => Self::Text(other.to_string()),
        }
    }
}

/// A record as a whole line of JSON: readers of such lines take one without its end for damaged.
///
/// # Errors
/// When the record cannot be written as JSON.
pub(super) fn json_line(record: &impl Serialize) -> Result<String, serde_json::Error> {
    let mut line = serde_json::to_string(record)?;
    line.push('\n');
    Ok(line)
}

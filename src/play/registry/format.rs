//! The forms of files that hold games, what is read from one, and what may be wrong with it.

use serde::{Deserialize, Serialize};

use kagetsu_notation::WinKind;

use crate::game::{EndReason, Refusal};
use crate::session::{Position, Recorded};

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

/// A game that was read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ReadRecord {
    /// The board, and what was played on it.
    pub position: Position,
    /// What the text says beside it.
    pub recorded: Recorded,
}

/// A move of a text with this number from one is refused.
pub(super) fn refused_at(number: usize) -> impl Fn(Refusal) -> Refusal {
    move |refusal| Refusal::TextMove {
        number,
        refusal: Box::new(refusal),
    }
}

/// Why a game is over that was won so.
pub(super) const fn reason_of(win: WinKind) -> EndReason {
    match win {
        WinKind::Resigned => EndReason::Resigned,
        WinKind::Time => EndReason::Time,
        WinKind::Forfeit => EndReason::Fault,
        WinKind::Plain => EndReason::Recorded,
    }
}

/// A record as a whole line of JSON: readers of such lines take one without its end for damaged.
///
/// # Errors
/// [`Refusal::NotInThisForm`] when the record cannot be written as JSON.
pub(super) fn json_line(record: &impl Serialize) -> Result<String, Refusal> {
    let mut line = serde_json::to_string(record).map_err(|_| Refusal::NotInThisForm)?;
    line.push('\n');
    Ok(line)
}

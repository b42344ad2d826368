//! The forms of files that hold games, and what may be wrong with one.

use serde::{Deserialize, Serialize};

use crate::game::Refusal;

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

/// A text that is no game, because of an error of whoever reads it.
pub(super) fn unreadable(error: impl std::error::Error) -> Refusal {
    Refusal::Text(error.to_string())
}

/// A move of a text with this number from one, or the position before the first move, is refused.
pub(super) fn refused_at(number: usize) -> impl Fn(Refusal) -> Refusal {
    move |refusal| match number {
        0 => refusal,
        number => Refusal::TextMove {
            number,
            refusal: Box::new(refusal),
        },
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

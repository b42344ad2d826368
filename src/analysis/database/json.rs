//! Entries as JSON lines. `protocol-docs/database.md` describes the fields.

use std::io::{self, BufRead};

use serde::{Deserialize, Serialize};

use kagetsu_gomoku::board::{Position, PositionError, Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, ParsePointError, Rows};

use super::entry::{Bound, Entry, Label, MAX_MARK, MAX_TEXT};
use super::key::PositionKey;
use crate::lines::{InputLine, MAX_LINE, read_each};

pub use crate::lines::BYTE_ORDER_MARK;

/// Version of the fields.
pub const SCHEMA: u32 = 1;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    schema: u32,
    rule: String,
    size: String,
    #[serde(default)]
    black: String,
    #[serde(default)]
    white: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    blocked: String,
    to_move: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<i32>,
    #[serde(default, skip_serializing_if = "is_default")]
    bound: Bound,
    #[serde(default, skip_serializing_if = "is_default")]
    depth: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    label: Option<Label>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    mark: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    text: String,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Why a line is no entry.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// The line is too long.
    #[error("the line has more than {MAX_LINE} bytes")]
    TooLong,
    /// The line is not the JSON of an entry.
    #[error("not an entry: {0}")]
    Json(#[from] serde_json::Error),
    /// The schema is of another version.
    #[error("the entry has schema {0}, but this program reads schema {SCHEMA}")]
    Schema(u32),
    /// A rule, a size, a side or a move says nothing.
    #[error("{0}")]
    Word(String),
    /// Two stones share a point, or the best move is not on an empty one.
    #[error("'{0}': {1}")]
    Point(String, PositionError),
    /// A mark or a text is too long.
    #[error("the {0} has more than {1} bytes")]
    LongText(&'static str, usize),
}

impl From<ParsePointError> for LineError {
    fn from(error: ParsePointError) -> Self {
        Self::Word(error.to_string())
    }
}

/// Writes an entry as one line without a line end. `None` only for bytes that are no key.
pub fn write_line(key: &PositionKey, entry: &Entry) -> Option<String> {
    let position = key.position()?;
    let size = position.size();
    let rows = Rows::FromBottom;
    let of = |side: Side| rows.names(position.stones_of(side), size, "");
    let line = Line {
        schema: SCHEMA,
        rule: position.rule().to_string(),
        size: size.to_string(),
        black: of(Side::Black),
        white: of(Side::White),
        blocked: rows.names(position.blocked(), size, ""),
        to_move: position.side_to_move().to_string(),
        value: entry.value,
        bound: entry.bound,
        depth: entry.depth,
        best: entry.best.map(|point| rows.name(point, size)),
        label: entry.label,
        mark: entry.mark.clone(),
        text: entry.text.clone(),
    };
    serde_json::to_string(&line).ok()
}

/// Reads one line.
///
/// # Errors
/// [`LineError`] with the part that is wrong.
pub fn read_line(line: &[u8]) -> Result<(PositionKey, Entry), LineError> {
    #[derive(Deserialize)]
    struct Versioned {
        schema: u32,
    }
    let Versioned { schema } = serde_json::from_slice(line)?;
    if schema != SCHEMA {
        return Err(LineError::Schema(schema));
    }
    let line: Line = serde_json::from_slice(line)?;
    let mut position = position(&line)?;
    let size = position.size();
    let best = match &line.best {
        None => None,
        Some(text) => {
            let best = Rows::FromBottom.parse(text, size)?;
            let occupied = |error| LineError::Point(text.clone(), error);
            position.play(best).map_err(occupied)?;
            position.take_back(best).map_err(occupied)?;
            Some(best)
        }
    };
    for (name, text, most) in [
        ("mark", &line.mark, MAX_MARK),
        ("text", &line.text, MAX_TEXT),
    ] {
        if text.len() > most {
            return Err(LineError::LongText(name, most));
        }
    }
    let entry = Entry {
        value: line.value,
        bound: line.bound,
        depth: line.depth,
        best,
        label: line.label,
        mark: line.mark,
        text: line.text,
    };
    Ok(entry.stored(&position))
}

fn position(line: &Line) -> Result<Position, LineError> {
    fn word(error: &dyn std::fmt::Display) -> LineError {
        LineError::Word(error.to_string())
    }
    let size: BoardSize = line.size.parse().map_err(|error| word(&error))?;
    let rule: Rule = line.rule.parse().map_err(|error| word(&error))?;
    let rows = Rows::FromBottom;
    let mut position = Position::new(size, rule);
    for (side, text) in [(Side::Black, &line.black), (Side::White, &line.white)] {
        for point in rows.parse_moves(text, size)? {
            let name = || rows.name(point, size);
            position
                .place(point, side)
                .map_err(|error| LineError::Point(name(), error))?;
        }
    }
    for point in rows.parse_moves(&line.blocked, size)? {
        let name = || rows.name(point, size);
        position
            .block(point)
            .map_err(|error| LineError::Point(name(), error))?;
    }
    position.set_side_to_move(line.to_move.parse().map_err(|error| word(&error))?);
    Ok(position)
}

/// Reads lines with their numbers from one; empty lines are left out. The first error is the last item.
pub fn read_lines(
    source: impl BufRead,
) -> impl Iterator<Item = (usize, Result<(PositionKey, Entry), LineError>)> {
    read_each(source, |_, line| match line {
        InputLine::Bytes(line) => read_line(&line),
        InputLine::TooLong => Err(LineError::TooLong),
    })
}

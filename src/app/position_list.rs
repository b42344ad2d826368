//! The positions that a list, a collection of games or a single text holds, with their names.

use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::geometry::{BoardSize, Point, Rows};
use kagetsu_notation::reader::{Kind, Lines, ReadError, ReadFault, ReadOptions};

use super::notes::Notes;
use super::source::Input;

/// Most positions of a list.
const MAX_POSITIONS: usize = 200_000;

/// How the points of a list are spelt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PointNames {
    /// `h8`, as moves are typed.
    Moves(Rows),
    /// `H8`, as in tables; rows count from the bottom.
    Table,
}

impl PointNames {
    /// The name of a point.
    pub(super) fn show(self, point: Point, size: BoardSize) -> String {
        match self {
            Self::Moves(rows) => rows.name(point, size),
            Self::Table => Rows::FromBottom.name(point, size).to_uppercase(),
        }
    }
}

/// A position with its name.
#[derive(Clone, Debug)]
pub(super) struct NamedPosition {
    pub(super) id: String,
    pub(super) position: Position,
    pub(super) names: PointNames,
}

/// Reads all positions of a text or file: of a game the one after `at` moves, or after all of them.
///
/// # Errors
/// [`ReadError`] of the first one that cannot be used.
pub(super) fn parse_list(
    input: &Input,
    options: &ReadOptions,
    at: Option<usize>,
    notes: &mut Notes,
) -> Result<Vec<NamedPosition>, ReadError> {
    // Nothing is the empty board, and not an empty list.
    let lines = if input.bytes.trim_ascii().is_empty() {
        Lines::OneGame
    } else {
        options.lines
    };
    let options = &ReadOptions { lines, ..*options };
    let source = input.open(options.encoding)?;
    let mut list: Vec<NamedPosition> = Vec::new();
    for game in source.games(options) {
        let game = game?;
        let failed = |fault| ReadError {
            kind: game.kind,
            number: game.number,
            fault,
        };
        if list.len() == MAX_POSITIONS {
            return Err(failed(ReadFault::TooMany(MAX_POSITIONS)));
        }
        notes.add(input.name.as_deref(), &game.notes);
        list.push(NamedPosition {
            position: game.position(at, options.side).map_err(failed)?,
            names: match game.kind {
                Kind::Table => PointNames::Table,
                _ => PointNames::Moves(options.rows),
            },
            id: game.id.unwrap_or_else(|| (list.len() + 1).to_string()),
        });
    }
    Ok(list)
}

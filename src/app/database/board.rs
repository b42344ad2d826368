//! The rule and the size that a command means where its options leave them open: those of the database.

use std::path::Path;

use kagetsu_analysis::database::view::View;
use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::ShowPath as _;

use super::error::PositionStorageError;

/// The rule and size among those of a database that options ask for. `None` when the database is empty.
///
/// # Errors
/// [`PositionStorageError::OtherBoard`] when it has no such positions, [`PositionStorageError::SeveralBoards`] when the
/// options do not decide.
pub(crate) fn board_of(
    view: &View,
    path: &Path,
    rule: Option<Rule>,
    size: Option<BoardSize>,
) -> Result<Option<(Rule, BoardSize)>, PositionStorageError> {
    let all = view.boards()?;
    let asked: Vec<(Rule, BoardSize)> = all
        .iter()
        .copied()
        .filter(|board| rule.is_none_or(|rule| rule == board.0))
        .filter(|board| size.is_none_or(|size| size == board.1))
        .collect();
    let file = || path.shown().to_string();
    match asked[..] {
        [board] => Ok(Some(board)),
        _ if all.is_empty() => Ok(None),
        [] => Err(PositionStorageError::OtherBoard {
            file: file(),
            boards: names(&all),
        }),
        _ => Err(PositionStorageError::SeveralBoards {
            file: file(),
            boards: names(&asked),
        }),
    }
}

fn names(boards: &[(Rule, BoardSize)]) -> String {
    let names: Vec<String> = boards
        .iter()
        .map(|(rule, size)| format!("{rule} {size}"))
        .collect();
    names.join(", ")
}

//! The rule and the size that a command means where its options leave them open: those of the database.

use std::path::Path;

use kagetsu_analysis::database::view::View;
use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::ShowPath as _;

use crate::error::CommandError;

/// The rules and sizes among those of a database that options ask for; none when the database is empty.
///
/// # Errors
/// When it has no such positions.
pub(super) fn boards_of(
    view: &View,
    path: &Path,
    rule: Option<Rule>,
    size: Option<BoardSize>,
) -> Result<Vec<(Rule, BoardSize)>, CommandError> {
    let all = view.boards()?;
    let asked: Vec<(Rule, BoardSize)> = all
        .iter()
        .copied()
        .filter(|board| rule.is_none_or(|rule| rule == board.0))
        .filter(|board| size.is_none_or(|size| size == board.1))
        .collect();
    if asked.is_empty() && !all.is_empty() {
        return Err(CommandError::input(format!(
            "'{}' has no such positions; it has {}",
            path.shown(),
            names(&all)
        )));
    }
    Ok(asked)
}

/// The one that they ask for. `None` when the database is empty.
///
/// # Errors
/// As [`boards_of`], and when the options do not decide.
pub(crate) fn board_of(
    view: &View,
    path: &Path,
    rule: Option<Rule>,
    size: Option<BoardSize>,
) -> Result<Option<(Rule, BoardSize)>, CommandError> {
    match boards_of(view, path, rule, size)?.as_slice() {
        [] => Ok(None),
        [board] => Ok(Some(*board)),
        several => Err(CommandError::input(format!(
            "'{}' has positions of {}: name the one that is meant (--rule, --size)",
            path.shown(),
            names(several)
        ))),
    }
}

fn names(boards: &[(Rule, BoardSize)]) -> String {
    let names: Vec<String> = boards
        .iter()
        .map(|(rule, size)| format!("{rule} {size}"))
        .collect();
    names.join(", ")
}

//! The value of an entry as the book counts it.

use kagetsu_kernel::Score;
use kagetsu_kernel::score::MAX_PLIES;

use crate::database::entry::{Entry, Label};

/// The value of an entry for the side to move. `None` if none is known.
pub(super) fn value_of(entry: &Entry) -> Option<i32> {
    let decided = Score::win_in(MAX_PLIES).value();
    entry.value.or(match entry.label {
        Some(Label::Win) => Some(decided),
        Some(Label::Loss) => Some(-decided),
        Some(Label::Draw) => Some(0),
        None => None,
    })
}

//! Tables without lines, for people.

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ContentArrangement, Table};

/// A table without lines, with these columns to the right.
pub(crate) fn plain_table(titles: &[&str], to_the_right: impl IntoIterator<Item = usize>) -> Table {
    let mut table = Table::new();
    table
        .load_style(NOTHING)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(titles.iter().copied());
    for column in to_the_right {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

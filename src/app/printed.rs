//! How commands print what they have found: as a table for people, as a line of JSON for programs, and texts of files and
//! arguments so that they do not command the terminal.

use std::io::{self, Write};

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ContentArrangement, Table};
use serde::Serialize;

use kagetsu_kernel::on_one_line;

/// A table without lines, with these columns to the right.
pub(super) fn plain_table(titles: &[&str], to_the_right: impl IntoIterator<Item = usize>) -> Table {
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

/// Writes a value as a line of JSON.
pub(super) fn write_json_line(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", serde_json::to_string(value)?)
}

/// The text with escapes for all control characters but line ends: they would command the terminal.
pub(super) fn without_controls(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(on_one_line).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_control_character_reaches_the_terminal() {
        let text = without_controls("error: '\u{1b}[2J\t' is no point\nuse h8\n");
        assert_eq!(text, "error: '\\u{1b}[2J\\t' is no point\nuse h8\n");
    }
}

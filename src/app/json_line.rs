//! Values as lines of JSON.

use std::io::{self, Write};

use serde::Serialize;

/// Writes a value as a line of JSON.
pub(super) fn write_json_line(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", serde_json::to_string(value)?)
}

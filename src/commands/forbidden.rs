//! `forbidden`: shows where Black may not play in renju.

use std::io::Write;

use crate::board::{Diagram, Position};
use crate::engine::EngineConfig;

use super::error::CommandError;
use super::referee;
use super::thinking::new_engine;

/// Prints the position with the forbidden points marked, then a line for each of them.
pub(super) fn run(position: &Position, out: &mut dyn Write) -> Result<(), CommandError> {
    let fouls = referee::fouls(&new_engine(EngineConfig::default()), position);
    let marks = fouls.iter().map(|&(point, _)| point).collect();
    write!(out, "{}", Diagram::new(position).with_marks(marks))?;
    if fouls.is_empty() {
        writeln!(out, "no forbidden points")?;
    }
    for (point, kind) in fouls {
        match kind {
            Some(kind) => writeln!(out, "{point}: {kind}")?,
            None => writeln!(out, "{point}: forbidden")?,
        }
    }
    Ok(())
}

//! The command `solve`.

use std::io::Write;
use std::path::Path;

use kagetsu_kernel::StopSignal;
use kagetsu_kernel::file::read_text_file;

use super::error::CommandError;
use super::serving::new_brain;
use crate::reversi::record::obf;

const BYTES_PER_MIB: usize = 1 << 20;
/// Largest table that is accepted, in MiB.
const MOST_MIB: usize = 1 << 16;

pub(super) fn run(
    file: &Path,
    json: bool,
    table: usize,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let text = read_text_file(file).map_err(CommandError::file(file))?;
    let problems = obf::read(&text).map_err(|error| CommandError::Obf {
        path: file.to_owned(),
        error,
    })?;
    let mut brain = new_brain(None, table.clamp(1, MOST_MIB) * BYTES_PER_MIB)?;
    for (index, problem) in problems.iter().enumerate() {
        brain.forget();
        let begin = brain.clock().now();
        let Some(found) = brain.solve(problem.position.board(), &StopSignal::new()) else {
            continue;
        };
        let millis = brain.clock().now().saturating_sub(begin).as_millis();
        let id = index + 1;
        let best = found.best.map(|square| square.to_string());
        if json {
            let line = serde_json::json!({
                "id": id, "score": found.score, "best": best, "nodes": found.nodes, "ms": millis as u64,
            });
            writeln!(out, "{line}")?;
        } else {
            let best = best.as_deref().unwrap_or("none");
            writeln!(
                out,
                "{id}: {:+} by {best}, {} nodes, {millis} ms",
                found.score, found.nodes
            )?;
        }
        out.flush()?;
    }
    Ok(())
}

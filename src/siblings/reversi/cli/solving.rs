//! The command `solve`.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clap::{Args, value_parser};
use kagetsu_kernel::MIB;
use kagetsu_kernel::file::read_text_file;

use super::serving::new_brain;
use crate::record::{Position, obf};
use kagetsu_siblings::command::{CommandError, Console};

/// Largest table that is accepted, in MiB.
const MOST_MIB: i64 = 1 << 16;

/// The option `--memory`.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct MemoryArgs {
    /// Memory for the transposition table
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = value_parser!(u32).range(1..=MOST_MIB))]
    memory: u32,
}

impl MemoryArgs {
    pub(super) const fn bytes(self) -> usize {
        self.memory as usize * MIB as usize
    }
}

/// What is solved.
#[derive(Clone, Debug, Args)]
pub struct SolveArgs {
    /// The file: a position a line, 64 squares (X O -) and the side to move
    file: PathBuf,
    /// Print one JSON object a line: id, score, best, nodes, ms
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    memory: MemoryArgs,
}

/// Solves all positions of a file and prints each result at once.
pub(super) fn run(args: &SolveArgs, console: &mut Console<'_>) -> Result<(), CommandError> {
    let positions = positions(&args.file)?;
    let mut brain = new_brain(None, args.memory.bytes())?;
    let stop = (console.interrupt)();
    for (index, &position) in positions.iter().enumerate() {
        brain.forget();
        let begin = brain.clock().now();
        let Some(found) = brain.solve(position.board(), &stop) else {
            return Err(CommandError::Interrupted(format!(
                "{index} of {} positions are solved",
                positions.len()
            )));
        };
        let millis = brain.clock().now().saturating_sub(begin).as_millis();
        let id = index + 1;
        let best = found.best.map(|square| square.to_string());
        if args.json {
            let line = serde_json::json!({
                "id": id, "score": found.score, "best": best, "nodes": found.nodes, "ms": millis as u64,
            });
            writeln!(console.out, "{line}")?;
        } else {
            let how = best.map_or_else(|| without_move(position), |best| format!("by {best}"));
            writeln!(
                console.out,
                "{id}: {:+} {how}, {} nodes, {millis} ms",
                found.score, found.nodes
            )?;
        }
        console.out.flush()?;
    }
    Ok(())
}

fn without_move(position: Position) -> String {
    if position.must_pass() {
        "after a pass".to_owned()
    } else {
        "as the game is over".to_owned()
    }
}

fn positions(path: &Path) -> Result<Vec<Position>, CommandError> {
    let text = read_text_file(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => CommandError::file(path)(
            "there is no such file; `solve` takes a file of positions, `move` and `analyse` take moves",
        ),
        _ => CommandError::file(path)(error),
    })?;
    let positions = obf::read(&text).map_err(CommandError::file(path))?;
    if positions.is_empty() {
        return Err(CommandError::file(path)("there is no position in it"));
    }
    Ok(positions)
}

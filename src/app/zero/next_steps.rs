//! What can be done with the networks of a run, as `zero run` says at its end.

use std::io::Write;

use kagetsu_kernel::counted;
use kagetsu_zero::run::Run;

use crate::error::CommandError;

use super::gomoku_rules::gomoku_of;

/// Stands for the folder of the run.
const FOLDER: &str = "FOLDER";
/// Commands for the networks of any game, and what they do.
const STEPS: [(&str, &str); 3] = [
    ("zero probe FOLDER", "asks for moves that are known"),
    ("zero ladder FOLDER", "lets them play each other"),
    (
        "zero report FOLDER --out report.html",
        "writes a page about them",
    ),
];

/// Tells what can be done after so many generations of the run in the folder of this name.
pub(super) fn tell_next_steps(
    run: &Run,
    folder: &str,
    generations: u32,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let generations = counted(generations, "generation");
    writeln!(
        out,
        "'{folder}' holds {generations} and the network that learned from them. Next:"
    )?;
    let rules = run.rules().in_a_row().ok();
    let board = rules.and_then(|rules| gomoku_of(&rules));
    let last = if board.is_some_and(|(size, _)| size.is_square()) {
        ("web --zero FOLDER", "plays against you on a page")
    } else {
        ("zero run nine --recipe ours", "learns gomoku on 9x9")
    };
    for (command, what) in STEPS.into_iter().chain([last]) {
        let command = command.replace(FOLDER, &format!("'{folder}'"));
        writeln!(out, "  pbrain-kagetsu {command:<38} {what}")?;
    }
    Ok(())
}

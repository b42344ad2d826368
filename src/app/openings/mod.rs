//! `openings`: makes balanced openings for games between engines, and keeps those of them that games have shown to be fair.

mod cli;
mod make;
mod maker;
mod select;

use std::io::Write;
use std::path::PathBuf;

use kagetsu_kernel::file::Outputs;

use super::error::CommandError;
use super::found_file::write_found;

pub(super) use cli::OpeningsArgs;
use cli::{OpeningsCommand, OutputArgs};

/// Makes or selects openings, and writes them to the file that the arguments name, or to `out`. What was left out goes to
/// `notes`.
pub(super) fn run(
    args: &OpeningsArgs,
    out: &mut dyn Write,
    notes: &mut dyn Write,
) -> Result<(), CommandError> {
    match &args.command {
        None => with_output(&args.make.output, &[], out, |out| {
            make::run(&args.make, out)
        }),
        Some(OpeningsCommand::Select(select)) => {
            with_output(&select.output, &select::inputs(select), out, |out| {
                select::run(select, out, notes)
            })
        }
    }
}

/// Lets `work` write to a new file, or to `out` if there is no path.
fn with_output(
    output: &OutputArgs,
    inputs: &[PathBuf],
    out: &mut dyn Write,
    work: impl FnOnce(&mut dyn Write) -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    let mut outputs = Outputs::new(output.overwrite).reading(inputs);
    let file = outputs.begin_if(output.out.as_deref())?;
    write_found(file, out, work)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::in_process::run_in;

    #[test]
    fn the_games_of_a_tournament_are_not_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let games = folder.path().join("match.out");
        let journal = games.join("games.jsonl");
        fs::create_dir(&games).expect("a folder");
        fs::write(&journal, "old").expect("a file");
        let line = "openings select old.txt --games match.out --out match.out/games.jsonl --force";
        let ran = run_in(folder.path(), line);
        assert_eq!(ran.code, 2, "{}", ran.err);
        assert!(ran.err.contains("is an input"), "{}", ran.err);
        assert_eq!(fs::read(&journal).expect("it is there"), b"old");
    }

    #[test]
    fn where_no_opening_was_found_an_older_file_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let old = folder.path().join("old.jsonl");
        fs::write(&old, "old").expect("a file");
        let line = "openings --size 6 --box 2 --stones 1 --nodes 1 --verify-nodes 1 --balance 0 --level 3000 \
            --out old.jsonl --force";
        let ran = run_in(folder.path(), line);
        assert_eq!(ran.code, 1, "{}", ran.err);
        assert!(ran.err.contains("after 0: allow"), "{}", ran.err);
        assert_eq!(fs::read(&old).expect("it is there"), b"old");
    }
}

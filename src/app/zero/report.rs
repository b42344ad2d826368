//! `zero report`: a page about a run, beside the band of others.

use std::io::Write;
use std::iter;
use std::path::Path;

use kagetsu_kernel::file::{OutputFile, Outputs};
use kagetsu_kernel::{StopSignal, counted};
use kagetsu_zero::recipe::Recipe;
use kagetsu_zero::run::Run;

use crate::error::CommandError;

use super::args::{Progress, ZeroReportArgs};
use super::history::History;
use super::page::{Input, page};

/// Writes the page.
pub(super) fn report(
    args: &ZeroReportArgs,
    stop: &StopSignal,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let file = begin(args)?;
    let (recipe, history) = read(&args.folder, args.by, stop)?;
    let band: Result<Vec<_>, _> = args
        .band
        .iter()
        .map(|folder| read(folder, args.by, stop))
        .collect();
    let band = band?;
    for ((other, _), folder) in band.iter().zip(&args.band) {
        if other.rules != recipe.rules {
            return Err(CommandError::input(format!(
                "'{}' plays {} and '{}' plays {}: a band is of runs of one game",
                args.folder.display(),
                recipe.rules,
                folder.display(),
                other.rules
            )));
        }
    }
    let input = Input {
        recipe: &recipe,
        history: &history,
        band: &band,
        by: args.by,
    };
    let page = page(&input).map_err(CommandError::system)?;
    file.write_whole(page.as_bytes())?;
    writeln!(
        out,
        "'{}' shows {} of '{}' beside {}",
        args.out.display(),
        counted(history.games, "game"),
        args.folder.display(),
        counted(band.len() as u64, "other run")
    )?;
    Ok(())
}

/// Begins the page, which is no file of the runs that are read.
fn begin(args: &ZeroReportArgs) -> Result<OutputFile, CommandError> {
    let mut outputs = Outputs::new(args.overwrite).printing();
    for folder in iter::once(&args.folder).chain(&args.band) {
        let run = Run::open(folder, None)?;
        if run.owns(&args.out) {
            return Err(CommandError::input(format!(
                "'{}' is the name of a file of the run '{}', which this command reads: give another name",
                args.out.display(),
                folder.display()
            )));
        }
        outputs = outputs.reading(run.files()?);
    }
    Ok(outputs.begin(&args.out)?)
}

/// A run with its history.
fn read(folder: &Path, by: Progress, stop: &StopSignal) -> Result<(Recipe, History), CommandError> {
    let run = Run::open(folder, None)?;
    let name = folder.file_name().map_or_else(
        || folder.display().to_string(),
        |name| name.to_string_lossy().into_owned(),
    );
    let history = History::read(&run, name, by, stop)?;
    Ok((run.recipe().clone(), history))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use clap::Parser;

    use super::super::args::ZeroCommand;
    use super::*;

    #[derive(Parser)]
    struct CommandLine {
        #[command(subcommand)]
        command: ZeroCommand,
    }

    /// A run of one generation of tic-tac-toe, with answers to positions.
    fn run(folder: &Path) {
        zero(&[
            "run",
            path(folder),
            "--small",
            "--generations",
            "1",
            "--threads",
            "1",
        ])
        .expect("a run");
        zero(&["probe", path(folder), "--positions", "2", "--playouts", "2"]).expect("answers");
    }

    fn path(path: &Path) -> &str {
        path.to_str().expect("a plain name")
    }

    /// What a command prints.
    fn zero(args: &[&str]) -> Result<String, CommandError> {
        let words = iter::once("zero").chain(args.iter().copied());
        let line = CommandLine::try_parse_from(words).expect("good arguments");
        let mut out = Vec::new();
        super::super::run(&line.command, &mut out)?;
        Ok(String::from_utf8(out).expect("text"))
    }

    #[test]
    fn files_of_the_runs_are_never_replaced() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let [one, two] = ["one", "two"].map(|name| parent.path().join(name));
        run(&one);
        run(&two);
        let mut names = vec!["one/0000/new.jsonl", "one/0001/../0000/page.html"];
        names.extend(["one/recipe.toml", "two/recipe.toml", "two/0001/probes.json"]);
        names.extend(["one/0000/games-1-of-1.jsonl", "link"]);
        #[cfg(unix)]
        std::os::unix::fs::symlink(one.join("0001/learned.json"), parent.path().join("link"))
            .expect("a link");
        #[cfg(not(unix))]
        fs::hard_link(one.join("0001/learned.json"), parent.path().join("link")).expect("a link");
        for name in names {
            let page = parent.path().join(name);
            let before = fs::read(&page).ok();
            let args = [
                "report",
                path(&one),
                path(&two),
                "--out",
                path(&page),
                "--force",
            ];
            let error = zero(&args).expect_err(name);
            assert_eq!(error.exit_code(), 2, "{name}: {error}");
            assert_eq!(fs::read(&page).ok(), before, "{name}");
        }
        let page = one.join("page.html");
        let args = [
            "report",
            path(&one),
            path(&two),
            "--out",
            path(&page),
            "--force",
        ];
        zero(&args).expect("a name of no file of the run");
        zero(&args).expect("it is replaced by force");
    }
}

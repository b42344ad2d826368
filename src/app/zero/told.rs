//! Commands of `zero` as a test types them.

use std::iter;
use std::path::Path;

use clap::Parser;

use crate::error::CommandError;

use super::args::ZeroCommand;
use super::run::run;

#[derive(Parser)]
struct CommandLine {
    #[command(subcommand)]
    command: ZeroCommand,
}

/// What a command prints, its notes first.
pub(super) fn zero(args: &[&str]) -> Result<String, CommandError> {
    let words = iter::once("zero").chain(args.iter().copied());
    let line = CommandLine::try_parse_from(words).expect("good arguments");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    run(&line.command, &mut out, &mut err)?;
    err.extend(out);
    Ok(String::from_utf8(err).expect("text"))
}

/// A path as a word.
pub(super) fn path(path: &Path) -> &str {
    path.to_str().expect("a plain name")
}

//! Commands of `zero` as a test types them.

use std::fs;
use std::iter;
use std::path::Path;

use clap::Parser;

use kagetsu_zero::recipe::{Recipe, recipe_text};

use crate::error::CommandError;

use super::args::ZeroCommand;
use super::run::run;

#[derive(Parser)]
struct CommandLine {
    #[command(subcommand)]
    command: ZeroCommand,
}

/// A command as it is read.
pub(super) fn command(args: &[&str]) -> ZeroCommand {
    let words = iter::once("zero").chain(args.iter().copied());
    let line = CommandLine::try_parse_from(words).expect("good arguments");
    line.command
}

/// What a command prints, its notes first.
pub(super) fn zero(args: &[&str]) -> Result<String, CommandError> {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    run(&command(args), &mut out, &mut err)?;
    err.extend(out);
    Ok(String::from_utf8(err).expect("text"))
}

/// The recipe small, for a game of these rules.
pub(crate) fn small(rules: &str) -> Recipe {
    let text = recipe_text("small").expect("a recipe of the program");
    Recipe {
        rules: rules.to_string(),
        ..Recipe::read(text).expect("a recipe of the program")
    }
}

/// Writes a recipe to a file.
pub(super) fn write_recipe(recipe: &Recipe, path: &Path) {
    let text = recipe.text().expect("it can be written");
    fs::write(path, text).expect("the disk has room");
}

/// Refused as bad input, in these words.
pub(super) fn check_refused(args: &[&str], words: &str) {
    let error = zero(args).expect_err(words);
    assert!(
        error.to_string().contains(words) && error.exit_code() == 2,
        "{error}"
    );
}

/// A path as a word.
pub(super) fn path(path: &Path) -> &str {
    path.to_str().expect("a plain name")
}

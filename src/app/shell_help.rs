//! Completion scripts for shells, and a manual page for each sub-command.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_complete::Shell;

use super::error::CommandError;

/// Options of `completions`.
#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// The shell that reads the script
    shell: Shell,
}

/// Options of `manual-pages`.
#[derive(Debug, Args)]
pub(super) struct ManualPagesArgs {
    /// An existing folder for the pages; older pages there are replaced
    folder: PathBuf,
}

/// Writes the completions of a command line for a shell.
pub(super) fn completions(
    mut command: Command,
    args: &CompletionsArgs,
    out: &mut dyn Write,
) -> io::Result<()> {
    let name = command.get_name().to_string();
    // clap_complete panics when its output fails, and writing to a buffer cannot fail.
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut command, name, &mut text);
    out.write_all(&text)
}

/// Writes the pages of a command line and returns their number.
pub(super) fn manual_pages(
    command: Command,
    args: &ManualPagesArgs,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    clap_mangen::generate_to(command, &args.folder).map_err(|source| CommandError::Create {
        name: args.folder.display().to_string(),
        source,
    })?;
    let pages = count_pages(&args.folder)?;
    writeln!(out, "{pages} pages in {}", args.folder.display())?;
    Ok(())
}

fn count_pages(folder: &Path) -> io::Result<usize> {
    let mut pages = 0;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        pages += usize::from(path.extension().is_some_and(|extension| extension == "1"));
    }
    Ok(pages)
}

#[cfg(test)]
mod tests {
    use super::super::cli::Cli;
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn completions_name_every_sub_command() {
        for shell in [Shell::Bash, Shell::Fish, Shell::Zsh, Shell::PowerShell] {
            let mut text = Vec::new();
            completions(Cli::command(), &CompletionsArgs { shell }, &mut text)
                .expect("a buffer takes all");
            let text = String::from_utf8(text).expect("completions are text");
            for command in Cli::command().get_subcommands() {
                assert!(
                    text.contains(command.get_name()),
                    "{shell}: {}",
                    command.get_name()
                );
            }
        }
    }

    #[test]
    fn every_sub_command_has_a_manual_page() {
        let folder = tempfile::tempdir().expect("a folder for the pages");
        let args = ManualPagesArgs {
            folder: folder.path().to_path_buf(),
        };
        manual_pages(Cli::command(), &args, &mut Vec::new()).expect("the pages are written");
        for command in Cli::command().get_subcommands() {
            let page = folder
                .path()
                .join(format!("pbrain-kagetsu-{}.1", command.get_name()));
            assert!(page.is_file(), "{}", page.display());
        }
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error() {
        let args = ManualPagesArgs {
            folder: PathBuf::from("no/such/folder"),
        };
        let error = manual_pages(Cli::command(), &args, &mut Vec::new())
            .expect_err("there is no such folder");
        assert_eq!(error.exit_code(), 2);
    }
}

//! Completion scripts for shells, and a manual page for each sub-command.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_complete::Shell;
use kagetsu_kernel::ShowPath as _;
use kagetsu_kernel::file::{Outputs, Overwrite};

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
    /// An existing folder for the pages
    folder: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
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
    clap_complete::generate(args.shell, &mut command, &name, &mut text);
    if args.shell == Shell::Bash {
        let text = with_one_name(&String::from_utf8_lossy(&text), &name);
        return out.write_all(text.as_bytes());
    }
    out.write_all(&text)
}

/// The script for bash with one name for the program in all its labels. `clap_complete` 4.6 writes a hyphen of the name as
/// `__` where a label is set and as `__subcmd__` where it is looked up, so that nothing behind the first word is found.
fn with_one_name(script: &str, program: &str) -> String {
    script.replace(
        &program.replace('-', "__subcmd__"),
        &program.replace('-', "__"),
    )
}

/// Writes the pages of a command line and returns their number.
pub(super) fn manual_pages(
    command: Command,
    args: &ManualPagesArgs,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    if !args.folder.is_dir() {
        let folder = args.folder.shown();
        return Err(CommandError::input(format!(
            "there is no folder '{folder}': make it first"
        )));
    }
    // Older pages are those that this program writes, whatever else is in the folder.
    let own = format!("{}.1", command.get_name());
    let of_command = format!("{}-", command.get_name());
    let is_page = |path: &PathBuf| {
        let name = path.file_name().and_then(OsStr::to_str);
        name.is_some_and(|name| name == own || name.starts_with(&of_command))
    };
    if let Some(path) = pages(&args.folder)?.into_iter().find(is_page) {
        Outputs::new(args.overwrite).check(&path)?;
    }
    clap_mangen::generate_to(command, &args.folder)
        .map_err(CommandError::uncreated(args.folder.shown()))?;
    let count = pages(&args.folder)?.into_iter().filter(is_page).count();
    writeln!(out, "{count} pages in {}", args.folder.shown())?;
    Ok(())
}

/// The manual pages in a folder.
fn pages(folder: &Path) -> Result<Vec<PathBuf>, CommandError> {
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder).map_err(CommandError::unreadable(folder.shown()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "1") {
            pages.push(path);
        }
    }
    Ok(pages)
}

#[cfg(test)]
mod tests {
    use super::super::command_line::command;
    use super::*;

    #[test]
    fn completions_name_every_sub_command() {
        for shell in [Shell::Bash, Shell::Fish, Shell::Zsh, Shell::PowerShell] {
            let mut text = Vec::new();
            completions(command(), &CompletionsArgs { shell }, &mut text)
                .expect("a buffer takes all");
            let text = String::from_utf8(text).expect("completions are text");
            for command in command().get_subcommands() {
                assert!(
                    text.contains(command.get_name()),
                    "{shell}: {}",
                    command.get_name()
                );
            }
        }
    }

    /// The script for a shell in a folder of its own.
    fn script(shell: Shell) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder for the script");
        let path = folder.path().join("script");
        let mut file = fs::File::create(&path).expect("the script can be made");
        completions(command(), &CompletionsArgs { shell }, &mut file).expect("it is written");
        (folder, path)
    }

    /// What a shell prints, or nothing if it is not installed.
    fn output(shell: &str, arguments: &[&str]) -> Option<String> {
        let output = match std::process::Command::new(shell).args(arguments).output() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            output => output.expect("the shell runs"),
        };
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && errors.is_empty(), "{errors}");
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Command lines whose last word is completed, and a word that is offered.
    const COMPLETED: [(&str, &str); 12] = [
        ("pbrain-kagetsu ana", "analyse"),
        ("pbrain-kagetsu move --ru", "--rule"),
        ("pbrain-kagetsu move --rule re", "renju"),
        ("pbrain-kagetsu reversi se", "serve"),
        ("pbrain-kagetsu reversi serve --protocol nb", "nboard"),
        ("pbrain-kagetsu reversi book gr", "grow"),
        ("pbrain-kagetsu play --game rev", "reversi"),
        ("pbrain-kagetsu play --rule caro-", "caro-exact"),
        ("pbrain-kagetsu play --level au", "auto"),
        ("pbrain-kagetsu play --side se", "second"),
        ("pbrain-kagetsu play --opening tara", "taraguchi-10"),
        ("pbrain-kagetsu manual-pages --he", "--help"),
    ];

    #[cfg(unix)]
    #[test]
    fn bash_completes_options_and_values_behind_every_command() {
        let (_folder, path) = script(Shell::Bash);
        let name = ("pbrain-kagetsu classic win", "window-20");
        for (line, expected) in COMPLETED.into_iter().chain([name]) {
            let words: Vec<&str> = line.split(' ').collect();
            let last = words.len() - 1;
            let asked = format!(
                "source '{}'; COMP_WORDS=({line}); COMP_CWORD={last}; \
                 _pbrain__kagetsu pbrain-kagetsu '{}' '{}'; echo \"${{COMPREPLY[@]}}\"",
                path.display(),
                words[last],
                words[last - 1],
            );
            let offered = output("bash", &["--norc", "-c", &asked]).expect("bash is installed");
            assert!(
                offered.split_whitespace().any(|word| word == expected),
                "{line}: {offered}"
            );
        }
    }

    #[cfg(unix)]
    #[test]
    fn fish_completes_options_and_values_behind_every_command() {
        let (_folder, path) = script(Shell::Fish);
        for (line, expected) in COMPLETED {
            let asked = format!("source '{}'; complete -C '{line}'", path.display());
            let Some(offered) = output("fish", &["--no-config", "-c", &asked]) else {
                return;
            };
            assert!(
                offered
                    .lines()
                    .any(|word| word.split('\t').next() == Some(expected)),
                "{line}: {offered}"
            );
        }
    }

    #[cfg(unix)]
    #[test]
    fn zsh_loads_its_script() {
        let (_folder, path) = script(Shell::Zsh);
        let asked = format!(
            "autoload -U compinit; compinit -D -u; source '{}'; print ${{_comps[pbrain-kagetsu]}}",
            path.display()
        );
        if let Some(function) = output("zsh", &["-f", "-c", &asked]) {
            assert_eq!(function, "_pbrain-kagetsu\n");
        }
    }

    #[test]
    fn every_sub_command_has_a_manual_page() {
        let folder = tempfile::tempdir().expect("a folder for the pages");
        let args = ManualPagesArgs {
            folder: folder.path().to_path_buf(),
            overwrite: Overwrite::default(),
        };
        manual_pages(command(), &args, &mut Vec::new()).expect("the pages are written");
        for command in command().get_subcommands() {
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
            overwrite: Overwrite::default(),
        };
        let error =
            manual_pages(command(), &args, &mut Vec::new()).expect_err("there is no such folder");
        assert_eq!(error.exit_code(), 2);
        let text = error.to_string();
        assert_eq!(text, "there is no folder 'no/such/folder': make it first");
    }
}

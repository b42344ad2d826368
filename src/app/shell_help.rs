//! Completion scripts for shells, and a manual page for each sub-command.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;
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

/// Writes the pages of a command line, takes older ones of commands that are gone away, and says how many there are.
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
    let older = pages(&args.folder)?.into_iter().filter(is_page);
    let mut older: Vec<PathBuf> = older.collect();
    if let Some(path) = older.first() {
        Outputs::new(args.overwrite).check(path)?;
    }
    let written = file_names(&command);
    clap_mangen::generate_to(command, &args.folder)
        .map_err(CommandError::uncreated(args.folder.shown()))?;
    // The program has no such command any more.
    older.retain(|path| !written.iter().any(|name| path.ends_with(name)));
    for path in &older {
        fs::remove_file(path).map_err(|error| {
            CommandError::system(format!("'{}' cannot be removed: {error}", path.shown()))
        })?;
    }
    writeln!(out, "{} pages in {}", written.len(), args.folder.shown())?;
    Ok(())
}

/// The names of the pages of a command and of all below it.
fn file_names(command: &Command) -> Vec<String> {
    let mut command = command.clone().disable_help_subcommand(true);
    command.build();
    let (mut names, mut left) = (Vec::new(), vec![command]);
    while let Some(command) = left.pop() {
        let shown = command.get_subcommands().filter(|sub| !sub.is_hide_set());
        left.extend(shown.cloned());
        names.push(Man::new(command).get_filename());
    }
    names
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
        let args = |force| ManualPagesArgs {
            folder: folder.path().to_path_buf(),
            overwrite: Overwrite { force },
        };
        let write = |force| {
            let mut out = Vec::new();
            manual_pages(command(), &args(force), &mut out).map(|()| out)
        };
        let first = write(false).expect("the pages are written");
        // That of a command that is gone goes with --force, and one of another program stays.
        let [gone, other] =
            ["pbrain-kagetsu-gone.1", "pbrain.1"].map(|name| folder.path().join(name));
        for page in [&gone, &other] {
            fs::write(page, "").expect("the disk has room");
        }
        assert!(write(false).is_err() && gone.is_file());
        assert_eq!(write(true).expect("they are written again"), first);
        assert!(!gone.exists() && other.is_file());
        let count = pages(folder.path()).expect("a folder").len() - 1;
        assert!(first.starts_with(format!("{count} pages in ").as_bytes()));
        for command in command().get_subcommands() {
            let page = folder
                .path()
                .join(format!("pbrain-kagetsu-{}.1", command.get_name()));
            assert!(page.is_file(), "{}", page.display());
        }
    }
}

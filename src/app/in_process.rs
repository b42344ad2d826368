//! Commands that a test runs within its own process: what the program finds out once in a process, such as the signature of
//! the build, is found out once for all of them.

use std::ffi::{OsStr, OsString};
use std::iter;
use std::path::{MAIN_SEPARATOR, Path};

use kagetsu_kernel::on_large_stack;

use super::command_line;
use super::dispatch::execute;
use super::error::BAD_INPUT;
use super::interrupt::COMPLETE;

/// The endings of the words of a line that are files of the folder.
const FILES: [&str; 11] = [
    ".csv", ".db", ".html", ".jsonl", ".kdb", ".kgd", ".kgn", ".lib", ".out", ".sgf", ".txt",
];
/// Begins a word that names a file where a text could stand as well.
const IN_FILE: &str = "@";

/// What a command has left.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    /// What was written to standard error; files are named as in the line.
    pub(crate) err: String,
}

impl Ran {
    /// What it has printed, or why it has failed.
    pub(crate) fn answer(self) -> Result<String, String> {
        if self.code == i32::from(COMPLETE) {
            Ok(self.out)
        } else {
            Err(self.err)
        }
    }
}

/// Runs a command whose files lie in a folder; the arguments have no blanks.
pub(crate) fn run_in(folder: &Path, line: &str) -> Ran {
    let word = |word: &str| -> OsString {
        if !FILES.iter().any(|ending| word.ends_with(ending)) {
            return word.into();
        }
        match word.strip_prefix(IN_FILE) {
            Some(name) => [IN_FILE.as_ref(), folder.join(name).as_os_str()].join(OsStr::new("")),
            None => folder.join(word).into(),
        }
    };
    let mut ran = run(line.split(' ').map(word));
    let place = format!("{}{MAIN_SEPARATOR}", folder.to_string_lossy());
    ran.err = ran.err.replace(&place, "");
    ran
}

/// Runs a command in the folder of the process.
pub(crate) fn run(arguments: impl Iterator<Item = OsString>) -> Ran {
    let words: Vec<OsString> = iter::once("pbrain-kagetsu".into())
        .chain(arguments)
        .collect();
    on_large_stack(|| run_here(words.clone()))
}

fn run_here(words: Vec<OsString>) -> Ran {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let (code, error) = match command_line::read(words) {
        Ok(cli) => match execute(&cli.command, &mut out, &mut err) {
            Ok(code) => (code.into(), String::new()),
            Err(error) => (error.exit_code().into(), format!("error: {error}")),
        },
        Err(error) => (error.exit_code(), error.to_string()),
    };
    let text = |bytes| String::from_utf8(bytes).expect("texts are UTF-8");
    Ran {
        code,
        out: text(out),
        err: text(err) + &error,
    }
}

/// The same, which has to go well; gives its output.
pub(crate) fn fine(folder: &Path, line: &str) -> String {
    let ran = run_in(folder, line);
    assert_eq!(ran.code, i32::from(COMPLETE), "{line}: {}", ran.err);
    ran.out
}

/// The same, which has to be refused as bad input, for this reason and before the work.
pub(crate) fn refused(folder: &Path, line: &str, reason: &str) {
    let ran = run_in(folder, line);
    assert_eq!(ran.code, i32::from(BAD_INPUT), "{line}: {}", ran.out);
    assert!(ran.err.contains(reason), "{line}: {}", ran.err);
    assert_eq!(ran.out, "", "{line}");
}

//! The program with arguments: what it has written, and its exit code.

use std::process::{Command, Output};

/// What a run has left.
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    /// What a program has left that has ended. Lines end as on Unix.
    pub(crate) fn of(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace('\r', "");
        Self {
            code: output.status.code(),
            out: text(&output.stdout),
            err: text(&output.stderr),
        }
    }
}

fn ran(command: &mut Command) -> Ran {
    Ran::of(&command.output().expect("the program starts"))
}

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_pbrain-kagetsu"))
}

/// Runs the program.
pub(crate) fn run(arguments: &[&str]) -> Ran {
    ran(program().args(arguments))
}

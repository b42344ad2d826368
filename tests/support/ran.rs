//! A program that has ended: its exit code, and what it has written.

use std::io::{self, Write};
use std::process::{Command, Output, Stdio};

/// The exit code of a run that went well.
pub const FINE: i32 = 0;
/// The exit code of input that is refused.
pub const BAD_INPUT: i32 = 2;
/// The exit code after a signal that asks the program to end.
pub const INTERRUPTED: i32 = 130;

/// What a run has left. Lines end as on Unix.
#[derive(Clone, Debug)]
pub struct Ran {
    /// The exit code; none if a signal has ended it.
    pub code: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
    /// The command as it was given, for messages.
    command: String,
}

#[allow(
    clippy::return_self_not_must_use,
    reason = "that a run has ended well may be all that is asked"
)]
impl Ran {
    /// Runs a command without input to its end.
    ///
    /// # Errors
    /// When the system cannot start it.
    pub fn of(command: &mut Command) -> io::Result<Self> {
        let output = command.stdin(Stdio::null()).output()?;
        Ok(Self::left(command, &output))
    }

    /// As [`Ran::of`], with an input.
    ///
    /// # Errors
    /// When the system cannot start it.
    pub fn with_input(command: &mut Command, input: &str) -> io::Result<Self> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            // A program that needs no input may end before it is written.
            let _ = stdin.write_all(input.as_bytes());
        }
        Ok(Self::left(command, &child.wait_with_output()?))
    }

    /// What a command has left whose child has ended with this output.
    pub fn left(command: &Command, output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace('\r', "");
        Self {
            code: output.status.code(),
            out: text(&output.stdout),
            err: text(&output.stderr),
            command: format!("{command:?}"),
        }
    }

    /// The same run, which must have ended with this exit code.
    ///
    /// # Panics
    /// When it has not.
    #[track_caller]
    pub fn ends(self, code: i32) -> Self {
        assert_eq!(
            self.code,
            Some(code),
            "{}: {}{}",
            self.command,
            self.out,
            self.err
        );
        self
    }

    /// The output of a run that went well and said nothing else.
    ///
    /// # Panics
    /// When it did not, or did.
    #[track_caller]
    pub fn fine(self) -> String {
        let Self {
            out, err, command, ..
        } = self.ends(FINE);
        assert_eq!(err, "", "{command}: {out}");
        out
    }

    /// The same run, whose output must hold this.
    ///
    /// # Panics
    /// When it does not.
    #[track_caller]
    pub fn says(self, text: &str) -> Self {
        assert!(self.out.contains(text), "{}: {}", self.command, self.out);
        self
    }

    /// The same run, whose standard error must hold this.
    ///
    /// # Panics
    /// When it does not.
    #[track_caller]
    pub fn notes(self, text: &str) -> Self {
        assert!(self.err.contains(text), "{}: {}", self.command, self.err);
        self
    }

    /// The same run, which must have refused its input for this reason.
    ///
    /// # Panics
    /// When it has not, or has given another one.
    #[track_caller]
    pub fn refused(self, reason: &str) -> Self {
        self.ends(BAD_INPUT).notes(reason)
    }
}

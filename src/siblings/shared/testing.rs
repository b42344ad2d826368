//! For tests of commands and protocols: streams whose input is a text and whose output is kept, what a command writes, and
//! what a dialogue answers.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use kagetsu_kernel::StopSignal;
use kagetsu_kernel::line_host::Dialogue;

use crate::command::{Console, Streams};

/// An output that keeps what is written to any of its copies.
#[derive(Clone, Debug, Default)]
pub struct Kept(Arc<Mutex<Vec<u8>>>);

impl Kept {
    /// All of it as text.
    pub fn text(&self) -> String {
        let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Streams with this input, and what is answered.
pub fn kept_streams(input: &'static str) -> (Streams, Kept) {
    let kept = Kept::default();
    let streams = Streams {
        input: Box::new(input.as_bytes()),
        output: Box::new(kept.clone()),
        remarks: Box::new(io::sink()),
    };
    (streams, kept)
}

/// What a command gives and writes on a console that nobody interrupts: its results and its remarks.
pub fn written<T>(command: impl FnOnce(&mut Console<'_>) -> T) -> (T, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let result = command(&mut Console {
        out: &mut out,
        err: &mut err,
        interrupt: &StopSignal::new,
    });
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (result, text(&out), text(&err))
}

/// What a dialogue answers to these lines, each line of an answer by itself. No search is interrupted.
pub fn answers(mut dialogue: impl Dialogue, lines: &[&str]) -> Vec<String> {
    let mut answers = Vec::new();
    for line in lines {
        dialogue.line(line, &StopSignal::new(), &mut |text| {
            answers.push(text.to_owned());
        });
    }
    answers
}

//! Protocols of lines on two streams: a line comes in, lines go out.
//!
//! A protocol is a [`Dialogue`], which knows neither streams nor threads. [`serve`] reads the input on a thread of its own,
//! so that a line can end the search that another line began.

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

use kagetsu_kernel::StopSignal;

use crate::line_input::read_line;

/// Takes the lines of an answer.
pub type Answer<'a> = dyn FnMut(&str) + 'a;

/// What follows after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// More lines are taken.
    Continue,
    /// The other side has said good-bye.
    Quit,
}

/// What comes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Incoming<'a> {
    /// A line, without the blanks around it.
    Line(&'a str),
    /// The other side has closed the stream, or it cannot be read.
    End,
}

/// One side of a protocol.
pub trait Dialogue {
    /// The longest line that is read, in bytes. A longer one is dropped whole.
    const MAX_LINE: u64;

    /// Answers a line. The signal ends a search that the line begins.
    fn line(&mut self, line: &str, stop: &StopSignal, answer: &mut Answer<'_>) -> Next;

    /// Does this end the search that is running when it comes in? Its answer is what the search has found so far.
    fn interrupts(incoming: Incoming<'_>) -> bool
    where
        Self: Sized;
}

/// What the reading thread tells the answering one beside the lines.
#[derive(Debug, Default)]
struct Interruptions {
    /// Interrupting lines that are read and not yet answered.
    waiting: AtomicUsize,
    /// The signal of the search that runs now.
    running: Mutex<StopSignal>,
}

impl Interruptions {
    fn interrupt(&self) {
        self.waiting.fetch_add(1, Ordering::SeqCst);
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.raise();
    }

    /// The signal for the answer to a line; already raised if a later line interrupts.
    fn begin(&self, interrupting: bool) -> StopSignal {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let before = usize::from(interrupting);
        let waiting = self.waiting.fetch_sub(before, Ordering::SeqCst) - before;
        *running = StopSignal::new();
        if waiting > 0 {
            running.raise();
        }
        running.clone()
    }
}

/// Lines that are read ahead of the one that is answered.
const WAITING_LINES: usize = 256;

/// Speaks a protocol until the input ends or the other side quits. Every line of an answer is flushed at once.
///
/// # Errors
/// If the output cannot be written.
pub fn serve<D: Dialogue>(
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
    dialogue: &mut D,
) -> io::Result<()> {
    let shared = Arc::new(Interruptions::default());
    let (sender, lines) = mpsc::sync_channel(WAITING_LINES);
    let reader = Arc::clone(&shared);
    thread::spawn(move || {
        let mut input = input;
        while let Ok(Some(line)) = read_line(&mut input, D::MAX_LINE) {
            let line = line.trim().to_owned();
            if D::interrupts(Incoming::Line(&line)) {
                reader.interrupt();
            }
            if sender.send(line).is_err() {
                return;
            }
        }
        if D::interrupts(Incoming::End) {
            reader.interrupt();
        }
    });
    for line in lines {
        let stop = shared.begin(D::interrupts(Incoming::Line(&line)));
        let mut result = Ok(());
        let next = dialogue.line(&line, &stop, &mut |text| {
            if result.is_ok() {
                result = writeln!(output, "{text}").and_then(|()| output.flush());
                if result.is_err() {
                    // Nobody listens any more.
                    stop.raise();
                }
            }
        });
        result?;
        if next == Next::Quit {
            break;
        }
    }
    Ok(())
}

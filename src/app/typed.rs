//! Standard input that Ctrl-C ends: it is read on a thread of its own, so that whoever waits for a line can be woken. The
//! thread reads by the standard library, to which alone consoles of Windows give signs beyond ASCII: nobody else may hold its
//! lock.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use kagetsu_kernel::StopSignal;

use super::interrupt::end_on_interrupt;

/// Largest number of bytes read at once.
const BUFFER: usize = 1 << 12;

/// The input as it comes.
#[derive(Debug)]
pub(super) struct TypedLines {
    chunks: Receiver<Vec<u8>>,
    chunk: Vec<u8>,
    used: usize,
    /// Has the input ended? Whoever looks once more, as behind a last line without an end, is not to wait: the handler of
    /// Ctrl-C holds the channel open.
    is_over: bool,
}

/// Passes the input on until it ends or nobody wants it.
fn forward(chunks: &Sender<Vec<u8>>) {
    let (mut input, mut buffer) = (io::stdin(), [0; BUFFER]);
    loop {
        match input.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Ok(length @ 1..) if chunks.send(buffer[..length].to_vec()).is_ok() => {}
            _ => break,
        }
    }
    // An empty chunk is the end of the input.
    let _ = chunks.send(Vec::new());
}

impl TypedLines {
    /// Begins to read. Ctrl-C raises the signal and ends the input, and the program soon after.
    ///
    /// # Errors
    /// When the thread cannot be started.
    pub(super) fn start(stop: &StopSignal) -> io::Result<Self> {
        let (sender, chunks) = channel();
        let (on_signal, end) = (stop.clone(), sender.clone());
        end_on_interrupt(move || {
            on_signal.raise();
            // The receiver is gone when the game has ended already.
            let _ = end.send(Vec::new());
        });
        thread::Builder::new().spawn(move || forward(&sender))?;
        Ok(Self::of(chunks))
    }

    /// The input that comes in these chunks.
    const fn of(chunks: Receiver<Vec<u8>>) -> Self {
        Self {
            chunks,
            chunk: Vec::new(),
            used: 0,
            is_over: false,
        }
    }
}

impl Read for TypedLines {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(into)?;
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for TypedLines {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.used == self.chunk.len() && !self.is_over {
            self.chunk = self.chunks.recv().unwrap_or_default();
            self.used = 0;
            self.is_over = self.chunk.is_empty();
        }
        Ok(&self.chunk[self.used..])
    }

    fn consume(&mut self, amount: usize) {
        self.used = (self.used + amount).min(self.chunk.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_the_input_stays_its_end() {
        let (sender, chunks) = channel();
        for chunk in ["h8", "", "i9\n"] {
            let sent = sender.send(chunk.as_bytes().to_vec());
            assert!(sent.is_ok(), "{chunk}");
        }
        let mut lines = TypedLines::of(chunks);
        for expected in ["h8", ""] {
            let mut line = String::new();
            assert!(lines.read_line(&mut line).is_ok());
            assert_eq!(line, expected);
        }
    }
}

//! A file that keeps every line of a conversation with its time, to find out afterwards what a manager and the engine
//! said to each other. It can be begun and ended while they speak.
//!
//! A thread of its own writes the file. Neither a slow nor a full disk delays an answer: lines that the thread cannot
//! take in time are left out, and the file says how many.

mod file_writer;

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use file_writer::{Entry, LogFile, Order};
use kagetsu_kernel::on_one_line;

pub(crate) use file_writer::Speaker;

/// Characters of a line that are kept.
const MAX_SHOWN: usize = 4096;
/// Lines that wait to be written. Further ones are left out.
const MAX_WAITING: usize = 4096;
/// Longest time that the end of the conversation waits for the file.
const LAST_LINES: Duration = Duration::from_millis(50);
/// How often the end of the conversation looks whether the file is complete.
const POLL: Duration = Duration::from_millis(1);

/// The log of one conversation, which is off at first. Its copies share one file.
#[derive(Clone, Debug, Default)]
pub struct TranscriptLog {
    state: Arc<Mutex<State>>,
    left_out: Arc<AtomicU64>,
    /// Why the file is missing or not complete, until it is told.
    fault: Arc<Mutex<Option<String>>>,
}

#[derive(Debug, Default)]
struct State {
    /// The thread that writes, from the first file on.
    writer: Option<Writer>,
    /// Lines are kept.
    is_on: bool,
}

#[derive(Debug)]
struct Writer {
    orders: SyncSender<Order>,
    thread: JoinHandle<()>,
}

impl TranscriptLog {
    /// Opens a file to append to it, and keeps all lines there from now on. Managers start an engine often; each start
    /// adds a conversation to the file. On an error the log goes on as before.
    ///
    /// # Errors
    /// When the path names no regular file, the file cannot be opened or written, the system cannot start a thread, or
    /// too many lines wait for the file before.
    pub fn append_to(&self, path: &Path) -> io::Result<()> {
        let file = LogFile::append_to(path)?;
        let mut state = lock(&self.state);
        if state.writer.is_none() {
            state.writer = Some(self.start_writer()?);
        }
        if let Some(writer) = &state.writer {
            writer
                .orders
                .try_send(Order::Open(file))
                .map_err(|_| io::Error::other("too many lines wait for the log before it"))?;
        }
        state.is_on = true;
        Ok(())
    }

    fn start_writer(&self) -> io::Result<Writer> {
        let (sender, orders) = mpsc::sync_channel(MAX_WAITING);
        let (left_out, fault) = (Arc::clone(&self.left_out), Arc::clone(&self.fault));
        let tell = move |text| *lock(&fault) = Some(text);
        let thread = Builder::new()
            .name("log".to_string())
            .spawn(move || file_writer::obey_all(&orders, &left_out, tell))?;
        Ok(Writer {
            orders: sender,
            thread,
        })
    }

    /// Keeps no more lines. Those that wait are still written.
    pub fn stop(&self) {
        let mut state = lock(&self.state);
        state.is_on = false;
        if let Some(writer) = &state.writer {
            // Where the order finds no place, the file stays open without further lines.
            let _ = writer.orders.try_send(Order::Close);
        }
    }

    /// Keeps a line, given without its line end. Does nothing while the log is off.
    pub fn record(&self, speaker: Speaker, bytes: &[u8]) {
        let state = lock(&self.state);
        let Some(writer) = state.writer.as_ref().filter(|_| state.is_on) else {
            return;
        };
        let entry = Entry {
            at: Instant::now(),
            speaker,
            text: printable(bytes),
        };
        if let Err(TrySendError::Full(_)) = writer.orders.try_send(Order::Line(entry)) {
            self.left_out.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Waits for the last lines, but not long.
    pub fn finish(&self) {
        let writer = {
            let mut state = lock(&self.state);
            state.is_on = false;
            state.writer.take()
        };
        let Some(Writer { orders, thread }) = writer else {
            return;
        };
        drop(orders);
        let deadline = Instant::now() + LAST_LINES;
        while !thread.is_finished() && Instant::now() < deadline {
            std::thread::sleep(POLL);
        }
    }

    /// Has the manager told of a fault, by a `MESSAGE` before the next reply.
    pub fn set_fault(&self, fault: String) {
        *lock(&self.fault) = Some(fault);
    }

    /// A fault that the manager is not told of yet.
    pub(crate) fn take_fault(&self) -> Option<String> {
        lock(&self.fault).take()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The text of a line, of bounded length, with control characters written as escapes.
fn printable(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{} (cut)", on_one_line(&text[..end])),
        None => on_one_line(&text),
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};

    use super::file_writer::MAX_LOG_BYTES;
    use super::*;

    /// The thread that writes has ended, so the file is complete.
    fn complete(log: &TranscriptLog) {
        let writer = lock(&log.state).writer.take();
        if let Some(Writer { orders, thread }) = writer {
            drop(orders);
            thread.join().expect("the writer does not panic");
        }
    }

    fn conversation(path: &Path, said: &[(Speaker, &[u8])]) -> io::Result<String> {
        let log = TranscriptLog::default();
        log.append_to(path)?;
        for (speaker, line) in said {
            log.record(*speaker, line);
        }
        complete(&log);
        fs::read_to_string(path)
    }

    /// The lines without their times.
    fn lines(text: &str) -> Vec<&str> {
        let said = text.lines().filter(|line| !line.starts_with("--"));
        said.filter_map(|line| line.trim_start().split_once(' '))
            .map(|(_, line)| line)
            .collect()
    }

    #[test]
    fn both_sides_are_kept_and_a_second_conversation_is_appended() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("it's a lög.txt");
        let said: [(Speaker, &[u8]); 4] = [
            (Speaker::Manager, b"START 15"),
            (Speaker::Engine, b"OK"),
            (Speaker::Manager, b"AB\x07"),
            (Speaker::Engine, b"UNKNOWN"),
        ];
        let text = conversation(&path, &said)?;
        let expected = ["-> START 15", "<- OK", "-> AB\\u{7}", "<- UNKNOWN"];
        assert_eq!(lines(&text), expected);
        let text = conversation(&path, &[(Speaker::Manager, b"END")])?;
        assert_eq!(lines(&text).len(), 5);
        let headings = text.lines().filter(|line| line.starts_with("-- kagetsu"));
        assert_eq!(headings.count(), 2);
        Ok(())
    }

    #[test]
    fn it_goes_from_file_to_file_and_keeps_nothing_while_it_is_off() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let [first, second] = ["a b.txt", "棋.txt"].map(|name| folder.path().join(name));
        let log = TranscriptLog::default();
        log.record(Speaker::Manager, b"before");
        log.append_to(&first)?;
        log.record(Speaker::Manager, b"one");
        let refused = log.append_to(folder.path());
        assert!(refused.is_err(), "a folder is no file");
        log.record(Speaker::Manager, b"two");
        log.append_to(&second)?;
        log.record(Speaker::Manager, b"three");
        log.stop();
        log.record(Speaker::Manager, b"nothing");
        log.append_to(&first)?;
        log.clone().record(Speaker::Engine, b"four");
        complete(&log);
        let text = fs::read_to_string(&first)?;
        assert_eq!(lines(&text), ["-> one", "-> two", "<- four"]);
        assert_eq!(lines(&fs::read_to_string(&second)?), ["-> three"]);
        Ok(())
    }

    #[test]
    fn lines_and_file_are_bounded() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("log.txt");
        let text = conversation(&path, &[(Speaker::Manager, &[b'x'; 3 * MAX_SHOWN])])?;
        assert!(text.ends_with("x (cut)\n"), "{}", text.len());
        File::create(&path)?.set_len(MAX_LOG_BYTES)?;
        let log = TranscriptLog::default();
        log.append_to(&path)?;
        log.record(Speaker::Manager, b"START 15");
        log.record(Speaker::Manager, b"BEGIN");
        complete(&log);
        let size = fs::metadata(&path)?.len();
        assert!(size < MAX_LOG_BYTES + 200, "{size}");
        Ok(())
    }
}

//! The thread that writes the lines of a conversation to a file.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use kagetsu_kernel::file::open_to_append;

/// Size in bytes after which a log takes no more lines.
pub(super) const MAX_LOG_BYTES: u64 = 64 << 20;

/// Who said a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// The manager that has started the engine.
    Manager,
    /// The engine.
    Engine,
}

/// A line and the time at which it was said.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) at: Instant,
    pub(super) speaker: Speaker,
    pub(super) text: String,
}

/// An order for the thread that writes.
#[derive(Debug)]
pub(super) enum Order {
    /// From now on write to this file.
    Open(LogFile),
    /// Write a line.
    Line(Entry),
    /// Write no more to the file.
    Close,
}

/// An open file with its heading.
#[derive(Debug)]
pub(super) struct LogFile {
    file: File,
    written: u64,
    start: Instant,
}

impl LogFile {
    /// Opens the file to append to it, and writes a heading with the number of the process and the time in seconds since
    /// 1970.
    pub(super) fn append_to(path: &Path) -> io::Result<Self> {
        let mut file = open_to_append(path)?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let heading = format!(
            "-- kagetsu {}, process {}, {} s after 1970-01-01\n",
            env!("CARGO_PKG_VERSION"),
            std::process::id(),
            now.unwrap_or_default().as_secs()
        );
        let written = file.metadata()?.len();
        file.write_all(heading.as_bytes())?;
        Ok(Self {
            file,
            written,
            start: Instant::now(),
        })
    }

    /// Writes a line. False if the file is full.
    fn write(&mut self, entry: &Entry, left_out: u64) -> io::Result<bool> {
        let gap = if left_out > 0 {
            format!("-- {left_out} lines are left out here\n")
        } else {
            String::new()
        };
        let speaker = match entry.speaker {
            Speaker::Manager => "->",
            Speaker::Engine => "<-",
        };
        let milliseconds = millis(entry.at.saturating_duration_since(self.start));
        let text = format!("{gap}{milliseconds:12.3} {speaker} {}\n", entry.text);
        self.written += text.len() as u64;
        if self.written > MAX_LOG_BYTES {
            self.file.write_all(b"-- the log is full\n")?;
            return Ok(false);
        }
        self.file.write_all(text.as_bytes())?;
        Ok(true)
    }
}

fn millis(time: Duration) -> f64 {
    const PER_SECOND: f64 = 1e3;
    time.as_secs_f64() * PER_SECOND
}

/// Obeys until nobody can give orders any more. A file that is full or cannot be written takes no more lines; `tell` is told
/// why it cannot.
pub(super) fn obey_all(orders: &Receiver<Order>, left_out: &AtomicU64, tell: impl Fn(String)) {
    let mut current: Option<LogFile> = None;
    for order in orders {
        match order {
            Order::Open(file) => {
                left_out.store(0, Ordering::Relaxed);
                current = Some(file);
            }
            Order::Close => current = None,
            Order::Line(entry) => {
                let Some(file) = &mut current else {
                    continue;
                };
                let is_open = file
                    .write(&entry, left_out.swap(0, Ordering::Relaxed))
                    .unwrap_or_else(|error| {
                        tell(format!(
                            "the log of the conversation is not complete: {error}"
                        ));
                        false
                    });
                if !is_open {
                    current = None;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn a_file_that_takes_no_line_is_told_of_once() -> io::Result<()> {
        let (sender, orders) = mpsc::channel();
        let file = LogFile {
            // It is open to be read alone.
            file: File::open(tempfile::NamedTempFile::new()?.path())?,
            written: 0,
            start: Instant::now(),
        };
        let line = || {
            Order::Line(Entry {
                at: Instant::now(),
                speaker: Speaker::Engine,
                text: "OK".to_owned(),
            })
        };
        for order in [Order::Open(file), line(), line()] {
            assert!(sender.send(order).is_ok());
        }
        drop(sender);
        let told = RefCell::new(Vec::new());
        obey_all(&orders, &AtomicU64::new(0), |fault| {
            told.borrow_mut().push(fault);
        });
        let told = told.into_inner();
        assert!(
            told.len() == 1 && told[0].contains("not complete"),
            "{told:?}"
        );
        Ok(())
    }
}

//! A file that keeps every line of a conversation with its time, to find out afterwards what a manager and the engine
//! said to each other.
//!
//! A thread of its own writes the file. Neither a slow nor a full disk delays an answer: lines that the thread cannot
//! take in time are left out, and the file says how many.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use kagetsu_kernel::file::open_to_append;

use super::lines::LineSplitter;

/// Size in bytes after which a log takes no more lines.
const MAX_LOG_BYTES: u64 = 64 << 20;
/// Characters of a line that are kept.
const MAX_SHOWN: usize = 4096;
/// Lines that wait to be written. Further ones are left out.
const MAX_WAITING: usize = 4096;
/// Longest time that the end of the conversation waits for the file.
const LAST_LINES: Duration = Duration::from_millis(50);
/// How often the end of the conversation looks whether the file is complete.
const POLL: Duration = Duration::from_millis(1);

/// Who said a line.
#[derive(Clone, Copy, Debug)]
enum Speaker {
    Manager,
    Engine,
}

/// A line and the time since the start of the log.
#[derive(Debug)]
struct Entry {
    at: Duration,
    speaker: Speaker,
    text: String,
}

/// What the threads of the conversation share.
#[derive(Debug)]
struct Queue {
    start: Instant,
    left_out: AtomicU64,
}

/// The sender of lines to the thread that writes the file.
#[derive(Clone, Debug)]
struct Recorder {
    queue: Arc<Queue>,
    entries: SyncSender<Entry>,
}

impl Recorder {
    fn record(&self, speaker: Speaker, bytes: &[u8]) {
        let entry = Entry {
            at: self.queue.start.elapsed(),
            speaker,
            text: printable(bytes),
        };
        if let Err(TrySendError::Full(_)) = self.entries.try_send(entry) {
            self.queue.left_out.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// The text of a line, of bounded length, with control characters written as escapes.
fn printable(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let mut shown = String::new();
    for (index, character) in text.chars().enumerate() {
        if index == MAX_SHOWN {
            shown.push_str(" (cut)");
            break;
        }
        if character.is_control() {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// A log of one conversation.
#[derive(Debug)]
pub struct TranscriptLog {
    recorder: Recorder,
    writer: JoinHandle<()>,
}

impl TranscriptLog {
    /// Opens the file to append to it, and writes a heading with the number of the process and the time in seconds since
    /// 1970. Managers start an engine often; each start adds a conversation to the file.
    ///
    /// # Errors
    /// When the path names no regular file, the file cannot be opened or written, or the system cannot start a thread.
    pub fn append_to(path: &Path) -> io::Result<Self> {
        let mut file = open_to_append(path)?;
        let written = file.metadata()?.len();
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let heading = format!(
            "-- kagetsu {}, process {}, {} s after 1970-01-01\n",
            env!("CARGO_PKG_VERSION"),
            std::process::id(),
            now.unwrap_or_default().as_secs()
        );
        file.write_all(heading.as_bytes())?;
        let queue = Arc::new(Queue {
            start: Instant::now(),
            left_out: AtomicU64::new(0),
        });
        let (sender, entries) = mpsc::sync_channel(MAX_WAITING);
        let of_writer = Arc::clone(&queue);
        let writer = Builder::new().name("log".to_string()).spawn(move || {
            if let Err(error) = write_entries(file, written, &entries, &of_writer) {
                log::error!("the log of the conversation is not complete: {error}");
            }
        })?;
        Ok(Self {
            recorder: Recorder {
                queue,
                entries: sender,
            },
            writer,
        })
    }

    /// The input, with every line recorded.
    pub fn input<R: Read>(&self, input: R) -> impl Read + use<R> {
        LoggedInput {
            input,
            lines: LineSplitter::new(),
            recorder: self.recorder.clone(),
        }
    }

    /// The output, with every line recorded. Each call of `write` is taken for one line.
    pub fn output<W: Write>(&self, output: W) -> impl Write + use<W> {
        LoggedOutput {
            output,
            recorder: self.recorder.clone(),
        }
    }

    /// Waits for the last lines, but not long. Input and output must have been dropped, or the wait takes its whole time.
    pub fn finish(self) {
        let Self { recorder, writer } = self;
        drop(recorder);
        let deadline = Instant::now() + LAST_LINES;
        while !writer.is_finished() && Instant::now() < deadline {
            std::thread::sleep(POLL);
        }
    }
}

fn write_entries(
    mut file: File,
    mut written: u64,
    entries: &Receiver<Entry>,
    queue: &Queue,
) -> io::Result<()> {
    for entry in entries {
        let left_out = queue.left_out.swap(0, Ordering::Relaxed);
        let gap = if left_out > 0 {
            format!("-- {left_out} lines are left out here\n")
        } else {
            String::new()
        };
        let speaker = match entry.speaker {
            Speaker::Manager => "->",
            Speaker::Engine => "<-",
        };
        let milliseconds = entry.at.as_secs_f64() * 1e3;
        let text = format!("{gap}{milliseconds:12.3} {speaker} {}\n", entry.text);
        written += text.len() as u64;
        if written > MAX_LOG_BYTES {
            return file.write_all(b"-- the log is full\n");
        }
        file.write_all(text.as_bytes())?;
    }
    Ok(())
}

struct LoggedInput<R> {
    input: R,
    lines: LineSplitter,
    recorder: Recorder,
}

impl<R: Read> Read for LoggedInput<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        let recorder = &self.recorder;
        self.lines.feed(&buffer[..count], |line| {
            recorder.record(Speaker::Manager, line.bytes);
        });
        Ok(count)
    }
}

struct LoggedOutput<W> {
    output: W,
    recorder: Recorder,
}

impl<W: Write> Write for LoggedOutput<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.output.write(bytes)?;
        self.recorder
            .record(Speaker::Engine, bytes[..count].trim_ascii_end());
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn conversation(path: &Path, input: &[u8], answers: &[&str]) -> io::Result<String> {
        let log = TranscriptLog::append_to(path)?;
        io::copy(&mut log.input(input), &mut io::sink())?;
        let mut output = log.output(io::sink());
        for answer in answers {
            output.write_all(answer.as_bytes())?;
        }
        drop(output);
        complete(log);
        fs::read_to_string(path)
    }

    /// Waits for the whole file.
    fn complete(log: TranscriptLog) {
        drop(log.recorder);
        log.writer.join().expect("the writer does not panic");
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
        let text = conversation(&path, b"START 15\r\nAB\x07\n", &["OK\n", "UNKNOWN\n"])?;
        let expected = ["-> START 15", "-> AB\\u{7}", "<- OK", "<- UNKNOWN"];
        assert_eq!(lines(&text), expected);
        let text = conversation(&path, b"END\n", &[])?;
        assert_eq!(lines(&text).len(), 5);
        let headings = text.lines().filter(|line| line.starts_with("-- kagetsu"));
        assert_eq!(headings.count(), 2);
        Ok(())
    }

    #[test]
    fn lines_and_file_are_bounded() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("log.txt");
        let mut input = vec![b'x'; 3 * MAX_SHOWN];
        input.push(b'\n');
        let text = conversation(&path, &input, &[])?;
        assert!(text.ends_with("x (cut)\n"), "{}", text.len());
        File::create(&path)?.set_len(MAX_LOG_BYTES)?;
        let log = TranscriptLog::append_to(&path)?;
        io::copy(&mut log.input(&b"START 15\nBEGIN\n"[..]), &mut io::sink())?;
        complete(log);
        let size = fs::metadata(&path)?.len();
        assert!(size < MAX_LOG_BYTES + 200, "{size}");
        Ok(())
    }

    #[test]
    fn what_is_no_file_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(TranscriptLog::append_to(folder.path()).is_err());
    }
}

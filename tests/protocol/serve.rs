//! Tests of serving a manager of the Gomocup protocol inside this process: what is written, how, and when serving ends. What
//! the host of all protocols does is tested in the kernel, and whole programs in `hosts`.

use std::io::{self, Cursor, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use kagetsu_gomoku::engine::{Engine, EngineConfig};
use kagetsu_kernel::WallClock;
use kagetsu_kernel::line_host::{MAX_WAITING, ServeError};
use kagetsu_protocol::Extras;
use kagetsu_test_support::process::PATIENCE;

/// Remembers every call.
#[derive(Clone, Default)]
pub(super) struct Paper(Arc<(Mutex<Vec<Vec<u8>>>, Condvar)>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (calls, changed) = &*self.0;
        let mut calls = calls.lock().map_err(|_| io::Error::other("poisoned"))?;
        calls.push(bytes.to_vec());
        changed.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Paper {
    pub(super) fn lines(&self) -> Vec<String> {
        let calls = self.0.0.lock().expect("no writer has panicked");
        calls
            .iter()
            .map(|bytes| String::from_utf8_lossy(bytes).into_owned())
            .collect()
    }

    /// The lines that are no messages.
    fn replies(&self) -> Vec<String> {
        let mut lines = self.lines();
        lines.retain(|line| !line.starts_with("MESSAGE "));
        lines
    }

    /// Waits until something has been written.
    fn wait(&self) {
        self.wait_until(|calls| !calls.is_empty());
    }

    /// Waits until the calls are as they are to be.
    fn wait_until(&self, is_so: impl Fn(&[Vec<u8>]) -> bool) {
        let (calls, changed) = &*self.0;
        let calls = calls.lock().expect("no writer has panicked");
        let (_calls, waiting) = changed
            .wait_timeout_while(calls, PATIENCE, |calls| !is_so(calls))
            .expect("no writer has panicked");
        assert!(!waiting.timed_out(), "it was never written");
    }
}

/// Input that comes when the test sends it, and ends with the sender.
struct Voice(Receiver<&'static [u8]>, &'static [u8]);

impl Voice {
    fn new() -> (Sender<&'static [u8]>, Self) {
        let (sender, receiver) = mpsc::channel();
        (sender, Self(receiver, &[]))
    }
}

impl Read for Voice {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default();
        }
        self.1.read(buffer)
    }
}

type Served = Result<(), ServeError>;

/// Serves a manager with an engine of little memory.
fn serve(input: impl Read + Send + 'static, output: impl Write + Send + 'static) -> Served {
    serve_with(input, output, Extras::default())
}

pub(super) fn serve_with(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    extras: Extras,
) -> Served {
    let config = EngineConfig {
        max_memory: 32 << 20,
        ..EngineConfig::default()
    };
    let engine = Engine::new(config, Arc::new(WallClock::start()));
    kagetsu_protocol::serve(input, output, engine, extras)
}

/// A conversation that begins with these lines and has had its first answer: what is said to it, its answers, and its thread.
fn begun(lines: &'static [u8]) -> (Sender<&'static [u8]>, Paper, JoinHandle<Served>) {
    let (sender, voice) = Voice::new();
    let paper = Paper::default();
    let copy = paper.clone();
    let serving = thread::spawn(move || serve(voice, copy));
    sender.send(lines).expect("the voice listens");
    paper.wait();
    (sender, paper, serving)
}

/// What is said to a manager who sends this and goes, without messages.
pub(super) fn answers(input: impl Into<Vec<u8>>) -> Vec<String> {
    let paper = Paper::default();
    serve(Cursor::new(input.into()), paper.clone()).expect("there are threads");
    paper.replies()
}

#[test]
fn every_line_is_written_with_one_call() {
    let input =
        "START 15\nABOUT\nFOO\nINFO show_detail 3\nINFO max_depth 2\nyxnbest 3\nyxshowforbid\n";
    let paper = Paper::default();
    serve(Cursor::new(input), paper.clone()).expect("there are threads");
    let lines = paper.lines();
    assert!(lines.len() >= 5);
    for line in lines {
        assert_eq!(line.find('\n'), Some(line.len() - 1), "{line:?}");
    }
}

#[test]
fn what_stands_before_the_end_is_obeyed_and_the_rest_is_not() {
    let (sender, paper, serving) = begun(b"START 15\n");
    sender.send(b"END\nFOO\n").expect("the voice listens");
    assert!(serving.join().is_ok_and(|served| served.is_ok()));
    assert_eq!(paper.lines(), ["OK\n"]);
    assert_eq!(answers(""), [""; 0]);
    assert_eq!(answers("START 15"), [""; 0]);
}

#[test]
fn a_flood_behind_an_endless_search_ends_it_and_is_answered_in_order() {
    let flood = "FOO\n".repeat(MAX_WAITING + 500);
    let flood = format!("INFO timeout_turn -1\nBEGIN\n{flood}START 15\n");
    // The engine has its memory before the flood comes, and the input does not end before all is answered.
    let (sender, paper, serving) = begun(b"START 15\n");
    let flood = flood.leak().as_bytes();
    sender.send(flood).expect("the voice listens");
    paper.wait_until(|calls| calls.len() > 1 && calls.last().is_some_and(|last| last == b"OK\n"));
    drop(sender);
    assert!(serving.join().is_ok_and(|served| served.is_ok()));
    let lines = paper.replies();
    assert_eq!(lines.len(), MAX_WAITING + 503);
    assert_eq!(lines.last().map(String::as_str), Some("OK\n"));
}

#[test]
fn serving_ends_where_nothing_can_be_said_and_that_nobody_listens_is_no_error() {
    struct Deaf(io::ErrorKind);
    impl Write for Deaf {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    for (why, is_error) in [
        (io::ErrorKind::BrokenPipe, false),
        (io::ErrorKind::StorageFull, true),
    ] {
        let (sender, voice) = Voice::new();
        sender.send(b"START 15\n").expect("the voice listens");
        // The input stays open: the broken output alone must end it.
        assert_eq!(serve(voice, Deaf(why)).is_err(), is_error, "{why}");
        drop(sender);
    }
}

#[test]
fn an_input_that_fails_is_an_input_that_ends() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("no disk"))
        }
    }
    assert!(serve(Broken, io::sink()).is_ok());
}

#[test]
fn the_end_is_obeyed_while_threads_and_memory_are_taken_for_a_search_without_limits() {
    let lines =
        b"START 15\nINFO timeout_turn -1\nINFO max_memory 99999999\nINFO thread_num 8\nBEGIN\n";
    let (sender, _, serving) = begun(lines);
    sender.send(b"END\n").expect("the voice listens");
    // The input stays open: `END` alone must end it.
    assert!(serving.join().is_ok_and(|served| served.is_ok()));
    drop(sender);
}

#[test]
fn a_long_search_answers_soon_after_the_input_has_ended() {
    let an_hour = "START 15\nINFO timeout_turn 3600000\nINFO timeout_match 0\nBEGIN\n";
    let started = Instant::now();
    let lines = answers(an_hour.to_string() + "TURN 0,0\n");
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert_eq!(lines[0], "OK\n");
    assert!(
        lines[1..].iter().all(|line| line.contains(',')),
        "{lines:?}"
    );
    assert!(started.elapsed() < PATIENCE);
}

//! Conversations with a session whose thoughts end only when they are told to.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::{
    Delivery, Host, InputLine, LineParser, LineSession, MAX_WAITING, Message, ResultUse, Scope,
    ServeError, line_writer, serve,
};

/// How long anything may take before it counts as stuck.
const PATIENCE: Duration = Duration::from_secs(60);

/// `stop` and `think` interrupt, `end` ends, `keep` lasts, `name` is always answered the same.
struct Word(String);

impl Message for Word {
    fn interrupts(&self) -> bool {
        ["stop", "think", "end"].contains(&self.0.as_str())
    }

    fn ends(&self) -> bool {
        self.0 == "end"
    }

    fn lasts(&self) -> bool {
        self.0 == "keep"
    }

    fn fixed_answer(&self) -> Option<String> {
        (self.0 == "name").then(|| "the name".to_owned())
    }
}

struct Words<const UNFINISHED: bool>;

impl<const UNFINISHED: bool> LineParser for Words<UNFINISHED> {
    type Message = Word;

    const TAKES_UNFINISHED: bool = UNFINISHED;

    fn line(&mut self, line: InputLine<'_>, take: &mut dyn FnMut(Word)) {
        take(Word(String::from_utf8_lossy(line.bytes).into_owned()));
    }
}

/// `think` thinks until it is stopped, `brood` for ever, `keep` takes long and is counted. Other words are answered with
/// themselves.
#[derive(Default)]
struct Thinker<const PROMPT: bool>(Arc<AtomicUsize>);

impl<const PROMPT: bool> LineSession for Thinker<PROMPT> {
    type Message = Word;

    const DELIVERY: Delivery = if PROMPT {
        Delivery::Prompt
    } else {
        Delivery::Complete
    };

    fn answer(&mut self, Word(word): Word, host: &mut Host<'_, Word>) {
        match word.as_str() {
            "think" => {
                host.say("thinking".to_owned());
                let stop = host.begin_search(Scope::Unbounded);
                while !stop.is_raised() {
                    thread::yield_now();
                }
                if host.end_search() == ResultUse::Answer {
                    host.say("thought".to_owned());
                }
            }
            "brood" => {
                host.say("brooding".to_owned());
                loop {
                    thread::park();
                }
            }
            "keep" => {
                thread::sleep(Duration::from_millis(200));
                self.0.fetch_add(1, Ordering::Relaxed);
                host.say("kept".to_owned());
            }
            "stop" | "end" => {}
            _ => host.say(word),
        }
    }
}

/// Keeps what is written, and wakes those who wait for it.
#[derive(Clone, Default)]
struct Paper(Arc<(Mutex<String>, Condvar)>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut text = self.0.0.lock().expect("nobody panics");
        text.push_str(&String::from_utf8_lossy(bytes));
        self.0.1.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Paper {
    fn text(&self) -> String {
        self.0.0.lock().expect("nobody panics").clone()
    }

    fn wait_for(&self, part: &str) {
        let (text, changed) = &*self.0;
        let text = text.lock().expect("nobody panics");
        let (_text, waiting) = changed
            .wait_timeout_while(text, PATIENCE, |text| !text.contains(part))
            .expect("nobody panics");
        assert!(!waiting.timed_out(), "'{part}' was not written");
    }
}

/// Output that nobody reads: the first write never returns.
struct FullPipe;

impl Write for FullPipe {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        loop {
            thread::park();
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Output whose reader has gone.
struct BrokenPipe;

impl Write for BrokenPipe {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Input that comes when the test sends it, and ends with the sender.
struct Voice(Receiver<String>, Vec<u8>);

impl Read for Voice {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default().into_bytes();
        }
        let count = self.1.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.1[..count]);
        self.1.drain(..count);
        Ok(count)
    }
}

type Served = JoinHandle<Result<(), ServeError>>;

/// A conversation that goes on while the sender lives.
fn talk<const PROMPT: bool>(output: impl Write + Send + 'static) -> (Sender<String>, Served) {
    let (sender, receiver) = mpsc::channel();
    let input = Voice(receiver, Vec::new());
    let serving = thread::spawn(move || {
        serve(
            input,
            line_writer(output),
            Words::<false>,
            Thinker::<PROMPT>::default(),
        )
    });
    (sender, serving)
}

/// What is answered to a text by a session whose answers are all wanted.
fn answers(text: &str) -> String {
    let paper = Paper::default();
    let input = io::Cursor::new(text.to_owned());
    let write = line_writer(paper.clone());
    let thinker = Thinker::<false>::default();
    serve(input, write, Words::<true>, thinker).expect("paper is patient");
    paper.text()
}

fn ends_well(serving: Served) {
    let served = serving.join().expect("nobody panics");
    assert!(served.is_ok(), "{served:?}");
}

fn hears_everything_while_it_thinks<const PROMPT: bool>() {
    let paper = Paper::default();
    let (say, serving) = talk::<PROMPT>(paper.clone());
    say.send("think\n".to_owned()).expect("it listens");
    paper.wait_for("thinking\n");
    say.send("name\n".to_owned()).expect("it listens");
    paper.wait_for("the name\n");
    assert!(!paper.text().contains("thought"));
    say.send("stop\nhello\n".to_owned()).expect("it listens");
    paper.wait_for("thought\nhello\n");
    say.send("think\n".to_owned()).expect("it listens");
    say.send("end\nnothing\n".to_owned()).expect("it listens");
    // The input stays open: the last word alone must end it.
    ends_well(serving);
    assert!(!paper.text().contains("nothing"), "{}", paper.text());
}

#[test]
fn stop_end_and_questions_are_heard_while_it_thinks() {
    hears_everything_while_it_thinks::<true>();
    hears_everything_while_it_thinks::<false>();
}

#[test]
fn a_closed_input_ends_a_thought_without_limits() {
    let (say, serving) = talk::<true>(io::sink());
    say.send("think\n".to_owned()).expect("it listens");
    drop(say);
    ends_well(serving);
    assert_eq!(answers("think\nhello"), "thinking\nhello\n");
}

#[test]
fn a_session_that_never_answers_does_not_delay_the_end_for_long() {
    for talk in [talk::<true>, talk::<false>] {
        let paper = Paper::default();
        let (say, serving) = talk(paper.clone());
        say.send("brood\n".to_owned()).expect("it listens");
        paper.wait_for("brooding\n");
        say.send("end\n".to_owned()).expect("it listens");
        ends_well(serving);
    }
}

#[test]
fn the_end_waits_for_what_lasts() {
    let thinker = Thinker::<true>::default();
    let kept = Arc::clone(&thinker.0);
    let input = io::Cursor::new("think\nkeep\nkeep\nend\n".to_owned());
    let served = serve(input, line_writer(io::sink()), Words::<false>, thinker);
    assert!(served.is_ok(), "{served:?}");
    assert_eq!(kept.load(Ordering::Relaxed), 2);
}

#[test]
fn the_end_is_heard_behind_a_full_pipe() {
    for talk in [talk::<true>, talk::<false>] {
        let (say, serving) = talk(FullPipe);
        let flood = "hello\n".repeat(MAX_WAITING / 2);
        say.send(flood + "end\n").expect("it listens");
        ends_well(serving);
    }
}

#[test]
fn a_broken_pipe_ends_it_and_is_told() {
    for talk in [talk::<true>, talk::<false>] {
        let (say, serving) = talk(BrokenPipe);
        say.send("think\n".to_owned()).expect("it listens");
        let served = serving.join().expect("nobody panics");
        assert!(matches!(served, Err(ServeError::Output(_))), "{served:?}");
        drop(say);
    }
}

#[test]
fn what_lasts_is_done_behind_a_broken_pipe() {
    for end in ["end\n", ""] {
        let thinker = Thinker::<true>::default();
        let kept = Arc::clone(&thinker.0);
        let input = io::Cursor::new(format!("hello\nthink\nkeep\nkeep\n{end}"));
        let served = serve(input, line_writer(BrokenPipe), Words::<false>, thinker);
        assert!(matches!(served, Err(ServeError::Output(_))), "{served:?}");
        assert_eq!(kept.load(Ordering::Relaxed), 2, "{end}");
    }
}

#[test]
fn a_list_longer_than_the_mailbox_is_answered_in_full() {
    let count = 2 * MAX_WAITING;
    let text = answers(&("hello\n".repeat(count) + "end\n"));
    assert_eq!(text.lines().count(), count);
}

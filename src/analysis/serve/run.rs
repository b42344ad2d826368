//! Queries on one input, such as standard input, and answers on one output. One thread reads, this one decides and writes.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::SyncSender;
use std::thread::Builder;

use super::conversation::Conversation;
use super::query::QueryDefaults;
use super::queue::{Message, Pool};
use crate::lines::next_line;

/// Most positions that may wait.
const MAX_WAITING: usize = 100_000;

/// Answers queries until the input ends and everything that was asked is answered.
///
/// # Errors
/// When an answer cannot be written, or a thread cannot be started. The thread that reads may then wait for its line.
pub fn serve(
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
    defaults: &QueryDefaults,
    threads: usize,
) -> io::Result<()> {
    let pool = Pool::start(threads)?;
    let mut conversation = Conversation::new(&pool, defaults, MAX_WAITING);
    let to_conversation = conversation.sender();
    Builder::new().spawn(move || read(input, &to_conversation))?;
    conversation.answer(false, out)
}

fn read(mut input: impl BufRead, sender: &SyncSender<Message>) {
    // An input that cannot be read has ended.
    while let Ok(Some(line)) = next_line(&mut input) {
        if sender.send(Message::Line(line)).is_err() {
            return;
        }
    }
    // Nobody listens any more when this fails.
    let _ = sender.send(Message::End);
}

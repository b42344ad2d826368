//! What has happened at the table, in words.

use crate::session::Event;
use crate::text::Message;

/// Messages that are kept.
const KEPT: usize = 200;

/// The last messages, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Log {
    messages: Vec<Message>,
    /// All that there ever were.
    told: usize,
}

impl Log {
    /// How many messages there were so far.
    pub(crate) const fn told(&self) -> usize {
        self.told
    }

    /// The messages after the first so many, as far as they are kept.
    pub(crate) fn after(&self, told: usize) -> &[Message] {
        let new = self.told.saturating_sub(told);
        let first = self.messages.len().saturating_sub(new);
        &self.messages[first..]
    }

    /// All that are kept.
    pub(crate) fn messages(&self) -> &[Message] {
        &self.messages
    }

    pub(super) fn tell(&mut self, events: &[Event]) {
        for event in events {
            self.push(event.message());
        }
    }

    pub(super) fn push(&mut self, message: Message) {
        self.told += 1;
        self.messages.push(message);
        let surplus = self.messages.len().saturating_sub(KEPT);
        self.messages.drain(..surplus);
    }

    /// Another game begins.
    pub(super) fn clear(&mut self) {
        self.messages.clear();
    }
}

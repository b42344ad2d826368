//! What has happened at the table, in words.

use std::fmt::Display;

use crate::session::Event;
use crate::text::Message;

/// Messages that are kept of a long game.
const KEPT: usize = 200;
/// At so many messages the oldest ones go, all at once: a list without its first one differs everywhere from the one that the
/// pages know, so that they are told all of it.
const MOST: usize = 300;

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
        if self.messages.len() >= MOST {
            self.messages.drain(..MOST - KEPT);
        }
    }

    /// Tells that a file could not be written, unless that was told last: it is tried again at every change. The game and the
    /// progress have a file each.
    pub(super) fn push_unsaved(&mut self, why: &dyn Display) {
        let message = Message::new("not-saved").with("why", why);
        let mut last = self.messages.iter().rev().take(2);
        if last.all(|told| *told != message) {
            self.push(message);
        }
    }

    /// Another game begins.
    pub(super) fn clear(&mut self) {
        self.messages.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_messages_go_together_and_a_full_disk_is_told_once() {
        let mut log = Log::default();
        let mut shifts = 0;
        for number in 1..=2 * MOST {
            let before = log.messages().first().cloned();
            log.push(Message::new("event-moved").with("number", &number));
            assert!((number.min(KEPT)..MOST).contains(&log.messages().len()));
            let is_other = before.is_some() && before.as_ref() != log.messages().first();
            shifts += usize::from(is_other);
        }
        assert_eq!((shifts, log.told()), (4, 2 * MOST));
        assert_eq!(log.after(log.told() - 2).len(), 2);
        for _ in 0..2 {
            log.push_unsaved(&"no space is left");
            log.push_unsaved(&"it is locked");
        }
        assert_eq!(log.told(), 2 * MOST + 2);
    }
}

//! Words that end a running game. They are typed twice, so that a slip ends nothing: on the screen, and by lines where a
//! person types them.

use crate::session::{Session, Ticket};
use crate::text::Message;

/// A word that ends the running game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Resign,
    Rematch,
    New,
    Load,
    Quit,
}

impl Ending {
    pub(super) const ALL: [Self; 5] = [
        Self::Resign,
        Self::Rematch,
        Self::New,
        Self::Load,
        Self::Quit,
    ];

    /// What is asked before the word ends the game.
    pub(super) fn question(self) -> Message {
        Message::new(match self {
            Self::Resign => "terminal-resign-sure",
            Self::Rematch => "terminal-rematch-sure",
            Self::New => "terminal-new-sure",
            Self::Load => "terminal-load-sure",
            Self::Quit => "terminal-quit-sure",
        })
    }
}

/// The word that waits for its second time.
#[derive(Debug)]
pub(super) struct Confirmation {
    /// Is any word to be typed twice?
    is_wanted: bool,
    /// What the present line has to say once more, and in which state.
    due: Option<(Ticket, Ending)>,
    /// The same of the next line.
    next: Option<(Ticket, Ending)>,
    /// The state that a file was last known to hold.
    kept: Option<Ticket>,
}

impl Confirmation {
    pub(super) const fn new(is_wanted: bool) -> Self {
        Self {
            is_wanted,
            due: None,
            next: None,
            kept: None,
        }
    }

    /// Another line has come: a word in between takes back what was asked.
    pub(super) const fn begin_line(&mut self) {
        self.due = self.next.take();
    }

    /// The game was saved, or comes from what was loaded.
    pub(super) const fn note_kept(&mut self, session: &Session) {
        self.kept = Some(session.ticket());
    }

    /// What is asked before a word ends the game; nothing where it may. Once asked, it may on the next line.
    pub(super) fn question(&mut self, word: Ending, session: &Session) -> Option<Message> {
        let now = session.ticket();
        // A game without a step, and one that is kept, can only be lost by giving up.
        let is_kept = session.steps().is_empty() || self.kept == Some(now);
        let is_safe = is_kept && word != Ending::Resign || session.outcome().is_some();
        if !self.is_wanted || is_safe || self.due == Some((now, word)) {
            return None;
        }
        self.next = Some((now, word));
        Some(word.question())
    }
}

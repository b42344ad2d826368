//! Reads the games of files one after the other. What cannot be used is named on standard error, and the rest is still read.

use std::io::{self, Write};

use super::error::{BAD_INPUT, CommandError};
use super::faults::{Faults, tell_fault};
use super::interrupt::COMPLETE;
use super::notes::Notes;

/// Takes games, and tells what cannot be used.
pub(super) struct GameReader<'e> {
    err: &'e mut dyn Write,
    notes: Notes,
    counts: GameCounts,
}

/// What was read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GameCounts {
    /// Games that were taken.
    taken: usize,
    /// Files and games that cannot be used.
    pub(super) unusable: usize,
}

impl GameCounts {
    /// Exit code of work that has used all that can be used.
    pub(super) const fn exit_code(self) -> u8 {
        if self.unusable > 0 {
            BAD_INPUT
        } else {
            COMPLETE
        }
    }

    /// Whether it has been told why there is nothing to work with.
    pub(super) const fn are_all_unusable(self) -> bool {
        self.taken == 0 && self.unusable > 0
    }
}

impl<'e> GameReader<'e> {
    /// Nothing is read yet; what cannot be used is told to `err`.
    pub(super) fn new(err: &'e mut dyn Write) -> Self {
        Self {
            err,
            notes: Notes::default(),
            counts: GameCounts::default(),
        }
    }

    /// A file or folder, if it can be used.
    pub(super) fn usable<T>(&mut self, read: Result<T, CommandError>) -> io::Result<Option<T>> {
        match read {
            Ok(read) => Ok(Some(read)),
            Err(error) => {
                self.counts.unusable += 1;
                tell_fault(&error.to_string(), self.err)?;
                Ok(None)
            }
        }
    }

    /// Gives the games of a file to `take`, which fails for one that cannot be used and may note something of it.
    pub(super) fn each<G>(
        &mut self,
        file: &str,
        games: impl IntoIterator<Item = G>,
        mut take: impl FnMut(G, &mut Notes) -> Result<(), CommandError>,
    ) -> io::Result<()> {
        let (mut faults, before) = (Faults::default(), self.counts.taken);
        for game in games {
            match take(game, &mut self.notes) {
                Ok(()) => self.counts.taken += 1,
                Err(error) => {
                    self.counts.unusable += 1;
                    faults.tell(&error.to_string(), self.err)?;
                }
            }
        }
        faults.sum_up(file, self.counts.taken > before, self.err)
    }

    /// Prints the notes on all games.
    pub(super) fn finish(self) -> io::Result<GameCounts> {
        self.notes.print(self.err)?;
        Ok(self.counts)
    }
}

//! A session as plain data: it survives the reload of a page and a restart of the program.

use std::io;
use std::path::Path;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use kagetsu_kernel::file::{MAX_TEXT_BYTES, NewFile, read_regular_file};
use kagetsu_kernel::{Clock, ShowPath as _};

use crate::game::{Game, Outcome, Refusal, Seat};

use super::clock::TimeRules;
use super::occupant::{AutoLevel, Occupant};
use super::session::{PlayedStep, Session};
use super::setup::AnySetup;

/// Version of the form of [`Saved`].
const VERSION: u32 = 1;

/// What is kept of a session. The state of the game is played again, the table names the people again, and whoever had asked
/// to take a step back asks again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Saved {
    version: u32,
    setup: AnySetup,
    seats: [Occupant; 2],
    time: TimeRules,
    taken: Vec<PlayedStep>,
    undone: Vec<PlayedStep>,
    #[serde(default)]
    given: usize,
    outcome: Option<Outcome>,
    draw_offer: Option<Seat>,
    auto: AutoLevel,
    #[serde(default)]
    counted: bool,
    /// Time of the running step in milliseconds.
    running: u64,
    ticket: u64,
}

/// Why a saved session cannot be brought back.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// The file cannot be read.
    #[error("the saved game '{path}' cannot be read: {source}")]
    File {
        /// The file.
        path: String,
        /// Why.
        source: io::Error,
    },
    /// It is not a saved session.
    #[error("it is no game that was saved here, or a damaged one: {0}")]
    Form(#[from] serde_json::Error),
    /// It was saved in another form, by a later program.
    #[error("the saved game has version {0}, but only {VERSION} is known")]
    Version(u32),
    /// A step is not legal.
    #[error("step {number} of the saved game is refused: {refusal}")]
    Step {
        /// Its number, from one.
        number: usize,
        /// Why.
        refusal: Refusal,
    },
    /// No game can start so.
    #[error(transparent)]
    Setup(Refusal),
}

impl RestoreError {
    /// The same in the words of all languages.
    pub(crate) fn refusal(&self) -> Refusal {
        match self {
            Self::File { .. } | Self::Form(_) => Refusal::Damaged(None),
            Self::Version(_) => Refusal::OtherVersion,
            Self::Step { number, refusal } => Refusal::TextMove {
                number: *number,
                refusal: Box::new(refusal.clone()),
            },
            Self::Setup(refusal) => refusal.clone(),
        }
    }
}

impl Session {
    /// The session as plain data.
    pub(crate) fn save(&self) -> Saved {
        Saved {
            version: VERSION,
            setup: self.setup.clone(),
            seats: self.seats.clone(),
            time: self.clocks.rules(),
            taken: self.steps.clone(),
            undone: self.undone.clone(),
            given: self.given,
            outcome: self.outcome,
            draw_offer: self.draw_offer,
            auto: self.auto,
            counted: self.is_counted,
            running: self.clocks.step(self.time.now()),
            ticket: self.ticket,
        }
    }

    /// The session as it was saved; the clocks go on from where they stood, with a guest from the next step on.
    ///
    /// # Errors
    /// [`RestoreError`] when its steps do not make a game.
    pub(crate) fn restore(saved: Saved, time: Arc<dyn Clock>) -> Result<Self, RestoreError> {
        if saved.version != VERSION {
            return Err(RestoreError::Version(saved.version));
        }
        let fresh = Self::new(saved.setup, saved.seats, saved.time, time);
        let mut session = fresh.map_err(RestoreError::Setup)?;
        let play = |game: &mut dyn Game, number: usize, played: &PlayedStep| {
            let refused = |refusal| RestoreError::Step { number, refusal };
            if game.outcome().is_none() && game.to_act() != played.seat {
                return Err(refused(Refusal::NotYourTurn));
            }
            game.play(played.step).map_err(refused)
        };
        for (index, played) in saved.taken.iter().enumerate() {
            play(session.game.as_mut(), index + 1, played)?;
            session.clocks.count(played.seat, played.step, played.ms);
        }
        let mut further = session.game.clone();
        for (index, played) in saved.undone.iter().rev().enumerate() {
            play(further.as_mut(), saved.taken.len() + index + 1, played)?;
        }
        session.clocks.resume_step(saved.running);
        session.outcome = session.game.outcome().or(saved.outcome);
        // After the end nothing is brought back; earlier programs kept it.
        if session.outcome.is_none() {
            session.undone = saved.undone;
            session.draw_offer = saved.draw_offer;
        }
        session.steps = saved.taken;
        session.given = saved.given;
        session.auto = saved.auto;
        session.is_counted = saved.counted;
        session.ticket = saved.ticket;
        // The guest may not have come back yet.
        if !session.has_guest() {
            session.start_clocks();
        }
        Ok(session)
    }
}

/// Writes a value as JSON into a file that only the user of this process may read. An old file is replaced as a whole.
///
/// # Errors
/// As the file system.
pub(crate) fn write_file(value: &impl Serialize, path: &Path) -> io::Result<()> {
    let mut file = NewFile::create_private(path)?;
    serde_json::to_writer(&mut file, value)?;
    file.finish()
}

/// What a file holds; nothing where there is none, or an empty one.
///
/// # Errors
/// As the file system.
pub(crate) fn read_bytes(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match read_regular_file(path, MAX_TEXT_BYTES) {
        Ok(bytes) => Ok(Some(bytes).filter(|bytes| !bytes.is_empty())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Reads a value as JSON from a file; nothing where there is none, or an empty one.
///
/// # Errors
/// [`RestoreError::File`] and [`RestoreError::Form`]
pub(crate) fn read_file<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, RestoreError> {
    let bytes = read_bytes(path).map_err(|source| RestoreError::File {
        path: path.shown().to_string(),
        source,
    })?;
    let value = bytes.map(|bytes| serde_json::from_slice(&bytes));
    Ok(value.transpose()?)
}

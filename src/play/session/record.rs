//! A session as a game of the records: who played, and how it ended.

use kagetsu_notation::record::SCHEMA;
use kagetsu_notation::{Fault, FaultKind, GameRecord, GameResult, Reason, Ruleset};

use crate::game::{Colour, EndReason, Kind, Seat};

use super::session::Session;

/// What the record of a game says of it beside its moves.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Recorded {
    /// What Black and White are called, as far as known.
    pub names: [Option<String>; 2],
    /// First moves that are those of an opening.
    pub given: usize,
    /// Milliseconds for each move, as far as known.
    pub ms: Vec<u64>,
    /// How it ended, as far as known.
    pub result: GameResult,
    /// Why, where the record says it; else [`EndReason::Recorded`].
    pub reason: EndReason,
}

impl Recorded {
    /// Nothing.
    pub(crate) const NOTHING: Self = Self {
        names: [None, None],
        given: 0,
        ms: Vec::new(),
        result: GameResult::Unfinished,
        reason: EndReason::Recorded,
    };
}

impl Session {
    /// The seat that has a colour now.
    pub(super) fn holder(&self, colour: Colour) -> Seat {
        if self.game().colour(Seat::First) == colour {
            Seat::First
        } else {
            Seat::Second
        }
    }

    /// The name of whoever has a colour.
    pub(crate) fn name_of(&self, colour: Colour) -> String {
        self.name_on(self.holder(colour))
    }

    /// The name of whoever sits on a seat.
    fn name_on(&self, seat: Seat) -> String {
        let name = self.names[seat.index()].clone();
        name.unwrap_or_else(|| self.occupant(seat).name())
    }

    /// Who has won.
    pub(crate) fn result(&self) -> GameResult {
        let Some(outcome) = self.outcome() else {
            return GameResult::Unfinished;
        };
        let winner = outcome.winner.map(|seat| self.game().colour(seat));
        winner.map_or(GameResult::Draw, GameResult::win)
    }

    /// Why it is over, in the words of the records.
    pub(crate) fn reason(&self) -> Reason {
        let Some(end) = self.outcome() else {
            return Reason::Unfinished;
        };
        match end.reason {
            EndReason::Row if self.game().kind() == Kind::Connect6 => Reason::Six,
            EndReason::Row => Reason::Five,
            EndReason::Count => Reason::NoMoves,
            EndReason::NoMoves => Reason::FullBoard,
            EndReason::Resigned => Reason::Resigned,
            EndReason::Time | EndReason::Fault => Reason::Fault,
            // The records have no words for these.
            EndReason::Escaped
            | EndReason::Trapped
            | EndReason::BothPassed
            | EndReason::Repetition
            | EndReason::Agreed
            | EndReason::Recorded => match end.winner {
                Some(_) => Reason::AdjudicatedWin,
                None => Reason::AdjudicatedDraw,
            },
        }
    }

    /// The fault that ended the game.
    pub(crate) fn fault(&self) -> Option<Fault> {
        let outcome = self.outcome()?;
        let kind = match outcome.reason {
            EndReason::Time => FaultKind::Time,
            EndReason::Fault => FaultKind::Crash,
            _ => return None,
        };
        Some(Fault {
            engine: self.name_on(outcome.winner?.other()),
            kind,
            detail: String::new(),
            lines: Vec::new(),
        })
    }

    /// The record without its moves and their times. `size` is the side of the board in points.
    pub(crate) fn record(&self, rule: Ruleset, size: usize) -> GameRecord {
        GameRecord {
            schema: SCHEMA,
            game: 0,
            pair: 0,
            black: self.name_of(Colour::Black),
            white: self.name_of(Colour::White),
            rule,
            size,
            result: self.result(),
            reason: self.reason(),
            moves: String::new(),
            opening: 0,
            ms: Vec::new(),
            remarks: Vec::new(),
            memory_kib: [None, None],
            fault: self.fault(),
        }
    }
}

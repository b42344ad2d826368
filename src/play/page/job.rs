//! What the worker of a table is to do.

use crate::game::Seat;
use crate::session::Mover;
use crate::study::Place;

use super::lesson::Question;

/// What the worker is to do next.
#[derive(Clone, Debug)]
pub(super) enum Job {
    /// Make a step for a seat.
    Answer { seat: Seat, mover: Mover },
    /// End programs that are no longer needed.
    Dismiss,
    /// Suggest a step to a person.
    Hint,
    /// Say whether a draw is accepted for a seat.
    Draw { seat: Seat, level: u8 },
    /// Look at a position until it changes; nothing for that of the game.
    Analyse(Option<Place>),
    /// Look for a win in a position.
    Prove(Option<Place>),
    /// Say what a position of this game, or a move in it, is worth.
    Judge(Question),
}

/// What a person wants to have from Kagetsu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// A suggestion.
    Hint,
    /// A move in the person's place.
    Move,
}

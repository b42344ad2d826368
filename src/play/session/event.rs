//! What a session tells.

use crate::game::{Choice, Colour, Outcome};

/// Something that happened. Moves are in the words of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// A game began.
    Started,
    /// A stone was laid or a piece moved.
    Moved {
        /// By which colour.
        colour: Colour,
        /// The move.
        at: String,
        /// Its number, from one.
        number: usize,
    },
    /// A side passed.
    Passed {
        /// Which.
        colour: Colour,
    },
    /// A decision of the opening was taken.
    Chose {
        /// Which.
        choice: Choice,
    },
    /// The number of fifths was announced.
    Announced {
        /// The number.
        number: u8,
    },
    /// A fifth was offered.
    Offered {
        /// The move.
        at: String,
    },
    /// A fifth was picked.
    Picked {
        /// The move.
        at: String,
    },
    /// Moves of the variations of a file were left out.
    LeftOut {
        /// How many.
        moves: usize,
    },
    /// Steps were taken back.
    TakenBack {
        /// How many.
        steps: usize,
    },
    /// The end of the game was taken back, and no step.
    EndTakenBack,
    /// Steps were brought back.
    BroughtBack {
        /// How many.
        steps: usize,
    },
    /// A draw was offered.
    DrawOffered,
    /// The offer was declined.
    DrawDeclined,
    /// A player asks to take the last step back.
    TakebackAsked {
        /// Of which colour.
        colour: Colour,
    },
    /// The other player does not agree.
    TakebackDeclined,
    /// The occupants of the seats changed places.
    SidesExchanged,
    /// Kagetsu has taken the seat of one of two persons.
    KagetsuSits {
        /// The colour that it plays.
        colour: Colour,
    },
    /// A step was suggested.
    Hint {
        /// The move or the number.
        at: String,
    },
    /// The game is over.
    Ended {
        /// How.
        outcome: Outcome,
        /// The colour of the winner.
        winner: Option<Colour>,
    },
}

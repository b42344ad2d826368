//! What a session tells.

use crate::game::{Choice, Colour, Outcome};

/// Something that happened. Moves are in the words of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// A game began.
    Started,
    /// A stone was laid or a piece moved.
    Moved {
        colour: Colour,
        at: String,
        /// Its number, from one.
        number: usize,
    },
    /// A side passed.
    Passed { colour: Colour },
    /// A decision of the opening was taken.
    Chose { choice: Choice },
    /// The number of fifths was announced.
    Announced { number: u8 },
    /// A fifth was offered.
    Offered { at: String },
    /// A fifth was picked.
    Picked { at: String },
    /// Moves of the variations of a file were left out.
    LeftOut { moves: usize },
    /// Comments of a file were left out.
    CommentsLeftOut { comments: usize },
    /// Steps were taken back.
    TakenBack { steps: usize },
    /// The end of the game was taken back, and no step.
    EndTakenBack,
    /// Steps were brought back.
    BroughtBack { steps: usize },
    /// A draw was offered.
    DrawOffered,
    /// The offer was declined.
    DrawDeclined,
    /// A player asks to take the last step back.
    TakebackAsked { colour: Colour },
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
        outcome: Outcome,
        /// The colour of the winner.
        winner: Option<Colour>,
    },
}

//! What every game has in common, as narrow as the front ends allow: who acts, what is asked of that seat, which steps
//! are legal, how the game stands, and a picture of the board. A game may let one side act several times in a turn,
//! move pieces instead of placing them, and end by counting.

mod picture;
mod refusal;

use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub use picture::{Cell, Foul, Picture, Spot};
pub use refusal::Refusal;

/// One of the two players, whatever its colour. The first seat begins the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// Begins.
    First,
    /// The other.
    Second,
}

impl Seat {
    /// Both, the first one first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The other seat.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The colour of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// Moves first from the empty board.
    Black,
    /// Moves second.
    White,
}

impl Colour {
    /// The other colour.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

/// A decision in an opening procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// Keep the colours.
    Keep,
    /// Exchange the colours.
    Swap,
    /// Lay two more stones and let the opponent choose a colour.
    PlaceTwo,
    /// Offer ten fifth stones instead of playing one.
    OfferTen,
}

/// Something that a seat does in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Step<M> {
    /// A move.
    Move(M),
    /// No move.
    Pass,
    /// A decision of the opening.
    Choose(Choice),
    /// How many stones will be offered.
    Announce(u8),
    /// One of the offered stones.
    Offer(M),
    /// The offered stone that is to stay.
    Pick(M),
}

/// What is asked of the seat that is to act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ask<M> {
    /// A move, or a pass where the game allows one.
    Move,
    /// One of these decisions.
    Choose(Vec<Choice>),
    /// A number from one to this.
    Announce(u8),
    /// So many further offers.
    Offer(u8),
    /// One of these offered moves.
    Pick(Vec<M>),
    /// Nothing: the game is over.
    Nothing,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// A winning row.
    Row,
    /// More pieces at the end.
    Count,
    /// No legal move is left.
    NoMoves,
    /// Both sides passed.
    BothPassed,
    /// The position came back too often.
    Repetition,
    /// A player gave up.
    Resigned,
    /// A clock ran out.
    Time,
    /// The players agreed.
    Agreed,
    /// A program failed.
    Fault,
}

impl EndReason {
    /// All reasons.
    pub const ALL: [Self; 9] = [
        Self::Row,
        Self::Count,
        Self::NoMoves,
        Self::BothPassed,
        Self::Repetition,
        Self::Resigned,
        Self::Time,
        Self::Agreed,
        Self::Fault,
    ];
}

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The winner; nobody in a draw.
    pub winner: Option<Seat>,
    /// Why.
    pub reason: EndReason,
}

/// What clicks on the board mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clicks<M> {
    /// Another click is needed, as after choosing the piece to move.
    More,
    /// This move.
    Move(M),
}

/// The rules of one two-player game and the state of one playing of it. Every state is reached from
/// [`Game::start`] by [`Game::play`]; taking back is replaying.
pub trait Game: Clone + Debug {
    /// What is agreed before the first step: variant, size, set-up pieces.
    type Setup: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// A move.
    type Move: Copy + Debug + PartialEq + Serialize + DeserializeOwned;

    /// The state before the first step.
    ///
    /// # Errors
    /// [`Refusal::Setup`] when no game can start so.
    fn start(setup: &Self::Setup) -> Result<Self, Refusal>;

    /// The seat whose turn it is; without meaning once the game is over.
    fn to_act(&self) -> Seat;

    /// What is asked of that seat.
    fn ask(&self) -> Ask<Self::Move>;

    /// Takes a step of the seat whose turn it is.
    ///
    /// # Errors
    /// [`Refusal`]; the state is then unchanged.
    fn play(&mut self, step: Step<Self::Move>) -> Result<(), Refusal>;

    /// How the game ended by its own rules, if it did.
    fn outcome(&self) -> Option<Outcome>;

    /// The colour of a seat as it stands now.
    fn colour(&self, seat: Seat) -> Colour;

    /// The colour of the next piece, where one seat lays pieces of both colours; `None` for the seat's own.
    fn mover(&self) -> Option<Colour> {
        None
    }

    /// The steps that are legal now, in a fixed order. Passing is among them where it is allowed.
    fn legal(&self) -> Vec<Step<Self::Move>>;

    /// Reads a move as people write it.
    ///
    /// # Errors
    /// [`Refusal::NotAMove`] or [`Refusal::OffBoard`] with the text.
    fn read_move(&self, text: &str) -> Result<Self::Move, Refusal>;

    /// Writes a move as people do.
    fn write_move(&self, mv: Self::Move) -> String;

    /// What clicks, oldest first, mean.
    ///
    /// # Errors
    /// [`Refusal`] when they can mean no move.
    fn clicks(&self, spots: &[Spot]) -> Result<Clicks<Self::Move>, Refusal>;

    /// The board as front ends show it.
    fn picture(&self) -> Picture;
}

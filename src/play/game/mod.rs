//! What every game has in common, as narrow as the front ends allow: who acts, what is asked of that seat, which steps
//! are legal, how the game stands, and a picture of the board. A game may let one side act several times in a turn,
//! move pieces instead of placing them, and end by counting.

mod game_move;
mod kind;
mod line;
mod move_input;
mod picture;
mod played_move;
mod refusal;
mod spot;
mod tree_step;

use std::any::Any;
use std::fmt::Debug;

use serde::{Deserialize, Serialize};

pub use game_move::GameMove;
pub use kind::Kind;
pub use line::{Line, TreeNumbers, Value};
pub use move_input::{LegalMove, MoveInput};
pub use picture::{Cell, Foul, Grid, Node, Picture, Rows};
pub use played_move::{Change, PlayedMove};
pub use refusal::Refusal;
pub use spot::Spot;
pub use tree_step::{TreePosition, TreeStep, WeighedMove};

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

impl Choice {
    /// All decisions.
    pub const ALL: [Self; 4] = [Self::Keep, Self::Swap, Self::PlaceTwo, Self::OfferTen];
}

/// Something that a seat does in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// A move.
    Move(GameMove),
    /// No move.
    Pass,
    /// A decision of the opening.
    Choose(Choice),
    /// How many stones will be offered.
    Announce(u8),
    /// One of the offered stones.
    Offer(GameMove),
    /// The offered stone that is to stay.
    Pick(GameMove),
}

impl Step {
    /// A stone that is laid on a spot.
    pub const fn stone(at: Spot) -> Self {
        Self::Move(GameMove::One(at))
    }
}

/// What is asked of the seat that is to act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ask {
    /// A move, or a pass where the game allows one.
    Move,
    /// One of these decisions.
    Choose(Vec<Choice>),
    /// A number from one to this.
    Announce(u8),
    /// So many further offers.
    Offer(u8),
    /// One of these offered moves.
    Pick(Vec<GameMove>),
    /// Nothing: the game is over.
    Nothing,
}

impl Ask {
    /// The step that a move means where this is asked.
    pub const fn step(&self, mv: GameMove) -> Step {
        match self {
            Self::Offer(_) => Step::Offer(mv),
            Self::Pick(_) => Step::Pick(mv),
            _ => Step::Move(mv),
        }
    }
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// A winning row.
    Row,
    /// More pieces at the end.
    Count,
    /// A piece got past its hunters.
    Escaped,
    /// A hunted piece cannot move.
    Trapped,
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
    pub const ALL: [Self; 11] = [
        Self::Row,
        Self::Count,
        Self::Escaped,
        Self::Trapped,
        Self::NoMoves,
        Self::BothPassed,
        Self::Repetition,
        Self::Resigned,
        Self::Time,
        Self::Agreed,
        Self::Fault,
    ];
}

/// The name of an opening, for front ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OpeningName {
    /// The text of this key of the catalogue.
    Word(&'static str),
    /// The same in every language.
    Text(&'static str),
}

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The winner; nobody in a draw.
    pub winner: Option<Seat>,
    /// Why.
    pub reason: EndReason,
}

/// The rules of one two-player game and the state of one playing of it. Every state is reached from the start of a game
/// by [`Game::play`]; taking back is replaying. A move has the same form in all games: the spots that are clicked for it.
pub trait Game: Any + Debug + Send {
    /// Which game it is.
    fn kind(&self) -> Kind;

    /// A copy of this state.
    fn boxed(&self) -> Box<dyn Game>;

    /// The seat whose turn it is; without meaning once the game is over. Unlike [`Game::to_move`] it is who decides: in an opening one
    /// seat may lay pieces of both colours.
    fn to_act(&self) -> Seat;

    /// What is asked of that seat.
    fn ask(&self) -> Ask;

    /// Takes a step of the seat whose turn it is.
    ///
    /// # Errors
    /// [`Refusal`]; the state is then unchanged.
    fn play(&mut self, step: Step) -> Result<(), Refusal>;

    /// How the game ended by its own rules, if it did.
    fn outcome(&self) -> Option<Outcome>;

    /// The colour of a seat as it stands now. The first seat has Black, unless the game exchanges colours.
    fn colour(&self, seat: Seat) -> Colour {
        match seat {
            Seat::First => Colour::Black,
            Seat::Second => Colour::White,
        }
    }

    /// The colour of the next piece. It is that of the seat to act, unless one seat lays pieces of both colours.
    fn to_move(&self) -> Colour {
        self.colour(self.to_act())
    }

    /// Can a search judge the position? Not while a decision of the opening is asked.
    fn is_searchable(&self) -> bool {
        self.ask() == Ask::Move
    }

    /// The name of the opening, if it has one.
    fn opening_name(&self) -> Option<OpeningName> {
        None
    }

    /// The steps that are legal now, in a fixed order. Passing is among them where it is allowed. Connect6 has too many moves
    /// of two stones to list: it gives so many of them that every free spot occurs in one.
    fn legal(&self) -> Vec<Step>;

    /// Reads a move as people write it.
    ///
    /// # Errors
    /// [`Refusal::NotAMove`] or [`Refusal::OffBoard`] with the text.
    fn read_move(&self, text: &str) -> Result<GameMove, Refusal>;

    /// Writes a move as people do.
    fn write_move(&self, mv: GameMove) -> String;

    /// The move that these clicks mean, oldest first; nothing while another click is needed, as after choosing the piece to
    /// move.
    ///
    /// # Errors
    /// [`Refusal`] when they can mean no move.
    fn move_from_clicks(&self, spots: &[Spot]) -> Result<Option<GameMove>, Refusal>;

    /// How front ends ask for the next move.
    fn move_input(&self) -> MoveInput;

    /// The moves made so far, oldest first. Passes and decisions are not among them.
    fn moves(&self) -> Vec<PlayedMove>;

    /// Number of moves made so far.
    fn move_count(&self) -> usize {
        self.moves().len()
    }

    /// The board as front ends show it.
    fn picture(&self) -> Picture;
}

impl dyn Game {
    /// The state of this very game, if it is that one.
    pub fn downcast_ref<G: Game>(&self) -> Option<&G> {
        (self as &dyn Any).downcast_ref()
    }
}

impl Clone for Box<dyn Game> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}

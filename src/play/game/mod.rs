//! What every game has in common, as narrow as the front ends allow: who acts, what is asked of that seat, which steps
//! are legal, how the game stands, and a picture of the board. A game may let one side act several times in a turn,
//! move pieces instead of placing them, and end by counting.

mod game_move;
mod kind;
mod line;
mod move_input;
mod named;
mod outcome;
mod picture;
mod played_move;
mod refusal;
mod seat;
mod spot;
mod step;
mod tree_step;

use std::any::Any;
use std::fmt::Debug;

use serde::Serialize;

pub use game_move::GameMove;
pub use kagetsu_gomoku::board::Foul;
pub use kind::Kind;
pub use line::{Line, TreeNumbers, Value};
pub use move_input::{LegalMove, MoveInput};
pub(crate) use named::named;
pub use outcome::{EndReason, Outcome};
pub use picture::{Cell, Grid, Node, Picture};
pub use played_move::{Change, PlayedMove};
pub use refusal::Refusal;
pub use seat::{Colour, Seat};
pub(crate) use spot::cut_name;
#[cfg(test)]
pub(crate) use spot::stones_of;
pub use spot::{Rows, Spot};
pub use step::{Ask, Choice, Step};
pub use tree_step::{TreePosition, TreeStep, WeighedMove};

/// The rules of one two-player game and the state of one playing of it. Every state is reached from the start of a game
/// by [`Game::play`]; taking back is replaying. A move has the same form in all games: the spots that are clicked for it.
pub trait Game: Any + Debug + Send {
    /// Which game it is.
    fn kind(&self) -> Kind;

    /// A copy of this state.
    fn clone_box(&self) -> Box<dyn Game>;

    /// The seat whose turn it is; without meaning once the game is over. Unlike [`Game::to_move`] it is who decides: in an
    /// opening one seat may lay pieces of both colours.
    fn to_act(&self) -> Seat;

    /// What is asked of that seat: a move until the game is over, unless there are decisions to take as well.
    fn ask(&self) -> Ask {
        if self.outcome().is_some() {
            Ask::Nothing
        } else {
            Ask::Move
        }
    }

    /// Takes a step of the seat whose turn it is.
    ///
    /// # Errors
    /// [`Refusal`]; the state is then unchanged.
    fn play(&mut self, step: Step) -> Result<(), Refusal>;

    /// How the game ended by its own rules, if it did.
    fn outcome(&self) -> Option<Outcome>;

    /// The colour of a seat as it stands now. The first seat has Black, unless the game exchanges colours.
    fn colour(&self, seat: Seat) -> Colour {
        Colour::BOTH[seat.index()]
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
    /// move. One click is a move, unless the game wants more.
    ///
    /// # Errors
    /// [`Refusal`] when they can mean no move.
    fn move_from_clicks(&self, spots: &[Spot]) -> Result<Option<GameMove>, Refusal> {
        Ok(spots.first().copied().map(GameMove::One))
    }

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

/// The name of an opening, for front ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OpeningName {
    /// The text of this key of the catalogue.
    Word(&'static str),
    /// The same in every language.
    Text(&'static str),
}

impl dyn Game {
    /// The state of this very game, if it is that one.
    pub fn downcast_ref<G: Game>(&self) -> Option<&G> {
        (self as &dyn Any).downcast_ref()
    }
}

impl Clone for Box<dyn Game> {
    fn clone(&self) -> Self {
        self.clone_box()
    }
}

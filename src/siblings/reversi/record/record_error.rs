//! What can be wrong with a game in GGF or SGF.

use thiserror::Error;

use super::game::MoveError;
use crate::board::SquareError;

/// A text that is no game of Othello in GGF or SGF.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// A sign that stands where a property begins.
    #[error("`{text}` is no property such as PB[name]")]
    Property {
        /// The beginning of what stands there.
        text: String,
    },
    /// The text ends before the closing brackets of a game.
    #[error("the text ends before the game does")]
    Unclosed,
    /// There is no game in the text.
    #[error("there is no game in the text: a game begins with (;")]
    Nothing,
    /// Another game than Othello.
    #[error("GM[{name}] is not Othello{hint}")]
    Game {
        /// The value of `GM`.
        name: String,
        /// What it would have to be, if that is not clear.
        hint: &'static str,
    },
    /// The game in which fewer discs win.
    #[error("TY[{0}] is anti-Othello, in which fewer discs win")]
    Anti(String),
    /// A file of SGF that names no game is one of Go.
    #[error("it names no game: Othello is GM[2]")]
    NoGame,
    /// Another board.
    #[error("a board of size {0}, not 8")]
    Size(String),
    /// The start board is none.
    #[error("start board: {0}")]
    Picture(String),
    /// A square cannot be read.
    #[error("move {number}: {error}")]
    Square {
        /// Number of the move, counted from one; 0 for the start board.
        number: usize,
        /// What is wrong with it.
        error: SquareError,
    },
    /// A move that the rules do not allow.
    #[error("move {number}: {error}")]
    Rules {
        /// Number of the move, counted from one.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
}

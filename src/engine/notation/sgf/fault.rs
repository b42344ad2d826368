//! What is wrong with a game in SGF.

use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::geometry::{BoardSize, UnsupportedSize};

/// Most moves of a game that is read: far more than fit on a board, and passes.
pub(super) const MAX_STEPS: usize = 2000;
/// Most nodes of a tree.
pub(super) const MAX_NODES: usize = 500_000;
/// Most properties of a node of a tree: the format has some eighty, and each is looked for among those before it.
pub(super) const MAX_PROPERTIES: usize = 256;
/// The number of Gomoku and Renju in the format.
pub(super) const GOMOKU: i64 = 4;

/// Why a game cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub struct SgfError {
    /// Line of the file on which the game begins, from one.
    pub line: usize,
    /// What is wrong with it.
    pub fault: SgfFault,
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfFault {
    /// A closing parenthesis is missing: the next game begins within this one, or the file ends.
    #[error(
        "the game has no end: a ')' is missing (a game behind it is read if GM, FF or another property of the root is among \
         its first ones)"
    )]
    NoEnd,
    /// A closing bracket is missing.
    #[error(
        "the text that begins on line {line} has no end: a ']' is missing (games behind it may be lost)"
    )]
    OpenText {
        /// Its first line, from one.
        line: usize,
    },
    /// A sign stands where none may be.
    #[error("the game is not SGF: '{}' on line {line} is neither a node, a property nor a value", sign.escape_debug())]
    Sign {
        /// The sign.
        sign: char,
        /// Its line, from one.
        line: usize,
    },
    /// The text holds no game.
    #[error("the game is not SGF: a game begins with '(;'")]
    Form,
    /// The game has too many moves.
    #[error("the game has more than {MAX_STEPS} moves")]
    TooLong,
    /// The tree has too many nodes, or one of them too many properties.
    #[error(
        "the game has more than {MAX_NODES} nodes, or {MAX_PROPERTIES} properties in one of them"
    )]
    TooLarge,
    /// The record is of another game than Gomoku or Renju, as far as it says.
    #[error(
        "the game is GM[{number}]{}, but Gomoku and Renju are GM[{GOMOKU}]: {}if it is one of them all the same, state its \
         rule, as with --rule renju",
        game_name(number),
        other_command(number)
    )]
    OtherGame {
        /// The value of `GM`.
        number: String,
    },
    /// The record does not say which game it is.
    #[error(
        "the game does not say that it is Gomoku or Renju: GM[{GOMOKU}] is missing. If it is one of them, state its rule, as \
         with --rule renju"
    )]
    NoGame,
    /// The board cannot be used.
    #[error(transparent)]
    Size(#[from] UnsupportedSize),
    /// The size of the board cannot be parsed.
    #[error("the size of the board, SZ[{0}], is not a number or columns:rows")]
    BadSize(String),
    /// A move is not a point.
    #[error(
        "'{text}' is not a point of the {size} board: expected two letters, column and row from the top left"
    )]
    Point {
        /// The value.
        text: String,
        /// The board.
        size: BoardSize,
    },
    /// One side makes two moves in a row, or White begins.
    #[error("move {number} is by {side}, but the sides take turns and black begins")]
    Turn {
        /// Its number, from one.
        number: usize,
        /// The side that made it.
        side: Side,
    },
    /// Stones are set by other properties than moves, where only moves are taken.
    #[error("the game sets stones with AB, AW or AE: only moves are taken here")]
    SetUp,
    /// A side passes, where only stones are taken.
    #[error("move {0} is a pass: only stones are taken here")]
    Pass(usize),
}

/// The command that reads the game with this number, as the beginning of a clause.
fn other_command(number: &str) -> &'static str {
    match number.trim().to_ascii_lowercase().as_str() {
        "2" | "othello" | "reversi" => "`reversi analyse FILE` reads Othello; ",
        "connect6" | "connect 6" => "`connect6 move` takes the moves of Connect6; ",
        _ => "",
    }
}

/// The game with this number of the format, behind a blank and in parentheses; empty if it is not known.
///
/// ```
/// assert_eq!(kagetsu_notation::sgf::game_name("1"), " (Go)");
/// ```
pub fn game_name(number: &str) -> &'static str {
    match number {
        "1" => " (Go)",
        "2" => " (Othello)",
        "3" => " (chess)",
        "5" => " (nine men's morris)",
        "6" => " (backgammon)",
        "7" => " (Chinese chess)",
        "8" => " (shogi)",
        "11" => " (Hex)",
        _ => "",
    }
}

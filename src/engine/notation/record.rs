//! The record of a game: one line of `games.jsonl`. All other files of a tournament are made from these records.

use std::fmt;

use serde::{Deserialize, Serialize};

use kagetsu_gomoku::board::{Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, ParsePointError, Point, Rows, UnsupportedSize};

use super::ruleset::Ruleset;
use super::text_form;

/// Version of the form of [`GameRecord`]; raised when a reader of the old form would be misled.
pub const SCHEMA: u32 = 2;

/// Why the moves of a record cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MovesError {
    /// A move is no point of the board.
    #[error(transparent)]
    Point(#[from] ParsePointError),
    /// No board has this size.
    #[error(transparent)]
    Size(#[from] UnsupportedSize),
    /// It is no game of Gomoku.
    #[error("it is a game of {0}, not of Gomoku")]
    OtherGame(Ruleset),
}

/// One game. Tournaments keep finished games only; a game that is saved while it is played has no result yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Number of the game in the schedule, from zero.
    pub game: u32,
    /// Number of its pair: both games of a pair have the same opening and the colours exchanged.
    pub pair: u32,
    /// Name of the engine that had Black.
    pub black: String,
    /// Name of the engine that had White.
    pub white: String,
    /// The rule, or the game where it is not Gomoku.
    #[serde(with = "text_form")]
    pub rule: Ruleset,
    /// Side of the board in points.
    pub size: usize,
    /// The result.
    pub result: GameResult,
    /// The reason for the end.
    pub reason: Reason,
    /// All moves as text such as `h8i9j10`, those of the opening included: a letter for the column from the left and
    /// the row number, from one at the bottom. An illegal move is not among them. Reversi counts rows from the top and
    /// writes `pa` for a pass; Connect6 writes two letters for each stone, as in `JJIIKK`.
    pub moves: String,
    /// Number of moves of the opening, given or chosen by swap2.
    pub opening: usize,
    /// Time for each move in milliseconds. 0 for moves of a given opening; a choice of swap2 stands at its first stone.
    pub ms: Vec<u64>,
    /// For each move, what the engine reported of its search, as far as it was understood.
    pub remarks: Vec<Remark>,
    /// Highest memory of Black's and White's process trees in KiB. `None` if it was not measured.
    pub memory_kib: [Option<u64>; 2],
    /// The fault that ended the game, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

impl GameRecord {
    /// Name of the engine of a side.
    pub fn name(&self, side: Side) -> &str {
        match side {
            Side::Black => &self.black,
            Side::White => &self.white,
        }
    }

    /// The rule of a game of Gomoku.
    ///
    /// # Errors
    /// [`MovesError::OtherGame`]
    pub fn gomoku_rule(&self) -> Result<Rule, MovesError> {
        self.rule.gomoku().ok_or(MovesError::OtherGame(self.rule))
    }

    /// The moves of a game of Gomoku as points.
    ///
    /// # Errors
    /// [`MovesError`] when the board or the text of the moves is damaged, or the game is another one.
    pub fn points(&self) -> Result<Vec<Point>, MovesError> {
        self.gomoku_rule()?;
        Ok(Rows::FromBottom.parse_moves(&self.moves, BoardSize::square(self.size)?)?)
    }
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// Black won.
    Black,
    /// White won.
    White,
    /// A draw.
    Draw,
    /// The game was saved before its end.
    Unfinished,
}

impl GameResult {
    /// The result of a game that a side has won.
    pub const fn win(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }

    /// The side that has won, if one has.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Black => Some(Side::Black),
            Self::White => Some(Side::White),
            Self::Draw | Self::Unfinished => None,
        }
    }

    /// Half points of a side: 2 for a win, 1 for a draw or an unfinished game, 0 for a loss.
    pub fn half_points(self, side: Side) -> u32 {
        match self.winner() {
            None => 1,
            Some(winner) if winner == side => 2,
            Some(_) => 0,
        }
    }
}

/// The reason for the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// A winning row.
    Five,
    /// No free point is left, or only forbidden ones for the side to move.
    FullBoard,
    /// Six or more in a row, in Connect6.
    Six,
    /// Neither side can move, in Reversi.
    NoMoves,
    /// The loser has resigned.
    Resigned,
    /// The agreed number of moves was reached.
    MoveLimit,
    /// Both engines reported for long enough that one of them is losing.
    AdjudicatedWin,
    /// Both engines reported for long enough that the game is even.
    AdjudicatedDraw,
    /// The loser is at fault. [`GameRecord::fault`] describes the fault.
    Fault,
    /// There is no end: the game was saved before it.
    Unfinished,
}

/// How a game was won, as far as the forms of games tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinKind {
    /// On the board, or in a way that is not known.
    Plain,
    /// The other side resigned.
    Resigned,
    /// The other side had no time left.
    Time,
    /// The other side committed a fault.
    Forfeit,
}

impl WinKind {
    /// How a game that has ended so was won: `Plain` also where it was adjudicated.
    pub fn of_end(result: GameResult, reason: Reason, fault: Option<&Fault>) -> Self {
        match (reason, fault.map(|fault| fault.kind)) {
            _ if result.winner().is_none() => Self::Plain,
            (Reason::Resigned, _) => Self::Resigned,
            (Reason::Fault, Some(FaultKind::Time)) => Self::Time,
            (Reason::Fault, _) => Self::Forfeit,
            _ => Self::Plain,
        }
    }
}

/// What an engine reported of its search before a move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    /// The score of the position for that engine, as it was written: a number, or a text such as `+M5`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// The depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

/// The kinds of fault. Each loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// The answer came too late, or did not come while the engine was still working.
    Time,
    /// The move is off the board or on an occupied point.
    Illegal,
    /// Black played a forbidden point.
    Foul,
    /// The process ended or could not be started.
    Crash,
    /// No answer came, and the process is idle: it lost the request or waits for something.
    Stall,
    /// The process tree uses more memory than is allowed.
    Memory,
    /// The engine's folder holds more than is allowed.
    Folder,
    /// The engine sent a line that no manager understands in place of an answer, refused a request, or wrote too much
    /// output.
    Protocol,
}

impl FaultKind {
    /// All kinds.
    pub const ALL: [Self; 8] = [
        Self::Time,
        Self::Illegal,
        Self::Foul,
        Self::Crash,
        Self::Stall,
        Self::Memory,
        Self::Folder,
        Self::Protocol,
    ];

    /// Its name in the files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Illegal => "illegal",
            Self::Foul => "foul",
            Self::Crash => "crash",
            Self::Stall => "stall",
            Self::Memory => "memory",
            Self::Folder => "folder",
            Self::Protocol => "protocol",
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A fault with the evidence for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Name of the engine.
    pub engine: String,
    /// The kind.
    pub kind: FaultKind,
    /// A description with the figures, in one sentence.
    pub detail: String,
    /// The last lines between manager and engine, `>` sent and `<` received, oldest first.
    pub lines: Vec<String>,
}

//! What a game is played under: the engines, the rule, the clock and the limits.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::{BoardSize, Point};

use super::plain_form::{optional_seconds, seconds, square};
use kagetsu_notation::text_form;

/// How an engine is started and what it is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineSpec {
    /// Name in tables and records; unique in a tournament.
    pub name: String,
    /// Program and its arguments; never empty.
    pub command: Vec<String>,
    /// Folder in which it runs; that of the runner if not given.
    pub dir: Option<PathBuf>,
    /// Memory it may use, in bytes; that of the game if not given.
    pub memory: Option<u64>,
    /// Threads it may use (`INFO thread_num`, sent only if given).
    pub threads: Option<u32>,
    /// Its clock; that of the game if not given.
    pub clock: Option<ClockRules>,
    /// Time to wait after its move before the next command is sent: some engines lose what reaches them at once.
    #[serde(with = "seconds")]
    pub pause: Duration,
    /// Folder in which it may keep files (`INFO folder`, sent only if given).
    pub folder: Option<PathBuf>,
    /// Further `INFO` lines, key and value, sent at the start of every game.
    pub options: Vec<(String, String)>,
}

impl EngineSpec {
    /// An engine with nothing special about it.
    pub fn new(name: impl Into<String>, command: Vec<String>) -> Self {
        Self {
            name: name.into(),
            command,
            dir: None,
            memory: None,
            threads: None,
            clock: None,
            pause: Duration::ZERO,
            folder: None,
            options: Vec::new(),
        }
    }
}

/// How long an engine may think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockRules {
    /// For the whole game.
    #[serde(with = "optional_seconds")]
    pub game: Option<Duration>,
    /// For one move.
    #[serde(with = "optional_seconds")]
    pub turn: Option<Duration>,
    /// Added to the game's clock after each move.
    #[serde(with = "seconds")]
    pub increment: Duration,
    /// Positions to visit for a move (`INFO max_node`).
    pub nodes: Option<u64>,
    /// Depth to reach for a move (`INFO max_depth`).
    pub depth: Option<u32>,
}

/// When the runner itself calls a game by what the engines say; both engines must agree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// Called a draw when all of so many successive moves are valued within so many units of zero, from so many stones
    /// on.
    pub draw: Option<DrawRule>,
    /// Called lost for a side when, over so many successive moves, it values its position at or below minus so many
    /// units and the opponent at or above plus as many.
    pub resign: Option<ResignRule>,
}

/// See [`Adjudication::draw`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// Stones on the board from which on the rule counts.
    pub stones: usize,
    /// Successive moves, both sides together.
    pub moves: usize,
    /// Units on either side of zero.
    pub score: i32,
}

/// See [`Adjudication::resign`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResignRule {
    /// Successive moves, both sides together.
    pub moves: usize,
    /// Units.
    pub score: i32,
}

/// How the first stones come onto the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningRule {
    /// As the opening of the pair says.
    #[default]
    Given,
    /// By `SWAP2BOARD` between the engines.
    Swap2,
}

/// What all games of a tournament have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSettings {
    /// The rule.
    #[serde(with = "text_form")]
    pub rule: Rule,
    /// The board.
    #[serde(with = "square")]
    pub size: BoardSize,
    /// How the game begins.
    pub opening_rule: OpeningRule,
    /// The clock, unless an engine has its own.
    pub clock: ClockRules,
    /// How far a limit may be overrun unpunished.
    #[serde(with = "seconds")]
    pub tolerance: Duration,
    /// How long an engine may take to start, to answer `START`, and to answer a move that has no limit in time.
    #[serde(with = "seconds")]
    pub patience: Duration,
    /// Memory for the whole process tree of an engine in bytes; `None` measures nothing.
    pub memory: Option<u64>,
    /// Bytes that an engine's folder may hold, if it is given one.
    pub folder_limit: Option<u64>,
    /// A draw once so many stones lie on the board.
    pub draw_after: Option<usize>,
    /// When the runner calls a game itself.
    pub adjudication: Adjudication,
    /// Is the engine that is not to move stopped meanwhile?
    pub idle: Idle,
    /// Do processes live on from one game to the next?
    pub lifetime: Lifetime,
}

impl GameSettings {
    /// Games from given openings without any limit, in which nothing is measured, forgiven or called early.
    pub fn new(rule: Rule, size: BoardSize) -> Self {
        Self {
            rule,
            size,
            opening_rule: OpeningRule::Given,
            clock: ClockRules::default(),
            tolerance: Duration::ZERO,
            patience: Duration::ZERO,
            memory: None,
            folder_limit: None,
            draw_after: None,
            adjudication: Adjudication::default(),
            idle: Idle::Running,
            lifetime: Lifetime::Game,
        }
    }
}

/// What the engine does that is not to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Idle {
    /// It goes on running and may think.
    #[default]
    Running,
    /// Its processes are suspended.
    Suspended,
}

/// How long a process lives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lifetime {
    /// For one game: games do not depend on each other, as in the official tournament.
    #[default]
    Game,
    /// As long as it works: faster, but what an engine remembers depends on the games before.
    Tournament,
}

/// One game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePlan {
    /// Number in the schedule, from zero.
    pub game: u32,
    /// Number of the pair, from zero.
    pub pair: u32,
    /// Index of the engine that has Black (or, under swap2, places the first stones).
    pub black: usize,
    /// Index of the other engine.
    pub white: usize,
    /// Stones that lie on the board at the start, in playing order, Black first.
    pub opening: Vec<Point>,
}

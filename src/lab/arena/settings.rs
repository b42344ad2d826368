//! The settings of games: the engines, the rule, the clock and the limits.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use kagetsu_gomoku::geometry::BoardSize;

pub use super::adjudication::{Adjudication, DrawRule, ResignRule};
use super::plain_form::{optional_seconds, seconds, square};
use super::protocol::Protocol;
use kagetsu_notation::{Ruleset, text_form};

/// An engine: how it is started, and its own settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineSpec {
    /// Name in tables and records. It must be unique in a tournament.
    pub name: String,
    /// Program and its arguments. Never empty.
    pub command: Vec<String>,
    /// The protocol that it speaks.
    #[serde(
        default,
        with = "text_form",
        skip_serializing_if = "Protocol::is_default"
    )]
    pub protocol: Protocol,
    /// Working folder. `None` for that of the runner.
    pub dir: Option<PathBuf>,
    /// Memory it may use, in bytes; 0 for no limit. `None` for the limit of the game.
    pub memory: Option<u64>,
    /// Threads it may use (`INFO thread_num`, sent only if given).
    pub threads: Option<u32>,
    /// Its clock. `None` for the clock of the game.
    pub clock: Option<ClockRules>,
    /// Time to wait after its move before the next command is sent: some engines lose commands that come at once.
    #[serde(with = "seconds")]
    pub pause: Duration,
    /// Folder in which it may keep files (`INFO folder`, sent only if given).
    pub folder: Option<PathBuf>,
    /// Further `INFO` lines, key and value, sent at the start of every game.
    pub options: Vec<(String, String)>,
    /// SHA-256 of its program and of other files that make it what it is, by path. Empty where nobody has looked.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
}

impl EngineSpec {
    /// An engine without settings of its own.
    pub fn new(name: impl Into<String>, command: Vec<String>) -> Self {
        Self {
            name: name.into(),
            command,
            protocol: Protocol::default(),
            dir: None,
            memory: None,
            threads: None,
            clock: None,
            pause: Duration::ZERO,
            folder: None,
            options: Vec::new(),
            files: BTreeMap::new(),
        }
    }

    /// Its clock in a game: its own, or else that of the game.
    pub fn clock_in(&self, game: &GameSettings) -> ClockRules {
        self.clock.unwrap_or(game.clock)
    }

    /// The memory that it may use, in bytes: its own limit, or else that of the game if its protocol tells it. `None` for no
    /// limit.
    pub(crate) fn memory_limit(&self, game_limit: Option<u64>) -> Option<u64> {
        let told = game_limit.filter(|_| self.protocol.tells_memory());
        self.memory.or(told).filter(|&limit| limit > 0)
    }
}

/// The limits of an engine's search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockRules {
    /// Time for the whole game.
    #[serde(with = "optional_seconds")]
    pub game: Option<Duration>,
    /// Time for one move.
    #[serde(with = "optional_seconds")]
    pub turn: Option<Duration>,
    /// Time added to the game's clock after each move.
    #[serde(with = "seconds")]
    pub increment: Duration,
    /// Nodes to search for a move (`INFO max_node`).
    pub nodes: Option<u64>,
    /// Depth to reach for a move (`INFO max_depth`).
    pub depth: Option<u32>,
}

/// How the first stones are placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningRule {
    /// The opening of the pair.
    #[default]
    Given,
    /// The engines choose them with `SWAP2BOARD`.
    Swap2,
}

/// The settings that all games of a tournament share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSettings {
    /// The rule, or the game where it is not Gomoku.
    #[serde(with = "text_form")]
    pub rule: Ruleset,
    /// The board.
    #[serde(with = "square")]
    pub size: BoardSize,
    /// How the first stones are placed.
    pub opening_rule: OpeningRule,
    /// The clock, unless an engine has its own.
    pub clock: ClockRules,
    /// Overrun of a time limit that is accepted.
    #[serde(with = "seconds")]
    pub tolerance: Duration,
    /// Longest time to start, to answer `START`, and to answer a request for a move without time limit.
    #[serde(with = "seconds")]
    pub patience: Duration,
    /// Memory limit for the whole process tree of an engine, in bytes: what the engine is told. It holds for no engine whose
    /// protocol cannot tell it.
    pub memory: Option<u64>,
    /// Excess over a limit of memory that is accepted, in per cent of the limit: engines size their tables by the limit
    /// and need a little more for everything else.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub memory_tolerance: u32,
    /// Size limit of an engine's folder in bytes, if it has one.
    pub folder_limit: Option<u64>,
    /// Number of stones after which the game is a draw.
    pub draw_after: Option<usize>,
    /// When the runner ends a game by the reported scores.
    pub adjudication: Adjudication,
    /// Whether the engine that is not to move is suspended.
    pub idle: Idle,
    /// Whether processes are kept for the next game.
    pub lifetime: Lifetime,
}

impl GameSettings {
    /// Games from given openings without limits, tolerance, measurement of memory or early decisions.
    pub fn new(rule: impl Into<Ruleset>, size: BoardSize) -> Self {
        Self {
            rule: rule.into(),
            size,
            opening_rule: OpeningRule::Given,
            clock: ClockRules::default(),
            tolerance: Duration::ZERO,
            patience: Duration::ZERO,
            memory: None,
            memory_tolerance: 0,
            folder_limit: None,
            draw_after: None,
            adjudication: Adjudication::default(),
            idle: Idle::Running,
            lifetime: Lifetime::Game,
        }
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes the field so"
)]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// The state of the engine that is not to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Idle {
    /// It keeps running and may think.
    #[default]
    Running,
    /// Its processes are suspended.
    Suspended,
}

/// How long a process lives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lifetime {
    /// One game, as in the official tournament. Games do not depend on each other.
    #[default]
    Game,
    /// The whole tournament, unless the engine is at fault. This is faster, but an engine may remember earlier games.
    Tournament,
}

/// The plan of one game.
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
    /// Moves that are played at the start, as the record of the game has them: `h8i9`, rows from the bottom; `f5d6` in
    /// Reversi; `JJIIKK` in Connect6.
    pub opening: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_an_engine_takes_precedence_and_zero_is_no_limit() {
        let of = |memory| EngineSpec {
            memory,
            ..EngineSpec::new("engine", vec!["engine".to_string()])
        };
        assert_eq!(of(None).memory_limit(Some(7)), Some(7));
        assert_eq!(of(None).memory_limit(None), None);
        assert_eq!(of(Some(5)).memory_limit(Some(7)), Some(5));
        assert_eq!(of(Some(0)).memory_limit(Some(7)), None);
    }

    #[test]
    fn no_engine_has_a_limit_of_memory_that_it_was_not_told_unless_it_is_its_own() {
        let mut engine = EngineSpec::new("engine", vec!["engine".to_string()]);
        engine.protocol = Protocol::Gtp;
        assert_eq!(engine.memory_limit(Some(7)), None);
        engine.memory = Some(5);
        assert_eq!(engine.memory_limit(Some(7)), Some(5));
    }
}

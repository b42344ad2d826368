//! The contents of `tournament.json`: the settings that decide which games are played and how, which must be the same when a
//! tournament goes on, and those of its last run, which may change.

use std::ops::Range;

use kagetsu_kernel::Shard;
use serde::{Deserialize, Serialize};

use super::schedule::{Format, GAMES_PER_PAIR, Schedule};
use super::settings::{EngineSpec, GameSettings};
use super::statistics::{Anchor, SprtSettings};

/// Version of the format of [`Manifest`]. It is raised when a reader of the old format would misread the new one.
pub const MANIFEST_SCHEMA: u32 = 1;

/// The settings of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// [`MANIFEST_SCHEMA`].
    pub schema: u32,
    /// Version of the program that runs the tournament.
    pub version: String,
    /// The engines, in the order of the tables.
    pub engines: Vec<EngineSpec>,
    /// What all games have in common.
    pub game: GameSettings,
    /// The pairings.
    pub format: Format,
    /// Number of pairs of games for each pairing.
    pub rounds: u32,
    /// Number of games.
    pub games: u32,
    /// Where the openings come from; `None` for the empty board.
    pub openings: Option<OpeningSource>,
    /// Seed of all random choices.
    pub seed: u64,
    /// [`Schedule::fingerprint`].
    pub schedule: String,
    /// The test that may end the tournament early.
    pub sprt: Option<SprtSettings>,
    /// Engines with given ratings.
    pub anchors: Vec<Anchor>,
    /// The part of the pairs that is played in this folder; all if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// How the games were last run. It may change, so that it is not compared when a tournament goes on. Without it no fault
    /// stops the tournament, and there is no page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunChoices>,
}

/// What was chosen for the run of a tournament and decides none of its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunChoices {
    /// Number of games at the same time.
    pub concurrency: usize,
    /// Whether each worker has its own processors.
    pub pin: bool,
    /// Whether the first fault stops it.
    pub strict: bool,
    /// Whether the report is written as a page too.
    pub html: bool,
}

impl Manifest {
    /// The settings of a round robin from the empty board, without any option.
    pub fn new(engines: Vec<EngineSpec>, game: GameSettings, schedule: &Schedule) -> Self {
        Self {
            schema: MANIFEST_SCHEMA,
            version: env!("CARGO_PKG_VERSION").to_string(),
            engines,
            game,
            format: Format::RoundRobin,
            rounds: schedule.rounds(),
            games: schedule.games(),
            openings: None,
            seed: 0,
            schedule: schedule.fingerprint(),
            sprt: None,
            anchors: Vec::new(),
            shard: None,
            run: None,
        }
    }

    /// Numbers of the games that are played in this folder. The two games of a pair are in the same shard.
    pub fn game_numbers(&self) -> Range<u32> {
        let pairs = self.games / GAMES_PER_PAIR;
        let Some(shard) = self.shard else {
            return 0..self.games;
        };
        let part = shard.range(u64::from(pairs));
        // Both bounds are at most the number of pairs.
        let game = |pair: u64| pair as u32 * GAMES_PER_PAIR;
        game(part.start)..game(part.end)
    }
}

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningSource {
    /// The file.
    pub file: String,
    /// Number of openings in it.
    pub count: usize,
    /// Most stones that are taken from each; all if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stones: Option<usize>,
    /// Their order, as on the command line.
    pub order: String,
    /// The use of symmetries, as on the command line.
    pub symmetries: String,
}

//! The record of a training: its data, its settings and its losses.
//!
//! The record is stored in the network's file. It names neither the machine nor the time, so that the same training
//! gives the same bytes anywhere.

use serde::{Deserialize, Serialize};

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::eval::nnue::Weights;

use super::measure::NetworkLosses;
use super::set::DataSplit;
use super::trainer::{SampleCounts, TrainSettings, Trained};

/// A data file of a training.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataSource {
    /// Name of the file without its folder.
    pub name: String,
    /// SHA-256 of its bytes in hexadecimal digits.
    pub sha256: String,
    /// Size of the boards, such as `15x15`. Records of older programs lack it and the note.
    #[serde(default)]
    pub size: String,
    /// The note in the header of the file: how `datagen` made the games, or which files they were taken from.
    #[serde(default)]
    pub note: String,
    /// Number of games in it.
    pub games: usize,
    /// Whether all of its games were held out.
    pub held_out: bool,
}

/// What a network is learned from.
#[derive(Clone, Debug)]
pub struct Sources {
    /// The files.
    pub data: Vec<DataSource>,
    /// SHA-256 of the network that training began with. `None` if it began with random parameters.
    pub start: Option<String>,
    /// Number of games to learn from, and of games held out.
    pub games: [usize; 2],
    /// Use of the games of those files that are not held out as a whole.
    pub split: DataSplit,
}

/// The record of a training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainingRecord {
    /// The program that trained, with its version.
    pub program: String,
    /// The rule.
    pub rule: String,
    /// The files.
    pub data: Vec<DataSource>,
    /// SHA-256 of the network that training began with. `None` if it began with random parameters.
    pub start: Option<String>,
    /// Share of games held out of those files that are not held out as a whole.
    pub held_out_share: f64,
    /// Number of games to learn from, and of games held out.
    pub games: [usize; 2],
    /// Number of samples to learn from, and of samples held out.
    pub samples: SampleCounts,
    /// The settings.
    pub settings: TrainSettings,
    /// Number of epochs that were run.
    pub epochs: usize,
    /// The losses on the samples that were learned from.
    pub training: NetworkLosses,
    /// The losses on the held-out games.
    pub held_out: NetworkLosses,
    /// The losses on the held-out games of the network that this one is compared with.
    pub before: NetworkLosses,
}

impl Trained {
    /// The network with its record.
    pub fn into_weights(self, rule: Rule, settings: &TrainSettings, sources: Sources) -> Weights {
        let record = TrainingRecord {
            program: concat!("kagetsu ", env!("CARGO_PKG_VERSION")).to_string(),
            rule: rule.name().to_string(),
            data: sources.data,
            start: sources.start,
            held_out_share: match sources.split {
                DataSplit::Both(share) => share,
                DataSplit::Training => 0.0,
                DataSplit::HeldOut => 1.0,
            },
            games: sources.games,
            samples: self.samples,
            settings: settings.clone(),
            epochs: self.curve.len(),
            training: self.training,
            held_out: self.held_out,
            before: self.reference,
        };
        Weights {
            rule,
            sides: self.weights.sides,
            // A structure of names and finite numbers always has a JSON form.
            record: serde_json::to_string(&record).unwrap_or_else(|_| "{}".to_string()),
        }
    }
}

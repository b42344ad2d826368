//! The record of a training: its data, its settings and its losses.
//!
//! The record is stored in the network's file. It names neither the machine nor the time, so that the same training
//! gives the same bytes anywhere.

use serde::{Deserialize, Serialize};

use kagetsu_gomoku::eval::nnue::Weights;

use super::measure::NetworkLosses;
use super::set::{DataSplit, SampleCounts, SampleSet};
use super::settings::TrainSettings;
use super::trainer::Trained;

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
    /// Share of the openings whose games were held out, in those files that are not held out as a whole.
    pub held_out_share: f64,
    /// Number of games to learn from, and of games held out.
    pub games: [usize; 2],
    /// Number of samples to learn from, and of samples held out.
    pub samples: SampleCounts,
    /// The settings.
    pub settings: TrainSettings,
    /// Number of epochs that were run.
    pub epochs: usize,
    /// The losses on the samples that were learned from. These and those below are missing if the training was broken off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub training: Option<NetworkLosses>,
    /// The losses on the held-out games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held_out: Option<NetworkLosses>,
    /// The losses on the held-out games of the network that this one is compared with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<NetworkLosses>,
}

impl TrainingRecord {
    /// What is known before the first epoch. `data` and `start` are those of the record, `split` is the use of the games of
    /// those files that are not held out as a whole.
    pub fn new(
        set: &SampleSet,
        settings: &TrainSettings,
        data: Vec<DataSource>,
        start: Option<String>,
        split: DataSplit,
    ) -> Self {
        Self {
            program: concat!("kagetsu ", env!("CARGO_PKG_VERSION")).to_string(),
            rule: set.rule().name().to_string(),
            data,
            start,
            held_out_share: match split {
                DataSplit::Both(share) => share,
                DataSplit::Training => 0.0,
                DataSplit::HeldOut => 1.0,
            },
            games: set.games(),
            samples: set.samples(),
            settings: settings.clone(),
            epochs: 0,
            training: None,
            held_out: None,
            before: None,
        }
    }

    /// The network with this record.
    pub fn attach(&self, weights: Weights) -> Weights {
        Weights {
            // A structure of names and finite numbers always has a JSON form.
            record: serde_json::to_string(self).unwrap_or_else(|_| "{}".to_string()),
            ..weights
        }
    }
}

impl Trained {
    /// The network with the record of its training, to which it adds what came of it.
    pub fn into_weights(self, record: TrainingRecord) -> Weights {
        let record = TrainingRecord {
            epochs: self.curve.len(),
            training: Some(self.training),
            held_out: Some(self.held_out),
            before: Some(self.reference),
            ..record
        };
        record.attach(self.weights)
    }
}

//! The settings of a training.

use serde::{Deserialize, Serialize};

use super::goal::TrainedParts;
use super::labels::{DecidedPositions, SampleRules};

/// The settings of a training. The record of a network has them by the names that the options of `train` had at first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainSettings {
    /// Seed of all random numbers.
    pub seed: u64,
    /// Share of the search's expected result in the target of the value, from 0 to 1. The rest is the result of the
    /// game.
    #[serde(rename = "mix")]
    pub lambda: f64,
    /// Weight of the policy loss beside the value loss.
    #[serde(rename = "choice")]
    pub policy_weight: f64,
    /// Largest number of epochs.
    pub epochs: u32,
    /// Batch size, in samples.
    pub batch: usize,
    /// Learning rate before the factors of warm-up and decay.
    pub rate: f64,
    /// Does the network get a neighbour layer?
    #[serde(default)]
    pub neighbours: bool,
    /// What is changed.
    #[serde(default)]
    pub parts: TrainedParts,
    /// What becomes of positions where the search has found a win or a loss.
    #[serde(default)]
    pub decided: DecidedPositions,
    /// Weight of the label of a later, deeper search where a position has one, from 0 to 1.
    #[serde(default)]
    pub deeper: f64,
    /// Are positions left out that no later search has labelled?
    #[serde(default)]
    pub only_relabelled: bool,
    /// Training stops after this many epochs without a gain on the held-out set.
    pub patience: u32,
}

impl Default for TrainSettings {
    fn default() -> Self {
        Self {
            seed: 1,
            lambda: 0.6,
            policy_weight: 0.5,
            epochs: 6,
            batch: 1024,
            rate: 0.004,
            neighbours: false,
            parts: TrainedParts::All,
            decided: DecidedPositions::LeftOut,
            deeper: SampleRules::default().deeper,
            only_relabelled: false,
            patience: 3,
        }
    }
}

impl TrainSettings {
    /// Which positions are learned from, and by which label.
    pub const fn sample_rules(&self) -> SampleRules {
        SampleRules {
            decided: self.decided,
            deeper: self.deeper,
            only_relabelled: self.only_relabelled,
        }
    }
}

//! The settings of a training.

use serde::{Deserialize, Serialize};

use super::goal::TrainedParts;
use super::labels::SampleRules;

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
    /// Which positions are learned from, and by which label.
    #[serde(flatten)]
    pub rules: SampleRules,
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
            rules: SampleRules::default(),
            patience: 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_keep_their_names_and_older_ones_are_read() {
        let settings = TrainSettings::default();
        let text = serde_json::to_string(&settings).expect("names and numbers");
        let (later, patience) = (
            r#","neighbours":false,"parts":"all","decided":"left-out","deeper":1.0,"only_relabelled":false"#,
            r#","patience":3}"#,
        );
        let first = r#"{"seed":1,"mix":0.6,"choice":0.5,"epochs":6,"batch":1024,"rate":0.004"#;
        assert_eq!(text, format!("{first}{later}{patience}"));
        let older: TrainSettings =
            serde_json::from_str(&format!("{first}{patience}")).expect("an older record");
        // There were no deeper labels.
        let rules = SampleRules {
            deeper: 0.0,
            ..SampleRules::default()
        };
        assert_eq!(older, TrainSettings { rules, ..settings });
    }
}

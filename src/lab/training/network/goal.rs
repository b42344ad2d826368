//! The loss function of training, and the sums of losses over positions.
//!
//! **Values.** The value `v` of a position for the side to move is in units of the logistic curve. Its loss against a
//! target result `t` is the cross-entropy `-t ln p - (1 - t) ln (1 - p)` with `p = 1 / (1 + exp(-v))`. The target is a
//! mixture of the result that the search expected, `1 / (1 + exp(-score / 200))`, and of the result of the game, 0, 1/2
//! or 1. [`TrainSettings::lambda`](super::TrainSettings::lambda) is the share of the search. Its expectation is the whole
//! target where no game went on from the position, and where a deeper search has proved a win or a loss. One unit of the
//! logistic curve is 200 evaluation units, for the scores in the games as for the values of the network, so the margins of
//! the search keep their meaning.
//!
//! **Policy scores.** The network chooses each move that the search would rank with a probability proportional to
//! `exp(policy score)`. The loss is the cross-entropy against the best move of the search. Where the search gave scores
//! to several moves, the target share of each is proportional to `exp(expected result / 0.05)`: 0.05 is the temperature.
//! [`TrainSettings::policy_weight`](super::TrainSettings::policy_weight) is the weight of this loss beside that of the value.

use std::fmt;
use std::str::FromStr;

use kagetsu_kernel::ParseTextError;
use serde::{Deserialize, Serialize};

use super::layout::Layout;

/// The layout of the parameters and the weights of the loss function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    pub(super) layout: Layout,
    /// Share of the search's expected result in the target of the value.
    pub(super) lambda: f64,
    /// Weight of the policy loss beside the value loss.
    pub(super) policy_weight: f32,
    /// The neighbour layer is computed for moves whose policy scores lie no further behind the greatest. `None` for a
    /// network without that layer.
    pub(super) neighbours: Option<f32>,
    /// What is changed.
    pub(super) parts: TrainedParts,
}

#[cfg(test)]
impl Goal {
    /// The usual one of a training that changes all of a network with a neighbour layer.
    pub(super) fn usual(rule: kagetsu_gomoku::board::Rule, neighbours: f32) -> Self {
        Self {
            layout: Layout::new(rule),
            lambda: 0.6,
            policy_weight: 0.5,
            neighbours: Some(neighbours),
            parts: TrainedParts::All,
        }
    }
}

/// The parts of a network that a training changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TrainedParts {
    /// All of them.
    #[default]
    All,
    /// What only policy scores use: values stay as they are.
    Policy,
    /// The neighbour layer alone.
    Neighbours,
}

impl TrainedParts {
    /// Every kind of training.
    pub const KINDS: [Self; 3] = [Self::All, Self::Policy, Self::Neighbours];

    /// Are embeddings and values changed?
    pub(super) const fn values(self) -> bool {
        matches!(self, Self::All)
    }

    /// Are the weights of the policy scores changed that do not belong to the neighbour layer?
    pub(super) const fn policy(self) -> bool {
        !matches!(self, Self::Neighbours)
    }
}

impl fmt::Display for TrainedParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::All => "all",
            Self::Policy => "policy",
            Self::Neighbours => "neighbours",
        })
    }
}

impl FromStr for TrainedParts {
    type Err = ParseTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = Self::KINDS.into_iter().find(|one| one.to_string() == text);
        parts.ok_or_else(|| {
            ParseTextError::new(text, "no part of a network", "all, policy or neighbours")
        })
    }
}

/// Sums of losses over some positions, and how many losses were added.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct LossSums {
    /// Number of positions.
    pub(super) positions: usize,
    /// Number of positions of games, which have a result.
    pub(super) results: usize,
    /// Number of positions with a choice of moves.
    pub(super) choices: usize,
    /// Sum of the value losses, against the target.
    pub(super) value: f64,
    /// Sum of the value losses, against the results of the games alone.
    pub(super) result: f64,
    /// Sum of the policy losses.
    pub(super) policy: f64,
    /// Number of positions where the move with the greatest policy score is the most wanted one.
    pub(super) hits: usize,
}

impl LossSums {
    pub(super) fn add(&mut self, other: &Self) {
        self.positions += other.positions;
        self.results += other.results;
        self.choices += other.choices;
        self.value += other.value;
        self.result += other.result;
        self.policy += other.policy;
        self.hits += other.hits;
    }

    /// The mean value loss and the mean policy loss.
    pub(super) fn means(&self) -> [f64; 2] {
        [
            self.value / self.positions.max(1) as f64,
            self.policy / self.choices.max(1) as f64,
        ]
    }
}

//! What a network is to say of a position, and how far it is from that.

use serde::{Deserialize, Serialize};

use super::field::Field;
use super::forward::{Activations, forward_all};
use super::tower::Network;

/// What a network is to say of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The probabilities of the legal moves: cell, probability. Those of all legal moves are there, and their sum is one.
    pub policy: Vec<(u16, f32)>,
    /// The result for the side to move, from -1 to 1.
    pub value: f32,
    /// What the further policy heads are to say, head by head.
    pub auxiliary: Vec<AuxiliaryTarget>,
}

/// What a further policy head is to say of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AuxiliaryTarget {
    /// The weight of its cross entropy among the losses; with zero there is no target.
    pub weight: f32,
    /// The probabilities, in the order of [`Target::policy`].
    pub policy: Vec<f32>,
}

/// The losses of a position, or their sums over positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Losses {
    /// Cross entropy of the policy, in nats.
    pub policy: f64,
    /// Square of the difference of the values.
    pub value: f64,
    /// Cross entropies of the further policy heads, each times its weight.
    #[serde(default)]
    pub auxiliary: f64,
}

impl Losses {
    /// Of this many positions the mean.
    #[must_use]
    pub fn mean(self, positions: usize) -> Self {
        let positions = positions as f64;
        Self {
            policy: self.policy / positions,
            value: self.value / positions,
            auxiliary: self.auxiliary / positions,
        }
    }

    /// Adds those of other positions.
    pub fn add(&mut self, other: Self) {
        self.policy += other.policy;
        self.value += other.value;
        self.auxiliary += other.auxiliary;
    }
}

/// The gradients of the losses by the outputs: of each policy head by the logit of each legal move, and by the value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OutputGradient {
    pub(super) policies: Vec<Vec<(u16, f32)>>,
    pub(super) value: f32,
}

/// The probabilities of legal moves, in their order.
pub(crate) fn probabilities(logits: &[f32], legal: impl Iterator<Item = u16> + Clone) -> Vec<f32> {
    let own = |cell: u16| logits[cell as usize];
    let greatest = legal.clone().map(own).fold(f32::NEG_INFINITY, f32::max);
    let mut parts: Vec<f32> = legal.map(|cell| libm::expf(own(cell) - greatest)).collect();
    let sum: f32 = parts.iter().sum();
    for part in &mut parts {
        *part /= sum;
    }
    parts
}

/// The losses of one position, without a gradient.
pub(crate) fn losses_of(
    network: &Network,
    field: Field,
    planes: Vec<f32>,
    target: &Target,
    numbers: &mut Activations,
) -> Losses {
    forward_all(network, field, planes, numbers);
    losses(numbers, target).0
}

/// The losses of the outputs and their gradients.
pub(super) fn losses(numbers: &Activations, target: &Target) -> (Losses, OutputGradient) {
    let cells = || target.policy.iter().map(|&(cell, _)| cell);
    let wanted = target.policy.iter().map(|&(_, wanted)| wanted);
    let (policy, gradient) = cross_entropy(&numbers.output.logits, cells(), wanted, 1.0);
    let mut policies = vec![gradient];
    let mut auxiliary = 0.0;
    for (logits, target) in numbers.auxiliary.iter().zip(&target.auxiliary) {
        if target.weight <= 0.0 {
            policies.push(Vec::new());
            continue;
        }
        let wanted = target.policy.iter().copied();
        let (entropy, gradient) = cross_entropy(logits, cells(), wanted, target.weight);
        auxiliary += f64::from(target.weight) * entropy;
        policies.push(gradient);
    }
    let difference = numbers.output.value - target.value;
    let losses = Losses {
        policy,
        value: f64::from(difference) * f64::from(difference),
        auxiliary,
    };
    let value = 2.0 * difference;
    (losses, OutputGradient { policies, value })
}

/// The cross entropy of a policy head, and its weighted gradient by the logits.
fn cross_entropy(
    logits: &[f32],
    cells: impl Iterator<Item = u16> + Clone,
    wanted: impl Iterator<Item = f32>,
    weight: f32,
) -> (f64, Vec<(u16, f32)>) {
    let own = probabilities(logits, cells.clone());
    let mut entropy = 0.0;
    let mut gradient = Vec::with_capacity(own.len());
    for ((cell, wanted), own) in cells.zip(wanted).zip(own) {
        entropy -= f64::from(wanted) * f64::from(libm::logf(own.max(f32::MIN_POSITIVE)));
        gradient.push((cell, weight * (own - wanted)));
    }
    (entropy, gradient)
}

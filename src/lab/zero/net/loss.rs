//! What a network is to say of a position, and how far it is from that.

use super::forward::Output;

/// What a network is to say of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The probabilities of the legal moves: cell, probability. Those of all legal moves are there, and their sum is one.
    pub policy: Vec<(u16, f32)>,
    /// The result for the side to move, from -1 to 1.
    pub value: f32,
}

/// The losses of a position, or their sums over positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// Cross entropy of the policy, in nats.
    pub policy: f64,
    /// Square of the difference of the values.
    pub value: f64,
}

impl Losses {
    /// Of this many positions the mean.
    #[must_use]
    pub fn mean(self, positions: usize) -> Self {
        let positions = positions as f64;
        Self {
            policy: self.policy / positions,
            value: self.value / positions,
        }
    }

    /// Adds those of other positions.
    pub fn add(&mut self, other: Self) {
        self.policy += other.policy;
        self.value += other.value;
    }
}

/// The gradients of the losses by the outputs: by the logit of each legal move, and by the value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OutputGradient {
    pub(super) logits: Vec<(u16, f32)>,
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

/// The losses of an output and their gradients.
pub(super) fn losses(output: &Output, target: &Target) -> (Losses, OutputGradient) {
    let cells = target.policy.iter().map(|&(cell, _)| cell);
    let own = probabilities(&output.logits, cells);
    let mut policy = 0.0;
    let mut logits = Vec::with_capacity(own.len());
    for (&(cell, wanted), own) in target.policy.iter().zip(own) {
        policy -= f64::from(wanted) * f64::from(libm::logf(own.max(f32::MIN_POSITIVE)));
        logits.push((cell, own - wanted));
    }
    let difference = output.value - target.value;
    let losses = Losses {
        policy,
        value: f64::from(difference) * f64::from(difference),
    };
    (
        losses,
        OutputGradient {
            logits,
            value: 2.0 * difference,
        },
    )
}

//! The steps of learning (D. Kingma and J. Ba, "Adam: a method for stochastic optimization", 2015; with the decay of weights apart
//! from the gradients: I. Loshchilov and F. Hutter, "Decoupled weight decay regularization", 2019).

use super::tower::Network;

/// How fast the means of gradients and of their squares forget.
const FORGETTING: [f32; 2] = [0.9, 0.999];
/// Added to the deviation of a gradient.
const EPSILON: f32 = 1e-8;
/// What every weight loses in a step at the rate of one (weight decay).
const DECAY: f32 = 1e-2;

/// The state of learning: means of gradients and of their squares, one of each for every weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    pub(super) means: Vec<f32>,
    pub(super) squares: Vec<f32>,
    pub(super) steps: u32,
}

impl Adam {
    /// The state before the first step, for so many weights.
    pub fn new(weights: usize) -> Self {
        Self {
            means: vec![0.0; weights],
            squares: vec![0.0; weights],
            steps: 0,
        }
    }

    /// One step against a gradient.
    pub fn step(&mut self, network: &mut Network, gradient: &[f32], rate: f32) {
        self.steps = self.steps.saturating_add(1);
        let [slow, slower] = FORGETTING;
        // The first means have few summands.
        let [first, second] =
            FORGETTING.map(|forgetting| 1.0 - libm::powf(forgetting, self.steps as f32));
        let weights = network.weights.iter_mut().zip(gradient);
        for ((weight, &gradient), (mean, square)) in
            weights.zip(self.means.iter_mut().zip(&mut self.squares))
        {
            *mean = slow * *mean + (1.0 - slow) * gradient;
            *square = slower * *square + (1.0 - slower) * gradient * gradient;
            let deviation = (*square / second).sqrt() + EPSILON;
            *weight -= rate * (*mean / first / deviation + DECAY * *weight);
        }
    }
}

//! The steps of learning (D. Kingma and J. Ba, "Adam: a method for stochastic optimization", 2015; with the decay of weights apart
//! from the gradients: I. Loshchilov and F. Hutter, "Decoupled weight decay regularization", 2019).

use std::collections::HashMap;

use safetensors::tensor::{Dtype, TensorView};
use safetensors::{SafeTensors, serialize};

use super::checkpoint::{CheckpointError, numbers_of};
use super::tower::Network;

/// How fast the means of gradients and of their squares forget.
const FORGETTING: [f32; 2] = [0.9, 0.999];
/// Added to the deviation of a gradient.
const EPSILON: f32 = 1e-8;
/// What every weight loses in a step at the rate of one (weight decay).
const DECAY: f32 = 1e-2;
/// The only key of the header of a file. Its value is the version of the form and the steps, such as `1 steps=120`.
const KEY: &str = "kagetsu-zero-adam";
/// The value before the number of steps.
const VERSION: &str = "1 steps=";
/// The names of the tensors.
const MEANS: &str = "means";
const SQUARES: &str = "squares";

/// The state of learning: means of gradients and of their squares, one of each for every weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: u32,
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

    /// The state as a file.
    ///
    /// # Errors
    /// If the format refuses it, which does not happen.
    pub fn to_bytes(&self) -> Result<Vec<u8>, CheckpointError> {
        let bytes = [&self.means, &self.squares].map(|numbers| {
            let numbers = numbers.iter();
            numbers.flat_map(|number| number.to_le_bytes()).collect()
        });
        let [means, squares]: &[Vec<u8>; 2] = &bytes;
        let view = |bytes| TensorView::new(Dtype::F32, vec![self.means.len()], bytes);
        let header = HashMap::from([(KEY.to_string(), format!("{VERSION}{}", self.steps))]);
        let tensors = [(MEANS, view(means)?), (SQUARES, view(squares)?)];
        Ok(serialize(tensors, Some(header))?)
    }

    /// Reads the state for so many weights.
    ///
    /// # Errors
    /// [`CheckpointError`] for what is damaged, foreign, of another size, or holds numbers that no learning comes to.
    pub fn from_bytes(bytes: &[u8], weights: usize) -> Result<Self, CheckpointError> {
        let (_, metadata) = SafeTensors::read_metadata(bytes)?;
        let header = metadata.metadata().clone().unwrap_or_default();
        let steps = header
            .get(KEY)
            .and_then(|value| value.strip_prefix(VERSION));
        let steps = steps.and_then(|steps| steps.parse().ok());
        let steps = steps.ok_or(CheckpointError::Foreign(KEY))?;
        let file = SafeTensors::deserialize(bytes)?;
        let means = numbers_of(&file, MEANS, &[weights])?;
        let squares = numbers_of(&file, SQUARES, &[weights])?;
        if squares.iter().any(|&square| square < 0.0) {
            return Err(CheckpointError::Negative(SQUARES));
        }
        Ok(Self {
            means,
            squares,
            steps,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_that_was_kept_goes_on_as_it_was() {
        let mut adam = Adam {
            means: vec![0.5, -0.25, 1e-20],
            squares: vec![0.0, 4.0, 1e-30],
            steps: 7,
        };
        let bytes = adam.to_bytes().expect("a file");
        assert_eq!(Adam::from_bytes(&bytes, 3).expect("a state"), adam);
        let wrong = |bytes: &[u8], weights, words: &str| {
            let error = Adam::from_bytes(bytes, weights)
                .expect_err(words)
                .to_string();
            assert!(error.contains(words), "{error}");
        };
        wrong(&bytes, 4, "'means' has not the shape");
        wrong(&bytes[..bytes.len() - 1], 3, "no file of safetensors");
        adam.squares[1] = -1.0;
        wrong(
            &adam.to_bytes().expect("a file"),
            3,
            "'squares' holds a number below zero",
        );
        adam.means[0] = f32::NAN;
        wrong(
            &adam.to_bytes().expect("a file"),
            3,
            "'means' holds a number that is not finite",
        );
        let words = "no 'kagetsu-zero-adam' of version 1";
        let foreign = String::from_utf8_lossy(&bytes).contains("1 steps=7");
        assert!(foreign, "the header is text");
        let other: Vec<u8> = bytes
            .iter()
            .map(|&byte| if byte == b'=' { b'-' } else { byte })
            .collect();
        wrong(&other, 3, words);
    }
}

//! The state of the optimiser as a file, which says to which network it belongs.

use std::collections::HashMap;

use safetensors::tensor::{Dtype, TensorView};
use safetensors::{SafeTensors, serialize};

use super::super::adam::Adam;
use super::super::tower::Network;
use super::{CheckpointError, numbers_of};

/// The only key of the header of a file. Its value is the version of the form, the steps and a sum over network and state, such as
/// `1 steps=120 crc32=2144df1c`.
const KEY: &str = "kagetsu-zero-adam";
/// The parts of the value before its numbers.
const VERSION: &str = "1 steps=";
const SUM: &str = " crc32=";
/// The names of the tensors.
const MEANS: &str = "means";
const SQUARES: &str = "squares";

impl Adam {
    /// A sum over the state and the network that it belongs to.
    fn sum(&self, network: &Network) -> String {
        let mut sum = crc32fast::Hasher::new();
        for numbers in [network.weights(), &self.means, &self.squares] {
            for number in numbers {
                sum.update(&number.to_le_bytes());
            }
        }
        format!("{:08x}", sum.finalize())
    }

    /// The state as a file that belongs to a network.
    ///
    /// # Errors
    /// If the format refuses it, which does not happen.
    pub fn to_bytes(&self, network: &Network) -> Result<Vec<u8>, CheckpointError> {
        let bytes = [&self.means, &self.squares].map(|numbers| {
            let numbers = numbers.iter();
            numbers.flat_map(|number| number.to_le_bytes()).collect()
        });
        let [means, squares]: &[Vec<u8>; 2] = &bytes;
        let view = |bytes| TensorView::new(Dtype::F32, vec![self.means.len()], bytes);
        let value = format!("{VERSION}{}{SUM}{}", self.steps, self.sum(network));
        let header = HashMap::from([(KEY.to_string(), value)]);
        let tensors = [(MEANS, view(means)?), (SQUARES, view(squares)?)];
        Ok(serialize(tensors, Some(header))?)
    }

    /// Reads the state that belongs to a network.
    ///
    /// # Errors
    /// [`CheckpointError`] for what is damaged, foreign, of another network, or holds numbers that no learning comes to.
    pub fn from_bytes(bytes: &[u8], network: &Network) -> Result<Self, CheckpointError> {
        let weights = network.weights().len();
        let (_, metadata) = SafeTensors::read_metadata(bytes)?;
        let header = metadata.metadata().clone().unwrap_or_default();
        let value = header
            .get(KEY)
            .and_then(|value| value.strip_prefix(VERSION));
        let numbers = value.and_then(|value| value.split_once(SUM));
        let numbers = numbers.and_then(|(steps, sum)| Some((steps.parse().ok()?, sum)));
        let (steps, sum) = numbers.ok_or_else(|| CheckpointError::foreign(KEY))?;
        let file = SafeTensors::deserialize(bytes)?;
        let means = numbers_of(&file, MEANS, &[weights])?;
        let squares = numbers_of(&file, SQUARES, &[weights])?;
        if squares.iter().any(|&square| square < 0.0) {
            return Err(CheckpointError(format!(
                "the tensor '{SQUARES}' holds a number below zero"
            )));
        }
        let state = Self {
            means,
            squares,
            steps,
        };
        if state.sum(network) == sum {
            Ok(state)
        } else {
            Err(CheckpointError(
                "it is of another network, or damaged".to_string(),
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::NetworkShape;

    #[test]
    fn a_state_that_was_kept_goes_on_as_it_was() {
        let [own, other] = [1, 2].map(|seed| Network::new(NetworkShape::TINY, seed));
        let mut adam = Adam::new(own.weights().len());
        (adam.means[0], adam.squares[1], adam.steps) = (-0.25, 1e-30, 7);
        let file = |adam: &Adam| adam.to_bytes(&own).expect("a file");
        let bytes = file(&adam);
        assert_eq!(Adam::from_bytes(&bytes, &own).expect("a state"), adam);
        let wrong = |bytes: &[u8], network: &Network, words: &str| {
            let error = Adam::from_bytes(bytes, network)
                .expect_err(words)
                .to_string();
            assert!(error.contains(words), "{error}");
        };
        wrong(&bytes, &other, "of another network");
        let mut flipped = bytes.clone();
        if let Some(last) = flipped.last_mut() {
            *last ^= 1;
        }
        wrong(&flipped, &own, "of another network, or damaged");
        wrong(&bytes[..bytes.len() - 1], &own, "no file of safetensors");
        let network = own.to_bytes().expect("a file");
        wrong(&network, &own, "no 'kagetsu-zero-adam' of version 1");
        adam.squares[1] = -1.0;
        wrong(&file(&adam), &own, "'squares' holds a number below zero");
        adam.means[0] = f32::NAN;
        wrong(
            &file(&adam),
            &own,
            "'means' holds a number that is not finite",
        );
        adam.means.push(0.0);
        adam.squares.push(0.0);
        wrong(&file(&adam), &own, "'means' has not the shape");
    }
}

//! A network: its weights and how they begin.

use kagetsu_kernel::rng::Rng;

use super::layout::{LANES, Layout, NetworkShape, TAPS};
use super::simd::Instructions;

/// The weights of a network, and the instructions that it is computed with.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// What lies where.
    pub layout: Layout,
    pub(super) weights: Vec<f32>,
    pub(super) instructions: Instructions,
}

impl Network {
    /// A network that knows nothing. The same seed gives the same weights on every machine.
    pub fn new(shape: NetworkShape, seed: u64) -> Self {
        let layout = Layout::new(shape);
        let mut rng = Rng::new(seed);
        let mut weights = vec![0.0; layout.weights()];
        for tensor in layout.tensors.iter().filter(|tensor| tensor.inputs > 0) {
            // Sums of inputs that are cut off at zero keep their variance (K. He et al., "Delving deep into rectifiers", 2015).
            let deviation = (2.0 / tensor.inputs as f32).sqrt();
            // What gives the outputs begins small: at first every move is as likely as every other.
            let is_small = tensor.name.ends_with("last");
            for weight in &mut weights[tensor.range.clone()] {
                *weight = normal(&mut rng) * if is_small { 0.1 * deviation } else { deviation };
            }
        }
        Self {
            layout,
            weights,
            instructions: Instructions::detect(),
        }
    }

    /// The weights, in the order of the layout.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The weights, to change them.
    pub(crate) fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    /// Computes with these instructions from now on; the results are the same.
    #[must_use]
    pub fn with_instructions(mut self, instructions: Instructions) -> Self {
        self.instructions = instructions;
        self
    }

    /// The weights of a convolution of the tower, turned round: from its outputs to its inputs.
    pub(super) fn turned(&self, range: std::ops::Range<usize>) -> Vec<f32> {
        let weights = &self.weights[range];
        let channels = self.layout.shape.channels;
        let mut turned = vec![0.0; weights.len()];
        for (block, of_block) in weights.chunks_exact(TAPS * channels * LANES).enumerate() {
            for (tap, of_tap) in of_block.chunks_exact(channels * LANES).enumerate() {
                for (input, of_input) in of_tap.chunks_exact(LANES).enumerate() {
                    for (lane, &weight) in of_input.iter().enumerate() {
                        let output = block * LANES + lane;
                        let place = (input / LANES * TAPS + TAPS - 1 - tap) * channels + output;
                        turned[place * LANES + input % LANES] = weight;
                    }
                }
            }
        }
        turned
    }
}

/// A number of the standard normal distribution, nearly: the sum of twelve uniform ones (by the central limit theorem).
fn normal(rng: &mut Rng) -> f32 {
    const SUMMANDS: usize = 12;
    let sum: f32 = (0..SUMMANDS).map(|_| rng.unit()).sum();
    sum - SUMMANDS as f32 / 2.0
}

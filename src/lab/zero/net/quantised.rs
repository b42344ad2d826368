//! A network whose convolutions of the tower multiply bytes: weights of eight bits, and numbers of seven, so that the sums of
//! products are exact with any instructions. The scale of the weights belongs to an output, that of the numbers to a position.

use super::layout::{BYTES, LANES, TAPS};
use super::simd::{
    BytesNumber, BytesWeights, Convolution, Instructions, convolve_bytes, quantise, rescale,
};
use super::tower::Network;

/// The greatest weight as a byte.
const MOST: f32 = 127.0;

/// The weights of a convolution of the tower as bytes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct QuantisedConvolution {
    weights: Vec<BytesWeights>,
    /// What the sums of an output are multiplied by.
    scales: Vec<f32>,
}

/// The convolutions of a network's tower as bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantised {
    /// The middle convolution of every block.
    pub(super) middle: Vec<QuantisedConvolution>,
    /// The second one.
    pub(super) second: Vec<QuantisedConvolution>,
}

/// Memory of a convolution.
#[derive(Clone, Debug, Default)]
pub(super) struct ByteNumbers {
    numbers: Vec<BytesNumber>,
    sums: Vec<i32>,
    factors: Vec<f32>,
}

impl Quantised {
    /// Of a network as it is now.
    pub fn new(network: &Network) -> Self {
        let of = |range: &std::ops::Range<usize>| {
            QuantisedConvolution::new(
                &network.weights[range.clone()],
                network.layout.shape.channels,
            )
        };
        let blocks = &network.layout.blocks;
        Self {
            middle: blocks.iter().map(|block| of(&block.middle)).collect(),
            second: blocks.iter().map(|block| of(&block.second)).collect(),
        }
    }
}

impl QuantisedConvolution {
    /// Of weights as the layout has them: blocks of 16 outputs, taps, inputs, outputs.
    fn new(weights: &[f32], channels: usize) -> Self {
        let of_block = TAPS * channels * LANES;
        let greatest = |output: usize| {
            let own = weights[output / LANES * of_block..][..of_block].iter();
            let own = own.skip(output % LANES).step_by(LANES);
            own.fold(0.0_f32, |greatest, weight| greatest.max(weight.abs()))
        };
        let scales: Vec<f32> = (0..channels)
            .map(|output| greatest(output).max(f32::MIN_POSITIVE) / MOST)
            .collect();
        let mut bytes = vec![[[0; BYTES]; LANES]; weights.len() / LANES / BYTES];
        for (place, &weight) in weights.iter().enumerate() {
            let (lane, row) = (place % LANES, place / LANES);
            let output = place / of_block * LANES + lane;
            bytes[row / BYTES][lane][row % BYTES] = (weight / scales[output]).round() as i8;
        }
        Self {
            weights: bytes,
            scales,
        }
    }

    /// Computes the output of the convolution.
    pub(super) fn convolve(
        &self,
        instructions: Instructions,
        shape: &Convolution,
        input: &[f32],
        memory: &mut ByteNumbers,
        output: &mut [f32],
    ) {
        let mut scale = 0.0;
        memory.numbers.resize(input.len() / BYTES, [0; BYTES]);
        memory.sums.resize(output.len(), 0);
        quantise(instructions, input, &mut memory.numbers, &mut scale);
        convolve_bytes(
            instructions,
            shape,
            &memory.numbers,
            &self.weights,
            &mut memory.sums,
        );
        memory.factors.clear();
        memory
            .factors
            .extend(self.scales.iter().map(|own| own * scale));
        rescale(instructions, &memory.sums, &memory.factors, output);
    }
}

#[cfg(test)]
#[path = "quantised_tests.rs"]
mod tests;

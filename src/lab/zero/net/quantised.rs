//! A network whose convolutions of the tower multiply 8-bit integers (int8): weights of eight bits, and numbers of seven, so that
//! the sums of products are exact with any instructions. The scale of the weights belongs to an output, that of the numbers to a
//! position.

use super::convolutions::{Convolutions, ScaledSums};
use super::field::Field;
use super::layout::{BlockLayout, INT8_IN_32_BITS, LANES, TAPS};
use super::simd::{
    Convolution, GREATEST_INT8, Instructions, Int8Number, Int8Weights, convolve_int8, quantise,
};
use super::tower::Network;

/// The greatest weight, and the greatest number, as an 8-bit integer.
const MOST: f32 = GREATEST_INT8 as f32;

/// The weights of a convolution of the tower in int8.
#[derive(Clone, Debug, PartialEq)]
struct QuantisedConvolution {
    weights: Vec<Int8Weights>,
    /// What the sums of an output are multiplied by.
    scales: Vec<f32>,
}

/// The convolutions of a network's tower in int8, block by block.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantised(Vec<QuantisedConvolution>);

/// Memory of int8 convolutions.
#[derive(Clone, Debug, Default)]
pub(super) struct Int8Memory {
    numbers: Vec<Int8Number>,
    sums: Vec<i32>,
    factors: Vec<f32>,
}

/// Int8 convolutions.
#[derive(Debug)]
pub(super) struct Int8Convolutions<'a> {
    quantised: &'a Quantised,
    instructions: Instructions,
    field: Field,
    memory: &'a mut Int8Memory,
}

impl Quantised {
    /// Of a network as it is now.
    pub fn new(network: &Network) -> Self {
        let layout = &network.layout;
        let ranges = layout.blocks.iter().flat_map(BlockLayout::convolutions);
        let weights = ranges.map(|range| &network.weights[range.clone()]);
        let channels = layout.shape.channels;
        let quantised = weights.map(|weights| QuantisedConvolution::new(weights, channels));
        Self(quantised.collect())
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
        let mut bytes = vec![Int8Weights::default(); weights.len() / LANES / INT8_IN_32_BITS];
        for (place, &weight) in weights.iter().enumerate() {
            let (lane, row) = (place % LANES, place / LANES);
            let output = place / of_block * LANES + lane;
            bytes[row / INT8_IN_32_BITS].0[lane][row % INT8_IN_32_BITS] =
                (weight / scales[output]).round() as i8;
        }
        Self {
            weights: bytes,
            scales,
        }
    }
}

impl<'a> Int8Convolutions<'a> {
    pub(super) fn new(
        quantised: &'a Quantised,
        instructions: Instructions,
        field: Field,
        memory: &'a mut Int8Memory,
    ) -> Self {
        Self {
            quantised,
            instructions,
            field,
            memory,
        }
    }
}

impl Convolutions for Int8Convolutions<'_> {
    type Sum = i32;

    fn convolve(&mut self, number: usize, input: &[f32], greatest: f32) -> ScaledSums<'_, i32> {
        let of = &self.quantised.0[number];
        let (field, channels) = (self.field, of.scales.len());
        let memory = &mut *self.memory;
        memory
            .numbers
            .resize(input.len() / INT8_IN_32_BITS, [0; INT8_IN_32_BITS]);
        memory.sums.resize(input.len(), 0);
        let factor = if greatest > 0.0 { MOST / greatest } else { 0.0 };
        let bytes = memory.numbers.as_flattened_mut();
        quantise(self.instructions, field, input, channels, factor, bytes);
        convolve_int8(
            self.instructions,
            &Convolution::of_int8(field, channels),
            &memory.numbers,
            &of.weights,
            &mut memory.sums,
        );
        let scale = greatest / MOST;
        memory.factors.clear();
        memory
            .factors
            .extend(of.scales.iter().map(|own| own * scale));
        ScaledSums {
            sums: &memory.sums,
            factors: &memory.factors,
        }
    }
}

#[cfg(test)]
#[path = "quantised_tests.rs"]
mod tests;

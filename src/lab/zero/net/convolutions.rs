//! The convolutions of the tower, by whatever numbers they are computed.

use super::field::Field;
use super::simd::{Accumulator, Convolution, convolve};
use super::tower::Network;

/// The output of a convolution: sums, each of which is still to be multiplied by the factor of its channel.
#[derive(Debug)]
pub(super) struct ScaledSums<'a, S> {
    pub(super) sums: &'a [S],
    pub(super) factors: &'a [f32],
}

/// The convolutions of a tower.
pub(super) trait Convolutions {
    /// What the products are summed in.
    type Sum: Accumulator;

    /// Computes the convolution of this number: the blocks have two each, the middle one and the second one. No number of the
    /// input is below zero, and none above the greatest.
    fn convolve(
        &mut self,
        number: usize,
        input: &[f32],
        greatest: f32,
    ) -> ScaledSums<'_, Self::Sum>;
}

/// Memory of convolutions by floats.
#[derive(Clone, Debug, Default)]
pub(super) struct FloatMemory {
    sums: Vec<f32>,
    factors: Vec<f32>,
}

/// Convolutions by floats.
#[derive(Debug)]
pub(super) struct FloatConvolutions<'a> {
    network: &'a Network,
    shape: Convolution,
    memory: &'a mut FloatMemory,
}

impl<'a> FloatConvolutions<'a> {
    pub(super) fn new(network: &'a Network, field: Field, memory: &'a mut FloatMemory) -> Self {
        let channels = network.layout.shape.channels;
        memory.sums.resize(field.places() * channels, 0.0);
        memory.factors.resize(channels, 1.0);
        Self {
            network,
            shape: Convolution::of_tower(field, channels),
            memory,
        }
    }
}

impl Convolutions for FloatConvolutions<'_> {
    type Sum = f32;

    fn convolve(&mut self, number: usize, input: &[f32], _: f32) -> ScaledSums<'_, f32> {
        let network = self.network;
        let weights = network.layout.blocks[number / 2].convolutions()[number % 2].clone();
        convolve(
            network.instructions,
            &self.shape,
            input,
            network.weights[weights].as_chunks().0,
            &mut self.memory.sums,
        );
        ScaledSums {
            sums: &self.memory.sums,
            factors: &self.memory.factors,
        }
    }
}

//! The loops, as they are for every processor.

#![expect(
    clippy::inline_always,
    reason = "the loops must be compiled again inside each function for a kind of processor"
)]

use super::super::layout::{LANES, TAPS};

/// What a convolution works on.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Convolution {
    /// Channels of the input.
    pub(in super::super) inputs: usize,
    /// Channels of the output.
    pub(in super::super) outputs: usize,
    /// The first place of the output, and the one after the last.
    pub(in super::super) span: (usize, usize),
    /// The steps from a place to those whose input it takes.
    pub(in super::super) steps: [isize; TAPS],
}

impl Convolution {
    /// The input of a place, one step away.
    #[inline(always)]
    fn row<'a>(&self, input: &'a [f32], place: usize, tap: usize) -> &'a [f32] {
        let at = (place as isize + self.steps[tap]) as usize * self.inputs;
        &input[at..at + self.inputs]
    }
}

/// The products of sixteen weights with a number, added to sixteen sums.
#[inline(always)]
fn add_products(sums: &mut [f32; LANES], number: f32, weights: &[f32; LANES]) {
    for (sum, &weight) in sums.iter_mut().zip(weights) {
        *sum = number.mul_add(weight, *sum);
    }
}

/// Computes the output of every place of the span. Weights: blocks of 16 outputs, taps, inputs, outputs.
#[inline(always)]
pub(super) fn convolve<const TILE: usize>(
    shape: &Convolution,
    input: &[f32],
    weights: &[f32],
    output: &mut [f32],
) {
    let block_weights = TAPS * shape.inputs * LANES;
    for (block, weights) in weights.chunks_exact(block_weights).enumerate() {
        let (mut place, end) = shape.span;
        while place + TILE <= end {
            tile::<TILE>(shape, input, weights, output, (block, place));
            place += TILE;
        }
        while place < end {
            tile::<1>(shape, input, weights, output, (block, place));
            place += 1;
        }
    }
}

#[inline(always)]
fn tile<const TILE: usize>(
    shape: &Convolution,
    input: &[f32],
    weights: &[f32],
    output: &mut [f32],
    (block, place): (usize, usize),
) {
    let mut sums = [[0.0; LANES]; TILE];
    for (tap, weights) in weights.chunks_exact(shape.inputs * LANES).enumerate() {
        let at = (place as isize + shape.steps[tap]) as usize * shape.inputs;
        let rows = &input[at..at + TILE * shape.inputs];
        let (weights, _) = weights.as_chunks::<LANES>();
        for (channel, weights) in weights.iter().enumerate() {
            for (number, sums) in sums.iter_mut().enumerate() {
                add_products(sums, rows[number * shape.inputs + channel], weights);
            }
        }
    }
    for (number, sums) in sums.iter().enumerate() {
        let at = (place + number) * shape.outputs + block * LANES;
        output[at..at + LANES].copy_from_slice(sums);
    }
}

/// Adds to the gradient of the weights what an input and the gradient of the output give.
#[inline(always)]
pub(super) fn gather_gradient<const TILE: usize>(
    shape: &Convolution,
    input: &[f32],
    output_gradient: &[f32],
    gradient: &mut [f32],
) {
    let block_weights = TAPS * shape.inputs * LANES;
    for (block, gradient) in gradient.chunks_exact_mut(block_weights).enumerate() {
        for (tap, gradient) in gradient.chunks_exact_mut(shape.inputs * LANES).enumerate() {
            for (number, gradient) in gradient.chunks_exact_mut(TILE * LANES).enumerate() {
                gather_tile::<TILE>(
                    shape,
                    input,
                    output_gradient,
                    gradient,
                    (block, tap, number * TILE),
                );
            }
        }
    }
}

#[inline(always)]
fn gather_tile<const TILE: usize>(
    shape: &Convolution,
    input: &[f32],
    output_gradient: &[f32],
    gradient: &mut [f32],
    (block, tap, channel): (usize, usize, usize),
) {
    let mut sums = [[0.0; LANES]; TILE];
    for place in shape.span.0..shape.span.1 {
        let row = &shape.row(input, place, tap)[channel..channel + TILE];
        let at = place * shape.outputs + block * LANES;
        let Some(outputs) = output_gradient[at..].first_chunk() else {
            break;
        };
        for (sums, &number) in sums.iter_mut().zip(row) {
            add_products(sums, number, outputs);
        }
    }
    let (gradient, _) = gradient.as_chunks_mut::<LANES>();
    for (gradient, sums) in gradient.iter_mut().zip(&sums) {
        for (number, sum) in gradient.iter_mut().zip(sums) {
            *number += sum;
        }
    }
}

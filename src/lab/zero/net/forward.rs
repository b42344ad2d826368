//! From planes to priors and value.

use std::ops::Range;

use super::field::Field;
use super::layout::{Layout, POLICY_CHANNELS};
use super::quantised::{ByteNumbers, Quantised, QuantisedConvolution};
use super::simd::{Convolution, Instructions, add, add_dense, convolve, rectify};
use super::tower::Network;

/// What a network says of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Output {
    /// The logit of every cell: its prior is the exponential, up to a factor. Occupied cells have one as well.
    pub logits: Vec<f32>,
    /// The value for the side to move, from -1 to 1.
    pub value: f32,
}

/// The numbers of a block that its gradient needs.
#[derive(Clone, Debug, Default)]
pub(super) struct BlockActivations {
    /// After the first bias and the cut at zero.
    pub(super) first: Vec<f32>,
    /// Mean and greatest of every channel of it, if the block pools.
    pub(super) pooled: Pooled,
    /// After the second.
    pub(super) second: Vec<f32>,
}

/// The means of all channels over the board, and then their greatest numbers.
pub(super) type Pooled = Vec<f32>;

/// All numbers of a pass, kept for the gradient and for the memory to be used again.
#[derive(Clone, Debug, Default)]
pub struct Activations {
    pub(super) planes: Vec<f32>,
    pub(super) blocks: Vec<BlockActivations>,
    /// What the heads see.
    pub(super) last: Vec<f32>,
    pub(super) pooled: Pooled,
    /// The hidden numbers of the policy heads, cell by cell.
    pub(super) policies: Vec<Vec<f32>>,
    /// The logits of the further policy heads, as those of the output.
    pub(super) auxiliary: Vec<Vec<f32>>,
    pub(super) value: Vec<f32>,
    tower: Vec<f32>,
    sums: Vec<f32>,
    bytes: ByteNumbers,
    /// The result.
    pub output: Output,
}

/// Computes the output of a network for planes, which [`super::planes_of`] makes.
pub fn forward(network: &Network, field: Field, planes: Vec<f32>, numbers: &mut Activations) {
    forward_by(network, None, field, planes, numbers);
}

/// The same with bytes in the tower where there are some: faster, and not quite the same numbers.
pub fn forward_by(
    network: &Network,
    quantised: Option<&Quantised>,
    field: Field,
    planes: Vec<f32>,
    numbers: &mut Activations,
) {
    tower(network, quantised, field, planes, numbers);
    numbers.policies.resize_with(1, Vec::new);
    let mut logits = std::mem::take(&mut numbers.output.logits);
    policy_head(network, field, numbers, 0, &mut logits);
    numbers.output.logits = logits;
    value_head(network, numbers);
}

/// Computes the output and that of the further policy heads.
pub(super) fn forward_all(
    network: &Network,
    field: Field,
    planes: Vec<f32>,
    numbers: &mut Activations,
) {
    forward(network, field, planes, numbers);
    let heads = network.layout.policies.len();
    numbers.policies.resize_with(heads, Vec::new);
    let mut auxiliary = std::mem::take(&mut numbers.auxiliary);
    auxiliary.resize_with(heads - 1, Vec::new);
    for (head, logits) in (1..).zip(&mut auxiliary) {
        policy_head(network, field, numbers, head, logits);
    }
    numbers.auxiliary = auxiliary;
}

/// Computes what the heads see.
fn tower(
    network: &Network,
    quantised: Option<&Quantised>,
    field: Field,
    planes: Vec<f32>,
    numbers: &mut Activations,
) {
    let (layout, weights) = (&network.layout, &network.weights);
    let channels = layout.shape.channels;
    let size = field.places() * channels;
    numbers.planes = planes;
    numbers
        .blocks
        .resize_with(layout.shape.blocks, BlockActivations::default);
    numbers.tower.resize(size, 0.0);
    numbers.sums.resize(size, 0.0);
    let instructions = network.instructions;
    let of_bytes = Convolution::of_bytes(field, channels);
    let of_tower = Convolution::of_tower(field, channels);
    let mut memory = std::mem::take(&mut numbers.bytes);
    let mut through = |by_bytes: Option<&QuantisedConvolution>,
                       range: &Range<usize>,
                       input: &[f32],
                       output: &mut [f32]| {
        let Some(by_bytes) = by_bytes else {
            let weights = weights[range.clone()].as_chunks().0;
            return convolve(instructions, &of_tower, input, weights, output);
        };
        by_bytes.convolve(instructions, &of_bytes, input, &mut memory, output);
    };
    convolve(
        network.instructions,
        &Convolution::of_planes(field, channels),
        &numbers.planes,
        weights[layout.first.clone()].as_chunks().0,
        &mut numbers.tower,
    );
    field.clear_border(&mut numbers.tower, channels);
    for (number, (block, kept)) in layout.blocks.iter().zip(&mut numbers.blocks).enumerate() {
        let scale = Layout::scale(number);
        let bias = &weights[block.bias.clone()];
        rectified(
            instructions,
            field,
            &numbers.tower,
            Scaling { scale, bias },
            &mut kept.first,
        );
        let by_bytes = quantised.map(|quantised| &quantised.middle[number]);
        through(by_bytes, &block.middle, &kept.first, &mut numbers.sums);
        let mut bias = weights[block.middle_bias.clone()].to_vec();
        if let Some(pool) = &block.pool {
            pool_channels(field, &kept.first, channels, &mut kept.pooled);
            add_dense(
                network.instructions,
                &kept.pooled,
                &weights[pool.clone()],
                &mut bias,
            );
        }
        rectified(
            instructions,
            field,
            &numbers.sums,
            Scaling {
                scale: 1.0,
                bias: &bias,
            },
            &mut kept.second,
        );
        let by_bytes = quantised.map(|quantised| &quantised.second[number]);
        through(by_bytes, &block.second, &kept.second, &mut numbers.sums);
        field.clear_border(&mut numbers.sums, channels);
        add(instructions, &mut numbers.tower, &numbers.sums);
    }
    numbers.bytes = memory;
    let scale = Layout::scale(layout.shape.blocks);
    let bias = &weights[layout.last_bias.clone()];
    rectified(
        instructions,
        field,
        &numbers.tower,
        Scaling { scale, bias },
        &mut numbers.last,
    );
    pool_channels(field, &numbers.last, channels, &mut numbers.pooled);
}

fn policy_head(
    network: &Network,
    field: Field,
    numbers: &mut Activations,
    head: usize,
    logits: &mut Vec<f32>,
) {
    let (layout, weights) = (&network.layout.policies[head], &network.weights);
    let channels = network.layout.shape.channels;
    let mut bias = [0.0; POLICY_CHANNELS];
    bias.copy_from_slice(&weights[layout.bias.clone()]);
    let instructions = network.instructions;
    add_dense(
        instructions,
        &numbers.pooled,
        &weights[layout.pool.clone()],
        &mut bias,
    );
    let hidden = &mut numbers.policies[head];
    hidden.clear();
    logits.clear();
    for cell in 0..field.cells() {
        let at = field.place(cell) * channels;
        let mut sums = bias;
        add_dense(
            instructions,
            &numbers.last[at..at + channels],
            &weights[layout.cells.clone()],
            &mut sums,
        );
        let mut logit = 0.0;
        for (sum, weight) in sums.iter().zip(&weights[layout.last.clone()]) {
            logit += sum.max(0.0) * weight;
        }
        hidden.extend(sums.iter().map(|sum| sum.max(0.0)));
        logits.push(logit);
    }
    debug_assert_eq!(hidden.len(), field.cells() * POLICY_CHANNELS);
}

fn value_head(network: &Network, numbers: &mut Activations) {
    let (layout, weights) = (&network.layout, &network.weights);
    let mut sums = weights[layout.value_bias.clone()].to_vec();
    add_dense(
        network.instructions,
        &numbers.pooled,
        &weights[layout.value.clone()],
        &mut sums,
    );
    let mut value = weights[layout.value_last_bias.start];
    for (sum, weight) in sums.iter_mut().zip(&weights[layout.value_last.clone()]) {
        *sum = sum.max(0.0);
        value += *sum * weight;
    }
    numbers.value = sums;
    numbers.output.value = libm::tanhf(value);
}

/// What is done to numbers before they are cut at zero.
#[derive(Clone, Copy)]
struct Scaling<'a> {
    scale: f32,
    /// One of each channel.
    bias: &'a [f32],
}

/// The scaled numbers, cut at zero; zero on the border.
fn rectified(
    instructions: Instructions,
    field: Field,
    numbers: &[f32],
    Scaling { scale, bias }: Scaling<'_>,
    result: &mut Vec<f32>,
) {
    result.resize(numbers.len(), 0.0);
    rectify(instructions, numbers, scale, bias, result);
    field.clear_border(result, bias.len());
}

fn pool_channels(field: Field, numbers: &[f32], channels: usize, pooled: &mut Pooled) {
    pooled.clear();
    pooled.resize(2 * channels, 0.0);
    let (means, greatest) = pooled.split_at_mut(channels);
    for place in (0..field.cells()).map(|cell| field.place(cell)) {
        let numbers = &numbers[place * channels..][..channels];
        for ((mean, greatest), &number) in means.iter_mut().zip(&mut *greatest).zip(numbers) {
            *mean += number;
            *greatest = if number > *greatest {
                number
            } else {
                *greatest
            };
        }
    }
    for mean in means {
        *mean /= field.cells() as f32;
    }
}

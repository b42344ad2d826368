//! From planes to priors and value.

use super::convolutions::{Convolutions, FloatConvolutions, FloatMemory};
use super::field::Field;
use super::layout::{Layout, NetworkShape, POLICY_CHANNELS};
use super::quantised::{Int8Convolutions, Int8Memory, Quantised};
use super::simd::{Convolution, add, add_dense, convolve, dense_cells, pool, rectify};
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
    floats: FloatMemory,
    int8: Int8Memory,
    /// What it has room for. The borders of such a board are zero.
    room: Option<(NetworkShape, Field, Blocks)>,
    /// The result.
    pub output: Output,
}

/// What becomes of the numbers of the blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Blocks {
    /// They are kept for the gradient.
    Kept,
    /// Each block takes the place of the one before.
    Replaced,
}

impl Activations {
    /// Has room for a board.
    fn fit(&mut self, network: &Network, field: Field, blocks: Blocks) {
        let shape = network.layout.shape;
        let room = Some((shape, field, blocks));
        if self.room == room {
            return;
        }
        let kept = match blocks {
            Blocks::Kept => shape.blocks,
            Blocks::Replaced => 1,
        };
        let numbers = || vec![0.0; field.places() * shape.channels];
        let pooled = || vec![0.0; 2 * shape.channels];
        *self = Self {
            room,
            blocks: vec![
                BlockActivations {
                    first: numbers(),
                    pooled: pooled(),
                    second: numbers(),
                };
                kept
            ],
            last: numbers(),
            pooled: pooled(),
            policies: vec![vec![0.0; field.cells() * POLICY_CHANNELS]; 1 + shape.auxiliary],
            auxiliary: vec![Vec::new(); shape.auxiliary],
            tower: numbers(),
            ..Self::default()
        };
    }
}

/// Computes the output of a network for planes, which [`super::planes_of`] makes.
pub fn forward(network: &Network, field: Field, planes: Vec<f32>, numbers: &mut Activations) {
    forward_by(network, None, field, planes, numbers);
}

/// The same with int8 convolutions in the tower where they are given: faster, and not quite the same numbers.
pub fn forward_by(
    network: &Network,
    quantised: Option<&Quantised>,
    field: Field,
    planes: Vec<f32>,
    numbers: &mut Activations,
) {
    numbers.fit(network, field, Blocks::Replaced);
    numbers.planes = planes;
    if let Some(quantised) = quantised {
        let mut memory = std::mem::take(&mut numbers.int8);
        let by_int8 = Int8Convolutions::new(quantised, network.instructions, field, &mut memory);
        tower(network, field, by_int8, Blocks::Replaced, numbers);
        numbers.int8 = memory;
    } else {
        by_floats(network, field, Blocks::Replaced, numbers);
    }
    play_heads(network, field, numbers);
}

/// Computes the output and that of the further policy heads, and keeps all numbers.
pub(super) fn forward_all(
    network: &Network,
    field: Field,
    planes: Vec<f32>,
    numbers: &mut Activations,
) {
    numbers.fit(network, field, Blocks::Kept);
    numbers.planes = planes;
    by_floats(network, field, Blocks::Kept, numbers);
    play_heads(network, field, numbers);
    let mut auxiliary = std::mem::take(&mut numbers.auxiliary);
    for (head, logits) in (1..).zip(&mut auxiliary) {
        policy_head(network, field, numbers, head, logits);
    }
    numbers.auxiliary = auxiliary;
}

fn by_floats(network: &Network, field: Field, blocks: Blocks, numbers: &mut Activations) {
    let mut memory = std::mem::take(&mut numbers.floats);
    let floats = FloatConvolutions::new(network, field, &mut memory);
    tower(network, field, floats, blocks, numbers);
    numbers.floats = memory;
}

/// Computes what the heads see.
fn tower(
    network: &Network,
    field: Field,
    mut convolutions: impl Convolutions,
    blocks: Blocks,
    numbers: &mut Activations,
) {
    let (layout, weights) = (&network.layout, &network.weights);
    let channels = layout.shape.channels;
    let instructions = network.instructions;
    convolve(
        instructions,
        &Convolution::of_planes(field, channels),
        &numbers.planes,
        weights[layout.first.clone()].as_chunks().0,
        &mut numbers.tower,
    );
    for (number, block) in layout.blocks.iter().enumerate() {
        let kept = match blocks {
            Blocks::Kept => &mut numbers.blocks[number],
            Blocks::Replaced => &mut numbers.blocks[0],
        };
        let scales = vec![Layout::scale(number); channels];
        let bias = &weights[block.bias.clone()];
        let greatest = rectify(
            instructions,
            field,
            &numbers.tower,
            &scales,
            bias,
            &mut kept.first,
        );
        let middle = convolutions.convolve(2 * number, &kept.first, greatest);
        let mut bias = weights[block.middle_bias.clone()].to_vec();
        if let Some(weights_of_pool) = &block.pool {
            pool(instructions, field, &kept.first, &mut kept.pooled);
            add_dense(
                instructions,
                &kept.pooled,
                &weights[weights_of_pool.clone()],
                &mut bias,
            );
        }
        let greatest = rectify(
            instructions,
            field,
            middle.sums,
            middle.factors,
            &bias,
            &mut kept.second,
        );
        let second = convolutions.convolve(2 * number + 1, &kept.second, greatest);
        add(
            instructions,
            field,
            second.sums,
            second.factors,
            &mut numbers.tower,
        );
    }
    let scales = vec![Layout::scale(layout.shape.blocks); channels];
    let bias = &weights[layout.last_bias.clone()];
    rectify(
        instructions,
        field,
        &numbers.tower,
        &scales,
        bias,
        &mut numbers.last,
    );
    pool(instructions, field, &numbers.last, &mut numbers.pooled);
}

/// The heads that play.
fn play_heads(network: &Network, field: Field, numbers: &mut Activations) {
    let mut logits = std::mem::take(&mut numbers.output.logits);
    policy_head(network, field, numbers, 0, &mut logits);
    numbers.output.logits = logits;
    value_head(network, numbers);
}

fn policy_head(
    network: &Network,
    field: Field,
    numbers: &mut Activations,
    head: usize,
    logits: &mut Vec<f32>,
) {
    let (layout, weights) = (&network.layout.policies[head], &network.weights);
    let mut bias = [0.0; POLICY_CHANNELS];
    bias.copy_from_slice(&weights[layout.bias.clone()]);
    let instructions = network.instructions;
    add_dense(
        instructions,
        &numbers.pooled,
        &weights[layout.pool.clone()],
        &mut bias,
    );
    let hidden = numbers.policies[head].as_chunks_mut().0;
    dense_cells(
        instructions,
        field,
        &numbers.last,
        &weights[layout.cells.clone()],
        &bias,
        hidden,
    );
    let last = &weights[layout.last.clone()];
    logits.clear();
    logits.extend(hidden.iter().map(|hidden| {
        let mut logit = 0.0;
        for (number, weight) in hidden.iter().zip(last) {
            logit += number * weight;
        }
        logit
    }));
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

//! The numbers of a network as one list: what lies where.

use std::ops::Range;

/// Numbers that are computed together.
pub(super) const LANES: usize = 16;
/// Planes of a position. Own stones, the opponent's stones, the board, and whether the same side moves again; the others are
/// zero, so that their number is one of lanes.
pub const PLANES: usize = LANES;
/// Cells of a convolution.
pub(super) const TAPS: usize = 9;
/// Channels of the policy head.
pub(super) const POLICY_CHANNELS: usize = LANES;

/// The size of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkShape {
    /// Residual blocks.
    pub blocks: usize,
    /// Channels of the tower, a multiple of 16.
    pub channels: usize,
    /// Numbers of the hidden layer of the value head.
    pub value_hidden: usize,
}

/// The weights of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BlockLayout {
    pub(super) bias: Range<usize>,
    pub(super) middle: Range<usize>,
    /// From the mean and the greatest of every channel, in every second block.
    pub(super) pool: Option<Range<usize>>,
    pub(super) middle_bias: Range<usize>,
    pub(super) second: Range<usize>,
}

/// A tensor as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tensor {
    pub(super) name: String,
    pub(super) range: Range<usize>,
    /// Numbers that each output is a sum of, for the first weights; zero for what begins at zero.
    pub(super) inputs: usize,
    pub(super) shape: Vec<usize>,
}

/// Where the weights of a network of some size lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The size.
    pub shape: NetworkShape,
    pub(super) first: Range<usize>,
    pub(super) blocks: Vec<BlockLayout>,
    pub(super) last_bias: Range<usize>,
    pub(super) policy: Range<usize>,
    pub(super) policy_pool: Range<usize>,
    pub(super) policy_bias: Range<usize>,
    pub(super) policy_last: Range<usize>,
    pub(super) value: Range<usize>,
    pub(super) value_bias: Range<usize>,
    pub(super) value_last: Range<usize>,
    pub(super) value_last_bias: Range<usize>,
    pub(super) tensors: Vec<Tensor>,
}

/// Takes ranges one after the other.
#[derive(Default)]
struct Taker {
    end: usize,
    tensors: Vec<Tensor>,
}

impl Taker {
    fn take(&mut self, name: &str, shape: &[usize], inputs: usize) -> Range<usize> {
        let range = self.end..self.end + shape.iter().product::<usize>();
        self.end = range.end;
        self.tensors.push(Tensor {
            name: name.to_string(),
            range: range.clone(),
            inputs,
            shape: shape.to_vec(),
        });
        range
    }

    /// A convolution: blocks of 16 outputs, cells, inputs, outputs.
    fn convolution(
        &mut self,
        name: &str,
        inputs: usize,
        outputs: usize,
        live: usize,
    ) -> Range<usize> {
        let shape = [outputs / LANES, TAPS, inputs, LANES];
        self.take(name, &shape, TAPS * live)
    }
}

/// Planes of the input that are not always zero.
const LIVE_PLANES: usize = 4;

impl Layout {
    /// The layout of a network of this size.
    pub fn new(shape: NetworkShape) -> Self {
        let NetworkShape {
            channels,
            value_hidden,
            ..
        } = shape;
        let mut taker = Taker::default();
        let first = taker.convolution("first", PLANES, channels, LIVE_PLANES);
        let blocks = (0..shape.blocks)
            .map(|number| {
                let name = |part: &str| format!("block{number}.{part}");
                BlockLayout {
                    bias: taker.take(&name("bias"), &[channels], 0),
                    middle: taker.convolution(&name("middle"), channels, channels, channels),
                    pool: (number % 2 == 1).then(|| {
                        taker.take(&name("pool"), &[2 * channels, channels], 2 * channels)
                    }),
                    middle_bias: taker.take(&name("middle_bias"), &[channels], 0),
                    second: taker.convolution(&name("second"), channels, channels, channels),
                }
            })
            .collect();
        Self {
            shape,
            first,
            blocks,
            last_bias: taker.take("last_bias", &[channels], 0),
            policy: taker.take("policy", &[channels, POLICY_CHANNELS], channels),
            policy_pool: taker.take(
                "policy_pool",
                &[2 * channels, POLICY_CHANNELS],
                2 * channels,
            ),
            policy_bias: taker.take("policy_bias", &[POLICY_CHANNELS], 0),
            policy_last: taker.take("policy_last", &[POLICY_CHANNELS], POLICY_CHANNELS),
            value: taker.take("value", &[2 * channels, value_hidden], 2 * channels),
            value_bias: taker.take("value_bias", &[value_hidden], 0),
            value_last: taker.take("value_last", &[value_hidden], value_hidden),
            value_last_bias: taker.take("value_last_bias", &[1], 0),
            tensors: taker.tensors,
        }
    }

    /// Number of weights.
    pub fn weights(&self) -> usize {
        self.value_last_bias.end
    }

    /// What the input of a block is multiplied by: the variance grows by one with every block before.
    pub(super) fn scale(block: usize) -> f32 {
        1.0 / ((block + 1) as f32).sqrt()
    }
}

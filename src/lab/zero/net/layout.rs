//! The numbers of a network as one list: what lies where.

use std::ops::Range;

/// Numbers that are computed together.
pub(super) const LANES: usize = 16;
/// 8-bit numbers that are multiplied and added at once, into a sum of 32 bits.
pub(super) const INT8_IN_32_BITS: usize = 4;
/// Planes of a position. Own stones, the opponent's stones, the board, and whether the same side moves again; the others are
/// zero, so that their number is one of lanes.
pub(crate) const PLANES: usize = LANES;
/// Cells of a convolution.
pub(super) const TAPS: usize = 9;
/// Channels of the policy head.
pub(super) const POLICY_CHANNELS: usize = LANES;

/// The largest file of a network that is read.
pub(crate) const MAX_FILE_BYTES: u64 = 1 << 30;
/// More than the names and shapes of all tensors take in a file.
const MAX_HEADER_BYTES: u64 = 1 << 20;

/// The size of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkShape {
    /// Residual blocks.
    pub blocks: usize,
    /// Channels of the tower, a multiple of 16.
    pub channels: usize,
    /// Numbers of the hidden layer of the value head.
    pub value_hidden: usize,
    /// Further policy heads, which only learning uses.
    pub auxiliary: usize,
}

impl NetworkShape {
    /// Bytes of its file, at most.
    pub(crate) fn file_bytes(self) -> u64 {
        (Layout::new(self).weights() * size_of::<f32>()) as u64 + MAX_HEADER_BYTES
    }
}

#[cfg(test)]
impl NetworkShape {
    /// A network that is evaluated and learned fast, for tests.
    pub(crate) const TINY: Self = Self {
        blocks: 1,
        channels: 16,
        value_hidden: 16,
        auxiliary: 0,
    };
}

/// The weights of a policy head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PolicyLayout {
    pub(super) cells: Range<usize>,
    pub(super) pool: Range<usize>,
    pub(super) bias: Range<usize>,
    pub(super) last: Range<usize>,
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

impl BlockLayout {
    /// The convolutions in the order in which they are computed.
    pub(super) const fn convolutions(&self) -> [&Range<usize>; 2] {
        [&self.middle, &self.second]
    }
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
    /// The head that plays, and the further ones.
    pub(super) policies: Vec<PolicyLayout>,
    pub(super) value: Range<usize>,
    pub(super) value_bias: Range<usize>,
    pub(super) value_last: Range<usize>,
    pub(super) value_last_bias: Range<usize>,
    weights: usize,
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

    fn policy(&mut self, name: &str, channels: usize) -> PolicyLayout {
        let pooled = 2 * channels;
        PolicyLayout {
            cells: self.take(name, &[channels, POLICY_CHANNELS], channels),
            pool: self.take(&format!("{name}_pool"), &[pooled, POLICY_CHANNELS], pooled),
            bias: self.take(&format!("{name}_bias"), &[POLICY_CHANNELS], 0),
            last: self.take(&format!("{name}_last"), &[POLICY_CHANNELS], POLICY_CHANNELS),
        }
    }
}

/// Planes of the input that are not always zero.
pub(super) const LIVE_PLANES: usize = 4;

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
        let last_bias = taker.take("last_bias", &[channels], 0);
        let mut policies = vec![taker.policy("policy", channels)];
        let value = taker.take("value", &[2 * channels, value_hidden], 2 * channels);
        let value_bias = taker.take("value_bias", &[value_hidden], 0);
        let value_last = taker.take("value_last", &[value_hidden], value_hidden);
        let value_last_bias = taker.take("value_last_bias", &[1], 0);
        // Last, so that they change nothing of the others.
        policies.extend((0..shape.auxiliary).map(|number| {
            let name = format!("auxiliary{number}");
            taker.policy(&name, channels)
        }));
        Self {
            shape,
            first,
            blocks,
            last_bias,
            policies,
            value,
            value_bias,
            value_last,
            value_last_bias,
            weights: taker.end,
            tensors: taker.tensors,
        }
    }

    /// Number of weights.
    pub const fn weights(&self) -> usize {
        self.weights
    }

    /// What the input of a block is multiplied by: the variance grows by one with every block before.
    pub(super) fn scale(block: usize) -> f32 {
        1.0 / ((block + 1) as f32).sqrt()
    }
}

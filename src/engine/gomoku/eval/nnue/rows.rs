//! Rows of 16-bit numbers as the loops in [`simd`](super::simd) take them.

use super::rings::{GREATEST_STEP, RINGS};
use super::weights::{CODE_SUM, EMBEDDING_PAIR, HIDDEN};

/// Numbers of both embeddings of a point, Black's first; a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct EmbeddingRow(pub(super) [i16; EMBEDDING_PAIR]);

impl EmbeddingRow {
    pub(super) const ZERO: Self = Self([0; EMBEDDING_PAIR]);
}

/// The embeddings of a point and of those round it: the point in the middle, and all indices up to the farthest of a ring.
pub(super) type Neighbourhood = [EmbeddingRow; 2 * GREATEST_STEP + 1];

/// What the neighbour layer does to a point, in the order of the embeddings. Coefficients have 15 bits after the binary
/// point, biases are in the unit of the embeddings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NeighbourRows {
    /// Of the point itself.
    pub(super) own: EmbeddingRow,
    /// Of each ring.
    pub(super) rings: [EmbeddingRow; RINGS],
    /// What the sums begin with.
    pub(super) bias: EmbeddingRow,
}

/// Numbers of one side: of an embedding, or of a vector of a code.
pub(super) type SideRow = [i16; CODE_SUM];

/// 16-bit numbers in pairs, as the layers take them.
pub(super) type Pairs<const PAIRS: usize> = [[i16; 2]; PAIRS];
/// The output of a layer.
pub(super) type Neurons = Pairs<{ HIDDEN / 2 }>;

/// The weights of two inputs for every neuron; two cache lines.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct PairRow(pub(super) Pairs<HIDDEN>);

/// How sums of products become 16-bit numbers again: a shift, then a clamp, which with a minimum of zero is ReLU as well.
#[derive(Clone, Copy, Debug)]
pub(super) struct Requantization {
    /// Number of low bits that are dropped.
    pub(super) shift: u32,
    /// Smaller results become this.
    pub(super) min: i16,
    /// Larger results become this.
    pub(super) max: i16,
}

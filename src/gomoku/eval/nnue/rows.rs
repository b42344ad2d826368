//! Rows of 16-bit numbers as the loops in [`simd`](super::simd) take them.

use super::weights::{CODE_SUM, EMBEDDING_PAIR, HIDDEN};

/// Numbers of both embeddings of a point, Black's first; a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct EmbeddingRow(pub(super) [i16; EMBEDDING_PAIR]);

impl EmbeddingRow {
    pub(super) const ZERO: Self = Self([0; EMBEDDING_PAIR]);
}

/// Numbers of a side's embedding or code_sum.
pub(super) type CodeSum = [i16; CODE_SUM];

/// Numbers of 16 bits, two by two, as the layers take them.
pub(super) type Pairs<const PAIRS: usize> = [[i16; 2]; PAIRS];
/// What comes of a layer.
pub(super) type Neurons = Pairs<{ HIDDEN / 2 }>;

/// What two inputs weigh in each neuron; two cache lines.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct PairRow(pub(super) Pairs<HIDDEN>);

/// How sums of products become numbers of 16 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Narrowing {
    /// Bits that are left out.
    pub(super) shift: u32,
    /// What is below counts as this,
    pub(super) least: i16,
    /// and what is above as that.
    pub(super) most: i16,
}

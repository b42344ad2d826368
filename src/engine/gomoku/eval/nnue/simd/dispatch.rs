//! The choice between the loops of `portable` and of `avx2` by the processor at hand.

use crate::eval::nnue::rows::{
    EmbeddingRow, NeighbourRows, Neighbourhood, Neurons, PairRow, Pairs, Requantization, SideRow,
};
use crate::eval::nnue::weights::{EMBEDDING_PAIR, HIDDEN};

use super::{avx2, portable};

#[inline]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
}

/// The name of the instructions that the loops use on this processor.
pub(in super::super) fn instructions() -> &'static str {
    if has_avx2() { "avx2" } else { "portable" }
}

/// As [`portable::layer`].
#[inline]
pub(in super::super) fn layer<const PAIRS: usize>(
    start: &[i32; HIDDEN],
    inputs: &Pairs<PAIRS>,
    rows: &[PairRow; PAIRS],
    requantization: Requantization,
) -> Neurons {
    if has_avx2() {
        // SAFETY: the processor has just been asked whether it has AVX2.
        return unsafe { avx2::layer(start, inputs, rows, requantization) };
    }
    portable::layer(start, inputs, rows, requantization)
}

/// As [`portable::exchange`].
#[inline]
pub(in super::super) fn exchange<'a, const POINTS: usize>(
    points: &mut [EmbeddingRow; POINTS],
    events: impl Iterator<Item = (usize, &'a EmbeddingRow, &'a EmbeddingRow)>,
) -> [i16; EMBEDDING_PAIR] {
    if has_avx2() {
        // SAFETY: the processor has just been asked whether it has AVX2.
        return unsafe { avx2::exchange(points, events) };
    }
    portable::exchange(points, events)
}

/// As [`portable::difference_sums`].
#[inline]
pub(in super::super) fn difference_sums<'a>(
    pairs: impl Iterator<Item = [(&'a SideRow, &'a SideRow); 2]>,
) -> [SideRow; 2] {
    if has_avx2() {
        // SAFETY: the processor has just been asked whether it has AVX2.
        return unsafe { avx2::difference_sums(pairs) };
    }
    portable::difference_sums(pairs)
}

/// As [`portable::policy_sums`].
#[inline]
pub(in super::super) fn policy_sums<'a, T>(
    weights: &[i16; EMBEDDING_PAIR],
    points: impl Iterator<Item = (&'a [i16; EMBEDDING_PAIR], [&'a SideRow; 2], T)>,
    take: impl FnMut(i32, T),
) {
    if has_avx2() {
        // SAFETY: the processor has just been asked whether it has AVX2.
        return unsafe { avx2::policy_sums(weights, points, take) };
    }
    portable::policy_sums(weights, points, take);
}

/// As [`portable::neighbour_sums`].
#[inline]
pub(in super::super) fn neighbour_sums<'a, T>(
    rows: &NeighbourRows,
    weights: &[i16; EMBEDDING_PAIR],
    points: impl Iterator<Item = (&'a Neighbourhood, T)>,
    take: impl FnMut(i32, T),
) {
    if has_avx2() {
        // SAFETY: the processor has just been asked whether it has AVX2.
        return unsafe { avx2::neighbour_sums(rows, weights, points, take) };
    }
    portable::neighbour_sums(rows, weights, points, take);
}

//! The loops for processors with AVX2.

use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi32_si128, _mm_cvtsi128_si32, _mm_shuffle_epi32,
    _mm256_add_epi16, _mm256_add_epi32, _mm256_adds_epi16, _mm256_castsi256_si128,
    _mm256_extracti128_si256, _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16,
    _mm256_mulhrs_epi16, _mm256_packs_epi32, _mm256_permute4x64_epi64, _mm256_set1_epi16,
    _mm256_set1_epi32, _mm256_setzero_si256, _mm256_sra_epi32, _mm256_sub_epi16,
};

use zerocopy::transmute;

use crate::eval::nnue::rings::{GREATEST_STEP, RING_PLACES};
use crate::eval::nnue::rows::{
    EmbeddingRow, NeighbourRows, Neighbourhood, Neurons, PairRow, Pairs, Requantization, SideRow,
};
use crate::eval::nnue::weights::{EMBEDDING_PAIR, HIDDEN};

/// Vectors of eight sums in a layer.
const SUM_VECTORS: usize = HIDDEN / 8;

/// As [`portable::layer`](super::portable::layer).
#[target_feature(enable = "avx2")]
pub(super) fn layer<const PAIRS: usize>(
    start: &[i32; HIDDEN],
    inputs: &Pairs<PAIRS>,
    rows: &[PairRow; PAIRS],
    requantization: Requantization,
) -> Neurons {
    let mut sums: [__m256i; SUM_VECTORS] = transmute!(*start);
    for (&input, row) in inputs.iter().zip(rows) {
        let input = _mm256_set1_epi32(transmute!(input));
        let row: [__m256i; SUM_VECTORS] = transmute!(row.0);
        for (sum, &weights) in sums.iter_mut().zip(&row) {
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(input, weights));
        }
    }
    let shift = _mm_cvtsi32_si128(requantization.shift as i32);
    let [first, second, third, fourth] = sums.map(|sum| _mm256_sra_epi32(sum, shift));
    let (min, max) = (
        _mm256_set1_epi16(requantization.min),
        _mm256_set1_epi16(requantization.max),
    );
    transmute!([[first, second], [third, fourth]].map(|[left, right]| {
        let packed = _mm256_permute4x64_epi64::<IN_ORDER>(_mm256_packs_epi32(left, right));
        _mm256_min_epi16(_mm256_max_epi16(packed, min), max)
    }))
}

/// Quarters of a vector after packing, in the order of what was packed.
const IN_ORDER: i32 = 0b11_01_10_00;

/// As [`portable::exchange`](super::portable::exchange).
#[target_feature(enable = "avx2")]
pub(super) fn exchange<'a, const POINTS: usize>(
    points: &mut [EmbeddingRow; POINTS],
    events: impl Iterator<Item = (usize, &'a EmbeddingRow, &'a EmbeddingRow)>,
) -> [i16; EMBEDDING_PAIR] {
    let zero = _mm256_setzero_si256();
    let mut change = [zero; 2];
    for (place, old, new) in events {
        let row = &mut points[place % POINTS];
        let (mut embeddings, old, new) = (halves(row), halves(old), halves(new));
        for half in 0..2 {
            let embedding = embeddings[half];
            let next = _mm256_add_epi16(_mm256_sub_epi16(embedding, old[half]), new[half]);
            let gain = _mm256_sub_epi16(
                _mm256_max_epi16(next, zero),
                _mm256_max_epi16(embedding, zero),
            );
            change[half] = _mm256_add_epi16(change[half], gain);
            embeddings[half] = next;
        }
        row.0 = transmute!(embeddings);
    }
    transmute!(change)
}

#[inline]
#[target_feature(enable = "avx2")]
fn halves(row: &EmbeddingRow) -> [__m256i; 2] {
    transmute!(row.0)
}

/// As [`portable::difference_sums`](super::portable::difference_sums).
#[target_feature(enable = "avx2")]
pub(super) fn difference_sums<'a>(
    pairs: impl Iterator<Item = [(&'a SideRow, &'a SideRow); 2]>,
) -> [SideRow; 2] {
    let mut sums = [_mm256_setzero_si256(); 2];
    for pairs in pairs {
        for (sum, (&old, &new)) in sums.iter_mut().zip(pairs) {
            *sum = _mm256_add_epi16(*sum, _mm256_sub_epi16(transmute!(new), transmute!(old)));
        }
    }
    transmute!(sums)
}

/// As [`portable::policy_sums`](super::portable::policy_sums).
#[target_feature(enable = "avx2")]
pub(super) fn policy_sums<'a, T>(
    weights: &[i16; EMBEDDING_PAIR],
    points: impl Iterator<Item = (&'a [i16; EMBEDDING_PAIR], [&'a SideRow; 2], T)>,
    mut take: impl FnMut(i32, T),
) {
    let zero = _mm256_setzero_si256();
    let weights: [__m256i; 2] = transmute!(*weights);
    for (embeddings, [&first, &second], point) in points {
        let embeddings: [__m256i; 2] = transmute!(*embeddings);
        let first = _mm256_max_epi16(_mm256_add_epi16(embeddings[0], transmute!(first)), zero);
        let second = _mm256_max_epi16(_mm256_add_epi16(embeddings[1], transmute!(second)), zero);
        let products = _mm256_add_epi32(
            _mm256_madd_epi16(first, weights[0]),
            _mm256_madd_epi16(second, weights[1]),
        );
        take(lane_sum(products), point);
    }
}

/// As [`portable::neighbour_sums`](super::portable::neighbour_sums).
#[target_feature(enable = "avx2")]
pub(super) fn neighbour_sums<'a, T>(
    rows: &NeighbourRows,
    weights: &[i16; EMBEDDING_PAIR],
    points: impl Iterator<Item = (&'a Neighbourhood, T)>,
    mut take: impl FnMut(i32, T),
) {
    let zero = _mm256_setzero_si256();
    let weights: [__m256i; 2] = transmute!(*weights);
    for (neighbourhood, point) in points {
        let mut products = zero;
        for (half, &weights) in weights.iter().enumerate() {
            let positive =
                |place: usize| _mm256_max_epi16(halves(&neighbourhood[place])[half], zero);
            let mut output = _mm256_adds_epi16(
                halves(&rows.bias)[half],
                _mm256_mulhrs_epi16(positive(GREATEST_STEP), halves(&rows.own)[half]),
            );
            for (coefficients, places) in rows.rings.iter().zip(RING_PLACES) {
                let [first, second, third, fourth] = places.map(positive);
                let ring = _mm256_add_epi16(
                    _mm256_add_epi16(first, second),
                    _mm256_add_epi16(third, fourth),
                );
                let term = _mm256_mulhrs_epi16(ring, halves(coefficients)[half]);
                output = _mm256_adds_epi16(output, term);
            }
            let output = _mm256_max_epi16(output, zero);
            products = _mm256_add_epi32(products, _mm256_madd_epi16(output, weights));
        }
        take(lane_sum(products), point);
    }
}

/// The sum of eight numbers.
#[inline]
#[target_feature(enable = "avx2")]
fn lane_sum(lanes: __m256i) -> i32 {
    /// Puts the upper half before the lower one.
    const UPPER_HALF: i32 = 0b01_00_11_10;
    /// Exchanges neighbours.
    const NEIGHBOURS: i32 = 0b10_11_00_01;
    let four = _mm_add_epi32(
        _mm256_castsi256_si128(lanes),
        _mm256_extracti128_si256::<1>(lanes),
    );
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<UPPER_HALF>(four));
    _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<NEIGHBOURS>(two)))
}

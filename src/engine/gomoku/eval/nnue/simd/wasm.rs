//! The loops for browsers with vectors of 128 bits.

use std::arch::wasm32::{
    i16x8_add, i16x8_add_sat, i16x8_max, i16x8_min, i16x8_narrow_i32x4, i16x8_q15mulr_sat,
    i16x8_splat, i16x8_sub, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane, i32x4_shr, i32x4_splat,
    v128,
};

use zerocopy::transmute;

use crate::eval::nnue::rings::{GREATEST_STEP, RING_PLACES};
use crate::eval::nnue::rows::{
    EmbeddingRow, NeighbourRows, Neighbourhood, Neurons, PairRow, Pairs, Requantization, SideRow,
};
use crate::eval::nnue::weights::{EMBEDDING_PAIR, HIDDEN};

/// Vectors of four sums in a layer.
const SUM_VECTORS: usize = HIDDEN / 4;
/// Vectors of eight numbers in the embeddings of a point.
const VECTORS: usize = EMBEDDING_PAIR / 8;
/// Vectors of eight numbers in those of one side.
const SIDE_VECTORS: usize = VECTORS / 2;

type Row = [v128; VECTORS];

/// As [`portable::layer`](super::portable::layer).
pub(in super::super) fn layer<const PAIRS: usize>(
    start: &[i32; HIDDEN],
    inputs: &Pairs<PAIRS>,
    rows: &[PairRow; PAIRS],
    requantization: Requantization,
) -> Neurons {
    let mut sums: [v128; SUM_VECTORS] = transmute!(*start);
    for (&input, row) in inputs.iter().zip(rows) {
        let input = i32x4_splat(transmute!(input));
        let row: [v128; SUM_VECTORS] = transmute!(row.0);
        for (sum, &weights) in sums.iter_mut().zip(&row) {
            *sum = i32x4_add(*sum, i32x4_dot_i16x8(input, weights));
        }
    }
    let (min, max) = (
        i16x8_splat(requantization.min),
        i16x8_splat(requantization.max),
    );
    let neurons: Row = std::array::from_fn(|place| {
        let [left, right] =
            [0, 1].map(|half| i32x4_shr(sums[2 * place + half], requantization.shift));
        i16x8_min(i16x8_max(i16x8_narrow_i32x4(left, right), min), max)
    });
    transmute!(neurons)
}

/// As [`portable::exchange`](super::portable::exchange).
pub(in super::super) fn exchange<'a, const POINTS: usize>(
    points: &mut [EmbeddingRow; POINTS],
    events: impl Iterator<Item = (usize, &'a EmbeddingRow, &'a EmbeddingRow)>,
) -> [i16; EMBEDDING_PAIR] {
    let zero = i16x8_splat(0);
    let mut change = [zero; VECTORS];
    for (place, old, new) in events {
        let row = &mut points[place % POINTS];
        let (mut embeddings, old, new) = (vectors(row), vectors(old), vectors(new));
        for part in 0..VECTORS {
            let embedding = embeddings[part];
            let next = i16x8_add(i16x8_sub(embedding, old[part]), new[part]);
            let gain = i16x8_sub(i16x8_max(next, zero), i16x8_max(embedding, zero));
            change[part] = i16x8_add(change[part], gain);
            embeddings[part] = next;
        }
        row.0 = transmute!(embeddings);
    }
    transmute!(change)
}

#[inline]
fn vectors(row: &EmbeddingRow) -> Row {
    transmute!(row.0)
}

/// As [`portable::difference_sums`](super::portable::difference_sums).
pub(in super::super) fn difference_sums<'a>(
    pairs: impl Iterator<Item = [(&'a SideRow, &'a SideRow); 2]>,
) -> [SideRow; 2] {
    let mut sums = [[i16x8_splat(0); SIDE_VECTORS]; 2];
    for pairs in pairs {
        for (sum, (&old, &new)) in sums.iter_mut().zip(pairs) {
            let (old, new): ([v128; SIDE_VECTORS], [v128; SIDE_VECTORS]) =
                (transmute!(old), transmute!(new));
            for part in 0..SIDE_VECTORS {
                sum[part] = i16x8_add(sum[part], i16x8_sub(new[part], old[part]));
            }
        }
    }
    transmute!(sums)
}

/// As [`portable::policy_sums`](super::portable::policy_sums).
pub(in super::super) fn policy_sums<'a, T>(
    weights: &[i16; EMBEDDING_PAIR],
    points: impl Iterator<Item = (&'a [i16; EMBEDDING_PAIR], [&'a SideRow; 2], T)>,
    mut take: impl FnMut(i32, T),
) {
    let zero = i16x8_splat(0);
    let weights: Row = transmute!(*weights);
    for (embeddings, [&first, &second], point) in points {
        let embeddings: Row = transmute!(*embeddings);
        let adds: Row = transmute!([first, second]);
        let mut products = i32x4_splat(0);
        for part in 0..VECTORS {
            let feature = i16x8_max(i16x8_add(embeddings[part], adds[part]), zero);
            products = i32x4_add(products, i32x4_dot_i16x8(feature, weights[part]));
        }
        take(lane_sum(products), point);
    }
}

/// As [`portable::neighbour_sums`](super::portable::neighbour_sums).
pub(in super::super) fn neighbour_sums<'a, T>(
    rows: &NeighbourRows,
    weights: &[i16; EMBEDDING_PAIR],
    points: impl Iterator<Item = (&'a Neighbourhood, T)>,
    mut take: impl FnMut(i32, T),
) {
    let zero = i16x8_splat(0);
    let weights: Row = transmute!(*weights);
    let (bias, own) = (vectors(&rows.bias), vectors(&rows.own));
    for (neighbourhood, point) in points {
        let mut products = i32x4_splat(0);
        for (part, &weights) in weights.iter().enumerate() {
            let positive = |place: usize| i16x8_max(vectors(&neighbourhood[place])[part], zero);
            // The product rounds as the others do: no number is the least one of 16 bits.
            let mut output = i16x8_add_sat(
                bias[part],
                i16x8_q15mulr_sat(positive(GREATEST_STEP), own[part]),
            );
            for (coefficients, places) in rows.rings.iter().zip(RING_PLACES) {
                let [first, second, third, fourth] = places.map(positive);
                let ring = i16x8_add(i16x8_add(first, second), i16x8_add(third, fourth));
                let term = i16x8_q15mulr_sat(ring, vectors(coefficients)[part]);
                output = i16x8_add_sat(output, term);
            }
            let output = i16x8_max(output, zero);
            products = i32x4_add(products, i32x4_dot_i16x8(output, weights));
        }
        take(lane_sum(products), point);
    }
}

/// The sum of four numbers.
#[inline]
fn lane_sum(lanes: v128) -> i32 {
    let [first, second] = [
        i32x4_extract_lane::<0>(lanes),
        i32x4_extract_lane::<1>(lanes),
    ];
    let [third, fourth] = [
        i32x4_extract_lane::<2>(lanes),
        i32x4_extract_lane::<3>(lanes),
    ];
    let (left, right) = (first.wrapping_add(second), third.wrapping_add(fourth));
    left.wrapping_add(right)
}

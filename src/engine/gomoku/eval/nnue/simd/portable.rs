//! The loops for any processor.

use crate::eval::nnue::rings::{GREATEST_STEP, RING_PLACES};
use crate::eval::nnue::rows::{
    EmbeddingRow, NeighbourRows, Neighbourhood, Neurons, PairRow, Pairs, Requantization, SideRow,
};
use crate::eval::nnue::weights::{EMBEDDING_PAIR, HIDDEN};

/// A layer: sums that begin with `start` of the products of inputs and rows, requantized.
pub(in super::super) fn layer<const PAIRS: usize>(
    start: &[i32; HIDDEN],
    inputs: &Pairs<PAIRS>,
    rows: &[PairRow; PAIRS],
    requantization: Requantization,
) -> Neurons {
    let mut sums = *start;
    for (input, row) in inputs.iter().zip(rows) {
        for (sum, weights) in sums.iter_mut().zip(&row.0) {
            let [first, second] =
                [0, 1].map(|lane| i32::from(input[lane]) * i32::from(weights[lane]));
            *sum = sum.wrapping_add(first).wrapping_add(second);
        }
    }
    let Requantization { shift, min, max } = requantization;
    let requantize = |sum: i32| (sum >> shift).clamp(min.into(), max.into()) as i16;
    let mut neurons = Neurons::default();
    for (neuron, sum) in neurons.as_flattened_mut().iter_mut().zip(sums) {
        *neuron = requantize(sum);
    }
    neurons
}

/// Takes a row from the embeddings at a place and adds another, for every event; what that changes in the sum over the
/// embeddings, each after ReLU.
pub(in super::super) fn exchange<'a, const POINTS: usize>(
    points: &mut [EmbeddingRow; POINTS],
    events: impl Iterator<Item = (usize, &'a EmbeddingRow, &'a EmbeddingRow)>,
) -> [i16; EMBEDDING_PAIR] {
    let mut change = [0; EMBEDDING_PAIR];
    for (place, old, new) in events {
        let embeddings = &mut points[place % POINTS].0;
        for (lane, embedding) in embeddings.iter_mut().enumerate() {
            let next = *embedding - old.0[lane] + new.0[lane];
            change[lane] += next.max(0) - (*embedding).max(0);
            *embedding = next;
        }
    }
    change
}

/// For both sides the sum of the second rows less the first ones.
pub(in super::super) fn difference_sums<'a>(
    pairs: impl Iterator<Item = [(&'a SideRow, &'a SideRow); 2]>,
) -> [SideRow; 2] {
    pairs.fold([[0; _]; 2], |sums, pairs| {
        std::array::from_fn(|side| {
            let (old, new) = pairs[side];
            std::array::from_fn(|lane| sums[side][lane] + (new[lane] - old[lane]))
        })
    })
}

/// For every point the sum over its features, each times its weight. A feature is an embedding and what a code adds to it,
/// after ReLU. A sum that overflows wraps.
pub(in super::super) fn policy_sums<'a, T>(
    weights: &[i16; EMBEDDING_PAIR],
    points: impl Iterator<Item = (&'a [i16; EMBEDDING_PAIR], [&'a SideRow; 2], T)>,
    mut take: impl FnMut(i32, T),
) {
    for (embeddings, codes, point) in points {
        let adds = codes.into_iter().flatten();
        let features = embeddings
            .iter()
            .zip(adds)
            .map(|(embedding, add)| (embedding + add).max(0));
        let products = features.zip(weights);
        take(
            products
                .map(|(feature, &weight)| i32::from(feature) * i32::from(weight))
                .fold(0, i32::wrapping_add),
            point,
        );
    }
}

/// For every point the sum over the outputs of the neighbour layer, each times its weight. An output is the bias, the own
/// embedding after ReLU and the sums of such embeddings over the rings, times their coefficients, after ReLU. Outputs are held
/// inside 16 bits after each term; a sum of outputs that overflows wraps.
pub(in super::super) fn neighbour_sums<'a, T>(
    rows: &NeighbourRows,
    weights: &[i16; EMBEDDING_PAIR],
    points: impl Iterator<Item = (&'a Neighbourhood, T)>,
    mut take: impl FnMut(i32, T),
) {
    for (neighbourhood, point) in points {
        let mut sum = 0_i32;
        for (lane, &weight) in weights.iter().enumerate() {
            let positive = |place: usize| neighbourhood[place].0[lane].max(0);
            let mut output = rows.bias.0[lane]
                .saturating_add(product(positive(GREATEST_STEP), rows.own.0[lane]));
            for (coefficients, places) in rows.rings.iter().zip(RING_PLACES) {
                let ring = places.into_iter().map(positive).fold(0, i16::wrapping_add);
                output = output.saturating_add(product(ring, coefficients.0[lane]));
            }
            sum = sum.wrapping_add(i32::from(output.max(0)) * i32::from(weight));
        }
        take(sum, point);
    }
}

/// A number times a coefficient with 15 bits after the binary point, rounded.
fn product(number: i16, coefficient: i16) -> i16 {
    const HALF: i32 = 1 << 14;
    ((i32::from(number) * i32::from(coefficient) + HALF) >> 15) as i16
}

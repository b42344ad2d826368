//! The loops for any processor.

use crate::eval::nnue::rows::{Half, Narrowing, Neurons, PairRow, Pairs, Row};
use crate::eval::nnue::weights::{HIDDEN, VIEWS};

/// A layer: sums that begin with `start` of the products of inputs and rows, narrowed.
pub(in super::super) fn layer<const PAIRS: usize>(
    start: &[i32; HIDDEN],
    inputs: &Pairs<PAIRS>,
    rows: &[PairRow; PAIRS],
    narrowing: Narrowing,
) -> Neurons {
    let mut sums = *start;
    for (input, row) in inputs.iter().zip(rows) {
        for (sum, weights) in sums.iter_mut().zip(&row.0) {
            let [first, second] =
                [0, 1].map(|lane| i32::from(input[lane]) * i32::from(weights[lane]));
            *sum = sum.wrapping_add(first).wrapping_add(second);
        }
    }
    let Narrowing { shift, least, most } = narrowing;
    let narrow = |sum: i32| (sum >> shift).clamp(least.into(), most.into()) as i16;
    let mut neurons = Neurons::default();
    for (neuron, sum) in neurons.as_flattened_mut().iter_mut().zip(sums) {
        *neuron = narrow(sum);
    }
    neurons
}

/// Takes a row from the views at a place and adds another, for every event; what that changes in the sum over the views,
/// each without what is below zero.
pub(in super::super) fn exchange<'a, const POINTS: usize>(
    points: &mut [Row; POINTS],
    events: impl Iterator<Item = (usize, &'a Row, &'a Row)>,
) -> [i16; VIEWS] {
    let mut change = [0; VIEWS];
    for (place, old, new) in events {
        let views = &mut points[place % POINTS].0;
        for (lane, view) in views.iter_mut().enumerate() {
            let next = *view - old.0[lane] + new.0[lane];
            change[lane] += next.max(0) - (*view).max(0);
            *view = next;
        }
    }
    change
}

/// For both sides the sum of the second rows less the first ones.
pub(in super::super) fn difference_sums<'a>(
    pairs: impl Iterator<Item = [(&'a Half, &'a Half); 2]>,
) -> [Half; 2] {
    pairs.fold([[0; _]; 2], |sums, pairs| {
        std::array::from_fn(|side| {
            let (old, new) = pairs[side];
            std::array::from_fn(|lane| sums[side][lane] + (new[lane] - old[lane]))
        })
    })
}

/// For every point the sum over its marks, each times its weight. A mark is a view and what a code adds to it, without
/// what is below zero.
pub(in super::super) fn mark_sums<'a, T>(
    weights: &[i16; VIEWS],
    points: impl Iterator<Item = (&'a [i16; VIEWS], [&'a Half; 2], T)>,
    mut take: impl FnMut(i32, T),
) {
    for (views, codes, point) in points {
        let adds = codes.into_iter().flatten();
        let marks = views
            .iter()
            .zip(adds)
            .map(|(view, add)| (view + add).max(0));
        let products = marks.zip(weights);
        take(
            products
                .map(|(mark, &weight)| i32::from(mark) * i32::from(weight))
                .sum(),
            point,
        );
    }
}

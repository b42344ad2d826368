//! The loops for any processor.

use super::{Half, Neurons, Row, VIEWS};

/// A layer before what is below zero is left out: `start + Σi inputs[i] * rows[i]`. The even inputs are added to the
/// start one after the other, the odd ones among themselves, and then both sums.
pub(in super::super) fn layer(start: &Neurons, inputs: &[f32], rows: &[Neurons]) -> Neurons {
    let mut sums = [*start, [0.0; _]];
    for (parity, sum) in sums.iter_mut().enumerate() {
        for (&input, row) in inputs.iter().zip(rows).skip(parity).step_by(2) {
            for (neuron, weight) in sum.iter_mut().zip(row) {
                *neuron += input * weight;
            }
        }
    }
    let [mut even, odd] = sums;
    for (neuron, add) in even.iter_mut().zip(odd) {
        *neuron += add;
    }
    even
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

//! The choice between the loops of `portable` and of `avx2` by the processor at hand.

use crate::eval::nnue::rows::{Half, Narrowing, Neurons, PairRow, Pairs, Row};
use crate::eval::nnue::weights::{HIDDEN, VIEWS};

use super::{avx2, portable};

#[inline]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
}

/// As [`portable::layer`].
#[inline]
pub(in super::super) fn layer<const PAIRS: usize>(
    start: &[i32; HIDDEN],
    inputs: &Pairs<PAIRS>,
    rows: &[PairRow; PAIRS],
    narrowing: Narrowing,
) -> Neurons {
    if has_avx2() {
        // SAFETY: the processor has just been asked whether it has AVX2.
        return unsafe { avx2::layer(start, inputs, rows, narrowing) };
    }
    portable::layer(start, inputs, rows, narrowing)
}

/// As [`portable::exchange`].
#[inline]
pub(in super::super) fn exchange<'a, const POINTS: usize>(
    points: &mut [Row; POINTS],
    events: impl Iterator<Item = (usize, &'a Row, &'a Row)>,
) -> [i16; VIEWS] {
    if has_avx2() {
        // SAFETY: the processor has just been asked whether it has AVX2.
        return unsafe { avx2::exchange(points, events) };
    }
    portable::exchange(points, events)
}

/// As [`portable::difference_sums`].
#[inline]
pub(in super::super) fn difference_sums<'a>(
    pairs: impl Iterator<Item = [(&'a Half, &'a Half); 2]>,
) -> [Half; 2] {
    if has_avx2() {
        // SAFETY: the processor has just been asked whether it has AVX2.
        return unsafe { avx2::difference_sums(pairs) };
    }
    portable::difference_sums(pairs)
}

/// As [`portable::mark_sums`].
#[inline]
pub(in super::super) fn mark_sums<'a, T>(
    weights: &[i16; VIEWS],
    points: impl Iterator<Item = (&'a [i16; VIEWS], [&'a Half; 2], T)>,
    take: impl FnMut(i32, T),
) {
    if has_avx2() {
        // SAFETY: the processor has just been asked whether it has AVX2.
        return unsafe { avx2::mark_sums(weights, points, take) };
    }
    portable::mark_sums(weights, points, take);
}

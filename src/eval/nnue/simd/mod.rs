//! The loops over rows of numbers, in the vector instructions of the processor that the program runs on.
//!
//! Each loop is written twice: plainly in `portable`, which says what is computed, and in `avx2`. Both give the same
//! numbers to the last bit, so a search goes the same way on every machine: integers do anyway, and sums in single
//! precision are added in one order with no fused operations. Numbers of networks that are read from files are held so
//! small that no sum of 16 bits overflows.

#[cfg(target_arch = "x86_64")]
#[expect(
    unsafe_code,
    reason = "a function for a kind of processor may be called only on it"
)]
mod dispatch;
#[cfg(not(target_arch = "x86_64"))]
use portable as dispatch;

#[cfg(target_arch = "x86_64")]
mod avx2;
mod portable;

#[cfg(test)]
mod twins;

pub(super) use dispatch::{difference_sums, exchange, layer, mark_sums};

use super::network::Row;
use super::weights::{BAG, HIDDEN, VIEWS};

/// Numbers of a side's view or bag.
type Half = [i16; BAG];
/// Neurons of a layer, or weights of marks: as many.
type Neurons = [f32; HIDDEN];

const _: () = assert!(VIEWS == 2 * BAG && VIEWS == HIDDEN);

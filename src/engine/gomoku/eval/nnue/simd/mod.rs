//! The loops over rows of numbers, in the vector instructions of the processor that the program runs on.
//!
//! Each loop is written twice: plainly in `portable`, which says what is computed, and in `avx2`. Both give the same
//! numbers, so a search goes the same way on every machine. Numbers of networks that are read from files are held so small
//! that no sum of 16 bits overflows; where one of 32 bits does, it wraps.

#[cfg(target_arch = "x86_64")]
#[expect(
    unsafe_code,
    reason = "a function for a kind of processor may be called only on it"
)]
mod dispatch;
#[cfg(not(target_arch = "x86_64"))]
mod dispatch {
    //! There is no choice on this kind of processor.
    pub(in super::super) use super::portable::*;

    /// The name of the instructions that the loops use.
    pub(in super::super) fn instructions() -> &'static str {
        "portable"
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2;
mod portable;

#[cfg(test)]
mod twins;

pub(super) use dispatch::{
    difference_sums, exchange, instructions, layer, neighbour_sums, policy_sums,
};

use super::weights::{CODE_SUM, EMBEDDING_PAIR, HIDDEN};

const _: () = assert!(EMBEDDING_PAIR == 2 * CODE_SUM && EMBEDDING_PAIR == HIDDEN);

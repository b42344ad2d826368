//! The loops over rows of numbers, in the vector instructions of the processor that the program runs on.
//!
//! Each loop is written three times: plainly in `portable`, which says what is computed, in `avx2`, and for browsers in
//! `wasm`. All give the same numbers, so a search goes the same way on every machine. Numbers of networks that
//! are read from files are held so small that no sum of 16 bits overflows; where one of 32 bits does, it wraps.

#[cfg(target_arch = "x86_64")]
#[expect(
    unsafe_code,
    reason = "a function for a kind of processor may be called only on it"
)]
mod dispatch;
#[cfg(not(target_arch = "x86_64"))]
mod dispatch {
    //! There is no choice on this kind of processor.
    #[cfg(not(target_feature = "simd128"))]
    pub(in super::super) use super::portable::*;
    #[cfg(target_feature = "simd128")]
    pub(in super::super) use super::wasm::*;

    /// The name of the instructions that the loops use.
    pub(in super::super) fn instructions() -> &'static str {
        if cfg!(target_feature = "simd128") {
            "simd128"
        } else {
            "portable"
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg_attr(
    target_feature = "simd128",
    expect(dead_code, reason = "`wasm` takes its place")
)]
mod portable;
#[cfg(target_feature = "simd128")]
mod wasm;

#[cfg(test)]
mod twins;

pub(super) use dispatch::{
    difference_sums, exchange, instructions, layer, neighbour_sums, policy_sums,
};

use super::weights::{CODE_SUM, EMBEDDING_PAIR, HIDDEN};

const _: () = assert!(EMBEDDING_PAIR == 2 * CODE_SUM && EMBEDDING_PAIR == HIDDEN);

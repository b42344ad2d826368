//! The loops of a network for the instructions of the processor.
//!
//! There is one source for all of them ([`loops`] and `plain`), and what it works on is sixteen sums side by side: an array,
//! two registers of AVX2, or one of AVX-512. Each sum adds its products in the same order, in convolutions fused and otherwise
//! not, so all of them give the same bits. Sums of int8 products are exact in any order; where the processor has AMX, its tiles
//! compute them (`amx`).

#[cfg(target_arch = "x86_64")]
#[expect(
    unsafe_code,
    reason = "stable Rust has no functions for tiles, so they are used by assembly"
)]
mod amx;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx2_int8;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "a function for a kind of processor may be called only on it"
    )
)]
mod dispatch;
mod loops;
mod plain;
mod portable;
mod portable_int8;
#[cfg(target_arch = "x86_64")]
mod vnni;
mod work;

pub use dispatch::Instructions;
pub(super) use dispatch::{
    add, add_dense, convolve, convolve_int8, dense_cells, gather_gradient, pool, quantise, rectify,
    unrectify,
};
pub(super) use work::{
    Accumulator, Convolution, MOST as GREATEST_INT8, Number as Int8Number, Weights as Int8Weights,
};

#[cfg(test)]
mod tests;

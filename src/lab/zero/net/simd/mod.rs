//! The loops of convolutions for the instructions of the processor.
//!
//! There is one source for all of them. Sixteen sums stand side by side, and each of them adds its products in the same order,
//! fused: so AVX2, AVX-512 and any other processor give the same bits. What differs is only how many of these sums the
//! compiler keeps in registers.

#[cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "a function for a kind of processor may be called only on it"
    )
)]
mod dispatch;
mod loops;

pub use dispatch::Instructions;
pub(super) use dispatch::{convolve, gather_gradient};
pub(super) use loops::Convolution;

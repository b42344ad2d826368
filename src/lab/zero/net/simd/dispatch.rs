//! The choice of the instructions.

use super::portable;
use super::work::Convolution;
#[cfg(target_arch = "x86_64")]
use super::{avx2, avx512};

/// Instructions that the loops were compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instructions {
    /// Those that every processor has. Fused products are slow where the processor has none.
    Portable,
    /// AVX2 and FMA.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Instructions {
    /// The best ones of this processor.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if Self::Avx512.is_available() {
                return Self::Avx512;
            }
            if Self::Avx2.is_available() {
                return Self::Avx2;
            }
        }
        Self::Portable
    }

    /// Does this processor have them?
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => is_x86_feature_detected!("avx512f") && Self::Avx2.is_available(),
        }
    }
}

/// Computes the output of every place of the span.
pub(in super::super) fn convolve(
    instructions: Instructions,
    shape: &Convolution,
    input: &[f32],
    weights: &[f32],
    output: &mut [f32],
) {
    match instructions {
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2 if instructions.is_available() => {
            // SAFETY: the processor has AVX2 and FMA, as was asked in the line above.
            unsafe { avx2::convolve(shape, input, weights, output) }
        }
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx512 if instructions.is_available() => {
            // SAFETY: the processor has AVX-512, AVX2 and FMA, as was asked in the line above.
            unsafe { avx512::convolve(shape, input, weights, output) }
        }
        _ => portable::convolve(shape, input, weights, output),
    }
}

/// Adds to the gradient of the weights what an input and the gradient of the output give.
pub(in super::super) fn gather_gradient(
    instructions: Instructions,
    shape: &Convolution,
    input: &[f32],
    output_gradient: &[f32],
    gradient: &mut [f32],
) {
    match instructions {
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2 if instructions.is_available() => {
            // SAFETY: the processor has AVX2 and FMA, as was asked in the line above.
            unsafe { avx2::gather_gradient(shape, input, output_gradient, gradient) }
        }
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx512 if instructions.is_available() => {
            // SAFETY: the processor has AVX-512, AVX2 and FMA, as was asked in the line above.
            unsafe { avx512::gather_gradient(shape, input, output_gradient, gradient) }
        }
        _ => portable::gather_gradient(shape, input, output_gradient, gradient),
    }
}

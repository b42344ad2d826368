//! The choice of the instructions.

use super::super::layout::LANES;
use super::work::{Convolution, Number, Weights};
#[cfg(target_arch = "x86_64")]
use super::{avx2, avx2_bytes, avx512, vnni};
use super::{portable, portable_bytes};

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
    pub(crate) fn detect() -> Self {
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

/// Makes functions that call those of the same name for the instructions.
macro_rules! dispatched {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),+);)+) => {$(
        $(#[$doc])*
        pub(in super::super) fn $name(instructions: Instructions, $($argument: $type),+) {
            match instructions {
                #[cfg(target_arch = "x86_64")]
                Instructions::Avx2 if instructions.is_available() => {
                    // SAFETY: the processor has AVX2 and FMA, as was asked in the line above.
                    unsafe { avx2::$name($($argument),+) }
                }
                #[cfg(target_arch = "x86_64")]
                Instructions::Avx512 if instructions.is_available() => {
                    // SAFETY: the processor has AVX-512, AVX2 and FMA, as was asked in the line above.
                    unsafe { avx512::$name($($argument),+) }
                }
                _ => portable::$name($($argument),+),
            }
        }
    )+};
}

dispatched! {
    /// Computes the output of every cell.
    convolve(shape: &Convolution, input: &[f32], weights: &[[f32; LANES]], output: &mut [f32]);

    /// Adds to the gradient of the weights what an input and the gradient of the output give.
    gather_gradient(shape: &Convolution, input: &[f32], output_gradient: &[f32], gradient: &mut [f32]);

    /// What is above zero of the scaled numbers with a bias for each channel.
    rectify(numbers: &[f32], scale: f32, bias: &[f32], rectified: &mut [f32]);

    /// Adds numbers to sums.
    add(sums: &mut [f32], numbers: &[f32]);

    /// Makes bytes of numbers above zero, and gives their scale.
    quantise(numbers: &[f32], bytes: &mut [Number], scale: &mut f32);

    /// The sums of bytes times the factor of each channel.
    rescale(sums: &[i32], factors: &[f32], numbers: &mut [f32]);

    /// Adds to the outputs the products of inputs with weights, those of an input one after the other.
    add_dense(inputs: &[f32], weights: &[f32], outputs: &mut [f32]);
}

/// Computes the output of every cell from bytes.
pub(in super::super) fn convolve_bytes(
    instructions: Instructions,
    shape: &Convolution,
    input: &[Number],
    weights: &[Weights],
    output: &mut [i32],
) {
    match instructions {
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx512
            if instructions.is_available() && is_x86_feature_detected!("avx512vnni") =>
        {
            // SAFETY: the processor has AVX-512, VNNI, AVX2 and FMA, as was asked in the line above.
            unsafe { vnni::convolve(shape, input, weights, output) }
        }
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2 | Instructions::Avx512 if instructions.is_available() => {
            // SAFETY: the processor has AVX2 and FMA, as was asked in the line above.
            unsafe { avx2_bytes::convolve(shape, input, weights, output) }
        }
        _ => portable_bytes::convolve(shape, input, weights, output),
    }
}

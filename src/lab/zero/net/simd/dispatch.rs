//! The choice of the instructions.

use super::loops::{self, Convolution};

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

/// Makes a function of the loops for one kind of instructions.
#[cfg(target_arch = "x86_64")]
macro_rules! compiled_for {
    ($features:literal, $name:ident, $loops:ident, $tile:literal) => {
        #[target_feature(enable = $features)]
        fn $name(shape: &Convolution, input: &[f32], other: &[f32], output: &mut [f32]) {
            loops::$loops::<$tile>(shape, input, other, output);
        }
    };
}

// Two of AVX2's registers make sixteen lanes, and it has sixteen registers; AVX-512 has 32, of which one makes sixteen lanes.
#[cfg(target_arch = "x86_64")]
compiled_for!("avx2,fma", convolve_avx2, convolve, 6);
#[cfg(target_arch = "x86_64")]
compiled_for!("avx512f,avx2,fma", convolve_avx512, convolve, 12);
#[cfg(target_arch = "x86_64")]
compiled_for!("avx2,fma", gather_avx2, gather_gradient, 4);
#[cfg(target_arch = "x86_64")]
compiled_for!("avx512f,avx2,fma", gather_avx512, gather_gradient, 16);

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
            unsafe { convolve_avx2(shape, input, weights, output) }
        }
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx512 if instructions.is_available() => {
            // SAFETY: the processor has AVX-512, AVX2 and FMA, as was asked in the line above.
            unsafe { convolve_avx512(shape, input, weights, output) }
        }
        _ => loops::convolve::<4>(shape, input, weights, output),
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
            unsafe { gather_avx2(shape, input, output_gradient, gradient) }
        }
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx512 if instructions.is_available() => {
            // SAFETY: the processor has AVX-512, AVX2 and FMA, as was asked in the line above.
            unsafe { gather_avx512(shape, input, output_gradient, gradient) }
        }
        _ => loops::gather_gradient::<4>(shape, input, output_gradient, gradient),
    }
}

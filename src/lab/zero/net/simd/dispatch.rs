//! The choice of the instructions.

use super::super::field::Field;
use super::super::layout::LANES;
use super::work::{Accumulator, Convolution, Number, Weights};
#[cfg(target_arch = "x86_64")]
use super::{amx, avx2, avx2_int8, avx512, vnni};
use super::{portable, portable_int8};

/// Instructions that the loops were compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instructions {
    /// Those that every processor has. Fused multiply-add (FMA) is slow where it is emulated in software.
    Portable,
    /// AVX2 and FMA.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512, with VNNI where the processor has it.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// AVX-512 with VNNI, and AMX for int8.
    #[cfg(target_arch = "x86_64")]
    Amx,
}

impl Instructions {
    /// All of them, the best ones first.
    const ALL: &'static [Self] = &[
        #[cfg(target_arch = "x86_64")]
        Self::Amx,
        #[cfg(target_arch = "x86_64")]
        Self::Avx512,
        #[cfg(target_arch = "x86_64")]
        Self::Avx2,
        Self::Portable,
    ];

    /// Those of this processor, the best ones first.
    pub(crate) fn available() -> impl Iterator<Item = Self> {
        let all = Self::ALL.iter().copied();
        all.filter(|kind| kind.is_available())
    }

    /// The best ones of this processor.
    pub(crate) fn detect() -> Self {
        Self::available().next().unwrap_or(Self::Portable)
    }

    /// Does this processor have them?
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => is_x86_feature_detected!("avx512f") && Self::Avx2.is_available(),
            #[cfg(target_arch = "x86_64")]
            Self::Amx => {
                amx::is_available()
                    && is_x86_feature_detected!("avx512vnni")
                    && Self::Avx512.is_available()
            }
        }
    }
}

/// Makes functions that call those of the same name for the instructions.
macro_rules! dispatched {
    ($($(#[$doc:meta])* $name:ident$(<$sum:ident>)?($($argument:ident: $type:ty),+) $(-> $result:ty)?;)+) => {$(
        $(#[$doc])*
        pub(in super::super) fn $name$(<$sum: Accumulator>)?(instructions: Instructions, $($argument: $type),+) $(-> $result)? {
            match instructions {
                #[cfg(target_arch = "x86_64")]
                Instructions::Avx2 if instructions.is_available() => {
                    // SAFETY: the processor has AVX2 and FMA, as was asked in the line above.
                    unsafe { avx2::$name($($argument),+) }
                }
                #[cfg(target_arch = "x86_64")]
                Instructions::Avx512 | Instructions::Amx if instructions.is_available() => {
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

    /// What is above zero of the sums times the factor of each channel with its bias. Gives the greatest number.
    rectify<S>(field: Field, sums: &[S], factors: &[f32], bias: &[f32], rectified: &mut [f32]) -> f32;

    /// Of the gradient by rectified numbers, sets to zero what the cut at zero has not let through. Adds what is left to the
    /// gradient of the bias of its channel, and scales it.
    unrectify(rectified: &[f32], scale: f32, by_rectified: &mut [f32], by_bias: &mut [f32]);

    /// Makes 7-bit integers of numbers from zero to a greatest one, each times a factor.
    quantise(field: Field, numbers: &[f32], channels: usize, factor: f32, bytes: &mut [u8]);

    /// Adds to numbers the sums times the factor of each channel.
    add<S>(field: Field, sums: &[S], factors: &[f32], numbers: &mut [f32]);

    /// The means of all channels over the cells, and then the greatest numbers above zero.
    pool(field: Field, numbers: &[f32], pooled: &mut [f32]);

    /// Adds to the outputs the products of inputs with weights, those of an input one after the other.
    add_dense(inputs: &[f32], weights: &[f32], outputs: &mut [f32]);

    /// What is above zero of the bias and the products of a cell's numbers with weights, those of a number one after the other.
    dense_cells(
        field: Field,
        numbers: &[f32],
        weights: &[f32],
        bias: &[f32; LANES],
        results: &mut [[f32; LANES]]
    );
}

/// Computes the output of every cell in int8.
pub(in super::super) fn convolve_int8(
    instructions: Instructions,
    shape: &Convolution,
    input: &[Number],
    weights: &[Weights],
    output: &mut [i32],
) {
    match instructions {
        #[cfg(target_arch = "x86_64")]
        Instructions::Amx
            if instructions.is_available() && shape.outputs >= amx::FEWEST_OUTPUTS =>
        {
            // SAFETY: tiles are available, as was asked in the line above.
            unsafe { amx::convolve(shape, input, weights, output) }
        }
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx512 | Instructions::Amx
            if instructions.is_available() && is_x86_feature_detected!("avx512vnni") =>
        {
            // SAFETY: the processor has AVX-512, VNNI, AVX2 and FMA, as was asked in the line above.
            unsafe { vnni::convolve(shape, input, weights, output) }
        }
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2 | Instructions::Avx512 | Instructions::Amx
            if instructions.is_available() =>
        {
            // SAFETY: the processor has AVX2 and FMA, as was asked in the line above.
            unsafe { avx2_int8::convolve(shape, input, weights, output) }
        }
        _ => portable_int8::convolve(shape, input, weights, output),
    }
}

//! Sixteen sums in two registers of AVX2, of which there are sixteen.

use std::arch::x86_64::{__m256, _mm256_fmadd_ps, _mm256_set1_ps, _mm256_setzero_ps};

use zerocopy::transmute;

use super::loops::loops;

type Lanes = [__m256; 2];

loops!(#[target_feature(enable = "avx2,fma")] 6 places, 4 inputs);

#[target_feature(enable = "avx2,fma")]
#[inline]
fn zero() -> Lanes {
    [_mm256_setzero_ps(); 2]
}

#[target_feature(enable = "avx2,fma")]
#[inline]
fn load(numbers: &[f32; LANES]) -> Lanes {
    transmute!(*numbers)
}

#[target_feature(enable = "avx2,fma")]
#[inline]
fn store(lanes: Lanes) -> [f32; LANES] {
    transmute!(lanes)
}

/// Adds the products of a number with sixteen others to sixteen sums.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn add_products(sums: &mut Lanes, number: f32, others: Lanes) {
    let number = _mm256_set1_ps(number);
    for (sum, other) in sums.iter_mut().zip(others) {
        *sum = _mm256_fmadd_ps(number, other, *sum);
    }
}

//! Sixteen sums in one register of AVX-512, of which there are 32.

use std::arch::x86_64::{__m512, _mm512_fmadd_ps, _mm512_set1_ps, _mm512_setzero_ps};

use zerocopy::transmute;

use super::loops::loops;

type Lanes = __m512;

loops!(#[target_feature(enable = "avx512f,avx2,fma")] 8 places, 8 inputs);

#[target_feature(enable = "avx512f,avx2,fma")]
#[inline]
fn zero() -> Lanes {
    _mm512_setzero_ps()
}

#[target_feature(enable = "avx512f,avx2,fma")]
#[inline]
fn load(numbers: &[f32; LANES]) -> Lanes {
    transmute!(*numbers)
}

#[target_feature(enable = "avx512f,avx2,fma")]
#[inline]
fn store(lanes: Lanes) -> [f32; LANES] {
    transmute!(lanes)
}

/// Adds the products of a number with sixteen others to sixteen sums.
#[target_feature(enable = "avx512f,avx2,fma")]
#[inline]
fn add_products(sums: &mut Lanes, number: f32, others: Lanes) {
    *sums = _mm512_fmadd_ps(_mm512_set1_ps(number), others, *sums);
}

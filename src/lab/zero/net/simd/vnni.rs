//! Sums of int8 products in registers of AVX-512 with VNNI.

use std::arch::x86_64::{__m512i, _mm512_dpbusd_epi32, _mm512_set1_epi32, _mm512_setzero_si512};

use zerocopy::transmute;

use super::loops::convolution;
use super::work::{Number, Output, Weights};

type Lanes = __m512i;

convolution!(#[target_feature(enable = "avx512f,avx512vnni,avx2,fma")] [1 2 3 4 5 6 7 8 9] places, [1 2 3] blocks);

#[target_feature(enable = "avx512f,avx512vnni,avx2,fma")]
#[inline]
fn zero() -> Lanes {
    _mm512_setzero_si512()
}

#[target_feature(enable = "avx512f,avx512vnni,avx2,fma")]
#[inline]
fn load(weights: &Weights) -> Lanes {
    transmute!(weights.0)
}

#[target_feature(enable = "avx512f,avx512vnni,avx2,fma")]
#[inline]
fn store(sums: Lanes) -> [Output; LANES] {
    transmute!(sums)
}

#[target_feature(enable = "avx512f,avx512vnni,avx2,fma")]
#[inline]
fn spread(number: Number) -> Lanes {
    _mm512_set1_epi32(i32::from_le_bytes(number))
}

#[target_feature(enable = "avx512f,avx512vnni,avx2,fma")]
#[inline]
fn add_products(sums: &mut Lanes, numbers: Lanes, weights: Lanes) {
    *sums = _mm512_dpbusd_epi32(*sums, numbers, weights);
}

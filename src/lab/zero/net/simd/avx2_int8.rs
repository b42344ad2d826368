//! Sums of int8 products in two registers of AVX2.

use std::arch::x86_64::{
    __m256i, _mm256_add_epi32, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_set1_epi16,
    _mm256_set1_epi32, _mm256_setzero_si256,
};

use zerocopy::transmute;

use super::loops::convolution;
use super::work::{Number, Output, Weights};

type Lanes = [__m256i; 2];

convolution!(#[target_feature(enable = "avx2,fma")] [1 2 3 4 5] places, [1] blocks);

#[target_feature(enable = "avx2,fma")]
#[inline]
fn zero() -> Lanes {
    [_mm256_setzero_si256(); 2]
}

#[target_feature(enable = "avx2,fma")]
#[inline]
fn load(weights: &Weights) -> Lanes {
    transmute!(weights.0)
}

#[target_feature(enable = "avx2,fma")]
#[inline]
fn store(sums: Lanes) -> [Output; LANES] {
    transmute!(sums)
}

#[target_feature(enable = "avx2,fma")]
#[inline]
fn spread(number: Number) -> Lanes {
    [_mm256_set1_epi32(i32::from_le_bytes(number)); 2]
}

/// Sums of two products have room in 16 bits, for no number is above 127.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn add_products(sums: &mut Lanes, numbers: Lanes, weights: Lanes) {
    let ones = _mm256_set1_epi16(1);
    for ((sum, numbers), weights) in sums.iter_mut().zip(numbers).zip(weights) {
        let pairs = _mm256_maddubs_epi16(numbers, weights);
        *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, ones));
    }
}

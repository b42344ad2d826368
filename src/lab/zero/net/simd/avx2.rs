//! Sixteen sums in two registers of AVX2, of which there are sixteen.

use std::arch::x86_64::{
    __m256, _mm256_add_ps, _mm256_fmadd_ps, _mm256_mul_ps, _mm256_set1_ps, _mm256_setzero_ps,
};

use zerocopy::transmute;

use super::loops::{convolution, dense, gradients};
use super::plain::plain;

type Number = f32;
type Weights = [f32; LANES];
type Lanes = [__m256; 2];
type Output = f32;

convolution!(#[target_feature(enable = "avx2,fma")] [1 2 3 4 5 6] places, [1] blocks);
gradients!(#[target_feature(enable = "avx2,fma")] [1] blocks, 4 inputs);
dense!(#[target_feature(enable = "avx2,fma")] 4 blocks, 6 cells);
plain!(#[target_feature(enable = "avx2,fma")]);

#[target_feature(enable = "avx2,fma")]
#[inline]
fn zero() -> Lanes {
    [_mm256_setzero_ps(); 2]
}

#[target_feature(enable = "avx2,fma")]
#[inline]
fn load(numbers: &Weights) -> Lanes {
    transmute!(*numbers)
}

#[target_feature(enable = "avx2,fma")]
#[inline]
fn store(lanes: Lanes) -> [f32; LANES] {
    transmute!(lanes)
}

#[target_feature(enable = "avx2,fma")]
#[inline]
fn spread(number: f32) -> Lanes {
    [_mm256_set1_ps(number); 2]
}

#[target_feature(enable = "avx2,fma")]
#[inline]
fn add_products(sums: &mut Lanes, numbers: Lanes, others: Lanes) {
    for ((sum, number), other) in sums.iter_mut().zip(numbers).zip(others) {
        *sum = _mm256_fmadd_ps(number, other, *sum);
    }
}

#[target_feature(enable = "avx2,fma")]
#[inline]
fn add_rounded_products(sums: &mut Lanes, numbers: Lanes, others: Lanes) {
    for ((sum, number), other) in sums.iter_mut().zip(numbers).zip(others) {
        *sum = _mm256_add_ps(*sum, _mm256_mul_ps(number, other));
    }
}

//! Sixteen sums in one register of AVX-512, of which there are 32.

use std::arch::x86_64::{
    __m512, _mm512_add_ps, _mm512_fmadd_ps, _mm512_mul_ps, _mm512_set1_ps, _mm512_setzero_ps,
};

use zerocopy::transmute;

use super::loops::{convolution, dense, gradients};
use super::plain::plain;

type Number = f32;
type Weights = [f32; LANES];
type Lanes = __m512;
type Output = f32;

convolution!(#[target_feature(enable = "avx512f,avx2,fma")] [1 2 3 4 5 6 7 8 9] places, [1 2 3] blocks);
gradients!(#[target_feature(enable = "avx512f,avx2,fma")] [1 2 3] blocks, 4 inputs);
dense!(#[target_feature(enable = "avx512f,avx2,fma")] 4 blocks, 9 cells);
plain!(#[target_feature(enable = "avx512f,avx2,fma")]);

#[target_feature(enable = "avx512f,avx2,fma")]
#[inline]
fn zero() -> Lanes {
    _mm512_setzero_ps()
}

#[target_feature(enable = "avx512f,avx2,fma")]
#[inline]
fn load(numbers: &Weights) -> Lanes {
    transmute!(*numbers)
}

#[target_feature(enable = "avx512f,avx2,fma")]
#[inline]
fn store(lanes: Lanes) -> [f32; LANES] {
    transmute!(lanes)
}

#[target_feature(enable = "avx512f,avx2,fma")]
#[inline]
fn spread(number: f32) -> Lanes {
    _mm512_set1_ps(number)
}

#[target_feature(enable = "avx512f,avx2,fma")]
#[inline]
fn add_products(sums: &mut Lanes, numbers: Lanes, others: Lanes) {
    *sums = _mm512_fmadd_ps(numbers, others, *sums);
}

#[target_feature(enable = "avx512f,avx2,fma")]
#[inline]
fn add_rounded_products(sums: &mut Lanes, numbers: Lanes, others: Lanes) {
    *sums = _mm512_add_ps(*sums, _mm512_mul_ps(numbers, others));
}

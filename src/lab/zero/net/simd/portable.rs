//! Sixteen sums as an array, for every processor. A processor without fused multiply-add (FMA) emulates it in software.

use super::loops::{convolution, dense, gradients};
use super::plain::plain;

type Number = f32;
type Weights = [f32; LANES];
type Lanes = [f32; LANES];
type Output = f32;

convolution!([1 2 3 4] places, [1] blocks);
gradients!([1] blocks, 4 inputs);
dense!(1 blocks, 2 cells);
plain!();

const fn zero() -> Lanes {
    [0.0; LANES]
}

const fn load(numbers: &Weights) -> Lanes {
    *numbers
}

const fn store(lanes: Lanes) -> [f32; LANES] {
    lanes
}

const fn spread(number: f32) -> Lanes {
    [number; LANES]
}

#[inline]
fn add_products(sums: &mut Lanes, numbers: Lanes, others: Lanes) {
    for ((sum, number), other) in sums.iter_mut().zip(numbers).zip(others) {
        *sum = number.mul_add(other, *sum);
    }
}

#[inline]
fn add_rounded_products(sums: &mut Lanes, numbers: Lanes, others: Lanes) {
    for ((sum, number), other) in sums.iter_mut().zip(numbers).zip(others) {
        *sum += number * other;
    }
}

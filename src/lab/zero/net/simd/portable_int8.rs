//! Sums of int8 products as an array, for every processor.

use super::loops::convolution;
use super::work::{INT8_IN_32_BITS, Number, Output, Weights};

type Lanes = [[i32; INT8_IN_32_BITS]; LANES];

convolution!([1 2 3 4] places, [1] blocks);

const fn zero() -> Lanes {
    [[0; INT8_IN_32_BITS]; LANES]
}

fn load(weights: &Weights) -> Lanes {
    weights.0.map(|four| four.map(i32::from))
}

fn store(sums: Lanes) -> [Output; LANES] {
    sums.map(|four| four.iter().sum())
}

fn spread(number: Number) -> Lanes {
    [number.map(i32::from); LANES]
}

#[inline]
fn add_products(sums: &mut Lanes, numbers: Lanes, weights: Lanes) {
    for ((sums, numbers), weights) in sums.iter_mut().zip(numbers).zip(weights) {
        for ((sum, number), weight) in sums.iter_mut().zip(numbers).zip(weights) {
            *sum += number * weight;
        }
    }
}

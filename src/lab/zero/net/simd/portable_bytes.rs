//! Sums of products of bytes as an array, for every processor.

use super::loops::convolution;
use super::work::{BYTES, Number, Output, Weights};

type Lanes = [[i32; BYTES]; LANES];

convolution!([1 2 3 4] places, 1 blocks);

const fn zero() -> Lanes {
    [[0; BYTES]; LANES]
}

fn load(weights: &Weights) -> Lanes {
    weights.map(|four| four.map(i32::from))
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

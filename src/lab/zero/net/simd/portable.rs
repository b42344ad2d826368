//! Sixteen sums as an array, for every processor. Fused products are slow where the processor has none.

use super::loops::loops;

type Lanes = [f32; LANES];

loops!(4 places, 4 inputs);

const fn zero() -> Lanes {
    [0.0; LANES]
}

const fn load(numbers: &[f32; LANES]) -> Lanes {
    *numbers
}

const fn store(lanes: Lanes) -> [f32; LANES] {
    lanes
}

/// Adds the products of a number with sixteen others to sixteen sums.
#[inline]
fn add_products(sums: &mut Lanes, number: f32, others: Lanes) {
    for (sum, other) in sums.iter_mut().zip(others) {
        *sum = number.mul_add(other, *sum);
    }
}

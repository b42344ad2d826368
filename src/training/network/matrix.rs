//! Rows and matrices inside the list of a network's parameters, forwards and backwards.

/// The row of `N` parameters that begins at a place.
pub(super) fn row<const N: usize>(numbers: &[f32], at: usize) -> &[f32; N] {
    numbers[at..]
        .first_chunk()
        .unwrap_or_else(|| unreachable!("rows lie inside the numbers"))
}

/// Adds to the row of `N` parameters that begins at a place.
pub(super) fn add_row<const N: usize>(numbers: &mut [f32], at: usize, add: &[f32; N]) {
    let row: &mut [f32] = &mut numbers[at..at + N];
    for (number, add) in row.iter_mut().zip(add) {
        *number += add;
    }
}

/// `output[j] += Σi input[i] * matrix[i][j]`.
pub(super) fn forwards<const N: usize>(
    numbers: &[f32],
    at: usize,
    input: &[f32],
    output: &mut [f32; N],
) {
    for (place, &input) in input.iter().enumerate() {
        let row: &[f32; N] = row(numbers, at + place * N);
        for (output, weight) in output.iter_mut().zip(row) {
            *output += input * weight;
        }
    }
}

/// Adds the gradient of the loss by the matrix and by its input. `slopes` is the gradient by its output.
pub(super) fn backwards<const N: usize>(
    numbers: &[f32],
    at: usize,
    input: &[f32],
    slopes: &[f32; N],
    learned: &mut [f32],
    input_slopes: &mut [f32],
) {
    for (place, (&input, input_slope)) in input.iter().zip(input_slopes).enumerate() {
        let weights: &[f32; N] = row(numbers, at + place * N);
        let learned = &mut learned[at + place * N..at + (place + 1) * N];
        let mut sum = 0.0;
        for ((weight, slope), learned) in weights.iter().zip(slopes).zip(learned) {
            sum += weight * slope;
            *learned += input * slope;
        }
        *input_slope += sum;
    }
}

/// Replaces negative values by zero.
pub(super) fn rectify<const N: usize>(values: &mut [f32; N]) {
    for value in values {
        *value = value.max(0.0);
    }
}

/// The gradient through [`rectify`]: zero where the value is not positive.
pub(super) fn gate<const N: usize>(slopes: &mut [f32; N], values: &[f32; N]) {
    for (slope, &value) in slopes.iter_mut().zip(values) {
        if value <= 0.0 {
            *slope = 0.0;
        }
    }
}

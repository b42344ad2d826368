//! Rows and matrices inside the list of a network's parameters, forwards and backwards.

/// The row of `N` parameters that begins at a place.
pub(super) fn row<const N: usize>(parameters: &[f32], at: usize) -> &[f32; N] {
    parameters[at..]
        .first_chunk()
        .unwrap_or_else(|| unreachable!("rows lie inside the parameters"))
}

/// Adds to the row of parameters that begins at a place.
#[inline]
pub(super) fn add_row(parameters: &mut [f32], at: usize, add: &[f32]) {
    for (number, add) in parameters[at..at + add.len()].iter_mut().zip(add) {
        *number += add;
    }
}

/// `output[j] += Σi input[i] * matrix[i][j]`.
pub(super) fn forwards<const N: usize>(
    parameters: &[f32],
    at: usize,
    input: &[f32],
    output: &mut [f32; N],
) {
    for (place, &input) in input.iter().enumerate() {
        let row: &[f32; N] = row(parameters, at + place * N);
        for (output, weight) in output.iter_mut().zip(row) {
            *output += input * weight;
        }
    }
}

/// Adds the gradient of the loss by the matrix and by its input. `gradients` is the gradient by its output.
pub(super) fn backwards<const N: usize>(
    parameters: &[f32],
    at: usize,
    input: &[f32],
    gradients: &[f32; N],
    parameter_gradients: &mut [f32],
    input_gradients: &mut [f32],
) {
    for (place, (&input, input_gradients)) in input.iter().zip(input_gradients).enumerate() {
        let weights: &[f32; N] = row(parameters, at + place * N);
        let parameter_gradients = &mut parameter_gradients[at + place * N..at + (place + 1) * N];
        let mut sum = 0.0;
        for ((weight, gradient), parameter_gradients) in
            weights.iter().zip(gradients).zip(parameter_gradients)
        {
            sum += weight * gradient;
            *parameter_gradients += input * gradient;
        }
        *input_gradients += sum;
    }
}

/// Replaces negative values by zero.
pub(super) fn rectify<const N: usize>(values: &mut [f32; N]) {
    for value in values {
        *value = value.max(0.0);
    }
}

/// The gradient through [`rectify`]: zero where the value is not positive.
pub(super) fn gate<const N: usize>(gradients: &mut [f32; N], values: &[f32; N]) {
    for (gradient, &value) in gradients.iter_mut().zip(values) {
        if value <= 0.0 {
            *gradient = 0.0;
        }
    }
}

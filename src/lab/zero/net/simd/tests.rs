//! Tests of convolutions against plain loops over all taps, to the last bit.

use kagetsu_kernel::rng::Rng;

use super::super::field::Field;
use super::super::layout::{INT8_IN_32_BITS, LANES};
use super::{Convolution, Instructions, Int8Weights, convolve, convolve_int8, gather_gradient};

const CHANNELS: usize = 2 * LANES;
/// Columns and rows of boards: parts of a row are equal or not, and rows have a neighbour above, below, both or none.
const BOARDS: [(usize, usize); 5] = [(9, 9), (7, 3), (11, 2), (1, 4), (5, 1)];

fn boards() -> impl Iterator<Item = Field> {
    BOARDS
        .into_iter()
        .map(|(columns, rows)| Field { columns, rows })
}

/// Numbers of the cells of a board, with zeros beyond its edge.
fn with_border<T: Copy>(
    field: Field,
    channels: usize,
    zero: T,
    mut number: impl FnMut() -> T,
) -> Vec<T> {
    let mut numbers = vec![zero; field.places() * channels];
    for row in field.rows(channels) {
        for own in &mut numbers[row] {
            *own = number();
        }
    }
    numbers
}

/// The same without what lies beyond the edge.
fn without_border<T: Copy>(field: Field, channels: usize, numbers: &[T]) -> Vec<T> {
    let rows = field.rows(channels);
    rows.flat_map(|row| &numbers[row]).copied().collect()
}

/// The output of every cell. The last argument of `add_product` is the lane of the weights.
fn convolved<N, W, S: Copy + Default>(
    shape: &Convolution,
    input: &[N],
    weights: &[W],
    add_product: impl Fn(S, &N, &W, usize) -> S,
) -> Vec<S> {
    let mut outputs = Vec::new();
    for cell in 0..shape.field.cells() {
        let place = shape.field.place(cell) as isize;
        for output in 0..shape.outputs {
            let of_block = &weights[output / LANES * shape.block_inputs()..];
            let mut sum = S::default();
            for (tap, step) in shape.field.steps().into_iter().enumerate() {
                let inputs = &input[(place + step) as usize * shape.inputs..][..shape.inputs];
                for (number, weights) in inputs.iter().zip(&of_block[tap * shape.inputs..]) {
                    sum = add_product(sum, number, weights, output % LANES);
                }
            }
            outputs.push(sum);
        }
    }
    outputs
}

/// The gradient of the weights.
fn gathered(shape: &Convolution, input: &[f32], by_output: &[f32]) -> Vec<f32> {
    let mut gradient = Vec::new();
    for block in 0..shape.blocks() {
        for step in shape.field.steps() {
            for channel in 0..shape.inputs {
                for lane in 0..LANES {
                    let mut sum = 0.0_f32;
                    for cell in 0..shape.field.cells() {
                        let place = shape.field.place(cell);
                        let from = (place as isize + step) as usize;
                        let output = by_output[place * shape.outputs + block * LANES + lane];
                        sum = input[from * shape.inputs + channel].mul_add(output, sum);
                    }
                    gradient.push(sum);
                }
            }
        }
    }
    gradient
}

fn bits(numbers: &[f32]) -> Vec<u32> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

#[test]
fn floats_are_convolved_as_by_loops_over_all_taps() {
    let mut rng = Rng::new(1);
    for field in boards() {
        let shape = Convolution::of_tower(field, CHANNELS);
        let input = with_border(field, CHANNELS, 0.0, || rng.unit() - 0.5);
        let by_output = with_border(field, CHANNELS, 0.0, || rng.unit() - 0.5);
        let count = shape.blocks() * shape.block_inputs();
        let weights: Vec<[f32; LANES]> = (0..count)
            .map(|_| [0; LANES].map(|_| rng.unit() - 0.5))
            .collect();
        let sums = convolved(
            &shape,
            &input,
            &weights,
            |sum: f32, number, weights, lane| number.mul_add(weights[lane], sum),
        );
        let gradient = gathered(&shape, &input, &by_output);
        for kind in Instructions::available() {
            let mut output = vec![0.0; field.places() * CHANNELS];
            convolve(kind, &shape, &input, &weights, &mut output);
            let output = without_border(field, CHANNELS, &output);
            assert_eq!(bits(&output), bits(&sums), "{field:?} {kind:?}");
            let mut found = vec![0.0; gradient.len()];
            gather_gradient(kind, &shape, &input, &by_output, &mut found);
            assert_eq!(bits(&found), bits(&gradient), "{field:?} {kind:?}");
        }
    }
}

#[test]
fn int8_is_convolved_as_by_loops_over_all_taps() {
    const NUMBERS: usize = CHANNELS / INT8_IN_32_BITS;
    let mut rng = Rng::new(2);
    for field in boards() {
        let shape = Convolution::of_int8(field, CHANNELS);
        let zeros = [0_u8; INT8_IN_32_BITS];
        let numbers = || zeros.map(|_| rng.below(128) as u8);
        let input = with_border(field, NUMBERS, zeros, numbers);
        let count = shape.blocks() * shape.block_inputs();
        let mut weight = || (rng.below(255) as i32 - 127) as i8;
        let weights: Vec<Int8Weights> = (0..count)
            .map(|_| Int8Weights([zeros; LANES].map(|four| four.map(|_| weight()))))
            .collect();
        let sums = convolved(
            &shape,
            &input,
            &weights,
            |sum: i32, numbers, weights, lane| {
                let products = numbers.iter().zip(&weights.0[lane]);
                products.fold(sum, |sum, (&number, &weight)| {
                    sum + i32::from(number) * i32::from(weight)
                })
            },
        );
        for kind in Instructions::available() {
            let mut output = vec![0; field.places() * CHANNELS];
            convolve_int8(kind, &shape, &input, &weights, &mut output);
            let output = without_border(field, CHANNELS, &output);
            assert_eq!(output, sums, "{field:?} {kind:?}");
        }
    }
}

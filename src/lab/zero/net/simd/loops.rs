//! The loops as a macro, so that they are compiled again for every kind of instructions. The module that names it has the type
//! `Lanes` and the functions `zero`, `load`, `store` and `add_products` for it.

/// Makes `convolve` and `gather_gradient`. The first number is how many places have their sums in registers, the second how
/// many inputs.
macro_rules! loops {
    ($(#[$features:meta])? $places:literal places, $inputs:literal inputs) => {
        use super::super::layout::LANES;
        use super::work::Convolution;

        /// Computes the output of every place of the span. Weights: blocks of 16 outputs, taps, inputs, outputs.
        $(#[$features])?
        pub(super) fn convolve(shape: &Convolution, input: &[f32], weights: &[f32], output: &mut [f32]) {
            for (block, weights) in weights.chunks_exact(shape.block_weights()).enumerate() {
                let (mut place, end) = shape.span;
                while place + $places <= end {
                    tile::<$places>(shape, input, weights, output, block, place);
                    place += $places;
                }
                while place < end {
                    tile::<1>(shape, input, weights, output, block, place);
                    place += 1;
                }
            }
        }

        $(#[$features])?
        #[inline]
        fn tile<const PLACES: usize>(
            shape: &Convolution,
            input: &[f32],
            weights: &[f32],
            output: &mut [f32],
            block: usize,
            place: usize,
        ) {
            let mut sums = [zero(); PLACES];
            let inputs = shape.inputs;
            for (tap, weights) in weights.chunks_exact(inputs * LANES).enumerate() {
                let rows: [&[f32]; PLACES] = shape.rows(input, place, tap);
                let weights = &weights.as_chunks::<LANES>().0[..inputs];
                for (channel, weights) in weights.iter().enumerate() {
                    let weights = load(weights);
                    for (sums, row) in sums.iter_mut().zip(&rows) {
                        add_products(sums, row[channel], weights);
                    }
                }
            }
            for (number, &sums) in sums.iter().enumerate() {
                let at = (place + number) * shape.outputs + block * LANES;
                output[at..at + LANES].copy_from_slice(&store(sums));
            }
        }

        /// Adds to the gradient of the weights what an input and the gradient of the output give.
        $(#[$features])?
        pub(super) fn gather_gradient(
            shape: &Convolution,
            input: &[f32],
            output_gradient: &[f32],
            gradient: &mut [f32],
        ) {
            for (block, gradient) in gradient.chunks_exact_mut(shape.block_weights()).enumerate() {
                for (tap, gradient) in gradient.chunks_exact_mut(shape.inputs * LANES).enumerate() {
                    for (number, gradient) in gradient.chunks_exact_mut($inputs * LANES).enumerate() {
                        let channel = number * $inputs;
                        gather_tile(shape, input, &output_gradient[block * LANES..], gradient, tap, channel);
                    }
                }
            }
        }

        $(#[$features])?
        #[inline]
        fn gather_tile(
            shape: &Convolution,
            input: &[f32],
            output_gradient: &[f32],
            gradient: &mut [f32],
            tap: usize,
            channel: usize,
        ) {
            let mut sums = [zero(); $inputs];
            for place in shape.span.0..shape.span.1 {
                let [row] = shape.rows(input, place, tap);
                let numbers: Option<&[f32; $inputs]> = row[channel..].first_chunk();
                let outputs = output_gradient[place * shape.outputs..].first_chunk();
                let (Some(numbers), Some(outputs)) = (numbers, outputs) else {
                    break;
                };
                let outputs = load(outputs);
                for (sums, &number) in sums.iter_mut().zip(numbers) {
                    add_products(sums, number, outputs);
                }
            }
            let (gradient, _) = gradient.as_chunks_mut::<LANES>();
            for (gradient, &sums) in gradient.iter_mut().zip(&sums) {
                for (number, sum) in gradient.iter_mut().zip(store(sums)) {
                    *number += sum;
                }
            }
        }
    };
}

pub(super) use loops;

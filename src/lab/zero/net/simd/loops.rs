//! The loops of convolutions and dense layers as macros, so that they are compiled again for every kind of instructions and of
//! numbers. The module that names one has the types `Number` of the input, `Weights` of one input for sixteen outputs, `Lanes`
//! of sixteen sums and `Output`, and the functions `zero`, `load`, `store`, `spread` and `add_products` for them.

/// Makes `convolve`. The first numbers are how many places can have their sums in registers, the last how many blocks of 16
/// outputs: all from one on.
macro_rules! convolution {
    ($(#[$features:meta])? [$($places:literal)+] places, [$($blocks:literal)+] blocks) => {
        use std::ops::Range;

        use super::super::layout::LANES;
        use super::work::Convolution;

        /// Computes the output of every cell. Weights: blocks of 16 outputs, taps, inputs, outputs.
        $(#[$features])?
        pub(super) fn convolve(shape: &Convolution, input: &[Number], weights: &[Weights], output: &mut [Output]) {
            const MOST: usize = [$($places),+].len();
            for (columns, places) in shape.strips(MOST) {
                match places {
                    // Nothing is left over.
                    0 => {}
                    $($places => convolve_strip::<$places>(shape, &columns, input, weights, output),)+
                    _ => unreachable!("parts of {places} places are not made"),
                }
            }
        }

        /// The output of some columns, a multiple of the places whose sums are in registers.
        $(#[$features])?
        fn convolve_strip<const PLACES: usize>(
            shape: &Convolution,
            columns: &Range<usize>,
            input: &[Number],
            weights: &[Weights],
            output: &mut [Output],
        ) {
            const MOST: usize = [$($blocks),+].len();
            let mut block = 0;
            while block < shape.blocks() {
                let weights = &weights[block * shape.block_inputs()..];
                let output = &mut output[block * LANES..];
                let together = (shape.blocks() - block).min(MOST);
                for row in 0..shape.field.rows {
                    let taps = shape.taps(row);
                    let first = shape.field.place(row * shape.field.columns);
                    for column in columns.clone().step_by(PLACES) {
                        let (place, taps) = (first + column, taps.clone());
                        match together {
                            $($blocks => tile::<PLACES, $blocks>(shape, taps, input, weights, output, place),)+
                            _ => unreachable!("{together} blocks together are not made"),
                        }
                    }
                }
                block += together;
            }
        }

        /// The blocks' weights of a tap, each for every live input.
        $(#[$features])?
        #[inline]
        fn weights_of_tap<'a, const BLOCKS: usize>(
            shape: &Convolution,
            weights: &'a [Weights],
            tap: usize,
        ) -> [&'a [Weights]; BLOCKS] {
            let mut all = [[].as_slice(); BLOCKS];
            for (own, weights) in all.iter_mut().zip(weights.chunks_exact(shape.block_inputs())) {
                *own = &weights[tap * shape.inputs..][..shape.live];
            }
            all
        }

        $(#[$features])?
        #[inline]
        fn tile<const PLACES: usize, const BLOCKS: usize>(
            shape: &Convolution,
            taps: Range<usize>,
            input: &[Number],
            weights: &[Weights],
            output: &mut [Output],
            place: usize,
        ) {
            let mut sums = [[zero(); BLOCKS]; PLACES];
            for tap in taps {
                let rows: [&[Number]; PLACES] = shape.rows(input, place, tap);
                let weights: [_; BLOCKS] = weights_of_tap(shape, weights, tap);
                for channel in 0..shape.live {
                    let mut own = [zero(); BLOCKS];
                    for (own, weights) in own.iter_mut().zip(&weights) {
                        *own = load(&weights[channel]);
                    }
                    for (sums, row) in sums.iter_mut().zip(&rows) {
                        let number = spread(row[channel]);
                        for (sum, &weights) in sums.iter_mut().zip(&own) {
                            add_products(sum, number, weights);
                        }
                    }
                }
            }
            for (number, sums) in sums.iter().enumerate() {
                let at = (place + number) * shape.outputs;
                let (outputs, _) = output[at..at + BLOCKS * LANES].as_chunks_mut();
                for (outputs, &sum) in outputs.iter_mut().zip(sums) {
                    *outputs = store(sum);
                }
            }
        }
    };
}

/// Makes `gather_gradient` beside `convolve` of 32-bit floats. The first numbers are how many blocks of 16 outputs can have their
/// sums in registers, all from one on, the last how many inputs.
macro_rules! gradients {
    ($(#[$features:meta])? [$($blocks:literal)+] blocks, $inputs:literal inputs) => {
        use super::super::layout::TAPS;

        /// Adds to the gradient of the weights what an input and the gradient of the output give.
        $(#[$features])?
        pub(super) fn gather_gradient(
            shape: &Convolution,
            input: &[f32],
            output_gradient: &[f32],
            gradient: &mut [f32],
        ) {
            const MOST: usize = [$($blocks),+].len();
            let mut block = 0;
            while block < shape.blocks() {
                let gradient = &mut gradient[block * shape.block_inputs() * LANES..];
                let outputs = &output_gradient[block * LANES..];
                let together = (shape.blocks() - block).min(MOST);
                for tap in 0..TAPS {
                    for channel in (0..shape.live).step_by($inputs) {
                        match together {
                            $($blocks => gather_tile::<$blocks>(shape, input, outputs, gradient, tap, channel),)+
                            _ => unreachable!("{together} blocks together are not made"),
                        }
                    }
                }
                block += together;
            }
        }

        $(#[$features])?
        #[inline]
        fn gather_tile<const BLOCKS: usize>(
            shape: &Convolution,
            input: &[f32],
            output_gradient: &[f32],
            gradient: &mut [f32],
            tap: usize,
            channel: usize,
        ) {
            let mut sums = [[zero(); BLOCKS]; $inputs];
            let step = shape.field.steps()[tap];
            for row in shape.rows_with(tap) {
                let place = shape.field.place(row * shape.field.columns);
                let at = (place as isize + step) as usize * shape.inputs;
                let columns = shape.field.columns;
                let inputs = input[at..][..columns * shape.inputs].chunks_exact(shape.inputs);
                let outputs = &output_gradient[place * shape.outputs..][..columns * shape.outputs];
                for (inputs, outputs) in inputs.zip(outputs.chunks_exact(shape.outputs)) {
                    let (outputs, _) = outputs.as_chunks();
                    let mut own = [zero(); BLOCKS];
                    for (own, outputs) in own.iter_mut().zip(&outputs[..BLOCKS]) {
                        *own = load(outputs);
                    }
                    for (sums, &number) in sums.iter_mut().zip(&inputs[channel..channel + $inputs]) {
                        let number = spread(number);
                        for (sum, &outputs) in sums.iter_mut().zip(&own) {
                            add_products(sum, number, outputs);
                        }
                    }
                }
            }
            for (number, sums) in sums.iter().enumerate() {
                for (block, &sum) in sums.iter().enumerate() {
                    let at = block * shape.block_inputs() * LANES + (tap * shape.inputs + channel + number) * LANES;
                    for (gradient, sum) in gradient[at..at + LANES].iter_mut().zip(store(sum)) {
                        *gradient += sum;
                    }
                }
            }
        }
    };
}

/// Makes `add_dense` and `dense_cells`, with `add_rounded_products` for sums of products that are not fused. The numbers are how
/// many blocks of 16 outputs, and how many cells, have their sums in registers.
macro_rules! dense {
    ($(#[$features:meta])? $blocks:literal blocks, $cells:literal cells) => {
        use super::super::field::Field;

        /// Adds to the outputs the products of inputs with weights, those of an input one after the other.
        $(#[$features])?
        pub(super) fn add_dense(inputs: &[f32], weights: &[f32], outputs: &mut [f32]) {
            let stride = outputs.len();
            let (blocks, rest) = outputs.as_chunks_mut();
            let first_of_rest = blocks.len() * LANES;
            for (number, blocks) in blocks.chunks_mut($blocks).enumerate() {
                let weights = &weights[number * $blocks * LANES..];
                match blocks.len() {
                    $blocks => add_to_blocks::<$blocks>(inputs, weights, stride, blocks),
                    _ => blocks.iter_mut().enumerate().for_each(|(number, block)| {
                        add_to_blocks::<1>(inputs, &weights[number * LANES..], stride, std::slice::from_mut(block));
                    }),
                }
            }
            for (&input, weights) in inputs.iter().zip(weights.chunks_exact(stride)) {
                for (sum, weight) in rest.iter_mut().zip(&weights[first_of_rest..]) {
                    *sum += input * weight;
                }
            }
        }

        $(#[$features])?
        #[inline]
        fn add_to_blocks<const BLOCKS: usize>(
            inputs: &[f32],
            weights: &[f32],
            stride: usize,
            outputs: &mut [[f32; LANES]],
        ) {
            let mut sums = [[zero(); BLOCKS]];
            for (sum, outputs) in sums[0].iter_mut().zip(&*outputs) {
                *sum = load(outputs);
            }
            add_all_products([inputs], weights, stride, &mut sums);
            for (outputs, sum) in outputs.iter_mut().zip(sums[0]) {
                *outputs = store(sum);
            }
        }

        /// What is above zero of the bias and the products of a cell's numbers with weights, those of a number one after the
        /// other.
        $(#[$features])?
        pub(super) fn dense_cells(
            field: Field,
            numbers: &[f32],
            weights: &[f32],
            bias: &[f32; LANES],
            results: &mut [[f32; LANES]],
        ) {
            let channels = weights.len() / LANES;
            for (tile, results) in results.chunks_mut($cells).enumerate() {
                let mut cells: [&[f32]; $cells] = [&[]; $cells];
                for (number, cell) in cells.iter_mut().enumerate() {
                    let place = field.place((tile * $cells + number).min(field.cells() - 1));
                    *cell = &numbers[place * channels..][..channels];
                }
                let mut sums = [[load(bias)]; $cells];
                add_all_products(cells, weights, LANES, &mut sums);
                for (results, [sum]) in results.iter_mut().zip(sums) {
                    *results = store(sum).map(|sum| sum.max(0.0));
                }
            }
        }

        /// Adds the products of some rows of inputs with the weights of some blocks of outputs.
        $(#[$features])?
        #[inline]
        fn add_all_products<const ROWS: usize, const BLOCKS: usize>(
            rows: [&[f32]; ROWS],
            weights: &[f32],
            stride: usize,
            sums: &mut [[Lanes; BLOCKS]; ROWS],
        ) {
            for (input, weights) in weights.chunks(stride).enumerate().take(rows[0].len()) {
                let mut own = [zero(); BLOCKS];
                for (own, weights) in own.iter_mut().zip(weights.as_chunks().0) {
                    *own = load(weights);
                }
                for (sums, row) in sums.iter_mut().zip(&rows) {
                    let number = spread(row[input]);
                    for (sum, &weights) in sums.iter_mut().zip(&own) {
                        add_rounded_products(sum, number, weights);
                    }
                }
            }
        }
    };
}

pub(super) use {convolution, dense, gradients};

//! Loops over numbers side by side as a macro: the compiler makes vectors of them for every kind of instructions. Nothing is
//! fused and every sum has its order, so they give the same bits.

/// Makes `rectify`, `quantise`, `rescale`, `add` and `add_dense`.
macro_rules! plain {
    ($(#[$features:meta])?) => {
        /// What is above zero of the scaled numbers with a bias for each channel.
        $(#[$features])?
        pub(super) fn rectify(numbers: &[f32], scale: f32, bias: &[f32], rectified: &mut [f32]) {
            let places = numbers.chunks_exact(bias.len());
            for (place, result) in places.zip(rectified.chunks_exact_mut(bias.len())) {
                let ((place, _), (bias, _)) = (place.as_chunks::<LANES>(), bias.as_chunks::<LANES>());
                let (result, _) = result.as_chunks_mut::<LANES>();
                for ((place, bias), result) in place.iter().zip(bias).zip(result) {
                    for ((number, bias), result) in place.iter().zip(bias).zip(result) {
                        *result = (number * scale + bias).max(0.0);
                    }
                }
            }
        }

        /// Makes bytes of seven bits of numbers that are not below zero, and gives their scale.
        $(#[$features])?
        pub(super) fn quantise(numbers: &[f32], bytes: &mut [[u8; 4]], scale: &mut f32) {
            /// The greatest byte.
            const MOST: u8 = 127;
            /// Two to the power of the digits of a float: what is added to it is rounded to a whole number, its last digits.
            const WHOLE: f32 = 8_388_608.0;
            let mut greatest = [0.0_f32; LANES];
            for numbers in numbers.as_chunks::<LANES>().0 {
                for (greatest, &number) in greatest.iter_mut().zip(numbers) {
                    *greatest = if number > *greatest { number } else { *greatest };
                }
            }
            let greatest = greatest.into_iter().fold(0.0_f32, f32::max);
            *scale = greatest / f32::from(MOST);
            let factor = if greatest > 0.0 { f32::from(MOST) / greatest } else { 0.0 };
            for (number, byte) in numbers.iter().zip(bytes.as_flattened_mut()) {
                *byte = (number * factor + WHOLE).to_bits() as u8 & MOST;
            }
        }

        /// The sums of bytes times the factor of each channel.
        $(#[$features])?
        pub(super) fn rescale(sums: &[i32], factors: &[f32], numbers: &mut [f32]) {
            let places = sums.chunks_exact(factors.len());
            for (sums, numbers) in places.zip(numbers.chunks_exact_mut(factors.len())) {
                for ((sum, factor), number) in sums.iter().zip(factors).zip(numbers) {
                    *number = *sum as f32 * factor;
                }
            }
        }

        /// Adds numbers to sums.
        $(#[$features])?
        pub(super) fn add(sums: &mut [f32], numbers: &[f32]) {
            for (sum, number) in sums.iter_mut().zip(numbers) {
                *sum += number;
            }
        }

        /// Adds to the outputs the products of inputs with weights, those of an input one after the other.
        $(#[$features])?
        pub(super) fn add_dense(inputs: &[f32], weights: &[f32], outputs: &mut [f32]) {
            let stride = outputs.len();
            let mut first = 0;
            while first < stride {
                let count = (stride - first).min(LANES);
                let mut sums = [0.0; LANES];
                sums[..count].copy_from_slice(&outputs[first..first + count]);
                for (&input, weights) in inputs.iter().zip(weights.chunks_exact(stride)) {
                    let own = &weights[first..first + count];
                    if let Ok(own) = <&[f32; LANES]>::try_from(own) {
                        for (sum, weight) in sums.iter_mut().zip(own) {
                            *sum += input * weight;
                        }
                    } else {
                        for (sum, weight) in sums.iter_mut().zip(own) {
                            *sum += input * weight;
                        }
                    }
                }
                outputs[first..first + count].copy_from_slice(&sums[..count]);
                first += count;
            }
        }
    };
}

pub(super) use plain;

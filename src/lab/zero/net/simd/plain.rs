//! Loops over numbers side by side as a macro: the compiler makes vectors of them for every kind of instructions. No
//! multiply-add is fused and every sum has its order, so they give the same bits. Those of a board leave out its border.

/// Makes `rectify`, `unrectify`, `quantise`, `add` and `pool`.
macro_rules! plain {
    ($(#[$features:meta])?) => {
        use super::work::{MOST, Accumulator};

        /// What is above zero of the sums times the factor of each channel with its bias. Gives the greatest number.
        $(#[$features])?
        pub(super) fn rectify<S: Accumulator>(
            field: Field,
            sums: &[S],
            factors: &[f32],
            bias: &[f32],
            rectified: &mut [f32],
        ) -> f32 {
            let channels = bias.len();
            let ((factors, _), (bias, _)) = (factors.as_chunks::<LANES>(), bias.as_chunks::<LANES>());
            let mut greatest = [0.0_f32; LANES];
            for row in field.rows(channels) {
                let cells = sums[row.clone()].chunks_exact(channels);
                for (sums, results) in cells.zip(rectified[row].chunks_exact_mut(channels)) {
                    let ((sums, _), (results, _)) = (sums.as_chunks::<LANES>(), results.as_chunks_mut::<LANES>());
                    for (((sums, factors), bias), results) in sums.iter().zip(factors).zip(bias).zip(results) {
                        for lane in 0..LANES {
                            let number = (sums[lane].float() * factors[lane] + bias[lane]).max(0.0);
                            results[lane] = number;
                            greatest[lane] = if number > greatest[lane] { number } else { greatest[lane] };
                        }
                    }
                }
            }
            greatest.into_iter().fold(0.0, f32::max)
        }

        /// Of the gradient by rectified numbers, sets to zero what the cut at zero has not let through. Adds what is left to the
        /// gradient of the bias of its channel, and scales it.
        $(#[$features])?
        pub(super) fn unrectify(rectified: &[f32], scale: f32, by_rectified: &mut [f32], by_bias: &mut [f32]) {
            let channels = by_bias.len();
            let (by_bias, _) = by_bias.as_chunks_mut::<LANES>();
            let places = by_rectified.chunks_exact_mut(channels);
            for (by_place, place) in places.zip(rectified.chunks_exact(channels)) {
                let ((by_place, _), (place, _)) = (by_place.as_chunks_mut::<LANES>(), place.as_chunks::<LANES>());
                for ((by_numbers, numbers), by_bias) in by_place.iter_mut().zip(place).zip(&mut *by_bias) {
                    let all = *by_numbers;
                    for lane in 0..LANES {
                        let by_number = if numbers[lane] <= 0.0 { 0.0 } else { all[lane] };
                        by_bias[lane] += by_number;
                        by_numbers[lane] = by_number * scale;
                    }
                }
            }
        }

        /// Makes 7-bit integers of numbers from zero to a greatest one, each times a factor.
        $(#[$features])?
        pub(super) fn quantise(field: Field, numbers: &[f32], channels: usize, factor: f32, bytes: &mut [u8]) {
            /// Two to the power of the digits of a float: what is added to it is rounded to a whole number, its last digits.
            const WHOLE: f32 = 8_388_608.0;
            for row in field.rows(channels) {
                for (number, byte) in numbers[row.clone()].iter().zip(&mut bytes[row]) {
                    *byte = (number * factor + WHOLE).to_bits() as u8 & MOST;
                }
            }
        }

        /// Adds to numbers the sums times the factor of each channel.
        $(#[$features])?
        pub(super) fn add<S: Accumulator>(field: Field, sums: &[S], factors: &[f32], numbers: &mut [f32]) {
            let channels = factors.len();
            let (factors, _) = factors.as_chunks::<LANES>();
            for row in field.rows(channels) {
                let cells = sums[row.clone()].chunks_exact(channels);
                for (sums, numbers) in cells.zip(numbers[row].chunks_exact_mut(channels)) {
                    let ((sums, _), (numbers, _)) = (sums.as_chunks::<LANES>(), numbers.as_chunks_mut::<LANES>());
                    for ((sums, factors), numbers) in sums.iter().zip(factors).zip(numbers) {
                        for lane in 0..LANES {
                            numbers[lane] += sums[lane].float() * factors[lane];
                        }
                    }
                }
            }
        }

        /// The means of all channels over the cells, and then the greatest numbers above zero.
        $(#[$features])?
        pub(super) fn pool(field: Field, numbers: &[f32], pooled: &mut [f32]) {
            let channels = pooled.len() / 2;
            let (means, greatest) = pooled.split_at_mut(channels);
            let ((means, _), (greatest, _)) = (means.as_chunks_mut::<LANES>(), greatest.as_chunks_mut::<LANES>());
            for (block, (means, greatest)) in means.iter_mut().zip(greatest).enumerate() {
                let (mut sums, mut most) = ([0.0; LANES], [0.0; LANES]);
                for row in field.rows(channels) {
                    for cell in numbers[row].chunks_exact(channels) {
                        let own = &cell.as_chunks::<LANES>().0[block];
                        for lane in 0..LANES {
                            sums[lane] += own[lane];
                            most[lane] = if own[lane] > most[lane] { own[lane] } else { most[lane] };
                        }
                    }
                }
                *means = sums.map(|sum| sum / field.cells() as f32);
                *greatest = most;
            }
        }
    };
}

pub(super) use plain;

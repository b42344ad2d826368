//! The Adam method (Kingma and Ba, "Adam: a method for stochastic optimization", 2015).

use rayon::prelude::{IndexedParallelIterator, ParallelIterator, ParallelSlice, ParallelSliceMut};

/// Decay of the mean gradient in one step (β1).
const BETA_1: f32 = 0.9;
/// Decay of the mean squared gradient in one step (β2).
const BETA_2: f32 = 0.999;
/// Added to the divisor (ε): a parameter whose gradients stay below it moves by less than a whole step.
const EPSILON: f32 = 1e-8;
/// Number of parameters that one task updates.
const PART: usize = 1 << 14;

/// The parameters, with running means of their gradients and squared gradients.
#[derive(Clone, Debug)]
pub(super) struct Adam {
    pub(super) parameters: Vec<f32>,
    gradients: Vec<f32>,
    squares: Vec<f32>,
    /// Weight that the initial zeros still have in each of the two means, for the bias correction.
    start: [f32; 2],
}

impl Adam {
    /// Begins with these parameters.
    pub(super) fn new(parameters: Vec<f32>) -> Self {
        let zero = vec![0.0; parameters.len()];
        Self {
            parameters,
            gradients: zero.clone(),
            squares: zero,
            start: [1.0; 2],
        }
    }

    /// Makes one step. Most parameters change by at most `rate`; one whose gradients have been zero for long changes by up
    /// to (1 - β1) / √(1 - β2), some three times, as much.
    pub(super) fn step(&mut self, gradients: &[f32], rate: f32) {
        self.start[0] *= BETA_1;
        self.start[1] *= BETA_2;
        let [of_gradients, of_square] = self.start.map(|start| 1.0 - start);
        self.parameters
            .par_chunks_mut(PART)
            .zip(self.gradients.par_chunks_mut(PART))
            .zip(self.squares.par_chunks_mut(PART))
            .zip(gradients.par_chunks(PART))
            .for_each(|(((parameters, means), squares), gradients)| {
                let memory = means.iter_mut().zip(squares);
                for ((number, (mean, square)), gradient) in
                    parameters.iter_mut().zip(memory).zip(gradients)
                {
                    *mean += (1.0 - BETA_1) * (gradient - *mean);
                    *square += (1.0 - BETA_2) * (gradient * gradient - *square);
                    let scale = (*square / of_square).sqrt() + EPSILON;
                    *number -= rate * *mean / of_gradients / scale;
                }
            });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bottom_of_a_bowl_is_found() {
        let mut adam = Adam::new(vec![0.0; 2]);
        for step in 0..4000 {
            let gradients = [
                adam.parameters[0] - 2.0,
                2500.0 * (adam.parameters[1] + 0.03),
            ];
            adam.step(&gradients, 0.02 * 0.999_f32.powi(step));
        }
        assert!((adam.parameters[0] - 2.0).abs() < 1e-3, "{adam:?}");
        assert!((adam.parameters[1] + 0.03).abs() < 1e-3, "{adam:?}");
    }
}

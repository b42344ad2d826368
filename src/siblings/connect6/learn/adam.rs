//! Gradient descent with a rate for each number (D. P. Kingma and J. Ba, "Adam: a method for stochastic optimization", 2015).

/// Decay of the mean gradient in one step (β1).
const BETA_1: f32 = 0.9;
/// Decay of the mean squared gradient in one step (β2).
const BETA_2: f32 = 0.999;
/// Added to the divisor (ε).
const EPSILON: f32 = 1.0e-8;

/// The means of the gradients and of their squares.
pub(super) struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

impl Adam {
    pub(super) fn new(len: usize) -> Self {
        Self {
            means: vec![0.0; len],
            squares: vec![0.0; len],
            steps: 0,
        }
    }

    /// Moves the numbers against the gradients, which are sums over so many samples.
    pub(super) fn step(
        &mut self,
        numbers: &mut [f32],
        gradients: &[Vec<f32>],
        samples: usize,
        rate: f32,
    ) {
        self.steps += 1;
        let mean_part = 1.0 - BETA_1.powi(self.steps);
        let square_part = 1.0 - BETA_2.powi(self.steps);
        for (index, number) in numbers.iter_mut().enumerate() {
            let sum: f32 = gradients.iter().map(|gradient| gradient[index]).sum();
            let slope = sum / samples as f32;
            let mean = &mut self.means[index];
            *mean = BETA_1 * *mean + (1.0 - BETA_1) * slope;
            let square = &mut self.squares[index];
            *square = BETA_2 * *square + (1.0 - BETA_2) * slope * slope;
            let root = (*square / square_part).sqrt() + EPSILON;
            *number -= rate * (*mean / mean_part) / root;
        }
    }
}

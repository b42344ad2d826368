//! The Adam method (Kingma and Ba, "Adam: a method for stochastic optimization", 2015), with the steps of each weight
//! scaled by the size of what it is multiplied with.

/// Share of the mean slope, and of the mean square, that is kept at each step.
const KEEP_SLOPE: f64 = 0.9;
const KEEP_SQUARE: f64 = 0.999;
/// A weight whose slopes stay below this moves less than a whole step: rare codes shall not jump at every occurrence.
const CALM: f64 = 1e-4;

/// Weights and the memory of their slopes.
#[derive(Clone, Debug)]
pub(super) struct Adam {
    pub(super) weights: Vec<f64>,
    sizes: Vec<f64>,
    slopes: Vec<f64>,
    squares: Vec<f64>,
    /// What the means have not forgotten of their beginning at zero.
    start: [f64; 2],
}

impl Adam {
    /// Weights of zero.
    pub(super) fn new(sizes: Vec<f64>) -> Self {
        let zero = vec![0.0; sizes.len()];
        Self {
            weights: zero.clone(),
            slopes: zero.clone(),
            squares: zero,
            sizes,
            start: [1.0; 2],
        }
    }

    /// Goes one step of at most about `rate`, in units in which the weights' effects are alike.
    pub(super) fn step(&mut self, slopes: &[f64], rate: f64) {
        self.start[0] *= KEEP_SLOPE;
        self.start[1] *= KEEP_SQUARE;
        let [of_slope, of_square] = self.start.map(|start| 1.0 - start);
        let memory = self.slopes.iter_mut().zip(&mut self.squares);
        for (((weight, size), (mean, square)), slope) in self
            .weights
            .iter_mut()
            .zip(&self.sizes)
            .zip(memory)
            .zip(slopes)
        {
            let slope = slope / size;
            *mean += (1.0 - KEEP_SLOPE) * (slope - *mean);
            *square += (1.0 - KEEP_SQUARE) * (slope * slope - *square);
            let scale = (*square / of_square).sqrt() + CALM;
            *weight -= rate * *mean / of_slope / scale / size;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bottom_of_a_bowl_is_found_whatever_the_sizes() {
        let mut adam = Adam::new(vec![1.0, 50.0]);
        for step in 0..4000 {
            let slopes = [adam.weights[0] - 2.0, 2500.0 * (adam.weights[1] + 0.03)];
            adam.step(&slopes, 0.02 * 0.999_f64.powi(step));
        }
        assert!((adam.weights[0] - 2.0).abs() < 1e-3, "{adam:?}");
        assert!((adam.weights[1] + 0.03).abs() < 1e-3, "{adam:?}");
    }
}

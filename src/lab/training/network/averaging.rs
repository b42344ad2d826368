//! The mean of the parameters over the last steps of a training (Polyak and Juditsky, "Acceleration of stochastic
//! approximation by averaging", 1992).

/// The running mean of lists of parameters.
#[derive(Clone, Debug)]
pub(super) struct MeanParameters {
    mean: Vec<f32>,
    count: usize,
}

impl MeanParameters {
    /// A mean of nothing yet, for lists of this length.
    pub(super) fn new(length: usize) -> Self {
        Self {
            mean: vec![0.0; length],
            count: 0,
        }
    }

    pub(super) fn add(&mut self, parameters: &[f32]) {
        self.count += 1;
        let share = 1.0 / self.count as f32;
        for (mean, number) in self.mean.iter_mut().zip(parameters) {
            *mean += share * (number - *mean);
        }
    }

    /// The mean, if any parameters were added.
    pub(super) fn get(&self) -> Option<&[f32]> {
        (self.count > 0).then_some(&self.mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lists_have_the_same_share() {
        let mut mean = MeanParameters::new(2);
        assert_eq!(mean.get(), None);
        for parameters in [[1.0, 0.0], [2.0, -8.0], [6.0, 2.0]] {
            mean.add(&parameters);
        }
        assert_eq!(mean.get(), Some([3.0, -2.0].as_slice()));
    }
}

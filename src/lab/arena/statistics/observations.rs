//! A sample and how strongly its observations depend on each other.

use super::sample::Sample;

/// A sample with its design effect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observations {
    /// The observations.
    pub sample: Sample,
    /// The variance of the mean score, divided by the variance that independent observations would have (Kish, 1965).
    /// 1 for independent observations, more where openings repeat.
    pub design_effect: f64,
}

impl Observations {
    /// The number of independent observations that would have the same variance of the mean score.
    pub fn effective(&self) -> f64 {
        self.sample.observations() as f64 / self.design_effect
    }
}

impl From<&Sample> for Observations {
    /// Takes the observations as independent.
    fn from(sample: &Sample) -> Self {
        Self {
            sample: *sample,
            design_effect: 1.0,
        }
    }
}

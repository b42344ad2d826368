//! A Brownian motion with drift between two barriers: the approximation of a sequential test.
//!
//! As in Wald's formulas, the overshoot of the last step over the barrier is ignored.

/// The motion counts as free of drift where drift times range is below this.
const NO_DRIFT: f64 = 1e-6;

/// A motion that starts at 0 and ends at a barrier.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BrownianMotion {
    /// Lower barrier, below 0.
    pub lower: f64,
    /// Upper barrier, above 0.
    pub upper: f64,
    /// Mean of a step.
    pub drift: f64,
    /// Variance of a step, above 0.
    pub variance: f64,
}

impl BrownianMotion {
    /// The probability that the upper barrier is reached first.
    pub(crate) fn upper_probability(&self) -> f64 {
        let range = self.upper - self.lower;
        let pull = 2.0 * self.drift / self.variance;
        if (pull * range).abs() < NO_DRIFT {
            return -self.lower / range;
        }
        // From the martingale exp(-pull X). Both forms keep the exponents at or below zero.
        let strength = pull.abs();
        let free = (strength * self.lower).exp_m1() / (-strength * range).exp_m1();
        if pull > 0.0 {
            free
        } else {
            (-strength * self.upper).exp() * free
        }
    }

    /// The expected number of steps to a barrier.
    pub(crate) fn expected_steps(&self) -> f64 {
        let range = self.upper - self.lower;
        if (2.0 * self.drift / self.variance * range).abs() < NO_DRIFT {
            return -self.lower * self.upper / self.variance;
        }
        // Wald's identity: the expected end point is the drift times the expected number of steps.
        (self.lower + range * self.upper_probability()) / self.drift
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn motion(drift: f64) -> BrownianMotion {
        BrownianMotion {
            lower: -2.0,
            upper: 3.0,
            drift,
            variance: 0.5,
        }
    }

    #[test]
    fn the_formulas_join_at_no_drift() {
        for drift in [0.0, 2e-7, -2e-7] {
            assert!((motion(drift).upper_probability() - 0.4).abs() < 1e-5);
            assert!((motion(drift).expected_steps() - 12.0).abs() < 1e-4);
        }
    }

    #[test]
    fn strong_drift_decides() {
        assert!((motion(1e6).upper_probability() - 1.0).abs() < 1e-12);
        assert!((motion(1e6).expected_steps() - 3e-6).abs() < 1e-12);
        assert!(motion(-1e6).upper_probability() < 1e-12);
        assert!((motion(-1e6).expected_steps() - 2e-6).abs() < 1e-12);
    }
}

//! Simultaneous perturbation stochastic approximation (SPSA): improves values by noisy comparisons of two neighbouring
//! points. It knows nothing of games.
//!
//! # The method
//!
//! In iteration `k` of `K` every parameter `i` gets a random sign, and `theta + c_k * sign` plays against
//! `theta - c_k * sign`. So both sides differ in all parameters at once. The difference of wins and losses moves every
//! parameter along its sign:
//!
//! ```text
//! c_k(i)   = step(i) * (K / k)^0.101
//! a_k(i)   = r(i) * step(i)^2 * ((A + K) / (A + k))^0.602        A = K / 10
//! theta(i) = theta(i) + a_k(i) / c_k(i) * sign(i) * (wins - losses)
//! ```
//!
//! The exponents and `A` are those that J. C. Spall recommends ("Implementation of the simultaneous perturbation
//! algorithm for stochastic optimization", 1998). As in the public test frameworks of chess engines, the gains are
//! given by their values in the last iteration: `step` is `c_K`, and `r` is `a_K / c_K^2`. The difference of wins and
//! losses is the sum over all pairs of the iteration, so `r` means the same for any number of pairs: `p` pairs in an
//! iteration move the values as far as `p` iterations of one pair.
//!
//! # Whole numbers
//!
//! Engines take whole numbers. A value is rounded up with a probability equal to its fractional part, independently for
//! every pair of games, so that the mean of the rounded values is the value itself. Rounding to the nearest would hide
//! every change below a half, and with a small step both sides could always be equal. Both sides of a pair use the same
//! random number for rounding, which keeps their order and adds the least noise. Both games of a pair use the same
//! values.
//!
//! Every random number depends only on the seed and on the number of the iteration or pair.

use serde::{Deserialize, Serialize};

use kagetsu_kernel::rng::Rng;

use super::parameter::Parameter;

/// Exponent of the decay of the gain `a`.
const ALPHA: f64 = 0.602;
/// Exponent of the decay of the perturbation `c`.
const GAMMA: f64 = 0.101;
/// `A` as a share of the iterations. It reduces the gain at the start.
const STABILITY: f64 = 0.1;
/// Learning rate of the last iteration for parameters without their own.
pub const DEFAULT_RATE: f64 = 0.002;

/// The random numbers of the signs.
const SIGN_STREAM: u64 = 0x5349_474e_0000_0000;
/// The random numbers of rounding.
const ROUNDING_STREAM: u64 = 0x524f_554e_4400_0000;
/// Number of random bits of a fraction: as many as the mantissa of an `f64` has.
const FRACTION_BITS: u32 = 53;

/// The settings of the method.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpsaPlan {
    /// Number of iterations, at least one.
    pub iterations: u32,
    /// Number of pairs of games in each iteration, at least one.
    pub pairs: u32,
    /// Learning rate of the last iteration for parameters without their own.
    pub rate: f64,
    /// Seed of all random choices.
    pub seed: u64,
}

/// The values of the two sides of a pair, in the order of the parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PairValues {
    /// Values of the side `theta + c * sign`.
    pub plus: Vec<i64>,
    /// Values of the side `theta - c * sign`.
    pub minus: Vec<i64>,
}

/// The state of the method.
#[derive(Clone, Debug)]
pub(crate) struct Spsa {
    parameters: Vec<Parameter>,
    plan: SpsaPlan,
    theta: Vec<f64>,
    iteration: u32,
}

impl Spsa {
    /// The state before the first iteration.
    pub(crate) fn new(parameters: &[Parameter], plan: SpsaPlan) -> Self {
        Self {
            theta: parameters.iter().map(|parameter| parameter.value).collect(),
            parameters: parameters.to_vec(),
            plan,
            iteration: 1,
        }
    }

    /// Number of the next iteration, from one. It is greater than that of the plan when all have been played.
    pub(crate) const fn iteration(&self) -> u32 {
        self.iteration
    }

    /// True if all iterations have been played.
    pub(crate) const fn is_complete(&self) -> bool {
        self.iteration > self.plan.iterations
    }

    /// The values, in the order of the parameters.
    pub(crate) fn theta(&self) -> &[f64] {
        &self.theta
    }

    /// The sign of every parameter in the next iteration: 1 or -1.
    pub(crate) fn signs(&self) -> Vec<i8> {
        let mut rng = self.rng(SIGN_STREAM, self.iteration);
        let signs = self
            .theta
            .iter()
            .map(|_| if rng.below(2) == 0 { -1 } else { 1 });
        signs.collect()
    }

    /// The values of both sides of a pair of the next iteration. Pairs are numbered from zero over all iterations.
    pub(crate) fn values(&self, pair: u32) -> PairValues {
        let mut rng = self.rng(ROUNDING_STREAM, pair);
        let mut values = PairValues {
            plus: Vec::with_capacity(self.theta.len()),
            minus: Vec::with_capacity(self.theta.len()),
        };
        for ((parameter, theta), sign) in self.parameters.iter().zip(&self.theta).zip(self.signs())
        {
            let reach = self.perturbation(parameter) * f64::from(sign);
            let draw = (rng.next_u64() >> (u64::BITS - FRACTION_BITS)) as f64
                / (1u64 << FRACTION_BITS) as f64;
            let rounded = |value: f64| (parameter.clamp(value) + draw).floor() as i64;
            values.plus.push(rounded(theta + reach));
            values.minus.push(rounded(theta - reach));
        }
        values
    }

    /// Updates the values by the result of the iteration, and goes on to the next one. `lead` is wins minus losses of
    /// the side `theta + c * sign`.
    pub(crate) fn update(&mut self, lead: i64) {
        let signs = self.signs();
        let steps: Vec<f64> = self
            .parameters
            .iter()
            .map(|parameter| self.gain(parameter) / self.perturbation(parameter) * lead as f64)
            .collect();
        for (index, parameter) in self.parameters.iter().enumerate() {
            let moved = self.theta[index] + steps[index] * f64::from(signs[index]);
            self.theta[index] = parameter.clamp(moved);
        }
        self.iteration += 1;
    }

    /// `c_k` of the next iteration.
    fn perturbation(&self, parameter: &Parameter) -> f64 {
        let left = f64::from(self.plan.iterations) / f64::from(self.iteration);
        parameter.step * libm::pow(left, GAMMA)
    }

    /// `a_k` of the next iteration.
    fn gain(&self, parameter: &Parameter) -> f64 {
        let all = f64::from(self.plan.iterations);
        let held_back = STABILITY * all;
        let left = (held_back + all) / (held_back + f64::from(self.iteration));
        let rate = parameter.r.unwrap_or(self.plan.rate);
        rate * parameter.step * parameter.step * libm::pow(left, ALPHA)
    }

    fn rng(&self, stream: u64, number: u32) -> Rng {
        Rng::numbered(self.plan.seed ^ stream, number.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: SpsaPlan = SpsaPlan {
        iterations: 2000,
        pairs: 8,
        rate: 0.02,
        seed: 7,
    };

    fn parameter(name: &str, value: f64, step: f64) -> Parameter {
        Parameter {
            name: name.to_string(),
            value,
            min: 0,
            max: 200,
            step,
            r: None,
        }
    }

    fn two() -> [Parameter; 2] {
        [parameter("a", 100.0, 8.0), parameter("b", 20.0, 4.0)]
    }

    #[test]
    fn a_value_stays_within_its_bounds() {
        let mut spsa = Spsa::new(&two(), PLAN);
        spsa.update(1_000_000);
        let at_a_bound = |theta: &f64| [0.0, 200.0].contains(theta);
        assert!(spsa.theta().iter().all(at_a_bound), "{spsa:?}");
    }

    #[test]
    fn the_gains_of_the_last_iteration_are_those_that_were_asked_for() {
        let own = Parameter {
            r: Some(0.5),
            ..parameter("b", 20.0, 4.0)
        };
        let mut spsa = Spsa::new(&[parameter("a", 100.0, 8.0), own.clone()], PLAN);
        spsa.iteration = PLAN.iterations;
        let first = &spsa.parameters[0];
        assert!((spsa.perturbation(first) - 8.0).abs() < 1e-12);
        assert!((spsa.gain(first) - 0.02 * 64.0).abs() < 1e-12);
        assert!((spsa.gain(&own) - 0.5 * 16.0).abs() < 1e-12);
        let signs = spsa.signs();
        spsa.update(-3);
        let moved = -3.0 * 0.02 * 8.0 * f64::from(signs[0]);
        assert!((spsa.theta()[0] - (100.0 + moved)).abs() < 1e-9);
        assert!(spsa.is_complete());
    }

    #[test]
    fn gains_fall_as_spall_has_them() {
        let mut spsa = Spsa::new(&two(), PLAN);
        let at = |spsa: &mut Spsa, iteration| {
            spsa.iteration = iteration;
            let parameter = &spsa.parameters[0];
            (spsa.gain(parameter), spsa.perturbation(parameter))
        };
        let (first, middle) = (at(&mut spsa, 100), at(&mut spsa, 900));
        // A is 200: (200 + 900) / (200 + 100) and 900 / 100.
        assert!((first.0 / middle.0 - (11.0f64 / 3.0).powf(0.602)).abs() < 1e-9);
        assert!((first.1 / middle.1 - 9f64.powf(0.101)).abs() < 1e-9);
    }

    #[test]
    fn values_lie_on_both_sides_and_round_to_their_mean() {
        let mut spsa = Spsa::new(
            &[parameter("a", 10.3, 0.6), parameter("b", 199.9, 4.0)],
            PLAN,
        );
        spsa.iteration = PLAN.iterations;
        let signs = spsa.signs();
        let pairs = 4000;
        let mut sums = [0, 0];
        for pair in 0..pairs {
            let PairValues { plus, minus } = spsa.values(pair);
            assert!((plus[0] - minus[0]) * i64::from(signs[0]) >= 0);
            assert!(plus[1].max(minus[1]) == 200 && plus[1].min(minus[1]) >= 195);
            sums[0] += plus[0];
            sums[1] += minus[0];
        }
        let mean = |sum: i64| sum as f64 / f64::from(pairs);
        let reach = 0.6 * f64::from(signs[0]);
        assert!((mean(sums[0]) - (10.3 + reach)).abs() < 0.03, "{sums:?}");
        assert!((mean(sums[1]) - (10.3 - reach)).abs() < 0.03, "{sums:?}");
    }

    #[test]
    fn lots_depend_on_the_seed_and_the_number_alone() {
        let signs = |seed: u64| {
            let mut spsa = Spsa::new(&two(), SpsaPlan { seed, ..PLAN });
            let signs = (0..64).map(|_| {
                let signs = spsa.signs();
                spsa.update(0);
                signs
            });
            signs.collect::<Vec<_>>()
        };
        assert_eq!(signs(1), signs(1));
        assert_ne!(signs(1), signs(2));
        let plus = signs(3).concat().iter().filter(|&&sign| sign > 0).count();
        assert!((40..=88).contains(&plus), "{plus} of 128");
        let spsa = Spsa::new(&[parameter("a", 10.5, 1.0)], PLAN);
        assert_eq!(spsa.values(5), spsa.values(5));
        assert!((0..64).any(|pair| spsa.values(pair) != spsa.values(64)));
    }
}

//! Noise in priors, so that games against itself try moves which the network does not like.

use kagetsu_kernel::rng::Rng;

use crate::evaluator::Evaluator;
use crate::game::{Cell, Game};
use crate::recipe::{Noise, Recipe};

/// Parts of the numbers in recipes.
const PARTS: f32 = 100.0;

/// An evaluator whose priors have noise.
#[derive(Debug)]
pub(super) struct NoisyEvaluator<'r, E> {
    evaluator: E,
    recipe: &'r Recipe,
    pub(super) rng: Rng,
    /// Is the next position the root of a search?
    pub(super) at_root: bool,
    /// Does the search have noise at all?
    pub(super) is_noisy: bool,
    /// The priors of the last root without noise.
    pub(super) root: Vec<(Cell, f32)>,
}

impl<'r, E> NoisyEvaluator<'r, E> {
    pub(super) const fn new(evaluator: E, recipe: &'r Recipe, rng: Rng) -> Self {
        Self {
            evaluator,
            recipe,
            rng,
            at_root: true,
            is_noisy: true,
            root: Vec::new(),
        }
    }
}

impl<G: Game, E: Evaluator<G>> Evaluator<G> for NoisyEvaluator<'_, E> {
    fn evaluate(&mut self, game: &G, priors: &mut Vec<(Cell, f32)>) -> f32 {
        let first = priors.len();
        let value = self.evaluator.evaluate(game, priors);
        let is_root = std::mem::take(&mut self.at_root);
        if is_root {
            self.root.clear();
            self.root.extend(&priors[first..]);
        }
        if self.is_noisy
            && self.recipe.noise_percent > 0
            && (is_root || self.recipe.noise == Noise::Everywhere)
        {
            let priors = &mut priors[first..];
            let share = self.recipe.noise_percent as f32 / PARTS;
            let concentration =
                self.recipe.noise_concentration as f32 / PARTS / priors.len() as f32;
            let noise = dirichlet(&mut self.rng, concentration, priors.len());
            for ((_, prior), noise) in priors.iter_mut().zip(noise) {
                // Of a small concentration the noise may be too small for a number, and a prior is never zero.
                *prior = (*prior * (1.0 - share) + share * noise).max(f32::MIN_POSITIVE);
            }
        }
        value
    }
}

/// Parts of one with the Dirichlet distribution of one concentration.
fn dirichlet(rng: &mut Rng, concentration: f32, count: usize) -> Vec<f32> {
    let mut parts: Vec<f32> = (0..count).map(|_| gamma(rng, concentration)).collect();
    let mut sum: f32 = parts.iter().sum();
    if sum == 0.0 {
        // All were too small for a number, which logarithms are not.
        let logarithms = parts.iter().map(|_| log_gamma(rng, concentration));
        parts = logarithms.collect();
        let most = parts.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for part in &mut parts {
            *part = libm::expf(*part - most);
        }
        sum = parts.iter().sum();
    }
    for part in &mut parts {
        *part /= sum;
    }
    parts
}

/// The logarithm of a number of the gamma distribution of a shape below 1, however small.
fn log_gamma(rng: &mut Rng, shape: f32) -> f32 {
    libm::logf(gamma(rng, shape + 1.0)) + libm::logf(rng.unit()) / shape
}

/// The squeeze of the paper named at [`gamma`]: a draw `u` below `1 - 0.0331 x^4`, `x` the normal number, is accepted without
/// logarithms. 0.98 stands for 1, so that whatever it accepts passes the test with logarithms too, in spite of rounding.
const SQUEEZE: [f32; 2] = [0.98, 0.0331];

/// A number of the gamma distribution (G. Marsaglia and W. W. Tsang, "A simple method for generating gamma variables", 2000).
fn gamma(rng: &mut Rng, shape: f32) -> f32 {
    if shape < 1.0 {
        // A larger shape, and a power that brings it down.
        let factor = libm::powf(rng.unit(), 1.0 / shape);
        return gamma(rng, shape + 1.0) * factor;
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        // A number of the normal distribution (G. Box and M. Muller, 1958).
        let (radius, angle) = (rng.unit(), rng.unit());
        let normal = (-2.0 * libm::logf(radius)).sqrt() * libm::cosf(std::f32::consts::TAU * angle);
        let base = 1.0 + c * normal;
        if base <= 0.0 {
            continue;
        }
        let (cube, drawn) = (base * base * base, rng.unit());
        let square = normal * normal;
        if drawn < SQUEEZE[0] - SQUEEZE[1] * square * square
            || libm::logf(drawn) < 0.5 * square + d - d * cube + d * libm::logf(cube)
        {
            return d * cube;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Connect, UniformEvaluator};

    #[test]
    fn gamma_numbers_have_the_mean_and_the_variance_of_their_shape() {
        const COUNT: usize = 20_000;
        for shape in [0.13_f32, 0.7, 1.0, 3.5] {
            let mut rng = Rng::new(1);
            let numbers: Vec<f64> = (0..COUNT)
                .map(|_| f64::from(gamma(&mut rng, shape)))
                .collect();
            let mean = numbers.iter().sum::<f64>() / COUNT as f64;
            let variance = numbers
                .iter()
                .map(|number| (number - mean).powi(2))
                .sum::<f64>()
                / COUNT as f64;
            let shape = f64::from(shape);
            assert!((mean / shape - 1.0).abs() < 0.08, "{shape}: {mean}");
            assert!((variance / shape - 1.0).abs() < 0.2, "{shape}: {variance}");
        }
    }

    #[test]
    fn a_small_concentration_favours_few_moves() {
        let mut rng = Rng::new(1);
        for _ in 0..200 {
            let parts = dirichlet(&mut rng, 0.001, 81);
            assert!((parts.iter().sum::<f32>() - 1.0).abs() < 1e-5);
            assert!(parts.iter().copied().fold(0.0, f32::max) > 0.3, "{parts:?}");
        }
    }

    #[test]
    fn noise_leaves_no_move_without_a_prior() {
        let recipe = Recipe {
            noise_percent: 100,
            noise_concentration: 1,
            ..Recipe::small()
        };
        let game = Connect::new("9x9,k=5".parse().expect("good rules"));
        let mut noisy = NoisyEvaluator::new(UniformEvaluator, &recipe, Rng::new(1));
        let mut priors = Vec::new();
        noisy.evaluate(&game, &mut priors);
        assert!(priors.iter().all(|&(_, prior)| prior > 0.0), "{priors:?}");
    }

    #[test]
    fn numbers_that_pass_without_logarithms_pass_with_them() {
        // The greatest shape that a recipe has is 10,000.
        for shape in [1.0_f32, 1.01, 1.13, 2.0, 30.0, 10_000.0] {
            let d = f64::from(shape) - 1.0 / 3.0;
            for step in -800..800 {
                let normal = f64::from(step) / 100.0;
                let cube = (1.0 + normal / (9.0 * d).sqrt()).powi(3);
                let drawn = SQUEEZE.map(f64::from);
                let drawn = drawn[0] - drawn[1] * normal.powi(4);
                if cube <= 0.0 || drawn <= 0.0 {
                    continue;
                }
                let terms = [0.5 * normal * normal, d, -d * cube, d * cube.ln()];
                let rounding =
                    terms.map(f64::abs).iter().sum::<f64>() * 4.0 * f64::from(f32::EPSILON);
                let limit = terms.iter().sum::<f64>() - rounding;
                assert!(drawn.ln() < limit, "{shape} {normal}: {drawn} {limit}");
            }
        }
    }
}

//! Logistic regression by Newton's method, with a ridge that keeps rare features near zero.

use super::super::weights::Weights;
use super::features::{FEATURES, Features, ridge, weights};
use super::self_play::Sample;

/// How well the weights explain the results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Positions.
    pub samples: usize,
    /// Mean logistic loss without any weights, in nats.
    pub before: f64,
    /// Mean logistic loss with the fitted weights, in nats.
    pub after: f64,
}

const STEPS: usize = 12;

/// Fits weights to samples.
pub fn fit(samples: &[Sample]) -> (Weights, Fit) {
    let mut coefficients = [0.0; FEATURES];
    let before = loss(samples, &coefficients);
    for _ in 0..STEPS {
        let (gradient, hessian) = derivatives(samples, &coefficients);
        let Some(step) = solve(hessian, &gradient) else {
            break;
        };
        for (coefficient, step) in coefficients.iter_mut().zip(step) {
            *coefficient -= step;
        }
    }
    let fit = Fit {
        samples: samples.len(),
        before,
        after: loss(samples, &coefficients),
    };
    (weights(&coefficients), fit)
}

fn chance(features: &Features, coefficients: &Features) -> f64 {
    let sum: f64 = features.iter().zip(coefficients).map(|(a, b)| a * b).sum();
    1.0 / (1.0 + (-sum).exp())
}

fn loss(samples: &[Sample], coefficients: &Features) -> f64 {
    const SMALLEST: f64 = 1e-12;
    let of = |sample: &Sample| {
        let chance = chance(&sample.features, coefficients).clamp(SMALLEST, 1.0 - SMALLEST);
        -sample.result * chance.ln() - (1.0 - sample.result) * (1.0 - chance).ln()
    };
    samples.iter().map(of).sum::<f64>() / samples.len().max(1) as f64
}

type Matrix = Vec<Features>;

fn derivatives(samples: &[Sample], coefficients: &Features) -> (Features, Matrix) {
    let mut gradient: Features = std::array::from_fn(|index| ridge(index) * coefficients[index]);
    let mut hessian = vec![[0.0; FEATURES]; FEATURES];
    for (index, row) in hessian.iter_mut().enumerate() {
        row[index] = ridge(index);
    }
    for sample in samples {
        let chance = chance(&sample.features, coefficients);
        let weight = chance * (1.0 - chance);
        for (index, &feature) in sample.features.iter().enumerate() {
            if feature != 0.0 {
                gradient[index] += (chance - sample.result) * feature;
                for (entry, &other) in hessian[index].iter_mut().zip(&sample.features) {
                    *entry += weight * feature * other;
                }
            }
        }
    }
    (gradient, hessian)
}

/// Solves `matrix * x = right` for a symmetric, positive matrix by Cholesky's method; none if it is not positive.
fn solve(mut matrix: Matrix, right: &Features) -> Option<Features> {
    for row in 0..FEATURES {
        for column in 0..=row {
            let products: f64 = (0..column)
                .map(|k| matrix[row][k] * matrix[column][k])
                .sum();
            let rest = matrix[row][column] - products;
            matrix[row][column] = if row == column {
                (rest > 0.0).then(|| rest.sqrt())?
            } else {
                rest / matrix[column][column]
            };
        }
    }
    let mut x = *right;
    for row in 0..FEATURES {
        let products: f64 = (0..row).map(|k| matrix[row][k] * x[k]).sum();
        x[row] = (x[row] - products) / matrix[row][row];
    }
    for row in (0..FEATURES).rev() {
        let products: f64 = (row + 1..FEATURES).map(|k| matrix[k][row] * x[k]).sum();
        x[row] = (x[row] - products) / matrix[row][row];
    }
    Some(x)
}

#[cfg(test)]
mod tests {
    use kagetsu_kernel::rng::Rng;

    use super::*;

    #[test]
    fn known_coefficients_are_found_again() {
        let mut rng = Rng::new(2);
        let mut number = || (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let truth: Features = std::array::from_fn(|index| {
            if index < 6 {
                index as f64 / 2.0 - 1.0
            } else {
                0.0
            }
        });
        let samples: Vec<Sample> = (0..20_000)
            .map(|_| {
                let mut features = [0.0; FEATURES];
                features[0] = 1.0;
                for feature in &mut features[1..6] {
                    *feature = 2.0 * number() - 1.0;
                }
                let won = number() < chance(&features, &truth);
                Sample {
                    features,
                    result: f64::from(u8::from(won)),
                }
            })
            .collect();
        let mut found = [0.0; FEATURES];
        for _ in 0..STEPS {
            let (gradient, hessian) = derivatives(&samples, &found);
            let step = solve(hessian, &gradient).unwrap();
            for (coefficient, step) in found.iter_mut().zip(step) {
                *coefficient -= step;
            }
        }
        for (found, truth) in found.iter().zip(truth) {
            assert!((found - truth).abs() < 0.12, "{found} {truth}");
        }
        let (_, fit) = fit(&samples);
        assert!(fit.after < fit.before - 0.05);
    }
}

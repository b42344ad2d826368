//! Logistic regression: the constants of a curve with the least mean logistic loss, by Newton's method.

use kagetsu_gomoku::eval::win_probability::{Curve, WEIGHTS};
use kagetsu_kernel::linear::inverse;

/// A searched position and what came of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Undecided score for the side to move in evaluation units.
    pub units: i32,
    /// Stones on the board.
    pub stones: usize,
    /// What the side to move got: 1, a half or 0.
    pub points: f64,
}

/// Steps of Newton's method; it converges in fewer.
const STEPS: usize = 30;
/// A small preference for small constants keeps the equations solvable whatever the samples.
const RIDGE: f64 = 1e-6;

/// Fits a curve. Without samples it is flat.
pub fn fit(samples: &[Sample]) -> Curve {
    let mut weights = [0.0; WEIGHTS];
    for _ in 0..STEPS {
        let curve = Curve { weights };
        let mut gradient = weights.map(|weight| -RIDGE * weight);
        let mut hessian = vec![vec![0.0; WEIGHTS]; WEIGHTS];
        for (place, row) in hessian.iter_mut().enumerate() {
            row[place] = RIDGE;
        }
        for sample in samples {
            let x = Curve::inputs(sample.units, sample.stones);
            let p = curve.probability(sample.units, sample.stones);
            for (row, value) in x.iter().enumerate() {
                gradient[row] += (sample.points - p) * value;
                for (column, other) in x.iter().enumerate() {
                    hessian[row][column] += p * (1.0 - p) * value * other;
                }
            }
        }
        let Some(inverse) = inverse(hessian) else {
            break;
        };
        for (weight, row) in weights.iter_mut().zip(&inverse) {
            *weight += dot(row, &gradient);
        }
    }
    Curve { weights }
}

fn dot(weights: &[f64], inputs: &[f64]) -> f64 {
    weights.iter().zip(inputs).map(|(w, x)| w * x).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions whose points are exactly what a curve says.
    fn samples(curve: &Curve) -> Vec<Sample> {
        let mut list = Vec::new();
        for stones in [4, 12, 20, 40, 55] {
            for units in (-900..=900).step_by(25) {
                let points = curve.probability(units, stones);
                list.push(Sample {
                    units,
                    stones,
                    points,
                });
            }
        }
        list
    }

    #[test]
    fn a_known_curve_is_found_again() {
        let curve = Curve {
            weights: [1.3, -0.4, 0.2, 0.1],
        };
        let found = fit(&samples(&curve));
        for (found, known) in found.weights.iter().zip(curve.weights) {
            assert!((found - known).abs() < 1e-3, "{found} {known}");
        }
    }

    #[test]
    fn no_samples_are_fatal() {
        assert!(fit(&[]).weights.iter().all(|weight| weight.abs() < 1e-12));
        let same = Sample {
            units: 0,
            stones: 0,
            points: 1.0,
        };
        assert!(
            fit(&[same; 5])
                .weights
                .iter()
                .all(|weight| weight.is_finite())
        );
    }
}

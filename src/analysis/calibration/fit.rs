//! Logistic regression: the constants of a curve with the least mean logistic loss, by Newton's method.

use kagetsu_gomoku::eval::win_probability::{Curve, WEIGHTS};

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
        let mut gradient = weights.map(|weight| -RIDGE * weight);
        let mut hessian = [[0.0; WEIGHTS]; WEIGHTS];
        for (place, row) in hessian.iter_mut().enumerate() {
            row[place] = RIDGE;
        }
        for sample in samples {
            let x = Curve::inputs(sample.units, sample.stones);
            let p = logistic(dot(&weights, &x));
            for (row, value) in x.iter().enumerate() {
                gradient[row] += (sample.points - p) * value;
                for (column, other) in x.iter().enumerate() {
                    hessian[row][column] += p * (1.0 - p) * value * other;
                }
            }
        }
        let Some(step) = solve(hessian, gradient) else {
            break;
        };
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight += step;
        }
    }
    Curve { weights }
}

/// Solves linear equations by elimination with the largest pivot. `None` if they have no single solution.
fn solve(
    mut matrix: [[f64; WEIGHTS]; WEIGHTS],
    mut right: [f64; WEIGHTS],
) -> Option<[f64; WEIGHTS]> {
    for column in 0..WEIGHTS {
        let size = |row: &usize| matrix[*row][column].abs();
        let pivot = (column..WEIGHTS).max_by(|a, b| size(a).total_cmp(&size(b)))?;
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let top = matrix[column];
        if !top[column].is_normal() {
            return None;
        }
        for row in column + 1..WEIGHTS {
            let factor = matrix[row][column] / top[column];
            for (cell, above) in matrix[row].iter_mut().zip(top) {
                *cell -= factor * above;
            }
            right[row] -= factor * right[column];
        }
    }
    let mut solution = [0.0; WEIGHTS];
    for row in (0..WEIGHTS).rev() {
        let known = dot(&matrix[row], &solution);
        solution[row] = (right[row] - known) / matrix[row][row];
    }
    Some(solution)
}

fn dot(weights: &[f64; WEIGHTS], inputs: &[f64; WEIGHTS]) -> f64 {
    weights.iter().zip(inputs).map(|(w, x)| w * x).sum()
}

fn logistic(z: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-z))
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

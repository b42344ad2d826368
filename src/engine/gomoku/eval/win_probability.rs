//! The probability to win that a score stands for: a logistic curve for each rule, fitted to games of the engine against
//! itself. `pbrain-kagetsu calibrate` fits the constants again; the analysis crate has the fit and its measurements.

use kagetsu_kernel::Score;

use crate::board::Rule;

/// Number of constants of a curve.
pub const WEIGHTS: usize = 4;
/// Evaluation units to one unit of the curve's first input.
const SCORE_UNIT: f64 = 200.0;
/// Stones to one unit of the curve's second input.
const STONE_UNIT: f64 = 30.0;
/// From this number of stones on the curve stays the same: few games of the fit were longer.
const MOST_STONES: usize = 60;
/// Scores farther from zero count as this. It keeps the curve inside the range of the fit.
const MOST_UNITS: i32 = 1200;

/// A curve: with `x` the score in units of 200 and `n` the stones on the board in units of 30, the probability is
/// `1 / (1 + exp(-z))` with `z = (w0 + w1 n) x + (w2 + w3 n) x |x|`. It is odd in the score, so that the probabilities of
/// both sides add up to one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// The constants `w0` to `w3`.
    pub weights: [f64; WEIGHTS],
}

/// The constants for each rule, as `pbrain-kagetsu calibrate` printed them.
const CURVES: [(Rule, Curve); 5] = [
    (
        Rule::Freestyle,
        Curve {
            weights: [1.5833, -0.4609, 0.0441, -0.0202],
        },
    ),
    (
        Rule::Standard,
        Curve {
            weights: [1.8769, -0.5994, 0.0284, 0.0242],
        },
    ),
    (
        Rule::Renju,
        Curve {
            weights: [1.7709, -0.6211, -0.0056, 0.0948],
        },
    ),
    (
        Rule::Caro,
        Curve {
            weights: [0.8973, -0.2652, 0.2647, -0.0258],
        },
    ),
    (
        Rule::CaroExact,
        Curve {
            weights: [1.1479, -0.3007, 0.1006, 0.0147],
        },
    ),
];

/// The curve of a rule.
pub fn curve_of(rule: Rule) -> Curve {
    let known = CURVES.iter().find(|(known, _)| *known == rule);
    known.map_or(CURVES[0].1, |&(_, curve)| curve)
}

/// The probability that the side to move wins, a draw counted as half a win, by the score of a search for that side and
/// the number of stones on the board. A proved win is 1, a proved loss 0.
///
/// ```
/// use kagetsu_gomoku::board::Rule;
/// use kagetsu_gomoku::eval::win_probability;
/// use kagetsu_kernel::Score;
/// let win = |units| win_probability(Rule::Renju, Score::evaluation(units), 20);
/// assert_eq!(win(0), 0.5);
/// assert!((win(150) + win(-150) - 1.0).abs() < 1e-12 && win(150) > 0.6);
/// assert_eq!(win_probability(Rule::Renju, Score::loss_in(4), 20), 0.0);
/// ```
pub fn win_probability(rule: Rule, score: Score, stones: usize) -> f64 {
    if score.is_win() {
        1.0
    } else if score.is_loss() {
        0.0
    } else {
        curve_of(rule).probability(score.value(), stones)
    }
}

impl Curve {
    /// The probability for an undecided score in evaluation units.
    pub fn probability(&self, units: i32, stones: usize) -> f64 {
        let inputs = Self::inputs(units, stones);
        let products = self.weights.iter().zip(inputs).map(|(w, x)| w * x);
        1.0 / (1.0 + (-products.sum::<f64>()).exp())
    }

    /// What the constants are multiplied with.
    pub fn inputs(units: i32, stones: usize) -> [f64; WEIGHTS] {
        let x = f64::from(units.clamp(-MOST_UNITS, MOST_UNITS)) / SCORE_UNIT;
        let n = stones.min(MOST_STONES) as f64 / STONE_UNIT;
        [x, n * x, x * x.abs(), n * x * x.abs()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_better_score_is_never_a_smaller_probability() {
        for rule in Rule::ALL {
            for stones in [0, 10, 30, 60, 200] {
                let mut before = 0.0;
                for units in -2000..=2000 {
                    let win = win_probability(rule, Score::evaluation(units), stones);
                    assert!((before..=1.0).contains(&win), "{rule} {stones} {units}");
                    before = win;
                }
                assert!(before > 0.95, "{rule} {stones}: {before}");
            }
        }
    }

    #[test]
    fn every_rule_has_a_curve_of_its_own() {
        for (index, (rule, curve)) in CURVES.iter().enumerate() {
            assert_eq!(curve_of(*rule), *curve);
            assert!(CURVES[..index].iter().all(|(other, _)| other != rule));
        }
        assert_eq!(CURVES.len(), Rule::ALL.len());
    }
}

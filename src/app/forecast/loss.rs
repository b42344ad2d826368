//! The loss of predictions, and the difference of two losses with its error.

use std::ops::RangeInclusive;

use crate::chance::{Mean, best_scale, chance, mean_and_error_by};

/// Scales that are tried, in evaluation units.
const SCALES: RangeInclusive<u32> = 40..=600;

/// What a search says of a position whose result is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Forecast {
    /// Score for the side to move in evaluation units; infinite for what is proved.
    pub(super) score: f64,
    /// What the side to move got: 1, a half or 0.
    pub(super) points: f64,
}

/// Predictions at the scale of the least loss.
#[derive(Clone, Debug)]
pub(super) struct PredictionLosses {
    /// Units of score to one unit of the logistic curve.
    pub(super) scale: u32,
    /// Logistic loss of each, in nats.
    pub(super) each: Vec<f64>,
    /// The number of the game of each: positions of one game share its result.
    games: Vec<usize>,
}

impl PredictionLosses {
    /// Finds the scale and the losses. `games` has the number of the game of each forecast.
    pub(super) fn of(forecasts: &[Forecast], games: Vec<usize>) -> Self {
        let at = |scale: f64| -> Vec<f64> {
            forecasts
                .iter()
                .map(|forecast| loss(*forecast, scale))
                .collect()
        };
        let (scale, each) = best_scale(SCALES, at);
        Self { scale, each, games }
    }

    /// The mean loss with its standard error.
    pub(super) fn mean(&self) -> Mean {
        mean_and_error_by(&self.each, &self.games)
    }

    /// The mean loss minus that of `other` on the same positions, with the standard error of the difference.
    pub(super) fn difference(&self, other: &Self) -> Mean {
        let pairs = self.each.iter().zip(&other.each);
        let differences: Vec<f64> = pairs.map(|(own, other)| own - other).collect();
        mean_and_error_by(&differences, &self.games)
    }
}

fn loss(forecast: Forecast, scale: f64) -> f64 {
    let chance = chance(forecast.score, scale);
    -(forecast.points * libm::log(chance) + (1.0 - forecast.points) * libm::log(1.0 - chance))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games with several scores, 100 with each. As many are won as the score stands for at this scale.
    fn games(scale: f64) -> Vec<Forecast> {
        let mut list = Vec::new();
        for score in [-300.0_f64, -100.0, 0.0, 100.0, 300.0] {
            let wins = (100.0 / (1.0 + (-score / 200.0).exp())).round() as usize;
            for game in 0..100 {
                list.push(Forecast {
                    score: score * scale / 200.0,
                    points: f64::from(game < wins),
                });
            }
        }
        list
    }

    /// As if each forecast were of a game of its own.
    fn losses(forecasts: &[Forecast]) -> PredictionLosses {
        PredictionLosses::of(forecasts, (0..forecasts.len()).collect())
    }

    #[test]
    fn the_scale_is_found_and_does_not_change_the_loss() {
        let (one, two) = (losses(&games(200.0)), losses(&games(400.0)));
        assert!(one.scale.abs_diff(200) <= 10, "{}", one.scale);
        assert!(two.scale.abs_diff(400) <= 20, "{}", two.scale);
        assert!((one.mean().mean - two.mean().mean).abs() < 1e-3);
    }

    #[test]
    fn knowing_more_is_a_smaller_loss() {
        let known = losses(&games(200.0));
        let blind: Vec<Forecast> = games(200.0)
            .into_iter()
            .map(|forecast| Forecast {
                score: 0.0,
                ..forecast
            })
            .collect();
        let blind = losses(&blind);
        assert!((blind.mean().mean - std::f64::consts::LN_2).abs() < 1e-12);
        let Mean { mean, error } = known.difference(&blind);
        assert!(mean < -3.0 * error && error > 0.0, "{mean} {error}");
    }

    #[test]
    fn what_is_proved_is_nearly_certain() {
        let proved = [(f64::INFINITY, 1.0), (f64::NEG_INFINITY, 0.0)];
        let proved = proved.map(|(score, points)| Forecast { score, points });
        let Mean { mean, error } = losses(&proved).mean();
        assert!((mean + 0.99_f64.ln()).abs() < 1e-12 && error < 1e-12);
    }

    #[test]
    fn positions_of_one_game_count_as_one() {
        let single = games(200.0);
        let repeated: Vec<Forecast> = single.iter().flat_map(|one| [*one; 4]).collect();
        let numbers = (0..repeated.len()).map(|number| number / 4).collect();
        let Mean { mean, error } = PredictionLosses::of(&repeated, numbers).mean();
        let other = losses(&single).mean();
        assert!((mean - other.mean).abs() < 1e-9 && (error - other.error).abs() < 1e-9);
    }
}

//! How far probabilities are from results: positions are put into bins by their probability, and the mean of each bin is
//! compared with what the side to move got.

use super::fit::{Sample, fit};
use kagetsu_gomoku::eval::win_probability::Curve;

/// Bins of equal width between 0 and 1.
const BINS: usize = 20;

/// Positions with about the same probability.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bin {
    /// Number of positions.
    pub count: usize,
    /// Sum of their probabilities.
    pub predicted: f64,
    /// Sum of their points.
    pub points: f64,
}

impl Bin {
    /// Mean probability and mean points; `None` without positions.
    pub fn means(&self) -> Option<(f64, f64)> {
        let count = self.count as f64;
        (self.count > 0).then(|| (self.predicted / count, self.points / count))
    }
}

/// The comparison of a curve with results.
#[derive(Clone, Debug, PartialEq)]
pub struct Reliability {
    /// The bins, from certain losses to certain wins.
    pub bins: [Bin; BINS],
}

impl Reliability {
    /// Sorts positions into bins.
    pub fn of<'s>(curve: &Curve, samples: impl IntoIterator<Item = &'s Sample>) -> Self {
        let mut all = Self {
            bins: [Bin::default(); BINS],
        };
        all.add(curve, samples);
        all
    }

    /// Measures games that were held out: the games are dealt into parts, and the positions of each part are sorted by
    /// the curve that is fitted to the other parts.
    pub fn held_out(games: &[Vec<Sample>], parts: usize) -> Self {
        let mut all = Self {
            bins: [Bin::default(); BINS],
        };
        for part in 0..parts {
            let of_part = |held_out: bool| {
                let numbered = games.iter().enumerate();
                let chosen =
                    numbered.filter(move |(number, _)| (number % parts == part) == held_out);
                chosen.flat_map(|(_, game)| game)
            };
            let others: Vec<Sample> = of_part(false).copied().collect();
            all.add(&fit(&others), of_part(true));
        }
        all
    }

    fn add<'s>(&mut self, curve: &Curve, samples: impl IntoIterator<Item = &'s Sample>) {
        for sample in samples {
            let predicted = curve.probability(sample.units, sample.stones);
            let bin = &mut self.bins[((predicted * BINS as f64) as usize).min(BINS - 1)];
            bin.count += 1;
            bin.predicted += predicted;
            bin.points += sample.points;
        }
    }

    /// The mean distance between probability and points over all positions, also called the expected calibration error.
    pub fn mean_distance(&self) -> f64 {
        let all: usize = self.bins.iter().map(|bin| bin.count).sum();
        let distance: f64 = self
            .bins
            .iter()
            .map(|bin| (bin.predicted - bin.points).abs())
            .sum();
        distance / all.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distance_is_that_of_the_means_of_the_bins() {
        let curve = Curve {
            weights: [1.0, 0.0, 0.0, 0.0],
        };
        let position = |units, points| Sample {
            units,
            stones: 10,
            points,
        };
        // Even positions that win three times in four are a quarter off, the others right.
        let mut samples = vec![
            position(0, 1.0),
            position(0, 1.0),
            position(0, 1.0),
            position(0, 0.0),
        ];
        let p = curve.probability(400, 10);
        samples.extend([position(400, p); 4]);
        let reliability = Reliability::of(&curve, &samples);
        assert!((reliability.mean_distance() - 0.125).abs() < 1e-12);
        let filled = reliability.bins.iter().filter_map(Bin::means).count();
        assert_eq!(filled, 2);
        assert!(Reliability::of(&curve, &[]).mean_distance() < 1e-12);
    }

    #[test]
    fn games_that_are_held_out_do_not_fit_themselves() {
        // Every game says something else of the same position, so that none is foretold by the others.
        let game = |points| {
            vec![Sample {
                units: 300,
                stones: 20,
                points,
            }]
        };
        let held_out = Reliability::held_out(&[game(1.0), game(0.0)], 2);
        assert!(held_out.mean_distance() > 0.9, "{held_out:?}");
        let alike = Reliability::held_out(&[game(0.8), game(0.8), game(0.8)], 3);
        assert!(alike.mean_distance() < 0.01, "{alike:?}");
    }
}

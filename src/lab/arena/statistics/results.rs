//! The finished games between two engines, grouped into pairs.

use std::collections::BTreeMap;

use kagetsu_gomoku::board::Side;
use kagetsu_notation::record::GameRecord;

use super::clusters::Clusters;
use super::opening_key::opening_key;
use super::pentanomial::Pentanomial;
use super::sample::{Observations, Sample};
use super::score::{HALF_POINTS_WIN, Trinomial};

/// The results between two engines from the first one's point of view. Games may come in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    games: Trinomial,
    pairs: Pentanomial,
    /// The complete pairs by opening.
    clusters: Clusters,
    /// The games whose pair is not complete, by number of the pair.
    open: BTreeMap<u32, OpenPair>,
    /// Number of games that were decided by a fault.
    fault_decided: u64,
    /// The complete pairs without such a game: a pair with one says nothing of its other game either.
    sound_pairs: Pentanomial,
}

/// A game whose pair is not complete.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OpenPair {
    half_points: u32,
    opening: Option<String>,
    is_fault: bool,
}

impl Results {
    /// Adds a game by the number of its pair, the half points of the first engine (0 a loss, 1 a draw, 2 a win) and its
    /// opening. Pairs with the same opening depend on each other; a pair without an opening counts as one with an opening of
    /// its own.
    ///
    /// The second game with a number completes the pair. A third one would begin another pair.
    pub fn push(&mut self, pair: u32, half_points: u32, opening: Option<String>) {
        let half_points = half_points.min(HALF_POINTS_WIN);
        let game = OpenPair {
            half_points,
            opening,
            is_fault: false,
        };
        self.add(pair, game);
    }

    /// Adds a game of the first engine, which had this side.
    pub(super) fn push_record(&mut self, record: &GameRecord, side: Side) {
        let game = OpenPair {
            half_points: record.result.half_points(side),
            opening: opening_key(record),
            is_fault: record.fault.is_some(),
        };
        self.add(record.pair, game);
    }

    fn add(&mut self, pair: u32, game: OpenPair) {
        let half_points = game.half_points;
        self.games.push(half_points);
        self.fault_decided += u64::from(game.is_fault);
        let Some(partner) = self.open.remove(&pair) else {
            self.open.insert(pair, game);
            return;
        };
        self.pairs.push(partner.half_points, half_points);
        if !game.is_fault && !partner.is_fault {
            self.sound_pairs.push(partner.half_points, half_points);
        }
        // Under swap2 the games of a pair may have two openings.
        let mut openings: Vec<String> = game.opening.into_iter().chain(partner.opening).collect();
        openings.sort_unstable();
        openings.dedup();
        let opening = if openings.is_empty() {
            format!("pair {pair}")
        } else {
            openings.join(" ")
        };
        self.clusters
            .push(opening, partner.half_points + half_points);
    }

    /// All games, of complete pairs or not.
    pub const fn games(&self) -> Trinomial {
        self.games
    }

    /// The complete pairs.
    pub const fn pairs(&self) -> Pentanomial {
        self.pairs
    }

    /// The games whose pair is not complete.
    pub(crate) fn unpaired(&self) -> Trinomial {
        let mut games = Trinomial::default();
        for game in self.open.values() {
            games.push(game.half_points);
        }
        games
    }

    /// The sample for all statistics but the sequential test: the complete pairs, or all games as long as no pair is
    /// complete.
    pub fn sample(&self) -> Sample {
        if self.pairs.pairs() > 0 {
            Sample::Pairs(self.pairs)
        } else {
            Sample::Games(self.games)
        }
    }

    /// Number of games that were decided by a fault.
    pub(crate) const fn fault_decided(&self) -> u64 {
        self.fault_decided
    }

    /// The sample for the sequential test: complete pairs alone. Games that end early are the short ones, and those of one
    /// colour measure the colour.
    pub(crate) const fn test_sample(&self) -> Sample {
        Sample::Pairs(self.pairs)
    }

    /// The sample for the sequential test without the pairs in which a fault decided a game.
    pub(crate) const fn test_sample_without_faults(&self) -> Sample {
        Sample::Pairs(self.sound_pairs)
    }

    /// Number of different openings of the complete pairs.
    pub fn openings(&self) -> u64 {
        self.clusters.openings()
    }

    /// The sample with the effect of repeated openings on the error of the mean score: the cluster-robust variance,
    /// divided by the variance of independent pairs. It is 1 where all openings differ. It is never less than 1: with
    /// few openings, their sums can agree by chance, and with one opening they always do.
    pub(crate) fn observations(&self) -> Observations {
        let sample = self.sample();
        let mut observations = Observations::from(&sample);
        if let (Sample::Pairs(pairs), Some(mean), Some(variance)) =
            (sample, sample.score(), sample.variance())
            && variance > 0.0
        {
            let independent = variance * pairs.pairs() as f64;
            let clustered = self.clusters.squared_deviations(mean);
            observations.design_effect = (clustered / independent).max(1.0);
        }
        observations
    }
}

#[cfg(test)]
mod tests {
    use kagetsu_notation::record::{FaultKind, GameResult};

    use super::super::test_records::{faulty, record};
    use super::*;

    #[test]
    fn games_find_their_partner_in_any_order() {
        let mut results = Results::default();
        for (pair, half_points) in [(0, 2), (1, 1), (2, 0), (1, 2), (0, 0)] {
            results.push(pair, half_points, None);
        }
        assert_eq!(results.games().to_string(), "+2 =1 -2");
        assert_eq!(results.pairs(), Pentanomial([0, 0, 1, 1, 0]));
        assert_eq!(results.unpaired().to_string(), "+0 =0 -1");
        assert_eq!(results.sample(), Sample::Pairs(results.pairs()));
    }

    /// Pairs by opening and the half points of both games.
    fn with_openings(pairs: &[(&str, u32, u32)]) -> Results {
        let mut results = Results::default();
        for (number, (opening, first, second)) in (0..).zip(pairs) {
            for half_points in [*first, *second] {
                results.push(number, half_points, Some((*opening).to_owned()));
            }
        }
        results
    }

    #[test]
    fn repeated_openings_widen_the_error_as_computed_by_hand() {
        // The scores of the pairs are 1, 1, 1/2, 0 and 1/2, their mean is 3/5 and the squared deviations are 4/25,
        // 4/25, 1/100, 9/25 and 1/100: their sum is 7/10. The sums of the deviations by opening are 4/5 for a, -1/10
        // for b and -7/10 for c, and the sum of their squares is 57/50. The design effect is 114/70.
        let pairs = [
            ("a", 2, 2),
            ("a", 2, 2),
            ("b", 1, 1),
            ("c", 0, 0),
            ("c", 2, 0),
        ];
        let results = with_openings(&pairs);
        assert_eq!((results.pairs().pairs(), results.openings()), (5, 3));
        let observed = results.observations();
        assert!((observed.design_effect - 114.0 / 70.0).abs() < 1e-12);
        assert!((observed.effective() - 350.0 / 114.0).abs() < 1e-12);
    }

    #[test]
    fn distinct_openings_and_a_single_one_leave_the_error_by_pair() {
        let scores = [(2, 2), (2, 1), (0, 0), (1, 0)];
        let named = |name: fn(usize) -> &'static str| {
            let pairs: Vec<_> = (0..)
                .zip(scores)
                .map(|(index, (first, second))| (name(index), first, second))
                .collect();
            with_openings(&pairs).observations().design_effect
        };
        assert!((named(|index| ["a", "b", "c", "d"][index]) - 1.0).abs() < 1e-12);
        assert!((named(|_| "a") - 1.0).abs() < 1e-12);
    }

    #[test]
    fn games_without_their_partner_say_nothing_without_the_faults() {
        let mut results = Results::default();
        for pair in 0..50 {
            let sound = record(pair, "a", "b", GameResult::Black);
            results.push_record(&sound, Side::Black);
            let lost = faulty(pair, "b", "a", "b", FaultKind::Crash);
            results.push_record(&lost, Side::White);
        }
        let sample = results.test_sample_without_faults();
        assert_eq!(sample, Sample::Pairs(Pentanomial::default()));
        assert_eq!(results.fault_decided(), 50);
    }

    #[test]
    fn single_games_count_until_a_pair_is_complete() {
        let mut results = Results::default();
        assert_eq!(results.sample().observations(), 0);
        results.push(4, 2, None);
        results.push(5, 0, None);
        assert_eq!(results.sample(), Sample::Games(results.games()));
        results.push(4, 1, None);
        assert_eq!(results.sample().observations(), 1);
        assert_eq!(results.sample().score(), Some(0.75));
    }
}

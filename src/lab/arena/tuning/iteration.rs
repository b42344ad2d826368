//! The record of an iteration: one line of `iterations.jsonl`, from which the values can be computed again.

use serde::{Deserialize, Serialize};

use crate::schedule::GAMES_PER_PAIR;
use kagetsu_gomoku::board::Side;
use kagetsu_notation::record::GameRecord;

use super::spsa::Spsa;

/// Accepted relative difference between values that are computed again and those that were written.
const TOLERANCE: f64 = 1e-9;

/// A finished iteration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Iteration {
    /// Its number, from one.
    pub iteration: u32,
    /// The sign of every parameter.
    pub signs: Vec<i8>,
    /// For every pair, the half points from 0 to 4 of the side that plays `theta + c * sign`. `None` where a fault
    /// ended a game: such a pair shows nothing about the values and counts for neither side.
    pub pairs: Vec<Option<u32>>,
    /// Number of pairs whose two games had the same moves.
    pub same: u32,
    /// The values after the iteration.
    pub theta: Vec<f64>,
}

impl Iteration {
    /// Wins minus losses of the side that plays `theta + c * sign`.
    pub fn lead(&self) -> i64 {
        let pairs = self.pairs.iter().flatten();
        pairs
            .map(|&half_points| i64::from(half_points) - i64::from(GAMES_PER_PAIR))
            .sum()
    }

    /// Number of pairs that were left out because of a fault.
    pub fn left_out(&self) -> usize {
        self.pairs.iter().filter(|pair| pair.is_none()).count()
    }

    /// Makes the record of an iteration from its games, two of each pair in order, and updates the values.
    pub(super) fn finish(records: &[GameRecord], plus: &str, spsa: &mut Spsa) -> Self {
        let pairs = || records.chunks_exact(GAMES_PER_PAIR as usize);
        let mut iteration = Self {
            iteration: spsa.iteration(),
            signs: spsa.signs(),
            pairs: pairs().map(|pair| half_points(pair, plus)).collect(),
            same: pairs().filter(|pair| is_same(pair)).count() as u32,
            theta: Vec::new(),
        };
        spsa.update(iteration.lead());
        iteration.theta = spsa.theta().to_vec();
        iteration
    }

    /// Updates the values as this iteration did.
    ///
    /// # Errors
    /// A sentence that says why the iteration does not belong to these values.
    pub(super) fn replay(&self, pairs: u32, spsa: &mut Spsa) -> Result<(), String> {
        if spsa.is_complete() || self.iteration != spsa.iteration() {
            return Err(format!(
                "iteration {} is not expected there",
                self.iteration
            ));
        }
        if self.signs != spsa.signs() {
            return Err("its signs are not those of the seed".to_string());
        }
        if self.pairs.len() != pairs as usize {
            return Err(format!("it has {} pairs, not {pairs}", self.pairs.len()));
        }
        if let Some(points) = self
            .pairs
            .iter()
            .flatten()
            .find(|&&points| points > MOST_HALF_POINTS)
        {
            return Err(format!("a pair has {points} half points"));
        }
        spsa.update(self.lead());
        if !is_same_point(spsa.theta(), &self.theta) {
            return Err("its values do not follow from its results".to_string());
        }
        Ok(())
    }
}

/// Are these the same values, apart from the rounding of text?
pub(super) fn is_same_point(now: &[f64], was: &[f64]) -> bool {
    let is_near = |(now, was): (&f64, &f64)| (now - was).abs() <= TOLERANCE * now.abs().max(1.0);
    now.len() == was.len() && now.iter().zip(was).all(is_near)
}

/// Largest number of half points of one side in a pair.
const MOST_HALF_POINTS: u32 = 2 * GAMES_PER_PAIR;

/// Half points of one side in a pair. `None` if an engine was at fault.
fn half_points(pair: &[GameRecord], name: &str) -> Option<u32> {
    let points = pair.iter().map(|record| {
        let side = if record.black == name {
            Side::Black
        } else {
            Side::White
        };
        record
            .fault
            .is_none()
            .then(|| record.result.half_points(side))
    });
    points.sum()
}

/// True if both games of a pair had the same moves, as when both sides always choose the same move.
fn is_same(pair: &[GameRecord]) -> bool {
    pair.windows(2)
        .all(|two| two[0].moves == two[1].moves && two.iter().all(|record| record.fault.is_none()))
}

#[cfg(test)]
mod tests {
    use super::super::parameter::Parameter;
    use super::super::spsa::SpsaPlan;
    use super::*;
    use crate::statistics::test_records::{faulty, record};
    use kagetsu_notation::record::{FaultKind, GameResult};

    fn spsa() -> Spsa {
        let parameter = Parameter {
            name: "a".to_string(),
            value: 50.0,
            min: 0,
            max: 100,
            step: 3.0,
            r: None,
        };
        let plan = SpsaPlan {
            iterations: 2,
            pairs: 3,
            rate: 0.1,
            seed: 3,
        };
        Spsa::new(&[parameter], plan)
    }

    fn games() -> Vec<GameRecord> {
        let mut games = vec![
            record(0, "e+", "e-", GameResult::Black),
            record(0, "e-", "e+", GameResult::White),
            record(1, "e-", "e+", GameResult::Black),
            record(1, "e+", "e-", GameResult::Draw),
        ];
        games.push(faulty(2, "e+", "e-", "e-", FaultKind::Crash));
        games.push(record(2, "e-", "e+", GameResult::White));
        for (index, game) in games.iter_mut().enumerate() {
            game.moves = if index < 2 {
                "h8".to_string()
            } else {
                format!("h{index}")
            };
        }
        games
    }

    #[test]
    fn games_with_a_fault_count_for_nobody() {
        let mut spsa = spsa();
        let sign = f64::from(spsa.signs()[0]);
        let iteration = Iteration::finish(&games(), "e+", &mut spsa);
        assert_eq!(iteration.pairs, [Some(4), Some(1), None]);
        assert_eq!(
            (iteration.lead(), iteration.left_out(), iteration.same),
            (1, 1, 1)
        );
        assert_eq!((iteration.iteration, spsa.iteration()), (1, 2));
        assert!((iteration.theta[0] - 50.0) * sign > 0.0, "{iteration:?}");
    }

    #[test]
    fn lines_give_the_same_values_again() {
        let mut first = spsa();
        let iteration = Iteration::finish(&games(), "e+", &mut first);
        let line = serde_json::to_string(&iteration).expect("plain data");
        let read: Iteration = serde_json::from_str(&line).expect("a sound line");
        let mut second = spsa();
        assert_eq!(read.replay(3, &mut second), Ok(()));
        assert_eq!(second.theta(), first.theta());
    }

    #[test]
    fn lines_of_another_tuning_are_refused() {
        let good = Iteration::finish(&games(), "e+", &mut spsa());
        let changed = |change: &dyn Fn(&mut Iteration)| {
            let mut iteration = good.clone();
            change(&mut iteration);
            iteration.replay(3, &mut spsa()).expect_err("refused")
        };
        for (error, message) in [
            (
                changed(&|iteration| iteration.iteration = 2),
                "iteration 2 is not expected",
            ),
            (changed(&|iteration| iteration.signs[0] *= -1), "signs"),
            (
                changed(&|iteration| iteration.pairs.truncate(2)),
                "2 pairs, not 3",
            ),
            (
                changed(&|iteration| iteration.pairs[1] = Some(5)),
                "5 half points",
            ),
            (
                changed(&|iteration| iteration.pairs[1] = Some(2)),
                "do not follow",
            ),
            (
                changed(&|iteration| iteration.theta.push(1.0)),
                "do not follow",
            ),
        ] {
            assert!(error.contains(message), "{error}");
        }
    }
}

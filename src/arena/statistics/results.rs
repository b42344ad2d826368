//! The finished games between two engines, grouped into pairs.

use std::collections::BTreeMap;

use kagetsu_gomoku::board::Side;
use kagetsu_notation::record::GameRecord;

use super::pentanomial::Pentanomial;
use super::sample::Sample;
use super::score::{HALF_POINTS_WIN, Trinomial};

/// The results between two engines from the first one's point of view. Games may come in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    games: Trinomial,
    pairs: Pentanomial,
    /// Half points of the games whose pair is not complete, by number of the pair.
    open: BTreeMap<u32, u32>,
}

impl Results {
    /// The results between two engines among the records of a tournament. Other games are ignored.
    pub fn between<'a>(
        records: impl IntoIterator<Item = &'a GameRecord>,
        first: &str,
        second: &str,
    ) -> Self {
        let mut results = Self::default();
        for record in records {
            let side = if (&*record.black, &*record.white) == (first, second) {
                Side::Black
            } else if (&*record.white, &*record.black) == (first, second) {
                Side::White
            } else {
                continue;
            };
            results.push(record.pair, record.result.half_points(side));
        }
        results
    }

    /// Adds a game by the number of its pair and the half points of the first engine: 0 a loss, 1 a draw, 2 a win.
    ///
    /// The second game with a number completes the pair. A third one would begin another pair.
    pub fn push(&mut self, pair: u32, half_points: u32) {
        let half_points = half_points.min(HALF_POINTS_WIN);
        self.games.push(half_points);
        match self.open.remove(&pair) {
            Some(partner) => self.pairs.push(partner, half_points),
            None => {
                self.open.insert(pair, half_points);
            }
        }
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
    pub fn unpaired(&self) -> Trinomial {
        let mut games = Trinomial::default();
        for half_points in self.open.values() {
            games.push(*half_points);
        }
        games
    }

    /// The sample for statistics: the complete pairs, or all games as long as no pair is complete.
    pub fn sample(&self) -> Sample {
        if self.pairs.pairs() > 0 {
            Sample::Pairs(self.pairs)
        } else {
            Sample::Games(self.games)
        }
    }

    /// The same games from the opponent's point of view.
    #[must_use]
    pub fn reversed(&self) -> Self {
        Self {
            games: self.games.reversed(),
            pairs: self.pairs.reversed(),
            open: self
                .open
                .iter()
                .map(|(pair, half_points)| (*pair, HALF_POINTS_WIN - half_points))
                .collect(),
        }
    }
}

impl FromIterator<(u32, u32)> for Results {
    /// Collects numbers of pairs with half points, see [`Results::push`].
    fn from_iter<I: IntoIterator<Item = (u32, u32)>>(games: I) -> Self {
        let mut results = Self::default();
        for (pair, half_points) in games {
            results.push(pair, half_points);
        }
        results
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_find_their_partner_in_any_order() {
        let results: Results = [(0, 2), (1, 1), (2, 0), (1, 2), (0, 0)]
            .into_iter()
            .collect();
        assert_eq!(results.games().to_string(), "+2 =1 -2");
        assert_eq!(results.pairs(), Pentanomial([0, 0, 1, 1, 0]));
        assert_eq!(results.unpaired().to_string(), "+0 =0 -1");
        assert_eq!(results.sample(), Sample::Pairs(results.pairs()));
        let reversed = results.reversed();
        assert_eq!(reversed.games(), results.games().reversed());
        assert_eq!(reversed.unpaired().to_string(), "+1 =0 -0");
        assert_eq!(reversed.reversed(), results);
    }

    #[test]
    fn single_games_count_until_a_pair_is_complete() {
        let mut results = Results::default();
        assert_eq!(results.sample().observations(), 0);
        results.push(4, 2);
        results.push(5, 0);
        assert_eq!(results.sample(), Sample::Games(results.games()));
        results.push(4, 1);
        assert_eq!(results.sample().observations(), 1);
        assert_eq!(results.sample().score(), Some(0.75));
    }
}

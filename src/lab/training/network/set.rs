//! All samples of a training, divided into those to learn from and the held-out set. Games from one opening are held out
//! together, never a single game or position of them.

use rayon::prelude::{ParallelIterator, ParallelSlice};
use serde::{Deserialize, Serialize};

use crate::dataset::TrainingGame;
use kagetsu_gomoku::board::{Board, Rule};
use kagetsu_gomoku::eval::nnue::learned_rule;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::FastSet;
use kagetsu_kernel::rng::Rng;

use super::labels::SampleRules;
use super::samples::Shard;

/// Number of games in a shard.
const SHARD_GAMES: usize = 256;
/// Resolution of the share of held-out openings.
const SHARE_STEPS: f64 = 1e6;

/// The use of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DataSplit {
    /// Learning, except for this share of the openings. The held-out ones are chosen at random.
    Both(f64),
    /// Learning.
    Training,
    /// The held-out set: it measures a network on games that it did not learn from.
    HeldOut,
}

/// Numbers of samples: first those to learn from, then those held out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SampleCounts {
    /// Positions.
    pub positions: [usize; 2],
    /// Positions with a choice of moves.
    pub choices: [usize; 2],
}

/// Samples of games by one rule.
#[derive(Debug)]
pub struct SampleSet {
    pub(super) rule: Rule,
    pub(super) shards: Vec<Shard>,
    rules: SampleRules,
    seed: u64,
    /// Number of games to learn from, and of games held out.
    games: [usize; 2],
    /// The openings of these games.
    openings: [FastSet<(BoardSize, u64)>; 2],
}

impl SampleSet {
    /// A set without samples. The seed decides which openings are held out.
    pub fn new(rule: Rule, seed: u64, rules: SampleRules) -> Self {
        Self {
            rule: learned_rule(rule),
            shards: Vec::new(),
            rules,
            seed,
            games: [0; 2],
            openings: [FastSet::default(), FastSet::default()],
        }
    }

    /// The rule that the network is for.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// Number of games to learn from, and of games that are held out.
    pub const fn games(&self) -> [usize; 2] {
        self.games
    }

    /// Number of openings of held-out games: of those that games to learn from have as well, and of all.
    pub fn shared_openings(&self) -> [usize; 2] {
        let [learned, held_out] = &self.openings;
        [held_out.intersection(learned).count(), held_out.len()]
    }

    /// Are there choices of moves to learn from, and others that are held out?
    pub fn is_usable(&self) -> bool {
        self.samples().choices.iter().all(|&choices| choices > 0)
    }

    /// Number of samples.
    pub fn samples(&self) -> SampleCounts {
        let mut counts = SampleCounts::default();
        for shard in &self.shards {
            counts.positions[usize::from(shard.is_held_out)] += shard.samples.len();
            counts.choices[usize::from(shard.is_held_out)] += shard.choices();
        }
        counts
    }

    /// Adds games that begin on the board `empty`. Its rule must use the same network as the rule of the set. Every
    /// move must be on an empty point; this holds for games from a [`DatasetReader`](crate::dataset::DatasetReader).
    pub fn add(&mut self, empty: &Board, games: &[TrainingGame], purpose: DataSplit) {
        let mut lists = [Vec::new(), Vec::new()];
        for game in games {
            let opening = game.opening_key(empty.size());
            let place = usize::from(self.holds_out(opening, purpose));
            self.openings[place].insert((empty.size(), opening));
            lists[place].push(game);
        }
        for (list, is_held_out) in lists.into_iter().zip([false, true]) {
            let rules = self.rules;
            let mut shards: Vec<Shard> = list
                .par_chunks(SHARD_GAMES)
                .map(|games| Shard::of_games(empty, games.iter().copied(), rules))
                .collect();
            self.games[usize::from(is_held_out)] += list.len();
            for shard in &mut shards {
                shard.is_held_out = is_held_out;
            }
            self.shards.append(&mut shards);
        }
    }

    /// Are the games with this key of their opening held out?
    fn holds_out(&self, opening: u64, purpose: DataSplit) -> bool {
        match purpose {
            DataSplit::Training => false,
            DataSplit::HeldOut => true,
            DataSplit::Both(share) => {
                let mut random = Rng::new(self.seed ^ opening);
                (random.below(SHARE_STEPS as usize) as f64) < share * SHARE_STEPS
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_games::{empty, games};
    use super::*;
    use crate::dataset::TrainingMove;
    use kagetsu_gomoku::geometry::Symmetry;

    #[test]
    fn games_from_one_opening_are_held_out_together() {
        let empty = empty(Rule::Freestyle);
        let mut games = games(Rule::Freestyle, 40);
        let mut twins = games.clone();
        for twin in &mut twins {
            twin.plies.pop();
        }
        games.extend(twins);
        for opening in [true, false] {
            let mut set = SampleSet::new(Rule::Freestyle, 1, SampleRules::default());
            set.add(&empty, &games, DataSplit::Both(0.5));
            let [learned, held_out] = set.games();
            assert!(
                learned > 20 && held_out > 20,
                "opening: {opening}, {learned}"
            );
            assert!(learned.is_multiple_of(2) && held_out.is_multiple_of(2));
            // Once more, as if the games began on the empty board.
            for game in &mut games {
                let first = game.opening.drain(..).map(|point| TrainingMove {
                    point,
                    ..game.plies[0].clone()
                });
                let first = first.collect::<Vec<_>>();
                game.plies.splice(..0, first);
            }
        }
    }

    #[test]
    fn an_opening_that_is_learned_from_and_held_out_is_counted() {
        let empty = empty(Rule::Freestyle);
        let games = games(Rule::Freestyle, 6);
        let mut set = SampleSet::new(Rule::Freestyle, 1, SampleRules::default());
        set.add(&empty, &games[..4], DataSplit::Training);
        assert_eq!(set.shared_openings(), [0, 0]);
        let size = empty.size();
        let symmetry = Symmetry::all(size).nth(5).expect("eight of them");
        let mut held_out = games[3..].to_vec();
        for game in &mut held_out {
            game.plies.clear();
            for point in &mut game.opening {
                *point = symmetry.apply(*point, size);
            }
        }
        set.add(&empty, &held_out, DataSplit::HeldOut);
        assert_eq!(set.shared_openings(), [1, 3]);
    }
}

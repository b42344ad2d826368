//! All samples of a training, divided into those to learn from and the held-out set. Games from one opening are held out
//! together, never a single game or position of them.

use rayon::prelude::{ParallelIterator, ParallelSlice};
use serde::{Deserialize, Serialize};

use crate::dataset::TrainingGame;
use kagetsu_gomoku::board::{Board, Rule};
use kagetsu_gomoku::eval::nnue::learned_rule;
use kagetsu_gomoku::geometry::BoardSize;
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
        let (mut training, mut held_out) = (Vec::new(), Vec::new());
        for game in games {
            if self.holds_out(game, empty.size(), purpose) {
                held_out.push(game);
            } else {
                training.push(game);
            }
        }
        for (list, is_held_out) in [(training, false), (held_out, true)] {
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

    fn holds_out(&self, game: &TrainingGame, size: BoardSize, purpose: DataSplit) -> bool {
        match purpose {
            DataSplit::Training => false,
            DataSplit::HeldOut => true,
            DataSplit::Both(share) => {
                let mut random = Rng::new(self.seed ^ game.opening_key(size));
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
}

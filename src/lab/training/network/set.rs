//! All samples of a training, divided into those to learn from and the held-out set. A game is held out as a whole,
//! never a single position of it.

use rayon::prelude::{ParallelIterator, ParallelSlice};

use crate::dataset::TrainingGame;
use kagetsu_gomoku::board::{Board, Rule};
use kagetsu_gomoku::eval::nnue::learned_rule;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::rng::Rng;

use super::labels::SampleRules;
use super::samples::Shard;

/// Number of games in a shard.
const SHARD_GAMES: usize = 256;
/// Resolution of the share of held-out games.
const SHARE_STEPS: f64 = 1e6;

/// The use of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DataSplit {
    /// Learning, except for this share of the games. The held-out games are chosen at random.
    Both(f64),
    /// Learning.
    Training,
    /// The held-out set: it measures a network on games that it did not learn from.
    HeldOut,
}

/// Samples of games by one rule.
#[derive(Debug)]
pub struct SampleSet {
    pub(super) rule: Rule,
    pub(super) shards: Vec<Shard>,
    /// For each shard, whether it is held out.
    pub(super) is_held_out: Vec<bool>,
    rules: SampleRules,
    random: Rng,
    /// Number of games to learn from, and of games held out.
    games: [usize; 2],
    /// The largest of the boards.
    size: BoardSize,
}

impl SampleSet {
    /// A set without samples. The seed decides which games are held out. `size` is the first value of
    /// [`SampleSet::size`]; games on other boards may be added.
    pub fn new(rule: Rule, size: BoardSize, seed: u64, rules: SampleRules) -> Self {
        Self {
            rule: learned_rule(rule),
            shards: Vec::new(),
            is_held_out: Vec::new(),
            rules,
            random: Rng::new(seed),
            games: [0; 2],
            size,
        }
    }

    /// The rule that the network is for.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// The largest of the boards.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Number of games to learn from, and of games that are held out.
    pub const fn games(&self) -> [usize; 2] {
        self.games
    }

    /// Are there choices of moves to learn from, and others that are held out?
    pub fn is_usable(&self) -> bool {
        [false, true]
            .into_iter()
            .all(|is_held_out| self.choices(is_held_out) > 0)
    }

    /// Number of positions with a choice of moves, held out or not.
    pub(super) fn choices(&self, is_held_out: bool) -> usize {
        let shards = self.shards.iter().zip(&self.is_held_out);
        shards
            .filter(|&(_, &of_part)| of_part == is_held_out)
            .map(|(shard, _)| shard.choices())
            .sum()
    }

    /// Adds games that begin on the board `empty`. Its rule must use the same network as the rule of the set. Every
    /// move must be on an empty point; this holds for games from a [`DatasetReader`](crate::dataset::DatasetReader).
    pub fn add(&mut self, empty: &Board, games: &[TrainingGame], purpose: DataSplit) {
        if empty.size().area() > self.size.area() {
            self.size = empty.size();
        }
        let (mut training, mut held_out) = (Vec::new(), Vec::new());
        for game in games {
            if self.holds_out(purpose) {
                held_out.push(game);
            } else {
                training.push(game);
            }
        }
        for (list, is_held_out) in [(training, false), (held_out, true)] {
            let rules = self.rules;
            let shards: Vec<Shard> = list
                .par_chunks(SHARD_GAMES)
                .map(|games| Shard::of_games(empty, games.iter().copied(), rules))
                .collect();
            self.games[usize::from(is_held_out)] += list.len();
            self.is_held_out
                .resize(self.is_held_out.len() + shards.len(), is_held_out);
            self.shards.extend(shards);
        }
    }

    fn holds_out(&mut self, purpose: DataSplit) -> bool {
        match purpose {
            DataSplit::Training => false,
            DataSplit::HeldOut => true,
            DataSplit::Both(share) => {
                (self.random.below(SHARE_STEPS as usize) as f64) < share * SHARE_STEPS
            }
        }
    }
}

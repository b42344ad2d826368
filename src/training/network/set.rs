//! All samples of a training: games become samples as they are read, and games, never single positions, are held out.

use rayon::prelude::{ParallelIterator, ParallelSlice};

use crate::dataset::TrainingGame;
use kagetsu_gomoku::board::{Board, Rule};
use kagetsu_gomoku::eval::nnue::learned_rule;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::rng::Rng;

use super::samples::Shard;

/// Games of a shard.
const SHARD_GAMES: usize = 256;
/// Parts into which the share of held-out games is divided.
const SHARE_STEPS: f64 = 1e6;

/// What games are used for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DataSplit {
    /// Learning, but for this share of the games, drawn by lot.
    Both(f64),
    /// Learning.
    Training,
    /// To see how well a network does on games it was not learned from.
    HeldOut,
}

/// Samples of games by one rule.
#[derive(Debug)]
pub struct SampleSet {
    pub(super) rule: Rule,
    pub(super) shards: Vec<Shard>,
    /// Is this shard held out?
    pub(super) is_held_out: Vec<bool>,
    lots: Rng,
    /// Games to learn from, and held out.
    games: [usize; 2],
    /// The largest board.
    size: BoardSize,
}

impl SampleSet {
    /// No samples yet, of games on boards of this size or others. The seed decides which games are held out.
    pub fn new(rule: Rule, size: BoardSize, seed: u64) -> Self {
        Self {
            rule: learned_rule(rule),
            shards: Vec::new(),
            is_held_out: Vec::new(),
            lots: Rng::new(seed),
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

    /// Adds games that begin on an empty board, whose rule is to share its network with that of the set. Every move must
    /// be on an empty point, as in games that a [`DatasetReader`](crate::dataset::DatasetReader) has read.
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
            let shards: Vec<Shard> = list
                .par_chunks(SHARD_GAMES)
                .map(|games| Shard::of_games(empty, games.iter().copied()))
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
                (self.lots.below(SHARE_STEPS as usize) as f64) < share * SHARE_STEPS
            }
        }
    }
}

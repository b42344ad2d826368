//! Statistics of a dataset.

use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::FastSet;

use super::record::{TrainingGame, TrainingResult};
use kagetsu_notation::CanonicalKey;

/// Counts over games. Only positions in which a search chose a move are counted, not those of the openings.
#[derive(Clone, Debug)]
pub struct DatasetCounts {
    /// Number of games.
    pub games: u64,
    /// Games won by Black and by White.
    pub wins: [u64; 2],
    /// Games that nobody won.
    pub draws: u64,
    /// Number of positions.
    pub positions: u64,
    /// Positions of games without scores.
    pub unscored: u64,
    /// Positions whose score is decided.
    pub decided: u64,
    /// Positions whose move was chosen at random.
    pub random_moves: u64,
    /// Positions with the scores of several moves.
    pub with_alternatives: u64,
    /// Positions from the trees of searches. They are not among the other positions.
    pub tree_positions: u64,
    /// Positions of games and trees with a label of a later search.
    pub relabelled: u64,
    /// Number of stones in all openings.
    pub opening_stones: u64,
    size: BoardSize,
    seen: FastSet<u64>,
}

impl DatasetCounts {
    /// Zero counts, for games on boards of this size.
    pub fn new(size: BoardSize) -> Self {
        Self {
            games: 0,
            wins: [0; 2],
            draws: 0,
            positions: 0,
            unscored: 0,
            decided: 0,
            random_moves: 0,
            with_alternatives: 0,
            tree_positions: 0,
            relabelled: 0,
            opening_stones: 0,
            size,
            seen: FastSet::default(),
        }
    }

    /// Counts a game.
    pub fn add(&mut self, game: &TrainingGame) {
        self.games += 1;
        match game.result {
            TrainingResult::Draw => self.draws += 1,
            TrainingResult::Win(side) => self.wins[side.index()] += 1,
        }
        self.positions += game.plies.len() as u64;
        if !game.scored {
            self.unscored += game.plies.len() as u64;
        }
        self.tree_positions += game.tree.len() as u64;
        self.opening_stones += game.opening.len() as u64;
        let relabelled = game.choices().filter(|ply| !ply.deeper.is_empty());
        self.relabelled += relabelled.count() as u64;
        let mut key = CanonicalKey::new(self.size);
        for &point in &game.opening {
            key.play(point);
        }
        for ply in &game.plies {
            self.seen.insert(key.key());
            key.play(ply.point);
            self.decided += u64::from(ply.is_decided());
            self.random_moves += u64::from(!ply.is_best);
            self.with_alternatives += u64::from(!ply.alternatives.is_empty());
        }
    }

    /// Number of different positions. Positions that a symmetry takes to each other count once.
    pub fn distinct(&self) -> u64 {
        self.seen.len() as u64
    }

    /// Games won by a side.
    pub const fn won_by(&self, side: Side) -> u64 {
        self.wins[side.index()]
    }
}

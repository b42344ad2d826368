//! Plays self-play games and labels them with their results.
//!
//! Every move is searched with a random number of nodes. In the first plies some moves are chosen at random among the
//! best few, so that games differ even when their openings are alike. A share of the positions is searched for several
//! moves, with more nodes, and their scores are kept. Where the settings ask for it, positions from the trees of searches
//! are searched as well.
//!
//! A game ends when the side to move has found a win: the moves after it would teach nothing new. A side whose score is
//! a proved loss plays on until the opponent has found the win too. A game in which few points are free is a draw.
//!
//! `src/lab/training/experiments/2026-11-label-accuracy.md` holds a measurement of the labels.

use std::ops::RangeInclusive;

use kagetsu_gomoku::board::{Board, Outcome, Rule};
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{FastSet, Score, StopSignal};

use crate::dataset::{Alternative, TrainingGame, TrainingMove, TrainingResult, TreePosition};

use super::chance::{happens, log_uniform, weighted_index};
use super::opening::make_opening;
use super::thinker::{Thinker, Valued};
use super::tree::random_node;

/// Number of moves that are kept where several are searched.
const LINES: usize = 3;
/// Percentage of the positions in which several moves are searched.
const LINES_PERCENT: usize = 10;
/// Nodes of a search for several moves, relative to a search for one.
pub(super) const LINES_FACTOR: u64 = 2;
/// Number of plies after the opening in which a move may be chosen at random.
const EARLY_PLIES: usize = 8;
/// Percentage of these plies in which the move is chosen at random.
const EARLY_PERCENT: usize = 35;
/// A move that is worse than the best by this many evaluation units is never chosen. The better the score of another
/// move, the more likely it is chosen.
const EARLY_MARGIN: i32 = 60;
/// Number of positions that are taken from the tree of a search.
const TREE_POSITIONS: usize = 2;
/// A game is a draw when less than one point in `DRAW_SHARE` is free.
const DRAW_SHARE: usize = 4;

/// The settings of self-play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfPlaySettings {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// Fewest and most nodes to search for a move, at least one. The number is random for each move, and its logarithm
    /// is uniformly distributed.
    pub nodes: RangeInclusive<u64>,
    /// Percentage of the searches from whose trees positions are taken.
    pub tree_percent: usize,
    /// Seed of all random choices.
    pub seed: u64,
}

/// Why a game could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoGame {
    /// The stop signal was raised.
    #[error("stopped")]
    Stopped,
    /// Every opening that was tried is decided, not balanced enough, or has immediate threats.
    #[error("no opening for game {0}: the board may be too small")]
    NoOpening(u64),
}

/// The positions from the trees of the searches of a game, and the keys of those of the game itself.
#[derive(Debug, Default)]
struct TreePositions {
    found: Vec<(u64, TreePosition)>,
    of_game: FastSet<u64>,
}

impl TreePositions {
    fn knows(&self, key: u64) -> bool {
        self.of_game.contains(&key) || self.found.iter().any(|(other, _)| *other == key)
    }

    /// Those that the game did not reach later.
    fn beside_the_game(self) -> Vec<TreePosition> {
        let found = self.found.into_iter();
        let beside = found.filter(|(key, _)| !self.of_game.contains(key));
        beside.map(|(_, position)| position).collect()
    }
}

/// Plays one game after another.
#[derive(Debug)]
pub struct SelfPlayer<'r> {
    settings: &'r SelfPlaySettings,
    thinker: Thinker,
}

impl<'r> SelfPlayer<'r> {
    /// A player that stops when the signal is raised.
    pub fn new(settings: &'r SelfPlaySettings, stop: StopSignal) -> Self {
        Self {
            settings,
            thinker: Thinker::new(stop),
        }
    }

    /// The game of this number.
    ///
    /// # Errors
    /// [`NoGame`] when the stop signal was raised, or when no opening was found, as on a tiny board.
    pub fn game(&mut self, number: u64) -> Result<TrainingGame, NoGame> {
        self.thinker.forget();
        let mut rng = Rng::numbered(self.settings.seed, number);
        let made = make_opening(
            self.settings.size,
            self.settings.rule,
            &mut rng,
            &mut self.thinker,
        );
        let Some((opening, mut board)) = made else {
            return Err(if self.thinker.is_stopped() {
                NoGame::Stopped
            } else {
                NoGame::NoOpening(number)
            });
        };
        let (mut plies, mut tree) = (Vec::new(), TreePositions::default());
        let result = loop {
            if board.empty_count() * DRAW_SHARE < board.size().area() {
                break TrainingResult::Draw;
            }
            let early = plies.len() < EARLY_PLIES;
            let lines = self.think(&board, early, &mut rng);
            if self.thinker.is_stopped() {
                return Err(NoGame::Stopped);
            }
            let Some(&(_, score)) = lines.0.first() else {
                // Only forbidden points are left.
                break TrainingResult::Draw;
            };
            let side = board.side_to_move();
            let ply = ply(&lines.0, lines.1);
            let point = ply.point;
            plies.push(ply);
            tree.of_game.insert(board.key());
            if score.is_win() {
                break TrainingResult::Win(side);
            }
            self.add_tree_positions(&board, plies.len() - 1, &mut tree, &mut rng);
            if self.thinker.is_stopped() {
                return Err(NoGame::Stopped);
            }
            match board.play(point) {
                Ok(Outcome::Running) => {}
                Ok(Outcome::Win(side)) => break TrainingResult::Win(side),
                Ok(Outcome::Draw) | Err(_) => break TrainingResult::Draw,
            }
        };
        Ok(TrainingGame {
            opening,
            plies,
            tree: tree.beside_the_game(),
            result,
            scored: true,
        })
    }

    /// Adds positions from the tree of the last search, which was for the move `start`, each with what a search of it finds.
    /// None after most searches, as the settings say, and none that is known already.
    fn add_tree_positions(
        &mut self,
        board: &Board,
        start: usize,
        tree: &mut TreePositions,
        rng: &mut Rng,
    ) {
        let percent = self.settings.tree_percent;
        if percent == 0 || !happens(rng, percent) {
            return;
        }
        for _ in 0..TREE_POSITIONS {
            let Some((moves, board)) = random_node(board, self.thinker.entries(), rng) else {
                continue;
            };
            if tree.knows(board.key()) {
                continue;
            }
            let (lines, _) = self.think(&board, false, rng);
            if !lines.is_empty() {
                let position = TreePosition {
                    start,
                    moves,
                    choice: ply(&lines, 0),
                };
                tree.found.push((board.key(), position));
            }
        }
    }

    /// The best moves, and the index of the one to play.
    fn think(&mut self, board: &Board, early: bool, rng: &mut Rng) -> (Vec<Valued>, usize) {
        let budget = log_uniform(rng, &self.settings.nodes);
        let at_random = happens(rng, EARLY_PERCENT) && early;
        let several = happens(rng, LINES_PERCENT) || at_random;
        let lines = if several {
            let budget = budget.saturating_mul(LINES_FACTOR);
            self.thinker.think(board, budget, LINES)
        } else {
            self.thinker.think(board, budget, 1)
        };
        let chosen = if at_random { draw(&lines, rng) } else { 0 };
        (lines, chosen)
    }
}

/// The index of a random move that is not much worse than the best.
fn draw(lines: &[Valued], rng: &mut Rng) -> usize {
    let Some(&(_, best)) = lines.first() else {
        return 0;
    };
    let weight = |&(_, score): &Valued| {
        if best.is_decided() || score.is_decided() {
            return 0;
        }
        (EARLY_MARGIN - (best.value() - score.value()).max(0)).max(0) as usize
    };
    let weights: Vec<usize> = lines.iter().map(weight).collect();
    weighted_index(rng, &weights)
}

fn ply(lines: &[Valued], chosen: usize) -> TrainingMove {
    TrainingMove {
        is_best: chosen == 0,
        alternatives: if lines.len() > 1 {
            alternatives(lines)
        } else {
            Vec::new()
        },
        ..TrainingMove::best(lines[chosen].0, units(lines[0].1))
    }
}

/// The moves with their scores as a dataset has them.
pub(super) fn alternatives(lines: &[Valued]) -> Vec<Alternative> {
    let alternative = |&(point, score): &Valued| Alternative {
        point,
        score: units(score),
    };
    lines.iter().map(alternative).collect()
}

/// A score as an integer. Every score fits into 16 bits.
pub(super) const fn units(score: Score) -> i16 {
    score.value() as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_position_is_kept_twice() {
        let settings = SelfPlaySettings {
            rule: Rule::Freestyle,
            size: BoardSize::square(15).expect("a legal size"),
            nodes: 100..=400,
            tree_percent: 100,
            seed: 5,
        };
        let mut player = SelfPlayer::new(&settings, StopSignal::new());
        let mut positions = 0;
        for number in 0..3 {
            let game = player.game(number).expect("a game");
            let mut board = Board::new(settings.size, settings.rule);
            game.opening.iter().for_each(|&point| board.make(point));
            let mut keys = FastSet::default();
            for (index, ply) in game.plies.iter().enumerate() {
                assert!(keys.insert(board.key()));
                for position in game.tree.iter().filter(|found| found.start == index) {
                    let mut board = board.clone();
                    position.moves.iter().for_each(|&point| board.make(point));
                    assert!(keys.insert(board.key()), "game {number}: {position:?}");
                    positions += 1;
                }
                board.make(ply.point);
            }
        }
        assert!(positions > 20, "{positions}");
    }
}

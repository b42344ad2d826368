//! Makes one balanced opening in three steps: random stones in a box round the middle of the board, the move after which
//! the score is nearest to level, and a longer search that must find the position undecided and level.
//!
//! A score of zero is not an even chance under every rule, so the level to aim at can be set. The level depends on the
//! network; `experiments` has the measurements.
//!
//! An attempt depends on the settings and its own number alone, not on earlier attempts or other threads.

use std::ops::RangeInclusive;

use kagetsu_gomoku::board::{Board, Outcome, Position, Rule, Side};
use kagetsu_gomoku::engine::{Engine, EngineConfig, EngineError};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_kernel::StopSignal;
use kagetsu_kernel::rng::Rng;

use crate::thinking::{new_engine, node_limits, think};

/// What openings are to be like.
#[derive(Clone, Debug)]
pub(super) struct OpeningSettings {
    /// The rule.
    pub(super) rule: Rule,
    /// The board.
    pub(super) size: BoardSize,
    /// Number of stones, the balancing one included; at least one.
    pub(super) stones: RangeInclusive<usize>,
    /// Where stones are put; more points than stones.
    pub(super) points: Vec<Point>,
    /// Nodes to search for the score of each balancing move that is tried.
    pub(super) nodes: u64,
    /// Nodes to search for the score that decides.
    pub(super) verify_nodes: u64,
    /// Black's score that counts as level, in units of the evaluation.
    pub(super) level: i32,
    /// Farthest that the score that decides may be from it, in the same units.
    pub(super) balance: i32,
    /// Seed of all random choices.
    pub(super) seed: u64,
}

/// Bytes of the table for each node that an attempt searches. A larger table only takes time to clear.
const TABLE_BYTES_PER_NODE: u64 = 32;
/// Most balancing moves that are tried. With more of them the balance is better, but the openings are more alike.
const TRIED: usize = 12;

/// The score of the balancing move may be this many times as far from level as the score that decides. Moves that are
/// farther off are hardly ever level after the longer search, which takes most of the time.
const NEAR_FACTOR: i32 = 2;

/// Makes openings, one for each successful attempt.
#[derive(Debug)]
pub(super) struct Maker<'r> {
    settings: &'r OpeningSettings,
    engine: Engine,
    stop: StopSignal,
}

impl<'r> Maker<'r> {
    /// A maker whose searches end when the signal is raised.
    pub(super) fn new(settings: &'r OpeningSettings, stop: StopSignal) -> Self {
        let tries = settings.nodes.saturating_mul(TRIED as u64);
        let nodes = settings.verify_nodes.saturating_add(tries);
        let engine = new_engine(EngineConfig {
            max_hash: Some(nodes.saturating_mul(TABLE_BYTES_PER_NODE)),
            threads: 1,
            ..EngineConfig::default()
        });
        Self {
            settings,
            engine,
            stop,
        }
    }

    /// One attempt: the stones in playing order if they make a good opening.
    pub(super) fn attempt(&mut self, number: u64) -> Result<Option<Vec<Point>>, EngineError> {
        self.engine.clear_hash();
        let mut rng = Rng::numbered(self.settings.seed, number);
        let (least, most) = (*self.settings.stones.start(), *self.settings.stones.end());
        let count = least + rng.below(most - least + 1);

        let mut board = Board::new(self.settings.size, self.settings.rule);
        let mut free = self.settings.points.clone();
        let mut stones = Vec::with_capacity(count);
        while stones.len() + 1 < count {
            let Some(point) = rng.take(&mut free) else {
                return Ok(None);
            };
            match board.play(point) {
                Ok(Outcome::Running) => stones.push(point),
                Ok(_) => return Ok(None),
                // A forbidden point; another one may do.
                Err(_) => {}
            }
        }
        let Some(point) = self.balancing_move(&board, &mut free, &mut rng)? else {
            return Ok(None);
        };
        stones.push(point);
        // The entries of the short searches must not influence the score that decides.
        self.engine.clear_hash();
        let distance = self.distance(&stones, self.settings.verify_nodes)?;
        let fair = distance.is_some_and(|distance| distance <= self.settings.balance);
        Ok(fair.then_some(stones))
    }

    /// Of a few empty points the one after which the sides are most nearly equal.
    fn balancing_move(
        &mut self,
        board: &Board,
        free: &mut Vec<Point>,
        rng: &mut Rng,
    ) -> Result<Option<Point>, EngineError> {
        let mut stones: Vec<Point> = board.contents().map(|(point, _)| point).collect();
        let mut best: Option<(i32, Point)> = None;
        for _ in 0..TRIED {
            let Some(point) = rng.take(free) else {
                break;
            };
            let mut after = board.clone();
            if after.play(point) != Ok(Outcome::Running) || after.offers_five() {
                continue;
            }
            stones.push(point);
            let distance = self.distance(&stones, self.settings.nodes)?;
            stones.pop();
            if let Some(distance) = distance
                && best.is_none_or(|(least, _)| distance < least)
            {
                best = Some((distance, point));
            }
        }
        let limit = self.settings.balance.saturating_mul(NEAR_FACTOR);
        let near = best.filter(|&(distance, _)| distance <= limit);
        Ok(near.map(|(_, point)| point))
    }

    /// How far from level a position is, in units; `None` if it is decided.
    fn distance(&mut self, stones: &[Point], nodes: u64) -> Result<Option<i32>, EngineError> {
        let OpeningSettings { size, rule, .. } = *self.settings;
        let position = Position::from_moves(size, rule, stones.iter().copied())?;
        let limits = node_limits(nodes);
        let thought = think(&mut self.engine, &position, limits, &self.stop)?;
        let score = thought.report.score;
        let of_black = match position.side_to_move() {
            Side::Black => score,
            Side::White => -score,
        };
        let distance = of_black.value().abs_diff(self.settings.level);
        Ok((!score.is_decided()).then_some(distance as i32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kagetsu_arena::openings::check_opening;
    use kagetsu_training::selfplay::middle_box;

    #[test]
    fn attempts_depend_on_their_number_alone() {
        for rule in Rule::ALL {
            let size = BoardSize::square(9).expect("a legal size");
            let settings = OpeningSettings {
                rule,
                size,
                stones: 2..=6,
                points: middle_box(size, 7),
                nodes: 50,
                verify_nodes: 500,
                level: 0,
                balance: 300,
                seed: 5,
            };
            let mut maker = Maker::new(&settings, StopSignal::new());
            let forward: Vec<_> = (0..20).map(|number| maker.attempt(number)).collect();
            let backward: Vec<_> = (0..20).rev().map(|number| maker.attempt(number)).collect();
            assert!(forward.iter().eq(backward.iter().rev()));
            let made: Vec<_> = forward
                .into_iter()
                .filter_map(|made| made.ok().flatten())
                .collect();
            assert!(made.len() > 2, "{rule}: {made:?}");
            for stones in made {
                assert!(settings.stones.contains(&stones.len()));
                assert_eq!(check_opening(&stones, rule, size), Ok(()));
            }
        }
    }
}

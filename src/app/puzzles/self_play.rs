//! Quick games of the engine against itself: a few random stones, then moves of few nodes each. The mistakes of such
//! moves allow combinations.

use kagetsu_gomoku::board::{Board, Outcome, Position};
use kagetsu_gomoku::engine::{Engine, EngineConfig, EngineError};
use kagetsu_gomoku::geometry::Point;
use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{MIB, StopSignal};

use super::super::thinking::{new_engine, node_limits, think};
use kagetsu_training::selfplay::middle_box;

/// Bytes of the engine's table. It is small, because it is cleared for each game.
const TABLE_BYTES: u64 = 4 * MIB;
/// Side of the box round the middle of the board that holds the random stones.
const BOX_SIDE: usize = 7;
/// Fewest and most random stones.
const STONES: [usize; 2] = [3, 7];

/// The settings of the games.
#[derive(Clone, Debug)]
pub(super) struct Play {
    /// The empty board.
    pub(super) start: Board,
    /// Nodes to search for each move.
    pub(super) nodes: u64,
    /// Seed of all random choices.
    pub(super) seed: u64,
}

/// Plays games; each depends on its number alone.
#[derive(Debug)]
pub(super) struct PuzzlePlayer<'p> {
    play: &'p Play,
    engine: Engine,
    stop: StopSignal,
}

impl<'p> PuzzlePlayer<'p> {
    pub(super) fn new(play: &'p Play, stop: StopSignal) -> Self {
        let engine = new_engine(EngineConfig {
            max_hash: Some(TABLE_BYTES),
            threads: 1,
            ..EngineConfig::default()
        });
        Self { play, engine, stop }
    }

    /// The moves of a game.
    pub(super) fn game(&mut self, number: u64) -> Result<Vec<Point>, EngineError> {
        self.engine.clear_hash();
        let mut board = self.play.start.clone();
        let mut moves = self.random_stones(number, &mut board);
        let stones = moves.iter().copied();
        let mut position = Position::from_moves(board.size(), board.rule(), stones)?;
        let limits = node_limits(self.play.nodes);
        while !self.stop.is_raised() && !board.empty().is_empty() {
            let thought = match think(&mut self.engine, &position, limits, &self.stop) {
                Ok(thought) => thought,
                // There is no legal move: only forbidden points are empty.
                Err(EngineError::NoLegalMove) => break,
                Err(error) => return Err(error),
            };
            position.play(thought.best)?;
            moves.push(thought.best);
            if board.play(thought.best) != Ok(Outcome::Running) {
                break;
            }
        }
        Ok(moves)
    }

    fn random_stones(&self, number: u64, board: &mut Board) -> Vec<Point> {
        let mut rng = Rng::numbered(self.play.seed, number);
        let [least, most] = STONES;
        let count = least + rng.below(most - least + 1);
        let mut free = middle_box(board.size(), BOX_SIDE);
        let mut stones = Vec::new();
        while stones.len() < count
            && let Some(point) = rng.take(&mut free)
        {
            // A forbidden point is skipped.
            if board.play(point).is_ok() {
                stones.push(point);
            }
        }
        stones
    }
}

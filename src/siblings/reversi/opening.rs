//! Random openings for games between engines: a few plies after which a short search finds no large lead.

use std::sync::Arc;

use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{NoClock, SearchLimits, StopSignal};

use crate::board::Board;
use crate::engine::Brain;
use crate::record::{Game, Ply};

/// Plies of an opening. No game ends so early.
const PLIES: usize = 8;
/// Depth of the search, in plies.
const DEPTH: u32 = 6;
/// Largest lead, in discs, that counts as balanced.
const BALANCED: i32 = 4;
/// Memory of the search's table, in bytes.
const TABLE_BYTES: usize = 1 << 20;

/// Makes balanced openings. A build without weights takes every opening as balanced.
#[derive(Debug)]
pub struct OpeningMaker(Option<Brain>);

impl Default for OpeningMaker {
    fn default() -> Self {
        // The depth bounds the search, not the time.
        Self(Brain::shipped(TABLE_BYTES, Arc::new(NoClock)).ok())
    }
}

impl OpeningMaker {
    /// The game after an opening; it depends on the random numbers alone.
    pub fn opening(&mut self, rng: &mut Rng) -> Game {
        loop {
            let mut game = Game::default();
            for _ in 0..PLIES {
                if let Some(square) = game.position().board().random_move(rng) {
                    // It is one of the legal moves.
                    let _ = game.play(Ply::Move(square));
                }
            }
            if self.is_balanced(game.position().board()) {
                return game;
            }
        }
    }

    fn is_balanced(&mut self, board: Board) -> bool {
        let Some(brain) = &mut self.0 else {
            return true;
        };
        let limits = SearchLimits::of_depth(DEPTH);
        brain.forget();
        let found = brain.think(board, limits, &StopSignal::new(), &mut |_| ());
        found.is_some_and(|found| found.score.abs() <= BALANCED)
    }
}

//! The engines of a tournament as players: each worker has its own processes.

use std::sync::Arc;

use kagetsu_arena::GameRunner;
use kagetsu_arena::settings::{EngineSpec, GamePlan, GameSettings};
use kagetsu_arena::tournament::{GamePlayer, PlayerFactory};
use kagetsu_kernel::StopSignal;
use kagetsu_notation::record::GameRecord;

/// The engines of one worker.
struct Engines(GameRunner);

impl GamePlayer for Engines {
    fn play(&mut self, plan: &GamePlan, stop: &StopSignal) -> Option<GameRecord> {
        self.0.play(plan, stop)
    }
}

/// Makes a player for each worker.
pub(crate) fn players(engines: Arc<[EngineSpec]>, game: &GameSettings) -> Box<PlayerFactory<'_>> {
    Box::new(move |_worker| Box::new(Engines(GameRunner::new(Arc::clone(&engines), game.clone()))))
}

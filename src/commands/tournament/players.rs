//! Who plays the games of a tournament: the engines it is given, each lane with processes of its own.

use std::sync::Arc;

use crate::arena::Lane;
use crate::arena::record::GameRecord;
use crate::arena::settings::{EngineSpec, GamePlan, GameSettings};
use crate::arena::tournament::{GamePlayer, PlayerFactory};
use crate::kernel::StopSignal;

/// The engines of one lane.
struct Engines(Lane);

impl GamePlayer for Engines {
    fn play(&mut self, plan: &GamePlan, stop: &StopSignal) -> Option<GameRecord> {
        self.0.play(plan, stop)
    }
}

/// Makes a player for each lane.
pub(in crate::commands) fn players(
    engines: Arc<[EngineSpec]>,
    game: &GameSettings,
) -> Box<PlayerFactory<'_>> {
    Box::new(move |_lane| Box::new(Engines(Lane::new(Arc::clone(&engines), game.clone()))))
}

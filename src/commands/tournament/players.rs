//! Who plays the games of a tournament: the engines of the settings, each lane with processes of its own.

use std::sync::Arc;

use crate::arena::Lane;
use crate::arena::manifest::Manifest;
use crate::arena::record::GameRecord;
use crate::arena::settings::{EngineSpec, GamePlan};
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
pub(super) fn players(manifest: &Manifest) -> Box<PlayerFactory<'_>> {
    let engines: Arc<[EngineSpec]> = manifest.engines.clone().into();
    Box::new(move |_lane| {
        Box::new(Engines(Lane::new(
            Arc::clone(&engines),
            manifest.game.clone(),
        )))
    })
}

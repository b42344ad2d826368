//! The games of one iteration: who plays them, with which values, and how they are played.

use std::ops::Range;
use std::sync::Arc;

use crate::schedule::{GAMES_PER_PAIR, Schedule};
use crate::settings::{EngineSpec, GamePlan};
use crate::tournament::workers::run_workers;
use crate::tournament::{PlayerFactory, WorkerError, WorkerSettings};
use kagetsu_kernel::StopSignal;
use kagetsu_notation::record::GameRecord;

use super::manifest::{SIDES, TuningManifest};
use super::spsa::Spsa;

/// Suffix of the engine's name on the side that plays `theta + c * sign`.
pub(super) const PLUS: &str = "+";
/// Suffix of the engine's name on the side that plays `theta - c * sign`.
const MINUS: &str = "-";

/// Makes the players of an iteration. Plans refer to the engines by their index in the list.
pub(crate) type PlayersFor<'a> = dyn Fn(Arc<[EngineSpec]>) -> Box<PlayerFactory<'a>> + 'a;

/// How the games of an iteration, or of a part of one, ended.
#[derive(Debug)]
pub(super) enum Played {
    /// All are played, and here in the order of their numbers.
    All(Vec<GameRecord>),
    /// An engine was at fault, and that is not tolerated.
    Fault,
    /// The stop signal was raised from outside.
    Interrupted,
}

/// What a tuning plays, and how.
#[derive(Clone, Copy, Debug)]
pub struct TuningSetup<'a> {
    /// The engine, its parameters and the plan.
    pub manifest: &'a TuningManifest,
    /// Which openings are played.
    pub schedule: &'a Schedule,
    /// The workers.
    pub workers: &'a WorkerSettings,
}

/// The games of the iteration that follows a state of the method.
#[derive(Debug)]
pub(super) struct IterationGames<'a> {
    pub(super) setup: TuningSetup<'a>,
    pub(super) spsa: Spsa,
}

impl IterationGames<'_> {
    /// Number of the first pair of the iteration among all pairs of the tuning.
    const fn first_pair(&self) -> u32 {
        (self.spsa.iteration() - 1) * self.setup.manifest.plan.pairs
    }

    /// Both sides of every pair of the iteration.
    fn engines(&self) -> Arc<[EngineSpec]> {
        let manifest = self.setup.manifest;
        let side = |name: &str, values: &[i64]| {
            let mut engine = manifest.engine.clone();
            engine.name = side_name(manifest, name);
            for (parameter, value) in manifest.parameters.iter().zip(values) {
                engine
                    .options
                    .push((parameter.name.clone(), value.to_string()));
            }
            engine
        };
        let first = self.first_pair();
        (first..first + manifest.plan.pairs)
            .flat_map(|pair| {
                let values = self.spsa.values(pair);
                [side(PLUS, &values.plus), side(MINUS, &values.minus)]
            })
            .collect()
    }

    /// The plans of the games of some pairs, which are counted within the iteration, as are the indices of the engines.
    pub(super) fn plans(&self, pairs: Range<u32>) -> Vec<GamePlan> {
        let first_pair = self.first_pair();
        let games =
            (first_pair + pairs.start) * GAMES_PER_PAIR..(first_pair + pairs.end) * GAMES_PER_PAIR;
        games
            .filter_map(|game| self.setup.schedule.plan(game))
            .map(|mut plan| {
                let engines = SIDES * (plan.pair - first_pair) as usize;
                plan.black += engines;
                plan.white += engines;
                plan
            })
            .collect()
    }

    /// Plays the games of some pairs. `on_end` gets every finished game; its first error ends the run.
    pub(super) fn play<E: From<WorkerError>>(
        &self,
        pairs: Range<u32>,
        players: &PlayersFor<'_>,
        stop: &StopSignal,
        on_end: &mut dyn FnMut(&GameRecord) -> Result<(), E>,
    ) -> Result<Played, E> {
        let plans = self.plans(pairs);
        let first = plans.first().map_or(0, |plan| plan.game);
        let mut records: Vec<Option<GameRecord>> = vec![None; plans.len()];
        let TuningSetup {
            manifest, workers, ..
        } = self.setup;
        let is_strict = manifest.run.is_some_and(|run| run.strict);
        let mut is_at_fault = false;
        let mut failure = None;
        let factory = players(self.engines());
        run_workers(plans.into_iter(), workers, &*factory, stop, |event| {
            if failure.is_some() {
                return;
            }
            match event {
                Ok(record) => {
                    failure = on_end(&record).err();
                    is_at_fault |= record.fault.is_some() && is_strict;
                    let place = record.game.checked_sub(first).map(|place| place as usize);
                    if let Some(place) = place.and_then(|place| records.get_mut(place)) {
                        *place = Some(record);
                    }
                }
                Err(error) => failure = Some(error.into()),
            }
            if failure.is_some() || is_at_fault {
                stop.raise();
            }
        });
        match failure {
            Some(error) => Err(error),
            None if is_at_fault => Ok(Played::Fault),
            None => Ok(match records.into_iter().collect() {
                Some(records) => Played::All(records),
                None => Played::Interrupted,
            }),
        }
    }
}

/// Name of the engine on one side.
pub(super) fn side_name(manifest: &TuningManifest, side: &str) -> String {
    manifest.engine.name.clone() + side
}

//! Runs a tuning. For each iteration it gives the games to the workers, updates the values by the results, and writes
//! the iteration.
//!
//! The values are updated only when all games of an iteration have ended, by sums over its pairs. If the engines have
//! no time limits, the same seed therefore gives the same values for any number of workers and of interruptions.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::progress::{ProgressLine, Urgency};
use crate::schedule::{GAMES_PER_PAIR, Schedule};
use crate::settings::{EngineSpec, GamePlan};
use crate::tournament::workers::{WorkerEvent, run_workers};
use crate::tournament::{OnFault, PlayerFactory, WorkerError, WorkerSettings};
use kagetsu_figures::FigureError;
use kagetsu_kernel::StopSignal;
use kagetsu_notation::record::{Fault, GameRecord};

use super::chart::paths_figure;
use super::folder::{
    ITERATIONS_FILE, PATHS_FILE, REPORT_FILE, TUNED_FILE, TuningFolder, TuningFolderError,
};
use super::iteration::Iteration;
use super::live::TuningStanding;
use super::manifest::{SIDES, TuningManifest};
use super::report::{NO_DIFFERENCE, TuningReport};
use super::spsa::Spsa;

/// Shortest time between two reports during a run.
const REPORT_INTERVAL: Duration = Duration::from_secs(10);
/// Suffix of the engine's name on the side that plays `theta + c * sign`.
const PLUS: &str = "+";
/// Suffix of the engine's name on the side that plays `theta - c * sign`.
const MINUS: &str = "-";

/// How a tuning ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TuningEnding {
    /// All iterations have been played.
    Complete,
    /// An engine was at fault and that is not tolerated, or every pair of an iteration had a fault.
    Fault,
    /// The stop signal was raised from outside.
    Interrupted,
}

/// How a tuning is run. These settings do not change which games are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TuningRun {
    /// The workers.
    pub workers: WorkerSettings,
    /// The effect of a fault. If the tuning goes on, the pair of the game counts for neither side.
    pub on_fault: OnFault,
}

/// Why a tuning fails.
#[derive(Debug, thiserror::Error)]
pub enum TuningError {
    /// The folder cannot be used.
    #[error(transparent)]
    Folder(#[from] TuningFolderError),
    /// An iteration that was not played with these settings.
    #[error("line {line} of {ITERATIONS_FILE} does not belong there: {reason}")]
    Stranger {
        /// Its number, from one.
        line: usize,
        /// Why not.
        reason: String,
    },
    /// A worker has failed.
    #[error(transparent)]
    Worker(#[from] WorkerError),
    /// The figure cannot be drawn.
    #[error(transparent)]
    Figure(#[from] FigureError),
}

/// Makes the players of an iteration. Plans refer to the engines by their index in the list.
pub type PlayersFor<'a> = dyn Fn(Arc<[EngineSpec]>) -> Box<PlayerFactory<'a>> + 'a;

/// A tuning and its iterations so far.
#[derive(Debug)]
pub struct Tuning<'a> {
    manifest: &'a TuningManifest,
    schedule: &'a Schedule,
    settings: &'a TuningRun,
    folder: TuningFolder,
    spsa: Spsa,
    iterations: Vec<Iteration>,
    played_before: usize,
    last_report: Instant,
}

/// The games of the present iteration.
struct IterationGames {
    records: Vec<Option<GameRecord>>,
    is_at_fault: bool,
    failure: Option<TuningError>,
}

impl<'a> Tuning<'a> {
    /// A tuning with the iterations that are already in its folder.
    ///
    /// # Errors
    /// When the iterations do not agree with the settings.
    pub fn new(
        manifest: &'a TuningManifest,
        schedule: &'a Schedule,
        settings: &'a TuningRun,
        (folder, iterations): (TuningFolder, Vec<Iteration>),
    ) -> Result<Self, TuningError> {
        let mut spsa = Spsa::new(&manifest.parameters, manifest.plan);
        for (index, iteration) in iterations.iter().enumerate() {
            iteration
                .replay(manifest.plan.pairs, &mut spsa)
                .map_err(|reason| TuningError::Stranger {
                    line: index + 1,
                    reason,
                })?;
        }
        Ok(Self {
            manifest,
            schedule,
            settings,
            folder,
            spsa,
            played_before: iterations.len(),
            iterations,
            last_report: Instant::now(),
        })
    }

    /// Plays the remaining iterations, and returns how the tuning ended. Each iteration is written to the folder as
    /// soon as it ends. The reports are written again at the end.
    ///
    /// The games of an interrupted iteration are discarded and played again.
    ///
    /// # Errors
    /// When a file cannot be written or a worker fails. Files that were written before stay.
    pub fn run(
        &mut self,
        players: &PlayersFor<'_>,
        line: &mut ProgressLine<'_>,
        stop: &StopSignal,
    ) -> Result<TuningEnding, TuningError> {
        let played = self.play(players, line, stop);
        line.clear();
        let reported = self.write_reports();
        let ending = played?;
        reported?;
        Ok(ending)
    }

    /// The report of the present state.
    pub fn report(&self) -> TuningReport<'_> {
        TuningReport {
            manifest: self.manifest,
            iterations: &self.iterations,
        }
    }

    fn play(
        &mut self,
        players: &PlayersFor<'_>,
        line: &mut ProgressLine<'_>,
        stop: &StopSignal,
    ) -> Result<TuningEnding, TuningError> {
        let start = Instant::now();
        while !self.spsa.is_complete() {
            if stop.is_raised() {
                return Ok(TuningEnding::Interrupted);
            }
            let engines = self.engines();
            let games = self.play_games(&*players(engines), line, stop, start);
            if let Some(failure) = games.failure {
                return Err(failure);
            }
            let is_at_fault = games.is_at_fault && self.settings.on_fault == OnFault::Stop;
            let records: Option<Vec<GameRecord>> = games.records.into_iter().collect();
            let records = match records {
                _ if is_at_fault => return Ok(TuningEnding::Fault),
                Some(records) => records,
                None => return Ok(TuningEnding::Interrupted),
            };
            if Self::is_hopeless(&records) {
                return Ok(TuningEnding::Fault);
            }
            self.finish(&records)?;
            if self.played_now() == 1 && self.report().makes_no_difference() {
                line.print(&format!("note: {NO_DIFFERENCE}\n"));
            }
            let urgency = if self.played_now() == 1 || self.spsa.is_complete() {
                Urgency::Always
            } else {
                Urgency::WhenDue
            };
            self.show(line, 0, start, urgency);
        }
        Ok(TuningEnding::Complete)
    }

    /// Both sides of every pair of the iteration.
    fn engines(&self) -> Arc<[EngineSpec]> {
        let side = |name: &str, values: &[i64]| {
            let mut engine = self.manifest.engine.clone();
            engine.name = self.side_name(name);
            for (parameter, value) in self.manifest.parameters.iter().zip(values) {
                engine
                    .options
                    .push((parameter.name.clone(), value.to_string()));
            }
            engine
        };
        let pairs = self.manifest.plan.pairs;
        let first = (self.spsa.iteration() - 1) * pairs;
        (first..first + pairs)
            .flat_map(|pair| {
                let values = self.spsa.values(pair);
                [side(PLUS, &values.plus), side(MINUS, &values.minus)]
            })
            .collect()
    }

    fn side_name(&self, side: &str) -> String {
        self.manifest.engine.name.clone() + side
    }

    /// The plans of the games of the iteration. Indices of engines are within the iteration.
    fn plans(&self) -> Vec<GamePlan> {
        let pairs = self.manifest.plan.pairs;
        let first_pair = (self.spsa.iteration() - 1) * pairs;
        let first = first_pair * GAMES_PER_PAIR;
        let plans =
            (first..first + pairs * GAMES_PER_PAIR).filter_map(|game| self.schedule.plan(game));
        plans
            .map(|mut plan| {
                let engines = SIDES * (plan.pair - first_pair) as usize;
                plan.black += engines;
                plan.white += engines;
                plan
            })
            .collect()
    }

    fn play_games(
        &mut self,
        factory: &PlayerFactory<'_>,
        line: &mut ProgressLine<'_>,
        stop: &StopSignal,
        start: Instant,
    ) -> IterationGames {
        let plans = self.plans();
        let first = plans.first().map_or(0, |plan| plan.game);
        let mut games = IterationGames {
            records: vec![None; plans.len()],
            is_at_fault: false,
            failure: None,
        };
        let settings = self.settings;
        self.show(line, 0, start, Urgency::WhenDue);
        run_workers(&plans, &settings.workers, factory, stop, |event| {
            if games.failure.is_some() {
                return;
            }
            match event {
                WorkerEvent::Finished(record) => self.take(*record, first, &mut games, line),
                WorkerEvent::Failed(error) => games.failure = Some(error.into()),
            }
            let is_over = games.is_at_fault && settings.on_fault == OnFault::Stop;
            if games.failure.is_some() || is_over {
                stop.raise();
            }
            let ended = games.records.iter().flatten().count();
            self.show(line, ended, start, Urgency::WhenDue);
        });
        games
    }

    /// Handles a finished game. If it has a fault, writes and prints the fault.
    fn take(
        &mut self,
        record: GameRecord,
        first: u32,
        games: &mut IterationGames,
        line: &mut ProgressLine<'_>,
    ) {
        if let Some(fault) = &record.fault {
            let Fault {
                engine,
                kind,
                detail,
                ..
            } = fault;
            line.print(&format!(
                "fault of '{engine}' in game {}: {kind}: {detail}\n",
                record.game
            ));
            games.is_at_fault = true;
            if let Err(error) = self.folder.keep_fault(&record) {
                games.failure = Some(error.into());
            }
        }
        let place = record.game.checked_sub(first).map(|place| place as usize);
        if let Some(place) = place.and_then(|place| games.records.get_mut(place)) {
            *place = Some(record);
        }
    }

    /// True if every pair has a fault. Further iterations would then have faults, too.
    fn is_hopeless(records: &[GameRecord]) -> bool {
        let mut pairs = records.chunks(GAMES_PER_PAIR as usize);
        pairs.all(|pair| pair.iter().any(|record| record.fault.is_some()))
    }

    /// Updates the values and writes the iteration.
    fn finish(&mut self, records: &[GameRecord]) -> Result<(), TuningError> {
        let plus = self.side_name(PLUS);
        let iteration = Iteration::finish(records, &plus, &mut self.spsa);
        self.folder.append(&iteration)?;
        self.iterations.push(iteration);
        if self.last_report.elapsed() >= REPORT_INTERVAL {
            self.write_reports()?;
            self.last_report = Instant::now();
        }
        Ok(())
    }

    fn played_now(&self) -> usize {
        self.iterations.len() - self.played_before
    }

    fn show(&self, line: &mut ProgressLine<'_>, games: usize, start: Instant, urgency: Urgency) {
        let report = self.report();
        let before = report.games(self.iterations.len() as u32);
        let standing = TuningStanding {
            report,
            faults: self.folder.fault_count(),
            games: before + games as u64,
            games_now: report.games(self.played_now() as u32) + games as u64,
            elapsed: start.elapsed(),
        };
        line.show(standing.games, standing.total(), &standing, urgency);
    }

    fn write_reports(&self) -> Result<(), TuningError> {
        let report = self.report();
        self.folder.write(TUNED_FILE, &report.tuned())?;
        self.folder.write(REPORT_FILE, &report.text())?;
        self.folder.write(PATHS_FILE, &paths_figure(&report)?)?;
        Ok(())
    }
}

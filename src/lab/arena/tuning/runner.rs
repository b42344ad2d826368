//! Runs a tuning. For each iteration it gives the games to the workers, updates the values by the results, and writes
//! the iteration.
//!
//! The values are updated only when all games of an iteration have ended, by sums over its pairs. If the engines have
//! no time limits, the same seed therefore gives the same values for any number of workers and of interruptions.

use std::slice;
use std::time::{Duration, Instant};

use crate::engine_files::{EngineFiles, FileChanged};
use crate::progress::{ProgressLine, Urgency, fault_line};
use crate::schedule::GAMES_PER_PAIR;
use crate::tournament::WorkerError;
use kagetsu_figures::FigureError;
use kagetsu_kernel::{Shard, StopSignal};
use kagetsu_notation::record::GameRecord;

use super::chart::paths_figure;
use super::folder::{
    ITERATIONS_FILE, PATHS_FILE, REPORT_FILE, TUNED_FILE, TuningFolder, TuningFolderError,
};
use super::iteration::Iteration;
use super::iteration_games::{IterationGames, PLUS, Played, PlayersFor, TuningSetup, side_name};
use super::live::TuningStanding;
use super::manifest::TuningManifest;
use super::report::{NO_DIFFERENCE, TuningReport};
use super::shard::{ShardError, TuningShard, join, pairs_of};
use super::spsa::Spsa;

/// Shortest time between two reports during a run.
const REPORT_INTERVAL: Duration = Duration::from_secs(10);

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

/// Why a tuning fails.
#[derive(Debug, thiserror::Error)]
pub enum TuningError {
    /// The folder cannot be used.
    #[error(transparent)]
    Folder(#[from] TuningFolderError),
    /// An iteration that was not played with these settings.
    #[error("line {line} of {ITERATIONS_FILE} does not belong there: {reason}")]
    ForeignIteration {
        /// Its number, from one.
        line: usize,
        /// Why not.
        reason: String,
    },
    /// Shards that do not make the next iteration.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// A worker has failed.
    #[error(transparent)]
    Worker(#[from] WorkerError),
    /// The engine is another one than at the start.
    #[error(transparent)]
    Engine(#[from] FileChanged),
    /// The figure cannot be drawn.
    #[error(transparent)]
    Figure(#[from] FigureError),
}

/// A tuning and its iterations so far.
#[derive(Debug)]
pub struct Tuning<'a> {
    setup: TuningSetup<'a>,
    folder: TuningFolder,
    files: EngineFiles,
    spsa: Spsa,
    iterations: Vec<Iteration>,
    played_before: usize,
    last_report: Instant,
    /// Why the reports of the end could not be written.
    report_fault: Option<TuningError>,
}

impl<'a> Tuning<'a> {
    /// A tuning with the iterations that are already in its folder.
    ///
    /// # Errors
    /// When the iterations do not agree with the settings.
    pub fn new(
        setup: TuningSetup<'a>,
        folder: TuningFolder,
        iterations: Vec<Iteration>,
    ) -> Result<Self, TuningError> {
        let spsa = replay(setup.manifest, &iterations)?;
        Ok(Self {
            setup,
            folder,
            files: EngineFiles::of(slice::from_ref(&setup.manifest.engine)),
            spsa,
            played_before: iterations.len(),
            iterations,
            last_report: Instant::now(),
            report_fault: None,
        })
    }

    /// Plays the remaining iterations, and returns how the tuning ended. Each iteration is written to the folder as
    /// soon as it ends. The reports are written again at the end. A report that cannot be written does not end the
    /// tuning; [`Tuning::report_fault`] tells why.
    ///
    /// The games of an interrupted iteration are discarded and played again.
    ///
    /// # Errors
    /// When a game or an iteration cannot be written or a worker fails. Files that were written before stay.
    pub fn run(
        &mut self,
        players: &PlayersFor<'_>,
        line: &mut ProgressLine<'_>,
        stop: &StopSignal,
    ) -> Result<TuningEnding, TuningError> {
        let played = self.play(players, line, stop);
        line.clear();
        self.report_fault = self.write_reports().err();
        played
    }

    /// Why the reports of the end could not be written, if so.
    pub fn report_fault(self) -> Option<TuningError> {
        self.report_fault
    }

    /// The report of the present state.
    pub fn report(&self) -> TuningReport<'_> {
        TuningReport {
            manifest: self.setup.manifest,
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
            let records = match self.play_games(players, line, stop, start)? {
                Played::All(records) => records,
                Played::Fault => return Ok(TuningEnding::Fault),
                Played::Interrupted => return Ok(TuningEnding::Interrupted),
            };
            if is_hopeless(&records) {
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

    /// Plays the games of the present iteration.
    fn play_games(
        &mut self,
        players: &PlayersFor<'_>,
        line: &mut ProgressLine<'_>,
        stop: &StopSignal,
        start: Instant,
    ) -> Result<Played, TuningError> {
        // One may have been exchanged since the digests were noted.
        self.files.check()?;
        let next_iteration = self.next_iteration();
        self.show(line, 0, start, Urgency::WhenDue);
        let mut ended = 0;
        next_iteration.play::<TuningError>(
            0..self.setup.manifest.plan.pairs,
            players,
            stop,
            &mut |record| {
                ended += 1;
                tell_fault(record, line);
                self.files.check()?;
                let kept = self.keep_fault(record);
                self.show(line, ended, start, Urgency::WhenDue);
                kept
            },
        )
    }

    /// The games of the present iteration.
    fn next_iteration(&self) -> IterationGames<'a> {
        let (setup, spsa) = (self.setup, self.spsa.clone());
        IterationGames { setup, spsa }
    }

    fn keep_fault(&mut self, record: &GameRecord) -> Result<(), TuningError> {
        if record.fault.is_some() {
            self.folder.keep_fault(record)?;
        }
        Ok(())
    }

    /// Finishes the present iteration by games that its shards have played, in any order. Returns false if every pair has
    /// a fault: the iteration does not count then, and its faults are kept. Reports are written as by [`Tuning::run`].
    ///
    /// # Errors
    /// When a shard is missing, doubled, or of another iteration or tuning, or the iteration cannot be written. Nothing is
    /// counted then.
    pub fn merge(&mut self, shards: Vec<TuningShard>) -> Result<bool, TuningError> {
        if self.spsa.is_complete() {
            return Err(ShardError::complete().into());
        }
        let records = join(shards, &self.next_iteration())?;
        for record in &records {
            // A merge that was killed before it wrote the iteration has kept it.
            if !self.folder.has_fault(record) {
                self.keep_fault(record)?;
            }
        }
        let counts = !is_hopeless(&records);
        if counts {
            self.finish(&records)?;
        }
        self.report_fault = self.write_reports().err();
        Ok(counts)
    }

    /// Plays a part of the pairs of the next iteration after those that a folder holds. Returns the games, unless the
    /// run is stopped before. Nothing is written to the folder, so any number of processes may do this at once.
    ///
    /// # Errors
    /// When all iterations are played, or a worker fails.
    pub fn play_shard(
        setup: TuningSetup<'a>,
        iterations: &[Iteration],
        shard: Shard,
        players: &PlayersFor<'_>,
        line: &mut ProgressLine<'_>,
        stop: &StopSignal,
    ) -> Result<(TuningEnding, Option<TuningShard>), TuningError> {
        let spsa = replay(setup.manifest, iterations)?;
        if spsa.is_complete() {
            return Err(ShardError::complete().into());
        }
        let mut files = EngineFiles::of(slice::from_ref(&setup.manifest.engine));
        files.check()?;
        let next_iteration = IterationGames { setup, spsa };
        let pairs = pairs_of(shard, setup.manifest.plan.pairs);
        let played = next_iteration.play::<TuningError>(pairs, players, stop, &mut |record| {
            tell_fault(record, line);
            Ok(files.check()?)
        })?;
        Ok(match played {
            Played::All(games) => (
                TuningEnding::Complete,
                Some(TuningShard::new(&next_iteration, shard, games)),
            ),
            Played::Fault => (TuningEnding::Fault, None),
            Played::Interrupted => (TuningEnding::Interrupted, None),
        })
    }

    /// Updates the values and writes the iteration.
    fn finish(&mut self, records: &[GameRecord]) -> Result<(), TuningError> {
        let plus = side_name(self.setup.manifest, PLUS);
        let iteration = Iteration::finish(records, &plus, &mut self.spsa);
        self.folder.append(&iteration)?;
        self.iterations.push(iteration);
        if self.last_report.elapsed() >= REPORT_INTERVAL {
            // They are written again at the end, when what stands in their way may be gone.
            let _ = self.write_reports();
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
        let values = self.folder.write(TUNED_FILE, &report.tuned());
        let text = self.folder.write(REPORT_FILE, &report.text());
        self.folder.write(PATHS_FILE, &paths_figure(&report)?)?;
        Ok(values.and(text)?)
    }
}

/// The state of the method after some iterations.
fn replay(manifest: &TuningManifest, iterations: &[Iteration]) -> Result<Spsa, TuningError> {
    let mut spsa = Spsa::new(&manifest.parameters, manifest.plan);
    for (index, iteration) in iterations.iter().enumerate() {
        iteration
            .replay(manifest.plan.pairs, &mut spsa)
            .map_err(|reason| TuningError::ForeignIteration {
                line: index + 1,
                reason,
            })?;
    }
    Ok(spsa)
}

/// True if every pair has a fault. Further iterations would then have faults, too.
fn is_hopeless(records: &[GameRecord]) -> bool {
    let mut pairs = records.chunks(GAMES_PER_PAIR as usize);
    pairs.all(|pair| pair.iter().any(|record| record.fault.is_some()))
}

/// Prints the fault of a game, if it has one.
fn tell_fault(record: &GameRecord, line: &mut ProgressLine<'_>) {
    if let Some(text) = fault_line(record) {
        line.print(&format!("{text}\n"));
    }
}

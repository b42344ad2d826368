//! Runs a tournament: gives games to the workers and writes every result at once. It stops at the end of the schedule,
//! at the verdict of the test, at a fault that is not tolerated, or at the stop signal.

use std::time::{Duration, Instant};

use crate::engine_files::{EngineFiles, FileChanged};
use crate::manifest::Manifest;
use crate::report::{ReportInput, page, text};
use crate::schedule::Schedule;
use crate::settings::GamePlan;
use crate::statistics::{CrossTable, MatchSummary, Sprt, SprtError, SprtVerdict, fault_sentences};
use kagetsu_figures::FigureError;
use kagetsu_kernel::{FastSet, StopSignal};
use kagetsu_notation::record::GameRecord;

use super::folder::{OutputFolder, PAGE_FILE, REPORT_FILE, TournamentFolderError};
use super::live::{LiveLine, Standing};
use super::workers::{PlayerFactory, WorkerError, WorkerSettings, run_workers};

/// Shortest time between two reports during a run. A report takes longer the more games there are; results wait meanwhile.
const REPORT_INTERVAL: Duration = Duration::from_secs(10);

/// How a tournament ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All games have been played. Where there is a test, it has no verdict.
    Complete,
    /// The test has accepted H1.
    Passed,
    /// The test has accepted H0.
    Failed,
    /// An engine was at fault, and that is not tolerated.
    Fault,
    /// The stop signal was raised from outside.
    Interrupted,
}

/// Why a tournament fails.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// The folder cannot be written.
    #[error(transparent)]
    Folder(#[from] TournamentFolderError),
    /// A worker has failed.
    #[error(transparent)]
    Worker(#[from] WorkerError),
    /// An engine is another one than at the start.
    #[error(transparent)]
    Engine(#[from] FileChanged),
    /// The page cannot be drawn.
    #[error(transparent)]
    Figure(#[from] FigureError),
    /// The settings of the test are not valid.
    #[error(transparent)]
    Sprt(#[from] SprtError),
}

/// A tournament and its games so far.
#[derive(Debug)]
pub struct Tournament<'a> {
    manifest: &'a Manifest,
    schedule: &'a Schedule,
    workers: &'a WorkerSettings,
    folder: OutputFolder,
    files: EngineFiles,
    /// The test that may end the tournament.
    sprt: Option<Sprt>,
    /// The games in the order in which they ended, those of earlier runs first.
    records: Vec<GameRecord>,
    table: CrossTable,
    /// Number of games that were in the folder at the start.
    played_before: u32,
    /// Whether the test had a verdict at the start that rests on faults: then the games go on to one that does not.
    began_with_faults: bool,
    /// Why the reports of the end could not be written.
    report_fault: Option<TournamentError>,
}

impl<'a> Tournament<'a> {
    /// A tournament with the games that are already in its folder.
    ///
    /// # Errors
    /// When the settings of the test in the manifest are not valid.
    pub fn new(
        manifest: &'a Manifest,
        schedule: &'a Schedule,
        workers: &'a WorkerSettings,
        folder: OutputFolder,
        records: Vec<GameRecord>,
    ) -> Result<Self, TournamentError> {
        let mut table = CrossTable::new(manifest.engines.iter().map(|engine| engine.name.clone()));
        table.extend(&records);
        let mut tournament = Self {
            manifest,
            schedule,
            workers,
            folder,
            files: EngineFiles::of(&manifest.engines),
            sprt: manifest.sprt.map(Sprt::new).transpose()?,
            played_before: records.len() as u32,
            records,
            table,
            began_with_faults: false,
            report_fault: None,
        };
        tournament.began_with_faults = tournament.verdict_rests_on_faults();
        Ok(tournament)
    }

    /// Plays the remaining games, and returns how the tournament ended. Each game is written to the folder as soon as
    /// it ends. The reports are written again at the end. A report that cannot be written does not end the
    /// games; [`Tournament::report_fault`] tells why.
    ///
    /// Games that are running at a stop have no result. Games that end after a decision (a verdict, a fault) are not
    /// written, so that the decision agrees with the written games.
    ///
    /// # Errors
    /// When a game cannot be written or a worker fails. Files that were written before stay.
    pub fn run(
        &mut self,
        factory: &PlayerFactory<'_>,
        live: &mut LiveLine<'_>,
        stop: &StopSignal,
    ) -> Result<Ending, TournamentError> {
        let plans = unplayed(self.manifest, self.schedule, &self.records);
        let start = Instant::now();
        let (mut decided, mut last_report) = (self.ending_by_test(), start);
        let mut failure = None;
        let is_over = decided.is_some() || self.is_complete();
        if !is_over {
            // One may have been exchanged since the digests were noted.
            self.files.check()?;
        }
        live.show(&self.standing(start));
        if !is_over {
            run_workers(plans, self.workers, factory, stop, |event| {
                // Games that end after the decision do not count.
                if decided.is_some() || failure.is_some() {
                    return;
                }
                let before = self.records.len();
                match self.handle(event) {
                    Ok(ending) => decided = ending,
                    Err(error) => failure = Some(error),
                }
                if let Some(record) = self.records.get(before) {
                    live.tell_fault(record);
                }
                if last_report.elapsed() >= REPORT_INTERVAL && failure.is_none() {
                    // It is written again at the end, when what stands in its way may be gone.
                    let _ = self.write_reports();
                    last_report = Instant::now();
                }
                if decided.is_some() || failure.is_some() {
                    stop.raise();
                }
                live.show(&self.standing(start));
            });
        }
        live.clear();
        self.report_fault = self.write_reports().err();
        failure.map_or(Ok(()), Err)?;
        Ok(match decided {
            Some(ending) => ending,
            None if self.is_complete() => Ending::Complete,
            None => Ending::Interrupted,
        })
    }

    /// Why the reports of the end could not be written, if so.
    pub fn report_fault(self) -> Option<TournamentError> {
        self.report_fault
    }

    /// The games that have been played, in the order in which they ended.
    pub fn records(&self) -> &[GameRecord] {
        &self.records
    }

    /// Have all games been played?
    pub fn is_complete(&self) -> bool {
        self.records.len() >= self.manifest.game_numbers().len()
    }

    /// Has the test a verdict that it would not have without the games that faults decided?
    pub fn verdict_rests_on_faults(&self) -> bool {
        let results = self.table.results(0, 1);
        MatchSummary::new("", "", results, self.sprt.as_ref()).verdict_rests_on_faults()
    }

    /// Which games were lost by faults, in one sentence for each engine at fault.
    pub fn fault_sentences(&self) -> Vec<String> {
        fault_sentences(&self.table)
    }

    /// Writes the game that a worker has finished, or passes on the error of the worker. Returns how the tournament ends if
    /// it ends with this game.
    fn handle(
        &mut self,
        event: Result<GameRecord, WorkerError>,
    ) -> Result<Option<Ending>, TournamentError> {
        let record = event?;
        // A game that has begun with the changed file has ended after the change.
        self.files.check()?;
        self.folder.append(&record)?;
        self.table.push(&record);
        let at_fault = record.fault.is_some();
        self.records.push(record);
        let is_strict = self.manifest.run.is_some_and(|run| run.strict);
        Ok(if at_fault && is_strict {
            Some(Ending::Fault)
        } else {
            self.ending_by_test()
        })
    }

    /// The ending that follows from the test of the first engine against the second, if it has a verdict. One that rests on
    /// faults ends a tournament once: whoever goes on with it plays on.
    fn ending_by_test(&self) -> Option<Ending> {
        let sprt = self.sprt.as_ref()?;
        let results = self.table.results(0, 1);
        let ending = match sprt.status(&results.test_sample()).verdict {
            SprtVerdict::Undecided => return None,
            SprtVerdict::Failed => Ending::Failed,
            SprtVerdict::Passed => Ending::Passed,
        };
        let is_passed_over =
            self.began_with_faults && !self.is_complete() && self.verdict_rests_on_faults();
        (!is_passed_over).then_some(ending)
    }

    fn standing(&self, start: Instant) -> Standing<'_> {
        let played = self.records.len() as u32;
        Standing {
            table: &self.table,
            sprt: self.sprt.as_ref(),
            played,
            total: self.manifest.game_numbers().len() as u32,
            played_now: played - self.played_before,
            elapsed: start.elapsed(),
        }
    }

    fn write_reports(&self) -> Result<(), TournamentError> {
        let input = ReportInput::new(self.manifest, &self.records);
        let written = self.folder.write(REPORT_FILE, &text(&input));
        if self.manifest.run.is_some_and(|run| run.html) {
            self.folder.write(PAGE_FILE, &page(&input)?)?;
        }
        Ok(written?)
    }
}

/// The games that have not been played, in the order of the schedule.
fn unplayed<'a>(
    manifest: &Manifest,
    schedule: &'a Schedule,
    records: &[GameRecord],
) -> impl Iterator<Item = GamePlan> + Send + use<'a> {
    let played: FastSet<u32> = records.iter().map(|record| record.game).collect();
    manifest
        .game_numbers()
        .filter(move |game| !played.contains(game))
        .filter_map(|game| schedule.plan(game))
}

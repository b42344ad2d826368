//! A tournament from its first game to its last: it hands games to the workers, writes every result at once, and stops
//! when the schedule is done, the test is decided, a fault must not be tolerated, or somebody asks for it.

use std::time::{Duration, Instant};

use crate::manifest::Manifest;
use crate::report::{ReportInput, page, text};
use crate::schedule::Schedule;
use crate::settings::GamePlan;
use crate::statistics::{CrossTable, Sprt, SprtError, SprtVerdict};
use kagetsu_figures::FigureError;
use kagetsu_kernel::StopSignal;
use kagetsu_notation::record::GameRecord;

use super::folder::{OutputFolder, PAGE_FILE, REPORT_FILE, TournamentFolderError};
use super::live::{LiveLine, Standing};
use super::workers::{PlayerFactory, WorkerError, WorkerEvent, WorkerSettings, run_workers};

/// While games go on the report is not written more often than this: making it takes longer the more games there are.
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

/// What an engine's fault does to the tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnFault {
    /// The engine loses the game, and the tournament goes on.
    #[default]
    GoOn,
    /// The tournament stops.
    Stop,
}

/// Which reports are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reports {
    /// Text.
    #[default]
    Text,
    /// Text and a page.
    TextAndPage,
}

/// How a tournament is run; none of this decides what is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunSettings {
    /// The workers.
    pub workers: WorkerSettings,
    /// What a fault does.
    pub on_fault: OnFault,
    /// Which reports are written.
    pub reports: Reports,
}

/// Why a tournament breaks off.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// The folder cannot be written.
    #[error(transparent)]
    Folder(#[from] TournamentFolderError),
    /// A worker has failed.
    #[error(transparent)]
    Lane(#[from] WorkerError),
    /// The page cannot be drawn.
    #[error(transparent)]
    Figure(#[from] FigureError),
    /// The test makes no sense.
    #[error(transparent)]
    Sprt(#[from] SprtError),
}

/// A tournament and what has been played of it.
#[derive(Debug)]
pub struct Tournament<'a> {
    manifest: &'a Manifest,
    schedule: &'a Schedule,
    settings: &'a RunSettings,
    folder: OutputFolder,
    sprt: Option<Sprt>,
    records: Vec<GameRecord>,
    table: CrossTable,
    played_before: u32,
}

impl<'a> Tournament<'a> {
    /// A tournament with the games that have been played of it, which are in the folder already.
    ///
    /// # Errors
    /// When the test of the manifest makes no sense.
    pub fn new(
        manifest: &'a Manifest,
        schedule: &'a Schedule,
        settings: &'a RunSettings,
        (folder, records): (OutputFolder, Vec<GameRecord>),
    ) -> Result<Self, TournamentError> {
        let mut table = CrossTable::new(manifest.engines.iter().map(|engine| engine.name.clone()));
        table.extend(&records);
        Ok(Self {
            manifest,
            schedule,
            settings,
            folder,
            sprt: manifest.sprt.map(|sprt| sprt.test()).transpose()?,
            played_before: records.len() as u32,
            records,
            table,
        })
    }

    /// Plays what has not been played, and says how it ended. The games are in the folder, each from the moment at
    /// which it ended; the reports are those of the end.
    ///
    /// Games in flight at a stop have no result. Of those that end while a decision stands already (a verdict, a fault)
    /// none is written, so that the decision rests on what is written.
    ///
    /// # Errors
    /// When a file cannot be written or a worker fails; what was written until then stays.
    pub fn run(
        &mut self,
        factory: &PlayerFactory<'_>,
        live: &mut LiveLine<'_>,
        stop: &StopSignal,
    ) -> Result<Ending, TournamentError> {
        let plans = self.missing();
        let start = Instant::now();
        let (mut decided, mut last_report) = (self.verdict(), start);
        let mut failure = None;
        live.show(&self.standing(start));
        if decided.is_none() && !plans.is_empty() {
            let workers = &self.settings.workers;
            run_workers(&plans, workers, factory, stop, |event| {
                if decided.is_some() || failure.is_some() {
                    return;
                }
                match self.take(event) {
                    Ok(ending) => decided = ending,
                    Err(error) => failure = Some(error),
                }
                if last_report.elapsed() >= REPORT_INTERVAL && failure.is_none() {
                    failure = self.write_reports().err();
                    last_report = Instant::now();
                }
                if decided.is_some() || failure.is_some() {
                    stop.raise();
                }
                live.show(&self.standing(start));
            });
        }
        live.clear();
        let reported = self.write_reports();
        failure.map_or(reported, Err)?;
        let complete = self.records.len() >= self.schedule.games() as usize;
        Ok(match decided {
            Some(ending) => ending,
            None if complete => Ending::Complete,
            None => Ending::Interrupted,
        })
    }

    /// The games that have been played, in the order in which they ended.
    pub fn records(&self) -> &[GameRecord] {
        &self.records
    }

    fn missing(&self) -> Vec<GamePlan> {
        let mut played = vec![false; self.schedule.games() as usize];
        for record in &self.records {
            if let Some(played) = played.get_mut(record.game as usize) {
                *played = true;
            }
        }
        self.schedule
            .plans()
            .filter(|plan| !played[plan.game as usize])
            .collect()
    }

    /// Takes what a worker says, and tells whether it ends the tournament.
    fn take(&mut self, event: WorkerEvent) -> Result<Option<Ending>, TournamentError> {
        let record = match event {
            WorkerEvent::Finished(record) => *record,
            WorkerEvent::Failed(error) => return Err(error.into()),
        };
        self.folder.append(&record)?;
        self.table.push(&record);
        let at_fault = record.fault.is_some();
        self.records.push(record);
        Ok(if at_fault && self.settings.on_fault == OnFault::Stop {
            Some(Ending::Fault)
        } else {
            self.verdict()
        })
    }

    /// What the test says of the first engine against the second.
    fn verdict(&self) -> Option<Ending> {
        let sample = self.table.results(0, 1).sample();
        match self.sprt.as_ref()?.status(&sample).verdict {
            SprtVerdict::Undecided => None,
            SprtVerdict::Failed => Some(Ending::Failed),
            SprtVerdict::Passed => Some(Ending::Passed),
        }
    }

    fn standing(&self, start: Instant) -> Standing<'_> {
        let played = self.records.len() as u32;
        Standing {
            table: &self.table,
            sprt: self.sprt.as_ref(),
            played,
            total: self.schedule.games(),
            played_now: played - self.played_before,
            elapsed: start.elapsed(),
        }
    }

    fn write_reports(&self) -> Result<(), TournamentError> {
        let input = ReportInput {
            manifest: self.manifest,
            records: &self.records,
        };
        self.folder.write(REPORT_FILE, &text(&input))?;
        if self.settings.reports == Reports::TextAndPage {
            self.folder.write(PAGE_FILE, &page(&input)?)?;
        }
        Ok(())
    }
}

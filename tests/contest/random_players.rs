//! Tournaments of random players instead of engines, for tests.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use kagetsu_arena::manifest::{Manifest, RunChoices};
use kagetsu_arena::progress::ProgressLine;
use kagetsu_arena::tournament::{
    Ending, GamePlayer, LiveLine, OutputFolder, PlayerFactory, Tournament, TournamentError,
    WorkerSettings,
};
use kagetsu_arena::{GamePlan, Schedule, ScheduleError};
use kagetsu_kernel::StopSignal;
use kagetsu_kernel::rng::Rng;
use kagetsu_notation::record::Remark;
use kagetsu_notation::{Fault, FaultKind, GameRecord, GameResult, Reason};
use kagetsu_test_support::made_up;

pub(super) const NAMES: [&str; 3] = ["ada", "bo", "cy"];

/// How the games are run, in the words of the folder.
pub(crate) const RUN: RunChoices = RunChoices {
    concurrency: 1,
    pin: false,
    strict: false,
    html: false,
};

/// What a tournament is and how it is run.
pub(crate) struct Setup {
    pub(crate) manifest: Manifest,
    pub(crate) schedule: Schedule,
    pub(crate) workers: WorkerSettings,
}

pub(crate) fn setup(engines: usize, rounds: u32, workers: usize) -> Result<Setup, ScheduleError> {
    let openings = (0..rounds).map(|round| format!("{}8", char::from(b'a' + (round % 15) as u8)));
    let names = &NAMES[..engines];
    let (schedule, mut manifest) = made_up::tournament(names, openings.collect(), rounds)?;
    manifest.run = Some(RUN);
    manifest.game.clock.turn = Some(Duration::from_millis(500));
    manifest.game.tolerance = Duration::from_millis(100);
    manifest.game.patience = Duration::from_secs(10);
    Ok(Setup {
        manifest,
        schedule,
        workers: WorkerSettings {
            count: workers,
            pins: Vec::new(),
        },
    })
}

/// A random game. The same plan gives the same game.
pub(crate) fn random_game(plan: &GamePlan) -> GameRecord {
    let mut rng = Rng::new(u64::from(plan.game));
    let result = [GameResult::Black, GameResult::White, GameResult::Draw][rng.below(3)];
    let moves = (1..=6).map(|row| format!("{}{row}", char::from(b'a' + rng.below(15) as u8)));
    let names = [plan.black, plan.white].map(|engine| NAMES[engine]);
    GameRecord {
        moves: moves.collect(),
        opening: 1,
        ms: (0..6)
            .map(|index| if index < 1 { 0 } else { rng.below(400) as u64 })
            .collect(),
        remarks: (0..6)
            .map(|index| Remark {
                score: Some(rng.below(100).to_string()),
                depth: (index > 0).then(|| rng.below(10) as u32),
            })
            .collect(),
        memory_kib: [Some(2048), None],
        ..made_up::game(plan.game, names, result)
    }
}

pub(crate) fn with_fault(mut record: GameRecord) -> GameRecord {
    record.result = GameResult::White;
    record.reason = Reason::Fault;
    record.fault = Some(Fault {
        engine: record.black.clone(),
        kind: FaultKind::Crash,
        detail: "ended with code 1".to_string(),
        lines: vec!["> TURN 7,7".to_string(), "< <oops>".to_string()],
    });
    record
}

/// Makes players that play by a function.
pub(crate) fn by<'a>(
    play: impl Fn(&GamePlan, &StopSignal) -> Option<GameRecord> + Copy + Sync + 'a,
) -> impl Fn() -> GamePlayer<'a> + Sync + 'a {
    move || Box::new(play)
}

pub(crate) fn honest() -> GamePlayer<'static> {
    Box::new(|plan: &GamePlan, _: &StopSignal| Some(random_game(plan)))
}

fn play(
    setup: &Setup,
    opened: (OutputFolder, Vec<GameRecord>),
    factory: &PlayerFactory<'_>,
) -> Result<Ending, TournamentError> {
    let mut lines = io::sink();
    let (folder, records) = opened;
    Tournament::new(
        &setup.manifest,
        &setup.schedule,
        &setup.workers,
        folder,
        records,
    )?
    .run(
        factory,
        &mut LiveLine::new(ProgressLine::plain(&mut lines)),
        &StopSignal::new(),
    )
}

pub(crate) fn begin(
    setup: &Setup,
    folder: &Path,
    factory: &PlayerFactory<'_>,
) -> Result<Ending, TournamentError> {
    let output = OutputFolder::create(folder, &setup.manifest)?;
    play(setup, (output, Vec::new()), factory)
}

pub(crate) fn resume(
    setup: &Setup,
    folder: &Path,
    factory: &PlayerFactory<'_>,
) -> Result<Ending, TournamentError> {
    let opened = OutputFolder::resume(folder, &setup.manifest, &setup.schedule)?;
    play(setup, opened, factory)
}

/// The lines of a file in order, which depends on the workers otherwise.
pub(crate) fn sorted_lines(path: &Path) -> io::Result<Vec<String>> {
    let text = fs::read_to_string(path)?;
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    lines.sort();
    Ok(lines)
}

pub(crate) fn files_of(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

//! Tests of tunings with players that win at random instead of engines: the values, the folder, and all ways to stop
//! and to continue.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use kagetsu_arena::manifest::RunChoices;
use kagetsu_arena::progress::ProgressLine;
use kagetsu_arena::schedule::Schedule;
use kagetsu_arena::tournament::{PlayerFactory, WorkerSettings};
use kagetsu_arena::tuning::{
    SpsaPlan, TUNING_SCHEMA, Tuning, TuningEnding, TuningError, TuningFolder, TuningManifest,
    TuningSetup, TuningShard, read_parameters, tuning_schedule,
};
use kagetsu_arena::{EngineSpec, GamePlan, GameSettings};
use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::StopSignal;
use kagetsu_kernel::rng::Rng;
use kagetsu_notation::{Fault, FaultKind, GameRecord, GameResult};
use kagetsu_test_support::made_up;
use tempfile::tempdir;

type Checked = Result<(), Box<dyn Error>>;

const PARAMETERS: &str = "
[[parameter]]
name = \"alpha\"
value = 80
min = 0
max = 100
step = 5

[[parameter]]
name = \"beta\"
value = 10
min = 0
max = 40
step = 2
r = 0.05
";
/// Where a player is at its best.
const BEST: [f64; 2] = [50.0, 25.0];
const PAIRS: u32 = 4;
const NEVER: u32 = u32::MAX;

struct Setup {
    manifest: TuningManifest,
    schedule: Schedule,
}

impl Setup {
    fn with<'a>(&'a self, workers: &'a WorkerSettings) -> TuningSetup<'a> {
        TuningSetup {
            manifest: &self.manifest,
            schedule: &self.schedule,
            workers,
        }
    }
}

fn setup(iterations: u32) -> Result<Setup, Box<dyn Error>> {
    let openings =
        (0..iterations * PAIRS).map(|round| format!("{}8", char::from(b'a' + (round % 15) as u8)));
    let schedule = tuning_schedule(openings.collect::<Vec<_>>(), iterations * PAIRS)?;
    let game = GameSettings::new(Rule::Freestyle, BoardSize::square(15)?);
    let manifest = TuningManifest {
        schema: TUNING_SCHEMA,
        version: "0".to_string(),
        engine: EngineSpec::new("ada", vec!["./ada".to_string()]),
        game,
        parameters: read_parameters(PARAMETERS)?,
        plan: SpsaPlan {
            iterations,
            pairs: PAIRS,
            rate: 0.05,
            seed: 3,
        },
        openings: None,
        schedule: schedule.fingerprint(),
        run: None,
    };
    Ok(Setup { manifest, schedule })
}

/// What happens in the games besides playing.
struct Course {
    /// Games before the stop signal is raised.
    stop_after: u32,
    /// The games with a fault.
    faults: fn(u32) -> bool,
    /// Do both sides play the same moves?
    alike: bool,
}

const SMOOTH: Course = Course {
    stop_after: NEVER,
    faults: |_| false,
    alike: false,
};

struct Player<'a> {
    engines: Arc<[EngineSpec]>,
    course: &'a Course,
    played: &'a AtomicU32,
}

impl Player<'_> {
    /// How far the values are from the best.
    fn weakness(&self, engine: usize) -> f64 {
        let options = self.engines[engine].options.iter();
        let distances = options.zip(BEST).map(|((name, value), best)| {
            assert!(["alpha", "beta"].contains(&name.as_str()));
            value.parse::<f64>().map_or(f64::NAN, |value| value - best)
        });
        distances.map(|distance| distance * distance).sum()
    }

    /// The same for the same plan and values.
    fn game(&self, plan: &GamePlan) -> GameRecord {
        let random = Rng::new(u64::from(plan.game)).below(1000) as f64 / 1000.0;
        let lead = self.weakness(plan.white) - self.weakness(plan.black);
        let black_wins = random < 1.0 / (1.0 + (-lead / 200.0).exp());
        let names = [plan.black, plan.white].map(|engine| self.engines[engine].name.as_str());
        let fault = (self.course.faults)(plan.game).then(|| Fault {
            engine: names[0].to_string(),
            kind: FaultKind::Crash,
            detail: "it is gone".to_string(),
            lines: Vec::new(),
        });
        let result = match fault {
            None if black_wins => GameResult::Black,
            _ => GameResult::White,
        };
        GameRecord {
            moves: if self.course.alike {
                "h8".to_string()
            } else {
                format!("a{}", 1 + plan.game % 15)
            },
            fault,
            ..made_up::game(plan.game, names, result)
        }
    }

    fn play(&self, plan: &GamePlan, stop: &StopSignal) -> Option<GameRecord> {
        if self.played.fetch_add(1, Ordering::Relaxed) >= self.course.stop_after {
            stop.raise();
            return None;
        }
        Some(self.game(plan))
    }
}

/// Makes players of a course that count their games together.
fn players<'a>(
    engines: Arc<[EngineSpec]>,
    course: &'a Course,
    played: &'a AtomicU32,
) -> Box<PlayerFactory<'a>> {
    Box::new(move || {
        let pair = Player {
            engines: Arc::clone(&engines),
            course,
            played,
        };
        Box::new(move |plan: &GamePlan, stop: &StopSignal| pair.play(plan, stop))
    })
}

/// Runs a tuning or goes on with it: how it ended, and what it said meanwhile.
fn run(
    setup: &Setup,
    path: &Path,
    course: &Course,
    workers: &WorkerSettings,
) -> Result<(TuningEnding, String), TuningError> {
    let (folder, iterations) = TuningFolder::resume(path, &setup.manifest)?;
    let mut tuning = Tuning::new(setup.with(workers), folder, iterations)?;
    let played = AtomicU32::new(0);
    let played = &played;
    let mut lines = Vec::new();
    let ending = tuning.run(
        &|engines| players(engines, course, played),
        &mut ProgressLine::plain(&mut lines),
        &StopSignal::new(),
    )?;
    Ok((ending, String::from_utf8_lossy(&lines).into_owned()))
}

fn workers(count: usize) -> WorkerSettings {
    WorkerSettings {
        count,
        pins: Vec::new(),
    }
}

fn text(path: &Path, name: &str) -> Result<String, std::io::Error> {
    fs::read_to_string(path.join(name))
}

#[test]
fn values_move_towards_those_that_win() -> Checked {
    let (setup, folder) = (setup(300)?, tempdir()?);
    let (ending, lines) = run(&setup, folder.path(), &SMOOTH, &workers(2))?;
    assert_eq!(ending, TuningEnding::Complete);
    assert!(
        lines.contains("2400/2400 games, 300 of 300 iterations"),
        "{lines}"
    );
    let tuned = read_parameters(&text(folder.path(), "tuned.toml")?)?;
    assert!((tuned[0].value - BEST[0]).abs() < 10.0, "{tuned:?}");
    assert!((tuned[1].value - BEST[1]).abs() < 7.0, "{tuned:?}");
    assert_eq!((tuned[0].r, tuned[1].r), (None, Some(0.05)));
    assert!(text(folder.path(), "report.txt")?.contains("300 of 300 iterations"));
    assert!(text(folder.path(), "paths.svg")?.contains("<svg"));
    Ok(())
}

#[test]
fn lanes_and_interruptions_change_nothing() -> Checked {
    let setup = setup(12)?;
    let expected = tempdir()?;
    run(&setup, expected.path(), &SMOOTH, &workers(1))?;
    let expected = text(expected.path(), "iterations.jsonl")?;
    assert_eq!(expected.lines().count(), 12);

    let folder = tempdir()?;
    let path = folder.path();
    for stop_after in [20, 33, 40] {
        let course = Course {
            stop_after,
            ..SMOOTH
        };
        let (ending, _) = run(&setup, path, &course, &workers(3))?;
        assert_eq!(ending, TuningEnding::Interrupted);
        // As a kill would leave it.
        let torn = text(path, "iterations.jsonl")? + "{\"iteration\":";
        assert!(expected.starts_with(torn.trim_end_matches("{\"iteration\":")));
        fs::write(path.join("iterations.jsonl"), torn)?;
    }
    let (ending, _) = run(&setup, path, &SMOOTH, &workers(3))?;
    assert_eq!(ending, TuningEnding::Complete);
    assert_eq!(text(path, "iterations.jsonl")?, expected);
    let (ending, _) = run(&setup, path, &SMOOTH, &workers(1))?;
    assert_eq!(ending, TuningEnding::Complete, "nothing is left to do");
    assert_eq!(text(path, "iterations.jsonl")?, expected);
    Ok(())
}

/// The shards of the next iteration of a tuning, as so many machines would play them.
fn shards(
    setup: &Setup,
    path: &Path,
    count: u32,
    course: &Course,
) -> Result<Vec<TuningShard>, Box<dyn Error>> {
    let iterations = TuningFolder::read(path, &setup.manifest)?;
    let workers = workers(1);
    let played = AtomicU32::new(0);
    let played = &played;
    (1..=count)
        .map(|number| {
            let (ending, shard) = Tuning::play_shard(
                setup.with(&workers),
                &iterations,
                format!("{number}/{count}").parse()?,
                &|engines| players(engines, course, played),
                &mut ProgressLine::plain(&mut Vec::new()),
                &StopSignal::new(),
            )?;
            assert_eq!(ending, TuningEnding::Complete);
            // As it goes through a file.
            Ok(TuningShard::parse(
                shard.ok_or("games")?.text()?.as_bytes(),
            )?)
        })
        .collect()
}

fn merge(setup: &Setup, path: &Path, shards: Vec<TuningShard>) -> Result<bool, TuningError> {
    let workers = workers(1);
    let (folder, iterations) = TuningFolder::resume(path, &setup.manifest)?;
    Tuning::new(setup.with(&workers), folder, iterations)?.merge(shards)
}

#[test]
fn shards_make_the_tuning_of_one_machine() -> Checked {
    let setup = setup(6)?;
    let course = Course {
        faults: |game| game == 9,
        ..SMOOTH
    };
    let (expected, folder) = (tempdir()?, tempdir()?);
    run(&setup, expected.path(), &course, &workers(1))?;
    let path = folder.path();
    for count in [1, 2, 3, 4, 5, 2] {
        let mut shards = shards(&setup, path, count, &course)?;
        shards.reverse();
        let before = text(path, "iterations.jsonl").unwrap_or_default();
        assert!(merge(&setup, path, shards.clone())?);
        // As a kill between its two writes would leave it.
        fs::write(path.join("iterations.jsonl"), before)?;
        assert!(merge(&setup, path, shards)?);
    }
    for file in [
        "iterations.jsonl",
        "faults.jsonl",
        "tuned.toml",
        "report.txt",
    ] {
        assert_eq!(text(path, file)?, text(expected.path(), file)?, "{file}");
    }
    let error = merge(&setup, path, Vec::new()).expect_err("complete");
    assert!(error.to_string().contains("all iterations"), "{error}");
    Ok(())
}

#[test]
fn wrong_shards_are_refused_and_count_for_nothing() -> Checked {
    let (setup, folder) = (setup(6)?, tempdir()?);
    let path = folder.path();
    let first = shards(&setup, path, 2, &SMOOTH)?;
    let refused = |shards: &[TuningShard], message: &str| {
        let error = merge(&setup, path, shards.to_vec()).expect_err(message);
        assert!(error.to_string().contains(message), "{error}");
    };
    refused(&[], "shard 1/1 of the iteration is missing");
    refused(&first[1..], "shard 1/2 of the iteration is missing");
    refused(
        &[&first[..], &first[..1]].concat(),
        "shard 1/2 does not belong",
    );
    let thirds = shards(&setup, path, 3, &SMOOTH)?;
    refused(
        &[&first[..], &thirds[..1]].concat(),
        "shard 1/3 does not belong",
    );
    let mut other = self::setup(6)?;
    other.manifest.plan.seed += 1;
    let elsewhere = tempdir()?;
    refused(
        &shards(&other, elsewhere.path(), 1, &SMOOTH)?,
        "another tuning: plan.seed was 3 and is 4",
    );
    let short = first[0]
        .text()?
        .replace("\"shard\":\"1/2\"", "\"shard\":\"1/1\"");
    refused(&[TuningShard::parse(short.as_bytes())?], "other games");
    // A number of parts that nobody could count through.
    let huge = short.replace("1/1", "9223372036854775807/18446744073709551615");
    refused(&[TuningShard::parse(huge.as_bytes())?], "other games");
    assert!(TuningShard::parse(b"{}").is_err());
    assert_eq!(text(path, "iterations.jsonl")?, "");
    // Another version of the manager plays the same games.
    let mut newer = self::setup(6)?;
    newer.manifest.version = "1".to_string();
    assert!(merge(&setup, path, shards(&newer, path, 2, &SMOOTH)?)?);
    refused(&first, "of iteration 1, and the next one is 2");
    assert_eq!(text(path, "iterations.jsonl")?.lines().count(), 1);
    // An iteration without a sound pair counts for nothing, and its faults are kept.
    let course = Course {
        faults: |_| true,
        ..SMOOTH
    };
    assert!(!merge(&setup, path, shards(&setup, path, 2, &course)?)?);
    assert_eq!(text(path, "iterations.jsonl")?.lines().count(), 1);
    assert!(!text(path, "faults.jsonl")?.is_empty());
    Ok(())
}

#[test]
fn faults_count_for_nobody_and_are_kept_and_told() -> Checked {
    let (mut setup, folder) = (setup(2)?, tempdir()?);
    let course = Course {
        faults: |game| game == 2 || game == 8,
        ..SMOOTH
    };
    let (ending, lines) = run(&setup, folder.path(), &course, &workers(2))?;
    assert_eq!(ending, TuningEnding::Complete);
    assert!(lines.contains("in game 2: crash: it is gone\n"), "{lines}");
    assert!(lines.contains(", faults 2"), "{lines}");
    assert_eq!(text(folder.path(), "faults.jsonl")?.lines().count(), 2);
    let report = text(folder.path(), "report.txt")?;
    assert!(
        report.contains("Pairs: 8, left out for a fault: 2"),
        "{report}"
    );
    let iterations = text(folder.path(), "iterations.jsonl")?;
    let first = iterations.lines().next().ok_or("a line")?;
    let first: serde_json::Value = serde_json::from_str(first)?;
    assert_eq!(first["pairs"][1], serde_json::Value::Null, "{first}");
    assert!(first["pairs"][0].is_u64(), "{first}");

    let strict = tempdir()?;
    setup.manifest.run = Some(RunChoices {
        concurrency: 1,
        pin: false,
        strict: true,
        html: false,
    });
    let (ending, _) = run(&setup, strict.path(), &course, &workers(1))?;
    assert_eq!(ending, TuningEnding::Fault);
    assert_eq!(text(strict.path(), "iterations.jsonl")?, "", "broken off");
    assert_eq!(text(strict.path(), "faults.jsonl")?.lines().count(), 1);
    Ok(())
}

#[test]
fn an_engine_that_fails_in_every_pair_stops_the_tuning() -> Checked {
    let (setup, folder) = (setup(3)?, tempdir()?);
    let course = Course {
        faults: |game| game >= 2 * PAIRS && game % 2 == 0,
        ..SMOOTH
    };
    let (ending, _) = run(&setup, folder.path(), &course, &workers(2))?;
    assert_eq!(ending, TuningEnding::Fault);
    assert_eq!(text(folder.path(), "iterations.jsonl")?.lines().count(), 1);
    Ok(())
}

#[test]
fn values_that_make_no_difference_are_noticed() -> Checked {
    let (setup, folder) = (setup(3)?, tempdir()?);
    let course = Course {
        alike: true,
        ..SMOOTH
    };
    let (_, lines) = run(&setup, folder.path(), &course, &workers(1))?;
    let note = "does the engine know these settings?\n";
    assert_eq!(lines.matches(note).count(), 1, "{lines}");
    assert!(text(folder.path(), "report.txt")?.ends_with(note));
    Ok(())
}

#[test]
fn a_second_tuning_in_a_folder_is_refused() -> Checked {
    let (setup, folder) = (setup(1)?, tempdir()?);
    let first = TuningFolder::create(folder.path(), &setup.manifest)?;
    let error = run(&setup, folder.path(), &SMOOTH, &workers(1)).expect_err("it is in use");
    let said = "is in use: another process runs the tuning in it";
    assert!(error.to_string().ends_with(said), "{error}");
    drop(first);
    Ok(())
}

#[test]
fn another_tuning_is_not_continued() -> Checked {
    let (own, folder) = (setup(3)?, tempdir()?);
    let path = folder.path();
    run(&own, path, &SMOOTH, &workers(1))?;
    let refused = |setup: &Setup| match run(setup, path, &SMOOTH, &workers(1)) {
        Ok((ending, _)) => format!("{ending:?}"),
        Err(error) => error.to_string(),
    };
    let mut other = setup(3)?;
    other.manifest.parameters[0].r = Some(0.5);
    other.manifest.plan.pairs = 2;
    let error = refused(&other);
    assert!(
        error.contains("parameters[0].r was null and is 0.5"),
        "{error}"
    );
    assert!(error.contains("plan.pairs was 4 and is 2"), "{error}");
    let create = TuningFolder::create(path, &own.manifest)
        .err()
        .ok_or("created")?;
    assert!(create.to_string().contains("is not empty"), "{create}");

    let lines = text(path, "iterations.jsonl")?;
    let file = path.join("iterations.jsonl");
    fs::write(&file, lines.replace("\"iteration\":2", "\"iteration\":3"))?;
    let error = refused(&own);
    assert!(
        error.contains("line 2 of iterations.jsonl does not belong there"),
        "{error}"
    );
    fs::write(&file, "{}\n")?;
    let error = refused(&own);
    assert!(
        error.contains("line 1 of iterations.jsonl is damaged"),
        "{error}"
    );
    fs::remove_file(path.join("tuning.json"))?;
    let error = refused(&own);
    assert!(error.contains("holds no tuning"), "{error}");
    Ok(())
}

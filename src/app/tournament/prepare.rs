//! From the settings to a tournament that is ready to be played. Every error that can be found before the first engine
//! starts is found here.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use sysinfo::System;

use kagetsu_arena::manifest::{MANIFEST_SCHEMA, Manifest, OpeningSource, RunChoices, SprtSettings};
use kagetsu_arena::openings::{
    BookOrder, OpeningBook, ReadOptions, RoundOpenings, Symmetries, read_openings,
};
use kagetsu_arena::protocol::Protocol;
use kagetsu_arena::schedule::{GAMES_PER_PAIR, MIN_ENGINES, Schedule};
use kagetsu_arena::settings::{
    Adjudication, ClockRules, EngineSpec, GameSettings, Idle, Lifetime, OpeningRule,
};
use kagetsu_arena::statistics::Anchor;
use kagetsu_arena::tournament::{OnFault, Reports, RunSettings, WorkerSettings, processors_for};
use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::{MIB, Shard};

use super::cli::TournamentSettings;
use super::error::TournamentInputError;
use super::game_name::GameName;
use super::programs::{EngineDefaults, absolute, engine_spec};
use super::sibling_openings::{ChosenOpenings, NO_SYMMETRIES, sibling_openings, warn_of_repeats};
use super::untold;

const DEFAULT_GAMES: u32 = 2;
/// As in Gomocup.
const DEFAULT_TOLERANCE: Duration = Duration::from_secs(1);
const DEFAULT_PATIENCE: Duration = Duration::from_secs(30);
/// As in Gomocup.
pub(crate) const DEFAULT_MEMORY_MIB: u64 = 350;
/// Engines size their tables by the limit that they are told, and need a few per cent more for the rest.
const DEFAULT_MEMORY_TOLERANCE_PERCENT: u32 = 10;

const AT_LEAST_ONE: &str = "it must be at least 1";

/// A tournament that is ready to be played.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) manifest: Manifest,
    pub(super) schedule: Schedule,
    pub(super) run: RunSettings,
    pub(super) out: PathBuf,
    /// What the user is told before it begins.
    pub(super) warnings: Vec<String>,
}

/// What the games need, independent of the pairings.
#[derive(Debug)]
pub(crate) struct PreparedGames {
    pub(crate) out: PathBuf,
    pub(crate) game: GameSettings,
    pub(crate) engines: Vec<EngineSpec>,
    pub(crate) opening_source: Option<OpeningSource>,
    pub(crate) openings: RoundOpenings,
    pub(crate) workers: WorkerSettings,
    /// What the user is told before they begin.
    pub(crate) warnings: Vec<String>,
}

/// Checks the settings of the games; `rounds` is their number of rounds.
pub(crate) fn prepare_games(
    settings: &TournamentSettings,
    rounds: u32,
) -> Result<PreparedGames, TournamentInputError> {
    let missing = [
        ("--engine", settings.engine.is_empty()),
        ("--out DIR", settings.out.is_none()),
    ];
    let missing: Vec<&str> = missing
        .into_iter()
        .filter_map(|(option, is_missing)| is_missing.then_some(option))
        .collect();
    let Some(out) = settings.out.clone().filter(|_| missing.is_empty()) else {
        return Err(TournamentInputError::Missing(missing.join(" and ")));
    };
    let game = game_settings(settings)?;
    let (engines, mut warnings) = read_engines(settings, &game)?;
    let threads = engines.iter().filter_map(|engine| engine.threads).max();
    let workers = worker_settings(settings, threads.unwrap_or(1) as usize)?;
    let chosen = match game.rule.gomoku() {
        Some(rule) => read_openings_file(settings, rule, &game, rounds)?,
        None => sibling_openings(settings, game.rule, &engines, rounds)?,
    };
    warnings.extend(chosen.warning);
    for (protocol, words) in [
        (Protocol::Gtp, "protocol=gtp"),
        (Protocol::Json, "protocol=json"),
    ] {
        let speaks = |engine: &EngineSpec| engine.protocol == protocol;
        if game.opening_rule == OpeningRule::Swap2 && engines.iter().any(speaks) {
            return Err(TournamentInputError::Conflict("--swap2", words));
        }
    }
    warnings.extend(
        engines
            .iter()
            .flat_map(|engine| untold::warnings(engine, &game)),
    );
    Ok(PreparedGames {
        out,
        openings: chosen.openings,
        workers,
        game,
        engines,
        opening_source: chosen.source,
        warnings,
    })
}

/// Checks the settings and makes a tournament of them, or the shard of one.
pub(super) fn prepare(
    settings: &TournamentSettings,
    shard: Option<Shard>,
) -> Result<Prepared, TournamentInputError> {
    if shard.is_some() && settings.sprt.is_some() {
        return Err(TournamentInputError::Conflict("--shard", "--sprt"));
    }
    // A tuning, for which the games are prepared too, has no such options.
    check_book_options(settings)?;
    let rounds = rounds_for(settings.games.unwrap_or(DEFAULT_GAMES))?;
    let PreparedGames {
        out,
        game,
        engines,
        opening_source,
        openings,
        workers,
        warnings,
    } = prepare_games(settings, rounds)?;
    let format = settings.format.unwrap_or_default();
    let schedule = Schedule::new(engines.len(), format, openings, rounds)?;
    let manifest = Manifest {
        schema: MANIFEST_SCHEMA,
        version: env!("CARGO_PKG_VERSION").to_string(),
        game,
        format,
        rounds,
        games: schedule.games(),
        openings: opening_source,
        seed: settings.seed(),
        schedule: format!("{:016x}", schedule.fingerprint()),
        sprt: sprt_settings(settings, engines.len())?,
        anchors: anchor_list(settings, &engines)?,
        shard,
        run: Some(RunChoices {
            concurrency: workers.count,
            pin: settings.pin,
            strict: settings.strict,
            html: settings.html,
        }),
        engines,
    };
    Ok(Prepared {
        run: RunSettings {
            workers,
            on_fault: if settings.strict {
                OnFault::Stop
            } else {
                OnFault::GoOn
            },
            reports: if settings.html {
                Reports::TextAndPage
            } else {
                Reports::Text
            },
        },
        manifest,
        schedule,
        out,
        warnings,
    })
}

/// Refuses what is said of the openings of a file where there is none.
fn check_book_options(settings: &TournamentSettings) -> Result<(), TournamentInputError> {
    let of_a_file = [
        ("--opening-stones", settings.opening_stones.is_some()),
        ("--order", settings.order.is_some()),
        ("--symmetries", settings.symmetries),
    ];
    match first_given(&of_a_file) {
        Some(option) if settings.openings.is_none() => {
            Err(TournamentInputError::WithoutOpenings(option))
        }
        _ => Ok(()),
    }
}

/// Rounds for a number of games of each pairing. A round is a pair of games of every pairing. An odd number is refused, since a
/// game without its mirror favours one side.
fn rounds_for(games: u32) -> Result<u32, TournamentInputError> {
    if games > 0 && games.is_multiple_of(GAMES_PER_PAIR) {
        return Ok(games / GAMES_PER_PAIR);
    }
    let below = games / GAMES_PER_PAIR * GAMES_PER_PAIR;
    let above = below.saturating_add(GAMES_PER_PAIR);
    let choice = if below == 0 {
        format!("{above}")
    } else {
        format!("{below} or {above}")
    };
    Err(refused(
        "--games",
        games as usize,
        &format!("games come in pairs with exchanged colours, such as {choice}"),
    ))
}

fn refused(setting: &'static str, value: usize, reason: &str) -> TournamentInputError {
    TournamentInputError::Value {
        setting,
        value: value.to_string(),
        reason: reason.to_string(),
    }
}

fn game_settings(settings: &TournamentSettings) -> Result<GameSettings, TournamentInputError> {
    let game_name = settings.game.unwrap_or_default();
    check_game(settings, game_name)?;
    let size = BoardSize::square(settings.size.unwrap_or(game_name.size()))?;
    for (option, is_zero) in [
        ("--nodes", settings.nodes == Some(0)),
        ("--depth", settings.depth == Some(0)),
        ("--opening-stones", settings.opening_stones == Some(0)),
    ] {
        if is_zero {
            return Err(refused(option, 0, AT_LEAST_ONE));
        }
    }
    if let Some(stones) = settings.draw_after
        && !(1..=size.area()).contains(&stones)
    {
        let reason = format!("the board has {} points", size.area());
        return Err(refused("--draw-after", stones, &reason));
    }
    let tc = settings.tc.unwrap_or_default();
    Ok(GameSettings {
        rule: game_name.ruleset(settings.rule.unwrap_or_default()),
        size,
        opening_rule: if settings.swap2 {
            OpeningRule::Swap2
        } else {
            OpeningRule::Given
        },
        clock: ClockRules {
            game: tc.game,
            turn: tc.turn,
            increment: tc.increment,
            nodes: settings.nodes,
            depth: settings.depth,
        },
        tolerance: settings
            .tolerance
            .map_or(DEFAULT_TOLERANCE, Duration::from_millis),
        patience: settings
            .patience
            .map_or(DEFAULT_PATIENCE, |seconds| seconds.0),
        memory: byte_limit(settings.memory.unwrap_or(DEFAULT_MEMORY_MIB)),
        memory_tolerance: settings
            .memory_tolerance
            .unwrap_or(DEFAULT_MEMORY_TOLERANCE_PERCENT),
        folder_limit: settings.folder_limit.and_then(byte_limit),
        draw_after: settings.draw_after,
        adjudication: Adjudication {
            draw: settings.adjudicate_draw,
            resign: settings.resign,
        },
        idle: if settings.suspend {
            Idle::Suspended
        } else {
            Idle::Running
        },
        lifetime: if settings.keep_processes {
            Lifetime::Tournament
        } else {
            Lifetime::Game
        },
    })
}

/// A limit of memory or of a folder in bytes; 0 MiB are no limit.
fn byte_limit(mebibytes: u64) -> Option<u64> {
    (mebibytes > 0).then(|| mebibytes.saturating_mul(MIB))
}

/// Refuses settings that only Gomoku knows.
fn check_game(
    settings: &TournamentSettings,
    game_name: GameName,
) -> Result<(), TournamentInputError> {
    let of_gomoku = [
        ("--rule", settings.rule.is_some()),
        ("--size", settings.size.is_some()),
        ("--swap2", settings.swap2),
        ("--opening-stones", settings.opening_stones.is_some()),
        ("--symmetries", settings.symmetries),
        ("--draw-after", settings.draw_after.is_some()),
        ("--adjudicate-draw", settings.adjudicate_draw.is_some()),
        ("--resign", settings.resign.is_some()),
    ];
    match first_given(&of_gomoku) {
        Some(option) if game_name != GameName::Gomoku => {
            Err(TournamentInputError::Conflict(game_name.option(), option))
        }
        _ => Ok(()),
    }
}

/// The first option that is given.
fn first_given(options: &[(&'static str, bool)]) -> Option<&'static str> {
    let given = options.iter().find(|(_, is_given)| *is_given);
    given.map(|&(option, _)| option)
}

/// The engines with their names, and warnings of names that were not given.
fn read_engines(
    settings: &TournamentSettings,
    game: &GameSettings,
) -> Result<(Vec<EngineSpec>, Vec<String>), TournamentInputError> {
    let defaults = EngineDefaults {
        ruleset: game.rule,
        clock: game.clock,
        pause: Duration::from_millis(settings.pause.unwrap_or_default()),
    };
    let specs = settings
        .engine
        .iter()
        .map(|entry| engine_spec(entry, defaults));
    let mut engines: Vec<EngineSpec> = specs.collect::<Result<_, _>>()?;
    let has_given_name: Vec<bool> = settings
        .engine
        .iter()
        .map(|entry| entry.name.is_some())
        .collect();
    // Given names are taken first. Other engines are named by their programs, and numbered where these are the same.
    let mut taken = BTreeSet::new();
    for (engine, &is_given) in engines.iter().zip(&has_given_name) {
        if is_given && !taken.insert(engine.name.clone()) {
            return Err(TournamentInputError::DuplicateName(engine.name.clone()));
        }
    }
    let mut warnings = Vec::new();
    for (engine, is_given) in engines.iter_mut().zip(has_given_name) {
        if is_given {
            continue;
        }
        let program = engine.name.clone();
        let mut number = 1;
        while !taken.insert(engine.name.clone()) {
            number += 1;
            engine.name = format!("{program}-{number}");
        }
        if number > 1 {
            warnings.push(format!(
                "another engine has the name '{program}': {} is called '{}' (name= gives another name)",
                engine.command.join(" "),
                engine.name
            ));
        }
    }
    Ok((engines, warnings))
}

/// The openings of games of gomoku.
fn read_openings_file(
    settings: &TournamentSettings,
    rule: Rule,
    game: &GameSettings,
    rounds: u32,
) -> Result<ChosenOpenings, TournamentInputError> {
    let order = BookOrder {
        shuffle: settings.order.unwrap_or_default(),
        symmetries: if settings.symmetries {
            Symmetries::Random
        } else {
            Symmetries::None
        },
        seed: settings.seed(),
    };
    let Some(path) = &settings.openings else {
        let all_begin_alike = game.opening_rule == OpeningRule::Given && rounds > 1;
        return Ok(ChosenOpenings {
            source: None,
            openings: OpeningBook::new(Vec::new(), game.size, order).into(),
            warning: all_begin_alike
                .then(|| "no openings: all games begin on the empty board".to_string()),
        });
    };
    if game.opening_rule == OpeningRule::Swap2 {
        return Err(TournamentInputError::Conflict("--swap2", "--openings"));
    }
    let options = ReadOptions {
        rule,
        size: game.size,
        stones: settings.opening_stones,
    };
    let openings = read_openings(path, &options)?;
    let source = OpeningSource {
        file: absolute(path).to_string_lossy().into_owned(),
        count: openings.len(),
        stones: settings.opening_stones,
        order: order.shuffle.to_string(),
        symmetries: if settings.symmetries {
            "random"
        } else {
            NO_SYMMETRIES
        }
        .to_string(),
    };
    Ok(ChosenOpenings {
        source: Some(source),
        warning: warn_of_repeats(openings.len(), rounds),
        openings: OpeningBook::new(openings, game.size, order).into(),
    })
}

fn sprt_settings(
    settings: &TournamentSettings,
    engines: usize,
) -> Result<Option<SprtSettings>, TournamentInputError> {
    match &settings.sprt {
        Some(_) if engines != MIN_ENGINES => Err(TournamentInputError::SprtEngines(engines)),
        test => Ok(*test),
    }
}

fn anchor_list(
    settings: &TournamentSettings,
    engines: &[EngineSpec],
) -> Result<Vec<Anchor>, TournamentInputError> {
    let plays = |name: &String| engines.iter().any(|engine| engine.name == *name);
    let mut names = BTreeSet::new();
    if let Some(anchor) = settings
        .anchor
        .iter()
        .find(|anchor| !names.insert(&anchor.name))
    {
        return Err(TournamentInputError::TwoAnchors(anchor.name.clone()));
    }
    match settings.anchor.iter().find(|anchor| !plays(&anchor.name)) {
        Some(anchor) => Err(TournamentInputError::UnknownAnchor(anchor.name.clone())),
        None => Ok(settings.anchor.clone()),
    }
}

fn worker_settings(
    settings: &TournamentSettings,
    threads: usize,
) -> Result<WorkerSettings, TournamentInputError> {
    let count = settings
        .concurrency
        .unwrap_or_else(|| default_concurrency(threads));
    if count == 0 {
        return Err(refused("--concurrency", count, AT_LEAST_ONE));
    }
    let pins = if settings.pin {
        processors_for(count, threads)?
    } else {
        Vec::new()
    };
    Ok(WorkerSettings { count, pins })
}

/// Physical cores minus one, divided by the threads of an engine. One core is left to the runner and the system.
fn default_concurrency(threads: usize) -> usize {
    let usable = thread::available_parallelism().map_or(1, usize::from);
    let cores = System::physical_core_count().unwrap_or(usable);
    (cores.min(usable).saturating_sub(1) / threads).max(1)
}

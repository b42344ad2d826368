//! From the options of the games to what they need, independent of the pairings: engines, openings and workers.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use sysinfo::System;

use kagetsu_arena::manifest::OpeningSource;
use kagetsu_arena::openings::{BookOrder, ReadOptions, Symmetries, deal_openings, read_openings};
use kagetsu_arena::protocol::Protocol;
use kagetsu_arena::settings::{
    Adjudication, ClockRules, EngineSpec, GameSettings, Idle, Lifetime, OpeningRule,
};
use kagetsu_arena::tournament::{WorkerSettings, processors_for};
use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::engine::config::DEFAULT_MEMORY;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::{MIB, Seconds, counted};

use crate::error::CommandError;

use super::engine_files::note_files;
use super::error::{conflict, not_given, refused};
use super::game_name::GameName;
use super::game_options::GameOptions;
use super::programs::{EngineDefaults, absolute, engine_spec};
use super::sibling_openings::{ChosenOpenings, NO_SYMMETRIES, sibling_openings, warn_of_repeats};
use super::untold;

/// Overrun of a limit that is accepted, as by the judge of Gomocup.
pub(crate) const DEFAULT_TOLERANCE: Duration = Duration::from_secs(1);
/// Time to start and to answer `START`, and to answer any other request that has no limit.
pub(crate) const DEFAULT_PATIENCE: Duration = Duration::from_secs(30);
/// Engines size their tables by the limit that they are told, and need a few per cent more for the rest.
pub(crate) const DEFAULT_MEMORY_TOLERANCE_PERCENT: u32 = 10;

const ABOVE_ZERO: &str = "it must be above 0";

/// What the games need, independent of the pairings.
#[derive(Debug)]
pub(crate) struct PreparedGames {
    pub(crate) out: PathBuf,
    pub(crate) game: GameSettings,
    pub(crate) engines: Vec<EngineSpec>,
    pub(crate) opening_source: Option<OpeningSource>,
    pub(crate) openings: Vec<String>,
    pub(crate) workers: WorkerSettings,
    /// What the user is told before they begin.
    pub(crate) warnings: Vec<String>,
}

/// Checks the settings of the games; `rounds` is their number of rounds.
pub(crate) fn prepare_games(
    options: &GameOptions,
    rounds: u32,
) -> Result<PreparedGames, CommandError> {
    let missing = [
        ("--engine", options.engine.is_empty()),
        ("--out DIR", options.out.is_none()),
    ];
    let missing: Vec<&str> = missing
        .into_iter()
        .filter_map(|(option, is_missing)| is_missing.then_some(option))
        .collect();
    let Some(out) = options.out.clone().filter(|_| missing.is_empty()) else {
        return Err(not_given(&missing.join(" and ")));
    };
    check_book_options(options)?;
    let game = game_settings(options)?;
    let (mut engines, mut warnings) = read_engines(options, &game)?;
    let threads = engines.iter().filter_map(|engine| engine.threads).max();
    let threads = threads.unwrap_or(1) as usize;
    let workers = worker_settings(options, threads)?;
    warnings.extend(warn_of_overload(workers.count, threads, &engines, &game));
    let chosen = match game.rule.gomoku() {
        Some(rule) => read_openings_file(options, rule, &game, rounds)?,
        None => sibling_openings(options, game.rule, &engines, rounds)?,
    };
    warnings.extend(chosen.warning);
    if game.folder_limit.is_some() && engines.iter().all(|engine| engine.folder.is_none()) {
        let text = "--folder-limit limits nothing: no engine has a folder= in --engine";
        warnings.push(text.to_string());
    }
    for (protocol, words) in [
        (Protocol::Gtp, "protocol=gtp"),
        (Protocol::Json, "protocol=json"),
    ] {
        let speaks = |engine: &EngineSpec| engine.protocol == protocol;
        if game.opening_rule == OpeningRule::Swap2 && engines.iter().any(speaks) {
            return Err(conflict("--swap2", words));
        }
    }
    warnings.extend(
        engines
            .iter()
            .flat_map(|engine| untold::warnings(engine, &game)),
    );
    note_files(&mut engines);
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

/// Refuses what is said of the openings of a file where there is none.
fn check_book_options(options: &GameOptions) -> Result<(), CommandError> {
    let of_a_file = [
        ("--opening-stones", options.opening_stones.is_some()),
        ("--order", options.order.is_some()),
        ("--symmetries", options.symmetries),
    ];
    match first_given(&of_a_file) {
        Some(option) if options.openings.is_none() => Err(CommandError::input(format!(
            "{option} is of the openings of a file: give --openings FILE, or leave it out"
        ))),
        _ => Ok(()),
    }
}

fn game_settings(options: &GameOptions) -> Result<GameSettings, CommandError> {
    let game_name = options.game.unwrap_or_default();
    check_game(options, game_name)?;
    let size = BoardSize::square(options.size.unwrap_or(game_name.size()));
    let size = size.map_err(CommandError::input)?;
    if options.suspend && !cfg!(unix) {
        return Err(CommandError::input(
            "--suspend: engines cannot be suspended on this system",
        ));
    }
    let no_time = Some(Seconds(Duration::ZERO));
    for (option, is_zero) in [
        ("--nodes", options.nodes == Some(0)),
        ("--depth", options.depth == Some(0)),
        ("--opening-stones", options.opening_stones == Some(0)),
        ("--patience", options.patience == no_time),
    ] {
        if is_zero {
            return Err(refused(option, 0, ABOVE_ZERO));
        }
    }
    if let Some(stones) = options.draw_after
        && !(1..=size.area()).contains(&stones)
    {
        let reason = format!("the board has {} points", size.area());
        return Err(refused("--draw-after", stones, &reason));
    }
    Ok(GameSettings {
        rule: game_name.ruleset(options.rule.unwrap_or_default()),
        size,
        opening_rule: if options.swap2 {
            OpeningRule::Swap2
        } else {
            OpeningRule::Given
        },
        clock: ClockRules {
            nodes: options.nodes,
            depth: options.depth,
            ..options.tc.unwrap_or_default().0
        },
        tolerance: options
            .tolerance
            .map_or(DEFAULT_TOLERANCE, Duration::from_millis),
        patience: options
            .patience
            .map_or(DEFAULT_PATIENCE, |seconds| seconds.0),
        memory: options.memory.map_or(Some(DEFAULT_MEMORY), byte_limit),
        memory_tolerance: options
            .memory_tolerance
            .unwrap_or(DEFAULT_MEMORY_TOLERANCE_PERCENT),
        folder_limit: options.folder_limit.and_then(byte_limit),
        draw_after: options.draw_after,
        adjudication: Adjudication {
            draw: options.adjudicate_draw,
            resign: options.resign,
        },
        idle: if options.suspend {
            Idle::Suspended
        } else {
            Idle::Running
        },
        lifetime: if options.keep_processes {
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
fn check_game(options: &GameOptions, game_name: GameName) -> Result<(), CommandError> {
    let of_gomoku = [
        ("--rule", options.rule.is_some()),
        ("--size", options.size.is_some()),
        ("--swap2", options.swap2),
        ("--opening-stones", options.opening_stones.is_some()),
        ("--symmetries", options.symmetries),
        ("--draw-after", options.draw_after.is_some()),
        ("--adjudicate-draw", options.adjudicate_draw.is_some()),
        ("--resign", options.resign.is_some()),
    ];
    match first_given(&of_gomoku) {
        Some(option) if game_name != GameName::Gomoku => Err(conflict(game_name.option(), option)),
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
    options: &GameOptions,
    game: &GameSettings,
) -> Result<(Vec<EngineSpec>, Vec<String>), CommandError> {
    let defaults = EngineDefaults {
        ruleset: game.rule,
        clock: game.clock,
        pause: Duration::from_millis(options.pause.unwrap_or_default()),
    };
    let specs = options
        .engine
        .iter()
        .map(|entry| engine_spec(entry, defaults));
    let mut engines: Vec<EngineSpec> = specs.collect::<Result<_, _>>()?;
    let has_given_name: Vec<bool> = options
        .engine
        .iter()
        .map(|entry| entry.name.is_some())
        .collect();
    // Given names are taken first. Other engines are named by their programs, and numbered where these are the same.
    let mut taken = BTreeSet::new();
    for (engine, &is_given) in engines.iter().zip(&has_given_name) {
        if is_given && !taken.insert(engine.name.clone()) {
            return Err(CommandError::input(format!(
                "two engines have the name '{}': give each its own with name=",
                engine.name
            )));
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
    options: &GameOptions,
    rule: Rule,
    game: &GameSettings,
    rounds: u32,
) -> Result<ChosenOpenings, CommandError> {
    let order = BookOrder {
        shuffle: options.order.unwrap_or_default(),
        symmetries: if options.symmetries {
            Symmetries::Random
        } else {
            Symmetries::None
        },
        seed: options.seed(),
    };
    let Some(path) = &options.openings else {
        let all_begin_alike = game.opening_rule == OpeningRule::Given && rounds > 1;
        return Ok(ChosenOpenings {
            source: None,
            openings: Vec::new(),
            warning: all_begin_alike.then(|| {
                "no openings: all games begin on the empty board and may repeat; `openings` makes a file for --openings"
                    .to_string()
            }),
        });
    };
    if game.opening_rule == OpeningRule::Swap2 {
        return Err(conflict("--swap2", "--openings"));
    }
    let wanted = ReadOptions {
        rule,
        size: game.size,
        stones: options.opening_stones,
    };
    let openings = read_openings(path, &wanted).map_err(CommandError::input)?;
    let most = openings.iter().map(Vec::len).max();
    if let (Some(stones), Some(most)) = (options.draw_after, most)
        && stones <= most
    {
        let reason = format!("an opening has {}", counted(most, "stone"));
        return Err(refused("--draw-after", stones, &reason));
    }
    let source = OpeningSource {
        file: absolute(path).to_string_lossy().into_owned(),
        count: openings.len(),
        stones: options.opening_stones,
        order: order.shuffle.to_string(),
        symmetries: if options.symmetries {
            "random"
        } else {
            NO_SYMMETRIES
        }
        .to_string(),
    };
    Ok(ChosenOpenings {
        source: Some(source),
        warning: warn_of_repeats(openings.len(), rounds),
        openings: deal_openings(&openings, game.size, order, rounds),
    })
}

fn worker_settings(options: &GameOptions, threads: usize) -> Result<WorkerSettings, CommandError> {
    let count = options
        .concurrency
        .unwrap_or_else(|| default_concurrency(threads));
    if count == 0 {
        return Err(refused("--concurrency", count, ABOVE_ZERO));
    }
    let pins = if options.pin {
        processors_for(count, threads).map_err(CommandError::input)?
    } else {
        Vec::new()
    };
    Ok(WorkerSettings { count, pins })
}

/// The warning where the engines that move at the same time have more threads than there are processors, and limits in time.
fn warn_of_overload(
    games: usize,
    threads: usize,
    engines: &[EngineSpec],
    game: &GameSettings,
) -> Option<String> {
    let processors = thread::available_parallelism().map_or(usize::MAX, usize::from);
    let is_timed = |engine: &EngineSpec| {
        let clock = engine.clock_in(game);
        clock.turn.or(clock.game).is_some()
    };
    let is_overload = games.saturating_mul(threads) > processors;
    (is_overload && engines.iter().any(is_timed)).then(|| {
        format!(
            "{} at a time with {} each, and {}: the engines get less than their time, see --concurrency",
            counted(games, "game"),
            counted(threads, "thread"),
            counted(processors, "processor")
        )
    })
}

/// Physical cores minus one, divided by the threads of an engine. One core is left to the runner and the system.
fn default_concurrency(threads: usize) -> usize {
    let usable = thread::available_parallelism().map_or(1, usize::from);
    let cores = System::physical_core_count().unwrap_or(usable);
    (cores.min(usable).saturating_sub(1) / threads).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_games_than_processors_are_named_where_time_counts() {
        let size = BoardSize::square(15).expect("a legal size");
        let mut game = GameSettings::new(Rule::Freestyle, size);
        game.clock.nodes = Some(9);
        let engines = [EngineSpec::new("one", vec!["program".to_string()])];
        let warning =
            |games: usize, game: &GameSettings| warn_of_overload(games, 2, &engines, game);
        assert_eq!(warning(100_000, &game), None, "nodes are no time");
        game.clock.turn = Some(Duration::from_millis(100));
        let said = warning(100_000, &game).expect("a warning");
        let words = "100000 games at a time with 2 threads each, and ";
        assert!(said.starts_with(words), "{said}");
        assert_eq!(warn_of_overload(1, 1, &engines, &game), None);
    }
}

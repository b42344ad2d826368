//! The settings of a tournament or a tuning that goes on, from the folder that it has written. Each becomes the option
//! that says it, so that options on the command line are compared with it as ever.

use std::path::{Path, PathBuf};

use kagetsu_arena::manifest::{Manifest, OpeningSource, RunChoices};
use kagetsu_arena::schedule::GAMES_PER_PAIR;
use kagetsu_arena::settings::{ClockRules, EngineSpec, GameSettings, Idle, Lifetime, OpeningRule};
use kagetsu_arena::tournament::{TournamentFolderError, read_tournament};
use kagetsu_kernel::seconds::Seconds;
use kagetsu_kernel::{MIB, Shard};

use crate::command_words::command_of;

use super::cli::TournamentSettings;
use super::clock_text::TimeControlArgument;
use super::engine_text::EngineEntry;
use super::game_name::GameName;
use super::game_options::GameOptions;
use super::sibling_openings::{NO_SYMMETRIES, RANDOM_MOVES};

/// The settings that a folder holds, and the shard that is played in it. `None` if there is no such folder.
pub(super) fn settings_of(
    folder: &Path,
) -> Result<Option<(TournamentSettings, Option<Shard>)>, TournamentFolderError> {
    if !folder.exists() {
        return Ok(None);
    }
    let (manifest, _) = read_tournament(folder)?;
    let shard = manifest.shard;
    Ok(Some((settings(manifest), shard)))
}

fn settings(manifest: Manifest) -> TournamentSettings {
    let (game, seed, run) = (&manifest.game, manifest.seed, manifest.run);
    let openings = manifest.openings.as_ref();
    TournamentSettings {
        options: recorded_options(&manifest.engines, game, openings, seed, run),
        games: Some(manifest.rounds.saturating_mul(GAMES_PER_PAIR)),
        format: Some(manifest.format),
        sprt: manifest.sprt.into_iter().collect(),
        anchor: manifest.anchors,
        html: run.is_some_and(|run| run.html),
        // The folder psq is gone on with where it is.
        psq: false,
        log: None,
    }
}

/// The options of the games in a folder, and how they were last run.
pub(crate) fn recorded_options(
    engines: &[EngineSpec],
    game: &GameSettings,
    openings: Option<&OpeningSource>,
    seed: u64,
    run: Option<RunChoices>,
) -> GameOptions {
    let mebibytes = |bytes: Option<u64>| bytes.map_or(0, |bytes| bytes / MIB);
    let book = openings.filter(|source| source.file != RANDOM_MOVES);
    GameOptions {
        engine: engines.iter().map(entry).collect(),
        game: Some(GameName::of(game.rule)),
        rule: game.rule.gomoku(),
        size: game.rule.gomoku().map(|_| game.size.width()),
        openings: book.map(|source| PathBuf::from(&source.file)),
        opening_stones: book.and_then(|source| source.stones),
        // A folder that says none which is known is refused when its settings are compared.
        order: book.and_then(|source| source.order.parse().ok()),
        symmetries: book.is_some_and(|source| source.symmetries != NO_SYMMETRIES),
        seed: Some(seed),
        swap2: game.opening_rule == OpeningRule::Swap2,
        tc: Some(time_control(game.clock)),
        nodes: game.clock.nodes,
        depth: game.clock.depth,
        tolerance: Some(game.tolerance.as_millis() as u64),
        patience: Some(Seconds(game.patience)),
        memory: Some(mebibytes(game.memory)),
        memory_tolerance: Some(game.memory_tolerance),
        folder_limit: game.folder_limit.map(|bytes| bytes / MIB),
        suspend: game.idle == Idle::Suspended,
        keep_processes: game.lifetime == Lifetime::Tournament,
        draw_after: game.draw_after,
        adjudicate_draw: game.adjudication.draw,
        resign: game.adjudication.resign,
        concurrency: run.map(|run| run.concurrency),
        pin: run.is_some_and(|run| run.pin),
        strict: run.is_some_and(|run| run.strict),
        ..GameOptions::default()
    }
}

fn time_control(clock: ClockRules) -> TimeControlArgument {
    TimeControlArgument(ClockRules {
        nodes: None,
        depth: None,
        ..clock
    })
}

fn entry(engine: &EngineSpec) -> EngineEntry {
    let path = |path: &Option<PathBuf>| Some(path.as_ref()?.to_string_lossy().into_owned());
    EngineEntry {
        cmd: command_of(engine.command.iter().map(String::as_str)),
        name: Some(engine.name.clone()),
        protocol: Some(engine.protocol),
        dir: path(&engine.dir),
        folder: path(&engine.folder),
        memory: engine.memory.map(|bytes| bytes / MIB),
        threads: engine.threads,
        pause: Some(engine.pause.as_millis() as u64),
        nodes: engine.clock.and_then(|clock| clock.nodes),
        depth: engine.clock.and_then(|clock| clock.depth),
        tc: engine.clock.map(time_control),
        options: engine.options.clone(),
    }
}

//! From the settings to a tournament that is ready to be played. Every error that can be found before the first engine
//! starts is found here.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::PathBuf;

use kagetsu_arena::manifest::{Manifest, RunChoices};
use kagetsu_arena::schedule::{GAMES_PER_PAIR, MIN_ENGINES, Schedule};
use kagetsu_arena::settings::EngineSpec;
use kagetsu_arena::statistics::{Anchor, SprtSettings};
use kagetsu_arena::tournament::WorkerSettings;
use kagetsu_kernel::Shard;
use kagetsu_notation::Ruleset;

use crate::error::CommandError;

use super::cli::TournamentSettings;
use super::error::{conflict, refused};
use super::game_name::GameName;
use super::games::{PreparedGames, prepare_games};

const DEFAULT_GAMES: u32 = 2;

/// A tournament or a tuning that is ready to be played.
#[derive(Debug)]
pub(crate) struct Prepared<M> {
    pub(crate) manifest: M,
    pub(crate) schedule: Schedule,
    pub(crate) workers: WorkerSettings,
    pub(crate) out: PathBuf,
    /// What the user is told before it begins.
    pub(crate) warnings: Vec<String>,
}

impl<M> Prepared<M> {
    /// Tells the warnings.
    pub(crate) fn warn(&self, err: &mut dyn Write) -> io::Result<()> {
        let mut warnings = self.warnings.iter();
        warnings.try_for_each(|warning| writeln!(err, "note: {warning}"))
    }
}

/// Checks the settings and makes a tournament of them, or the shard of one.
pub(super) fn prepare(
    settings: &TournamentSettings,
    shard: Option<Shard>,
) -> Result<Prepared<Manifest>, CommandError> {
    if shard.is_some() && !settings.sprt.is_empty() {
        return Err(conflict("--shard", "--sprt"));
    }
    // The games of a shard would depend on where it begins.
    if shard.is_some() && settings.options.keep_processes {
        return Err(conflict("--shard", "--keep-processes"));
    }
    let rounds = rounds_for(settings.games.unwrap_or(DEFAULT_GAMES))?;
    let PreparedGames {
        out,
        game,
        engines,
        opening_source,
        openings,
        workers,
        warnings,
    } = prepare_games(&settings.options, rounds)?;
    check_psq(settings.psq, game.rule)?;
    let format = settings.format.unwrap_or_default();
    let schedule = Schedule::new(engines.len(), format, openings, rounds);
    let schedule = schedule.map_err(CommandError::input)?;
    let manifest = Manifest {
        format,
        openings: opening_source,
        seed: settings.options.seed(),
        sprt: sprt_settings(settings, engines.len())?,
        anchors: anchor_list(settings, &engines)?,
        shard,
        run: Some(RunChoices {
            concurrency: workers.count,
            pin: settings.options.pin,
            strict: settings.options.strict,
            html: settings.html,
        }),
        ..Manifest::new(engines, game, &schedule)
    };
    Ok(Prepared {
        manifest,
        schedule,
        workers,
        out,
        warnings,
    })
}

/// Refuses files of Piskvork for games that are not of Gomoku.
pub(super) fn check_psq(psq: bool, rule: Ruleset) -> Result<(), CommandError> {
    if psq && rule.gomoku().is_none() {
        return Err(CommandError::input(format!(
            "--psq writes files of Piskvork, which hold games of Gomoku alone: it does not go with {}",
            GameName::of(rule).option()
        )));
    }
    Ok(())
}

/// Rounds for a number of games of each pairing. A round is a pair of games of every pairing. An odd number is refused, since a
/// game without its mirror favours one side.
fn rounds_for(games: u32) -> Result<u32, CommandError> {
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

fn sprt_settings(
    settings: &TournamentSettings,
    engines: usize,
) -> Result<Option<SprtSettings>, CommandError> {
    match settings.sprt.as_slice() {
        [] => Ok(None),
        [_, _, ..] => Err(CommandError::input(
            "--sprt is given twice: a tournament has one test",
        )),
        [_] if engines != MIN_ENGINES => Err(CommandError::input(format!(
            "--sprt compares two engines, not {engines}"
        ))),
        [test] => Ok(Some(*test)),
    }
}

fn anchor_list(
    settings: &TournamentSettings,
    engines: &[EngineSpec],
) -> Result<Vec<Anchor>, CommandError> {
    let plays = |name: &String| engines.iter().any(|engine| engine.name == *name);
    let mut names = BTreeSet::new();
    if let Some(anchor) = settings
        .anchor
        .iter()
        .find(|anchor| !names.insert(&anchor.name))
    {
        return Err(CommandError::input(format!(
            "the anchor '{}' is given twice: an engine has one rating",
            anchor.name
        )));
    }
    match settings.anchor.iter().find(|anchor| !plays(&anchor.name)) {
        Some(anchor) => Err(CommandError::input(format!(
            "the anchor '{}' is none of the engines",
            anchor.name
        ))),
        None => Ok(settings.anchor.clone()),
    }
}

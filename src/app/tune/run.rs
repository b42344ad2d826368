//! `tune`: prepares, plays and reports.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::slice;

use crate::engine_guard::guard_engines;
use crate::error::CommandError;
use crate::interrupt::{COMPLETE, GOES_ON, INTERRUPTED, stop_on_interrupt};
use crate::tournament::{FAULT, Greeted, Prepared, greet_engines, interrupted_after};
use kagetsu_arena::folder::is_unused;
use kagetsu_arena::progress::ProgressLine;
use kagetsu_arena::tournament::runners;
use kagetsu_arena::tuning::{
    Parameter, Tuning, TuningEnding, TuningError, TuningFolder, TuningManifest, TuningSetup,
    TuningShard, parameters_text,
};
use kagetsu_gomoku::search::params::Params;
use kagetsu_kernel::file::{MAX_JOURNAL_BYTES, Outputs, read_regular_file};
use kagetsu_kernel::{Shard, ShowPath as _, StopSignal};

use super::args::TuneArgs;
use super::prepare::prepare;

/// Begins the file of the parameters of this program.
const HEADER: &str = "\
# The numbers of the search, with their defaults. Leave those that are to be tuned.
# Only a program built with `--features tune` takes them as INFO keys.
";

/// Tunes, plays or merges shards, or prints the parameters to begin with. Returns the exit code.
pub(crate) fn run(
    args: &TuneArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<u8, CommandError> {
    if args.list {
        out.write_all(own_parameters().as_bytes())?;
        return Ok(COMPLETE);
    }
    let prepared = prepare(args)?;
    if let (Some(shard), Some(file)) = (args.shard, &args.shard_games) {
        return play_shard(args, &prepared, shard, file, err);
    }
    if !args.merge.is_empty() {
        return merge(&args.merge, &prepared, out);
    }
    let Prepared {
        manifest,
        out: path,
        ..
    } = &prepared;
    // A folder is begun only when the engine has answered.
    let resumed = (args.resume && !is_unused(path))
        .then(|| TuningFolder::resume(path, manifest))
        .transpose()
        .map_err(TuningError::from)?;
    if args.resume && resumed.is_none() {
        let folder = path.shown();
        writeln!(
            err,
            "note: '{folder}' holds no tuning yet: a new one begins"
        )?;
    }
    let stop = stop_on_interrupt();
    let _guard = guard_engines();
    let played = resumed
        .as_ref()
        .map_or(0, |(_, iterations)| iterations.len());
    if played < manifest.plan.iterations as usize
        && greets(&prepared, &stop, err)? == Greeted::Interrupted
    {
        writeln!(out, "{}", interrupted_after(played))?;
        return Ok(INTERRUPTED);
    }
    let opened = match resumed {
        Some(opened) => opened,
        None => TuningFolder::create(path, manifest)
            .map(|folder| (folder, Vec::new()))
            .map_err(TuningError::from)?,
    };
    let (folder, iterations) = opened;
    let mut tuning = Tuning::new(setup(&prepared), folder, iterations)?;
    prepared.warn(err)?;
    writeln!(err, "{}", tuning.report().headline())?;
    let ending = tuning.run(
        &|engines| runners(engines, &manifest.game, None),
        &mut ProgressLine::new(err),
        &stop,
    )?;
    write!(out, "{}", tuning.report().text())?;
    let (code, text) = match ending {
        TuningEnding::Complete => (COMPLETE, "All iterations are played."),
        TuningEnding::Fault => (
            FAULT,
            "Stopped by faults, which are in faults.jsonl; --resume goes on.",
        ),
        TuningEnding::Interrupted => (INTERRUPTED, GOES_ON),
    };
    writeln!(out, "\n{text}")?;
    exit_code(tuning, code)
}

/// The parameters of this program's search as a file to begin a tuning with.
fn own_parameters() -> String {
    let parameter = |&(name, value, min, max, step): &(&str, i32, i32, i32, i32)| Parameter {
        name: name.to_string(),
        value: f64::from(value),
        min: i64::from(min),
        max: i64::from(max),
        step: f64::from(step),
        r: None,
    };
    let parameters: Vec<Parameter> = Params::ROWS.iter().map(parameter).collect();
    format!("{HEADER}{}", parameters_text(&parameters))
}

/// What the tuning plays, and how.
const fn setup(prepared: &Prepared<TuningManifest>) -> TuningSetup<'_> {
    TuningSetup {
        manifest: &prepared.manifest,
        schedule: &prepared.schedule,
        workers: &prepared.workers,
    }
}

/// Lets the engine answer its first request.
fn greets(
    prepared: &Prepared<TuningManifest>,
    stop: &StopSignal,
    err: &mut dyn Write,
) -> Result<Greeted, CommandError> {
    let manifest = &prepared.manifest;
    let engines = slice::from_ref(&manifest.engine);
    greet_engines(engines, &manifest.game, stop, err)
}

/// Plays a part of the pairs of the next iteration, and writes their games to a file.
fn play_shard(
    args: &TuneArgs,
    prepared: &Prepared<TuningManifest>,
    shard: Shard,
    path: &Path,
    err: &mut dyn Write,
) -> Result<u8, CommandError> {
    let Prepared {
        manifest,
        out: folder,
        ..
    } = prepared;
    let file = Outputs::new(args.overwrite)
        .reading(args.inputs())
        .begin(path)?;
    let iterations = TuningFolder::read(folder, manifest).map_err(TuningError::from)?;
    let stop = stop_on_interrupt();
    let _guard = guard_engines();
    if greets(prepared, &stop, err)? == Greeted::Interrupted {
        return Ok(INTERRUPTED);
    }
    prepared.warn(err)?;
    let (ending, played) = Tuning::play_shard(
        setup(prepared),
        &iterations,
        shard,
        &|engines| runners(engines, &manifest.game, None),
        &mut ProgressLine::new(err),
        &stop,
    )?;
    if let Some(played) = played {
        let text = played.text().map_err(TuningError::from)?;
        file.write_whole(text.as_bytes())?;
    }
    Ok(match ending {
        TuningEnding::Complete => COMPLETE,
        TuningEnding::Fault => FAULT,
        TuningEnding::Interrupted => INTERRUPTED,
    })
}

/// Finishes the next iteration by the games of its shards, and prints the report.
fn merge(
    files: &[PathBuf],
    prepared: &Prepared<TuningManifest>,
    out: &mut dyn Write,
) -> Result<u8, CommandError> {
    let (path, manifest) = (&prepared.out, &prepared.manifest);
    let shards = files.iter().map(|file| read_shard(file));
    let shards = shards.collect::<Result<Vec<_>, _>>()?;
    let opened = TuningFolder::resume(path, manifest);
    let (folder, iterations) = opened.map_err(TuningError::from)?;
    let mut tuning = Tuning::new(setup(prepared), folder, iterations)?;
    let counts = tuning.merge(shards)?;
    write!(out, "{}", tuning.report().text())?;
    exit_code(tuning, if counts { COMPLETE } else { FAULT })
}

/// The exit code at the end of a tuning.
///
/// # Errors
/// When its reports could not be written.
fn exit_code(tuning: Tuning<'_>, code: u8) -> Result<u8, CommandError> {
    tuning
        .report_fault()
        .map_or(Ok(code), |fault| Err(fault.into()))
}

fn read_shard(file: &Path) -> Result<TuningShard, CommandError> {
    let bytes = read_regular_file(file, MAX_JOURNAL_BYTES);
    let bytes = bytes.map_err(CommandError::unreadable(file.shown()))?;
    TuningShard::parse(&bytes)
        .map_err(|error| CommandError::input(format!("'{}': {error}", file.shown())))
}

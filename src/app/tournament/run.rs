//! `tournament`: prepares, plays and reports.

use std::fs;
use std::io::Write;
use std::path::{Component, Path, PathBuf};

use crate::engine_guard::guard_engines;
use crate::error::CommandError;
use crate::interrupt::{COMPLETE, GOES_ON, INTERRUPTED, stop_on_interrupt};
use kagetsu_arena::folder::{is_unused, write_whole};
use kagetsu_arena::manifest::Manifest;
use kagetsu_arena::progress::ProgressLine;
use kagetsu_arena::report::usage::{overruns, usage};
use kagetsu_arena::report::{ReportInput, page, text};
use kagetsu_arena::tournament::folder::{PAGE_FILE, REPORT_FILE};
use kagetsu_arena::tournament::{
    Ending, LiveLine, OutputFolder, Tournament, TournamentError, TournamentFolderError,
    merge_shards, read_tournament, runners, write_psq_files,
};
use kagetsu_kernel::{Shard, ShowPath as _};

use super::cli::{TournamentArgs, TournamentSettings};
use super::error::{resume_missing, resume_nothing};
use super::files::read_settings;
use super::from_folder::settings_of;
use super::game_options::GameOptions;
use super::greet::{Greeted, greet_engines, interrupted_after};
use super::prepare::{Prepared, check_psq, prepare};
use super::programs::absolute;

pub(crate) const FAULT: u8 = 3;
const H0_ACCEPTED: u8 = 4;
const NO_VERDICT: u8 = 5;
const VERDICT_BY_FAULTS: u8 = 6;

/// Runs a tournament, or writes the report of one again. Returns the exit code.
pub(crate) fn run(
    args: &TournamentArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<u8, CommandError> {
    if let Some(folder) = &args.report {
        only_reports(&args.settings, None, "--report")?;
        return report(folder, &args.settings, out);
    }
    if let (false, Some(folder)) = (args.merge.is_empty(), &args.settings.options.out) {
        only_reports(&args.settings, Some(folder), "--merge")?;
        // Before the folder is made.
        if let (true, Some(shard)) = (args.settings.psq, args.merge.first()) {
            let (manifest, _) = read_tournament(shard).map_err(TournamentError::from)?;
            check_psq(true, manifest.game.rule)?;
        }
        merge_shards(&args.merge, folder)?;
        return report(folder, &args.settings, out);
    }
    let (settings, shard) = settings(args)?;
    let prepared = prepare(&settings, shard)?;
    let Prepared {
        manifest, schedule, ..
    } = &prepared;
    // A folder is begun only when the engines have answered.
    let resumed = (args.resume && !is_unused(&prepared.out))
        .then(|| OutputFolder::resume(&prepared.out, manifest, schedule))
        .transpose()
        .map_err(TournamentError::from)?;
    if args.resume && resumed.is_none() {
        let folder = prepared.out.shown();
        writeln!(
            err,
            "note: '{folder}' holds no tournament yet: a new one begins"
        )?;
    }
    let stop = stop_on_interrupt();
    let _guard = guard_engines();
    let played = resumed.as_ref().map_or(0, |(_, records)| records.len());
    if played < manifest.game_numbers().len()
        && greet_engines(&manifest.engines, &manifest.game, &stop, err)? == Greeted::Interrupted
    {
        writeln!(out, "{}", interrupted_after(played))?;
        return Ok(INTERRUPTED);
    }
    // A new folder has to be empty. A log in it is begun when it is there.
    let log = settings.log.as_deref();
    let place = without_dots(&prepared.out);
    if let Some(log) = log.filter(|log| !without_dots(log).starts_with(&place)) {
        prepare_log(log)?;
    }
    let opened = match resumed {
        Some(opened) => opened,
        None => OutputFolder::create(&prepared.out, manifest)
            .map(|folder| (folder, Vec::new()))
            .map_err(TournamentError::from)?,
    };
    prepared.warn(err)?;
    if let Some(log) = log {
        prepare_log(log)?;
    }
    let (folder, records) = opened;
    if settings.psq {
        write_psq_files(&prepared.out, manifest, &records).map_err(TournamentError::from)?;
    }
    let input = ReportInput::new(manifest, &records);
    writeln!(err, "{}", input.headline())?;
    let mut tournament = Tournament::new(manifest, schedule, &prepared.workers, folder, records)?;
    let engines = manifest.engines.clone().into();
    let factory = runners(engines, &manifest.game, log);
    let mut live = LiveLine::new(ProgressLine::new(err));
    let ending = tournament.run(&*factory, &mut live, &stop)?;
    let code = conclude(&tournament, ending, manifest, out)?;
    tournament
        .report_fault()
        .map_or(Ok(code), |fault| Err(fault.into()))
}

/// Prints the report and how the tournament ended. Returns the exit code.
fn conclude(
    tournament: &Tournament<'_>,
    ending: Ending,
    manifest: &Manifest,
    out: &mut dyn Write,
) -> Result<u8, CommandError> {
    let input = ReportInput::new(manifest, tournament.records());
    let has_test = manifest.sprt.is_some();
    let (code, words) = match ending {
        Ending::Complete if has_test => {
            (NO_VERDICT, "All games are played; the test has no verdict.")
        }
        Ending::Complete => (COMPLETE, "All games are played."),
        Ending::Passed => (COMPLETE, "The test has accepted H1."),
        Ending::Failed => (H0_ACCEPTED, "The test has accepted H0."),
        Ending::Fault => (FAULT, "Stopped by a fault."),
        Ending::Interrupted => (INTERRUPTED, GOES_ON),
    };
    write!(out, "{}", text(&input))?;
    writeln!(out, "\n{words}")?;
    let by_faults = tournament.verdict_rests_on_faults();
    if by_faults {
        writeln!(
            out,
            "Without the games lost by faults the test would have no such verdict."
        )?;
    }
    // The last lines are those that are read.
    for warning in overruns(&usage(&input)) {
        writeln!(out, "warning: {warning}")?;
    }
    for sentence in tournament.fault_sentences() {
        writeln!(out, "FAULTS: {sentence}")?;
    }
    Ok(match ending {
        Ending::Passed | Ending::Failed if by_faults => VERDICT_BY_FAULTS,
        _ => code,
    })
}

/// The settings of the command line, completed from the settings file, or from the folder that is to go on where no
/// engine is named; and the shard to play.
fn settings(args: &TournamentArgs) -> Result<(TournamentSettings, Option<Shard>), CommandError> {
    let given = args.settings.clone();
    let is_alone = args.resume && args.config.is_none() && given.options.engine.is_empty();
    if is_alone && given.options.out.is_none() {
        return Err(resume_nothing());
    }
    if let Some(path) = &args.config {
        return Ok((given.or(read_settings(path)?), args.shard));
    }
    if let Some(folder) = given.options.out.as_ref().filter(|_| is_alone) {
        let found = settings_of(folder).map_err(TournamentError::from)?;
        let (of_folder, shard) = found.ok_or_else(|| resume_missing(folder, "--engine"))?;
        return Ok((given.or(of_folder), args.shard.or(shard)));
    }
    Ok((given, args.shard))
}

/// Refuses settings of games where none are played.
fn only_reports(
    settings: &TournamentSettings,
    out: Option<&PathBuf>,
    option: &str,
) -> Result<(), CommandError> {
    let allowed = TournamentSettings {
        options: GameOptions {
            out: out.cloned(),
            ..GameOptions::default()
        },
        html: settings.html,
        psq: settings.psq,
        ..TournamentSettings::default()
    };
    if *settings == allowed {
        return Ok(());
    }
    Err(CommandError::input(format!(
        "{option} plays nothing: of the settings only --html and --psq go with it"
    )))
}

fn report(
    folder: &Path,
    settings: &TournamentSettings,
    out: &mut dyn Write,
) -> Result<u8, CommandError> {
    let (manifest, records) = read_tournament(folder).map_err(TournamentError::from)?;
    let input = ReportInput::new(&manifest, &records);
    check_psq(settings.psq, manifest.game.rule)?;
    let report = text(&input);
    let write = |name: &str, text: &str| {
        let written = write_whole(&folder.join(name), text);
        written.map_err(TournamentFolderError::from)
    };
    let write_all = || -> Result<(), TournamentError> {
        let text = write(REPORT_FILE, &report);
        if settings.html {
            write(PAGE_FILE, &page(&input)?)?;
        }
        if settings.psq {
            write_psq_files(folder, &manifest, &records)?;
        }
        Ok(text?)
    };
    let written = write_all();
    write!(out, "{report}")?;
    written?;
    Ok(COMPLETE)
}

/// The absolute path, without `..` for the folder above.
fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in absolute(path).components() {
        if part == Component::ParentDir {
            plain.pop();
        } else {
            plain.push(part);
        }
    }
    plain
}

/// Makes the folder for conversations, and tries whether files can be written there.
fn prepare_log(folder: &Path) -> Result<(), CommandError> {
    fs::create_dir_all(folder)
        .and_then(|()| tempfile::tempfile_in(folder))
        .map(drop)
        .map_err(CommandError::uncreated(folder.shown()))
}

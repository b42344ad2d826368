//! `tune`: prepares, plays and reports.

use std::io::Write;

use crate::error::CommandError;
use crate::tournament::{FAULT, INTERRUPTED, players, stop_on_signal};
use kagetsu_arena::progress::ProgressLine;
use kagetsu_arena::tuning::{Tuning, TuningEnding, TuningError, TuningFolder};

use super::args::TuneArgs;
use super::list::own_parameters;
use super::prepare::{PreparedTuning, prepare};

const COMPLETE: u8 = 0;

/// Tunes, or prints the parameters to begin with. Returns the exit code.
pub(crate) fn run(
    args: &TuneArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<u8, CommandError> {
    if args.list {
        out.write_all(own_parameters().as_bytes())?;
        return Ok(COMPLETE);
    }
    let PreparedTuning {
        manifest,
        schedule,
        run,
        out: path,
        notes,
    } = prepare(args)?;
    let opened = if args.resume {
        TuningFolder::resume(&path, &manifest)
    } else {
        TuningFolder::create(&path, &manifest).map(|folder| (folder, Vec::new()))
    }
    .map_err(TuningError::from)?;
    let mut tuning = Tuning::new(&manifest, &schedule, &run, opened)?;
    for note in &notes {
        writeln!(err, "note: {note}")?;
    }
    writeln!(err, "{}", tuning.report().headline())?;
    let stop = stop_on_signal(err)?;
    let ending = tuning.run(
        &|engines| players(engines, &manifest.game),
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
        TuningEnding::Interrupted => (INTERRUPTED, "Interrupted; --resume goes on."),
    };
    writeln!(out, "\n{text}")?;
    Ok(code)
}

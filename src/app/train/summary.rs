//! The summary of a training: what was learned from, and how good the network is beside that of the program.

use std::io::{self, Write};

use kagetsu_kernel::percent;
use kagetsu_training::network::{SampleCounts, SampleSet, Trained, calibration_error};

/// Prints the summary.
pub(super) fn summarise(trained: &Trained, set: &SampleSet, out: &mut dyn Write) -> io::Result<()> {
    let [games, games_held_out] = set.games();
    let SampleCounts { positions, choices } = set.samples();
    let [positions, positions_held_out] = positions;
    let [choices, choices_held_out] = choices;
    let rule = set.rule().name();
    writeln!(out, "{rule:25} {:>12} {:>12}", "learned from", "held out")?;
    for (name, count, held_out) in [
        ("games", games, games_held_out),
        ("positions", positions, positions_held_out),
        ("positions with a choice", choices, choices_held_out),
    ] {
        writeln!(out, "{name:25} {count:>12} {held_out:>12}")?;
    }
    writeln!(out)?;
    writeln!(
        out,
        "{:25} {:>25} {:>22}",
        "", "the new network", "the program's network"
    )?;
    writeln!(
        out,
        "{:25} {:>12} {:>12} {:>22}",
        "mean over the positions", "learned from", "held out", "held out"
    )?;
    let lists = [trained.training, trained.held_out, trained.reference];
    for (name, values) in [
        ("value loss", lists.map(|losses| losses.value)),
        (
            "value loss, result alone",
            lists.map(|losses| losses.result),
        ),
        ("policy loss", lists.map(|losses| losses.policy)),
        (
            "best move first, %",
            lists.map(|losses| percent(losses.top)),
        ),
    ] {
        let [training, held_out, reference] = values;
        writeln!(
            out,
            "{name:25} {training:>12.5} {held_out:>12.5} {reference:>22.5}"
        )?;
    }
    writeln!(
        out,
        "{:25} {:>12} {:>12.5}",
        "error of calibration, %",
        "",
        percent(calibration_error(&trained.calibration))
    )
}

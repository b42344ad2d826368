//! `train`: reads the games, trains, writes the network and a summary.

use std::io::{self, Write};
use std::path::Path;

use rayon::ThreadPoolBuilder;

use crate::CommandError;
use kagetsu_gomoku::eval::nnue::{Weights, embedded_weights};
use kagetsu_kernel::file;
use kagetsu_training::network::{
    DataSource, DataSplit, EpochLoss, SampleSet, Sources, TrainSettings, Trained,
    calibration_error, train,
};

use super::args::TrainArgs;
use super::charts::{calibration_figure, loss_figure};
use super::error::TrainError;
use super::files::{read_games, read_network};

const PER_CENT: f64 = 100.0;

/// Learns a network and writes it.
pub(crate) fn run(
    args: &TrainArgs,
    out: &mut dyn Write,
    progress: &mut (dyn Write + Send),
) -> Result<(), CommandError> {
    let files = [
        Some(&args.out),
        args.loss_curve.as_ref(),
        args.calibration.as_ref(),
    ];
    for path in files.into_iter().flatten() {
        // An output file that cannot be written is refused before the training.
        let folder = path.parent();
        let exists = |folder: &Path| folder.as_os_str().is_empty() || folder.is_dir();
        if !folder.is_some_and(exists) || path.is_dir() {
            return Err(TrainError::NoFolder(path.display().to_string()).into());
        }
    }
    let pool = ThreadPoolBuilder::new()
        .num_threads(args.threads.map_or(0, usize::from))
        .build()
        .map_err(|error| TrainError::Threads(error.to_string()))?;
    let start = args.start.as_deref().map(read_network).transpose()?;
    let weights = start.as_ref().map(|(weights, _)| weights);
    let (trained, set, data) = pool.install(|| learn(args, weights, progress))?;
    let rule = set.rule();
    summarise(&trained, &set, out)?;
    for (path, figure) in [
        (&args.loss_curve, loss_figure(&trained)),
        (&args.calibration, calibration_figure(&trained.calibration)),
    ] {
        if let Some(path) = path {
            let figure = figure.map_err(TrainError::from)?;
            write(path, figure.as_bytes())?;
        }
    }
    let sources = Sources {
        data,
        start: start.map(|(_, hash)| hash),
        games: set.games(),
        split: purpose(args),
    };
    let weights = trained.into_weights(rule, &args.settings(), sources);
    write(&args.out, &weights.to_bytes())
}

/// What the games of `--data` are used for.
fn purpose(args: &TrainArgs) -> DataSplit {
    if args.held_out.is_empty() {
        DataSplit::Both(args.held_out_share)
    } else {
        DataSplit::Training
    }
}

fn learn(
    args: &TrainArgs,
    start: Option<&Weights>,
    progress: &mut dyn Write,
) -> Result<(Trained, SampleSet, Vec<DataSource>), CommandError> {
    let settings = args.settings();
    let mut set = None;
    let mut data = Vec::new();
    let held_out = args.held_out.iter().map(|path| (path, DataSplit::HeldOut));
    for (path, purpose) in args
        .data
        .iter()
        .map(|path| (path, purpose(args)))
        .chain(held_out)
    {
        let source = read_games(path, purpose, &settings, &mut set)?;
        writeln!(progress, "{}: {} games", path.display(), source.games)?;
        data.push(source);
    }
    let Some(set) = set.filter(SampleSet::is_usable) else {
        return Err(TrainError::Empty.into());
    };
    let trained = train_aloud(&set, &settings, start, progress);
    Ok((trained, set, data))
}

/// Trains and prints the losses of every epoch. An error while printing them does not stop the training.
fn train_aloud(
    set: &SampleSet,
    settings: &TrainSettings,
    start: Option<&Weights>,
    progress: &mut dyn Write,
) -> Trained {
    let reference = embedded_weights(set.rule(), set.size());
    let mut round = 0;
    train(set, settings, start, &reference, &mut |loss| {
        let EpochLoss { value, choice } = loss;
        round += 1;
        let _ = writeln!(
            progress,
            "round {round:2}: values {:.5}, held out {:.5}; moves {:.5}, held out {:.5}",
            value[0], value[1], choice[0], choice[1]
        );
    })
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), CommandError> {
    file::write_whole(path, |out| out.write_all(bytes)).map_err(|source| CommandError::Create {
        name: path.display().to_string(),
        source,
    })
}

fn summarise(trained: &Trained, set: &SampleSet, out: &mut dyn Write) -> io::Result<()> {
    let [games, games_held_out] = set.games();
    let [positions, positions_held_out] = trained.samples.positions;
    let [choices, choices_held_out] = trained.samples.choices;
    writeln!(
        out,
        "{:24} {:>12} {:>12}",
        set.rule().name(),
        "learned from",
        "held out"
    )?;
    for (name, count, held_out) in [
        ("games", games, games_held_out),
        ("positions", positions, positions_held_out),
        ("positions with a choice", choices, choices_held_out),
    ] {
        writeln!(out, "{name:24} {count:>12} {held_out:>12}")?;
    }
    writeln!(out)?;
    writeln!(
        out,
        "{:24} {:>12} {:>12} {:>12}",
        "mean loss of the network", "learned from", "held out", "before"
    )?;
    let lists = [trained.training, trained.held_out, trained.reference];
    for (name, losses) in [
        ("value", lists.map(|losses| losses.value)),
        ("value, result alone", lists.map(|losses| losses.result)),
        ("choice of moves", lists.map(|losses| losses.choice)),
        (
            "best move first, %",
            lists.map(|losses| PER_CENT * losses.top),
        ),
    ] {
        let [training, held_out, before] = losses;
        writeln!(
            out,
            "{name:24} {training:>12.5} {held_out:>12.5} {before:>12.5}"
        )?;
    }
    writeln!(
        out,
        "{:24} {:>12} {:>12.5}",
        "error of calibration, %",
        "",
        PER_CENT * calibration_error(&trained.calibration)
    )
}

//! `train`: reads the games, trains, writes the network and a summary.

use std::io::Write;
use std::ops::ControlFlow;

use rayon::ThreadPoolBuilder;

use crate::error::CommandError;
use crate::given_twice::refuse_twice;
use crate::interrupt::stop_on_interrupt;
use kagetsu_gomoku::eval::nnue::{Weights, embedded_weights};
use kagetsu_kernel::file::Outputs;
use kagetsu_kernel::{ShowPath as _, StopSignal, counted};
use kagetsu_training::network::{
    DataSource, DataSplit, EpochLoss, SampleSet, TrainEvent, TrainFault, Trained, TrainingRecord,
    train,
};

use super::args::TrainArgs;
use super::charts::{calibration_figure, loss_figure};
use super::files::{MemoryWatch, read_games, read_network};
use super::kept::KeptNetwork;
use super::summary::summarise;

/// Learns a network and writes it.
pub(crate) fn run(
    args: &TrainArgs,
    out: &mut dyn Write,
    progress: &mut (dyn Write + Send),
) -> Result<(), CommandError> {
    refuse_twice(
        args.data.iter().chain(&args.held_out),
        "file",
        "give each file once",
    )?;
    let inputs = args.data.iter().chain(&args.held_out).chain(&args.start);
    let mut outputs = Outputs::new(args.overwrite).reading(inputs).printing();
    let mut network = KeptNetwork::begin(&mut outputs, args.overwrite, &args.out)?;
    let loss_curve = outputs.begin_if(args.loss_curve.as_deref())?;
    let calibration = outputs.begin_if(args.calibration.as_deref())?;
    let pool = ThreadPoolBuilder::new()
        .num_threads(args.threads.count())
        .build()
        .map_err(|error| CommandError::system(format!("cannot start threads: {error}")))?;
    let start = args.start.as_deref().map(read_network).transpose()?;
    let (weights, hash) = start.unzip();
    args.check_start(weights.as_ref())?;
    let stop = stop_on_interrupt();
    let (trained, set, record) = pool.install(|| {
        let (set, data) = read_all(args, &stop, progress)?;
        let mut watch = Watch {
            record: TrainingRecord::new(&set, &args.settings(), data, hash, purpose(args)),
            network: &mut network,
            stop,
            progress,
        };
        let trained = learn(&set, weights.as_ref(), &mut watch)?;
        Ok::<_, CommandError>((trained, set, watch.record))
    })?;
    let mut summary = Vec::new();
    summarise(&trained, &set, &mut summary)?;
    let figures = [
        (loss_curve, loss_figure(&trained)),
        (calibration, calibration_figure(&trained.calibration)),
    ];
    // First what took the time: nobody may read the summary.
    let written = network.write(&trained.into_weights(record));
    let told = out.write_all(&summary);
    written?;
    for (file, figure) in figures {
        if let Some(file) = file {
            let figure = figure.map_err(CommandError::system)?;
            file.write_whole(figure.as_bytes())?;
        }
    }
    Ok(told?)
}

/// What the games of `--data` are used for.
fn purpose(args: &TrainArgs) -> DataSplit {
    if args.held_out.is_empty() {
        DataSplit::Both(args.held_out_share)
    } else {
        DataSplit::Training
    }
}

/// Follows a training: prints the losses of every epoch, keeps the best network, and breaks off after Ctrl-C.
struct Watch<'a> {
    /// What is known of the training so far.
    record: TrainingRecord,
    network: &'a mut KeptNetwork,
    stop: StopSignal,
    progress: &'a mut (dyn Write + Send),
}

impl Watch<'_> {
    /// Takes notice of an event. An error while telling of it does not stop the training, and neither does a full disk:
    /// there may be room again at the end.
    fn notice(&mut self, event: TrainEvent<Weights>) -> ControlFlow<()> {
        if let TrainEvent::Epoch { losses, best } = event {
            let EpochLoss { value, policy } = losses;
            self.record.epochs += 1;
            let epoch = self.record.epochs;
            let _ = writeln!(
                self.progress,
                "epoch {:2} of {}: value loss {:.5}, held out {:.5}; policy loss {:.5}, held out {:.5}",
                epoch, self.record.settings.epochs, value[0], value[1], policy[0], policy[1]
            );
            if let Some(best) = best
                && let Err(error) = self.network.keep(epoch, &self.record.attach(best))
            {
                let _ = writeln!(self.progress, "the network is not kept: {error}");
            }
        }
        if self.stop.is_raised() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Reads all games into samples.
fn read_all(
    args: &TrainArgs,
    stop: &StopSignal,
    progress: &mut dyn Write,
) -> Result<(SampleSet, Vec<DataSource>), CommandError> {
    let settings = args.settings();
    let mut memory = MemoryWatch::new(progress);
    let mut set = None;
    let mut data: Vec<DataSource> = Vec::new();
    let given = args.data.iter().map(|path| (path, purpose(args)));
    let held_out = args.held_out.iter().map(|path| (path, DataSplit::HeldOut));
    for (path, purpose) in given.chain(held_out) {
        let source = read_games(path, purpose, &settings, &mut set, &mut memory, stop)?;
        if let Some(twin) = data.iter().find(|other| other.sha256 == source.sha256) {
            return Err(CommandError::input(format!(
                "'{}' holds the same games as '{}' before it: give each file once",
                path.shown(),
                twin.name
            )));
        }
        writeln!(
            memory.progress,
            "{}: {}",
            path.shown(),
            counted(source.games, "game")
        )?;
        data.push(source);
    }
    let set = set.filter(SampleSet::is_usable).ok_or_else(|| {
        CommandError::input(if args.only_relabelled {
            "nothing to learn from, or nothing held out, was searched again: `dataset relabel` must have searched both"
        } else {
            "there is nothing to learn from, or nothing is held out: give more games or another --held-out-share"
        })
    })?;
    let [shared, openings] = set.shared_openings();
    if shared > 0 {
        writeln!(
            memory.progress,
            "held-out games: {shared} of {} are learned from as well, so the losses on them are too low",
            counted(openings, "opening")
        )?;
    }
    Ok((set, data))
}

fn learn(
    set: &SampleSet,
    start: Option<&Weights>,
    watch: &mut Watch<'_>,
) -> Result<Trained, CommandError> {
    let reference = |size| embedded_weights(set.rule(), size);
    let settings = watch.record.settings.clone();
    let trained = train(set, &settings, start, &reference, &mut |event| {
        watch.notice(event)
    });
    trained.map_err(|fault| match fault {
        TrainFault::BrokenOff => CommandError::interrupted(watch.network.remains()),
        TrainFault::Diverged => CommandError::input(format!("{fault}: give a smaller --rate")),
    })
}

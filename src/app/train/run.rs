//! `train`: reads the games, trains, writes the network and a summary.

use kagetsu_kernel::{ShowPath as _, counted};
use std::io::Write;
use std::ops::ControlFlow;

use rayon::ThreadPoolBuilder;

use crate::error::CommandError;
use crate::given_twice::refuse_twice;
use crate::interrupt::stop_on_interrupt;
use crate::may_close::MayClose;
use kagetsu_gomoku::eval::nnue::{Weights, embedded_weights};
use kagetsu_kernel::StopSignal;
use kagetsu_kernel::file::Outputs;
use kagetsu_training::network::{
    DataSource, DataSplit, EpochLoss, SampleSet, Sources, TrainEvent, TrainFault, TrainSettings,
    Trained, train,
};

use super::args::TrainArgs;
use super::charts::{calibration_figure, loss_figure};
use super::files::{read_games, read_network};
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
    let mut network = KeptNetwork::begin(&mut outputs, &args.out)?;
    let loss_curve = outputs.begin_if(args.loss_curve.as_deref())?;
    let calibration = outputs.begin_if(args.calibration.as_deref())?;
    let pool = ThreadPoolBuilder::new()
        .num_threads(args.threads.map_or(0, usize::from))
        .build()
        .map_err(|error| CommandError::system(format!("cannot start threads: {error}")))?;
    let start = args.start.as_deref().map(read_network).transpose()?;
    let weights = start.as_ref().map(|(weights, _)| weights);
    let mut watch = Watch {
        settings: args.settings(),
        network: &mut network,
        epoch: 0,
        stop: stop_on_interrupt(),
        progress,
    };
    let (trained, set, data) = pool.install(|| learn(args, weights, &mut watch))?;
    let rule = set.rule();
    // The network and the figures are written, whoever reads the summary.
    summarise(&trained, &set, &mut MayClose::new(out))?;
    let figures = [
        (loss_curve, loss_figure(&trained)),
        (calibration, calibration_figure(&trained.calibration)),
    ];
    let sources = Sources {
        data,
        start: start.map(|(_, hash)| hash),
        games: set.games(),
        split: purpose(args),
    };
    let weights = trained.into_weights(rule, &args.settings(), sources);
    // First what took the time.
    network.write(&weights)?;
    for (file, figure) in figures {
        if let Some(file) = file {
            let figure = figure.map_err(CommandError::system)?;
            file.write_whole(figure.as_bytes())?;
        }
    }
    Ok(())
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
    settings: TrainSettings,
    network: &'a mut KeptNetwork,
    /// Number of complete epochs.
    epoch: usize,
    stop: StopSignal,
    progress: &'a mut (dyn Write + Send),
}

impl Watch<'_> {
    /// Takes notice of an event. An error while telling of it does not stop the training, and neither does a full disk:
    /// there may be room again at the end.
    fn notice(&mut self, event: TrainEvent<Weights>) -> ControlFlow<()> {
        if let TrainEvent::Epoch { losses, best } = event {
            let EpochLoss { value, policy } = losses;
            self.epoch += 1;
            let _ = writeln!(
                self.progress,
                "epoch {:2} of {}: value loss {:.5}, held out {:.5}; policy loss {:.5}, held out {:.5}",
                self.epoch, self.settings.epochs, value[0], value[1], policy[0], policy[1]
            );
            if let Some(best) = best
                && let Err(error) = self.network.keep(self.epoch, &best)
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

fn learn(
    args: &TrainArgs,
    start: Option<&Weights>,
    watch: &mut Watch<'_>,
) -> Result<(Trained, SampleSet, Vec<DataSource>), CommandError> {
    let mut set = None;
    let mut data = Vec::new();
    let held_out = args.held_out.iter().map(|path| (path, DataSplit::HeldOut));
    for (path, purpose) in args
        .data
        .iter()
        .map(|path| (path, purpose(args)))
        .chain(held_out)
    {
        let source = read_games(path, purpose, &watch.settings, &mut set)?;
        writeln!(
            watch.progress,
            "{}: {}",
            path.shown(),
            counted(source.games, "game")
        )?;
        data.push(source);
        if watch.stop.is_raised() {
            return Err(CommandError::interrupted(watch.network.remains()));
        }
    }
    let Some(set) = set.filter(SampleSet::is_usable) else {
        return Err(CommandError::input(
            "there is nothing to learn from, or nothing is held out: give more games or another --held-out-share",
        ));
    };
    let reference = embedded_weights(set.rule(), set.size());
    let settings = watch.settings.clone();
    let trained = train(&set, &settings, start, &reference, &mut |event| {
        watch.notice(event)
    });
    match trained {
        Ok(trained) => Ok((trained, set, data)),
        Err(TrainFault::BrokenOff) => Err(CommandError::interrupted(watch.network.remains())),
        Err(fault @ TrainFault::Diverged) => Err(CommandError::input(format!(
            "{fault}: give a smaller --rate"
        ))),
    }
}

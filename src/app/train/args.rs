//! The options of `train`.

use std::path::PathBuf;

use clap::{Args, value_parser};

use crate::error::CommandError;
use crate::search_args::Threads;
use kagetsu_gomoku::eval::nnue::Weights;
use kagetsu_kernel::file::Overwrite;
use kagetsu_training::network::{DecidedPositions, SampleRules, TrainSettings, TrainedParts};

/// Arguments of `train`.
#[derive(Debug, Args)]
pub(crate) struct TrainArgs {
    /// Files of games to learn from, as `datagen` writes them: all of one rule, on boards of any size
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    pub(super) data: Vec<PathBuf>,
    /// Files of held-out games, instead of a share of the others
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(super) held_out: Vec<PathBuf>,
    /// Share of the openings, from 0 to 1, whose games are held out
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = share, conflicts_with = "held_out")]
    pub(super) held_out_share: f64,
    /// Network to begin with instead of random weights: an earlier one, or one of another rule
    #[arg(long, value_name = "NETWORK")]
    pub(super) start: Option<PathBuf>,
    /// The file of the new network; while the training runs, that of the best epoch so far
    #[arg(long, value_name = "NETWORK")]
    pub(super) out: PathBuf,
    /// Draw the losses of every epoch as SVG
    #[arg(long, value_name = "FILE")]
    pub(super) loss_curve: Option<PathBuf>,
    /// Draw predicted against actual results of held-out games as SVG
    #[arg(long, value_name = "FILE")]
    pub(super) calibration: Option<PathBuf>,
    #[command(flatten)]
    pub(super) overwrite: Overwrite,
    /// Share of the search's score in the target value; the rest is the result of the game
    #[arg(long, value_name = "SHARE", default_value_t = TrainSettings::default().lambda, value_parser = share)]
    pub(super) mix: f64,
    /// Most epochs, each of which takes every position once; with 0 the network of --start is only measured
    #[arg(long, value_name = "N", default_value_t = TrainSettings::default().epochs)]
    pub(super) epochs: u32,
    /// Seed of the choice of held-out games and of the order of positions
    #[arg(long, default_value_t = TrainSettings::default().seed)]
    pub(super) seed: u64,
    /// Positions in a batch
    #[arg(long, value_name = "N", default_value_t = TrainSettings::default().batch as u32, value_parser = value_parser!(u32).range(1..))]
    pub(super) batch: u32,
    /// Learning rate before the factors of warm-up and decay
    #[arg(long, value_name = "RATE", default_value_t = TrainSettings::default().rate, value_parser = positive)]
    pub(super) rate: f64,
    /// Weight of the policy loss relative to the value loss
    #[arg(long, alias = "choice", value_name = "WEIGHT", default_value_t = TrainSettings::default().policy_weight, value_parser = positive)]
    pub(super) policy_weight: f64,
    /// Give the network a neighbour layer for its policy scores, if that of --start has none
    #[arg(long)]
    pub(super) neighbours: bool,
    /// What is changed of --start: all, policy (values stay as they are) or neighbours (the neighbour layer alone)
    #[arg(long, value_name = "PARTS", default_value_t)]
    pub(super) parts: TrainedParts,
    /// Learn also from positions where the search has found a win or a loss, as from sure results
    #[arg(long)]
    pub(super) decided: bool,
    /// Label of positions that `dataset relabel` has searched again: deep, shallow, or the weight of the deep one from 0 to 1
    #[arg(long, value_name = "LABEL", default_value = "deep", value_parser = label)]
    pub(super) label: f64,
    /// Learn only from positions that `dataset relabel` has searched again, and hold out only such ones
    #[arg(long)]
    pub(super) only_relabelled: bool,
    #[command(flatten)]
    pub(super) threads: Threads,
}

impl TrainArgs {
    pub(super) fn settings(&self) -> TrainSettings {
        let decided = if self.decided {
            DecidedPositions::Kept
        } else {
            DecidedPositions::LeftOut
        };
        TrainSettings {
            rules: SampleRules {
                decided,
                deeper: self.label,
                only_relabelled: self.only_relabelled,
            },
            seed: self.seed,
            lambda: self.mix,
            epochs: self.epochs,
            batch: self.batch as usize,
            rate: self.rate,
            policy_weight: self.policy_weight,
            neighbours: self.neighbours,
            parts: self.parts,
            ..TrainSettings::default()
        }
    }

    /// Refuses what would change nothing, or leave a part of a network random.
    pub(super) fn check_start(&self, start: Option<&Weights>) -> Result<(), CommandError> {
        let Some(start) = start else {
            return if self.epochs == 0 || self.parts != TrainedParts::All {
                let text = "--epochs 0 and --parts need --start, the network to begin with";
                Err(CommandError::input(text))
            } else {
                Ok(())
            };
        };
        let has_layer = || {
            start
                .sides
                .iter()
                .any(|side| side.head.neighbours.is_some())
        };
        if self.parts == TrainedParts::Neighbours && !self.neighbours && !has_layer() {
            let text = "the network of --start has no neighbour layer: give it one by --neighbours";
            return Err(CommandError::input(text));
        }
        Ok(())
    }
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if (0.0..=1.0).contains(&number) => Ok(number),
        _ => Err(format!("'{text}' is not a number from 0 to 1")),
    }
}

fn label(text: &str) -> Result<f64, String> {
    match text {
        "deep" => Ok(1.0),
        "shallow" => Ok(0.0),
        _ => share(text)
            .map_err(|_| format!("'{text}' is not deep, shallow or a number from 0 to 1")),
    }
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if number > 0.0 && f64::is_finite(number) => Ok(number),
        _ => Err(format!("'{text}' is not a positive number")),
    }
}

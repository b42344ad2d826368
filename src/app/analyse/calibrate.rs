//! `calibrate`: fits the curves from scores to probabilities to games of the engine against itself, and measures them on
//! games that were held out.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use kagetsu_analysis::calibration::{Curve, Reliability, Sample, curve_of, fit};
use kagetsu_gomoku::board::Rule;
use kagetsu_kernel::{Score, counted, percent};
use kagetsu_training::dataset::TrainingGame;

use crate::dataset::{fault, open};
use crate::error::CommandError;

/// Number of parts for cross-validation: each part is held out once.
const PARTS: usize = 5;
/// A curve of the score alone, at the scale of the evaluation, as the baseline of the fit.
const UNCALIBRATED: Curve = Curve {
    weights: [1.0, 0.0, 0.0, 0.0],
};

/// Arguments of `calibrate`.
#[derive(Debug, Args)]
pub(crate) struct CalibrateArgs {
    /// Files of games of `datagen`; the games of each rule are fitted together
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print the distance of the fit from the held-out games, bin by bin
    #[arg(long)]
    table: bool,
    /// Print one JSON object for each rule: rule, games, `without_scores` (games that do not count), positions, weights, the
    /// mean distances `held_out`, `program` and `no_fit` (as parts of one), and with --table the bins
    #[arg(long)]
    json: bool,
}

/// The positions of one rule, game by game.
struct RuleSamples {
    rule: Rule,
    games: Vec<Vec<Sample>>,
    /// Games that do not count: their scores are zeros that say nothing.
    without_scores: u64,
}

impl RuleSamples {
    fn add(&mut self, game: &TrainingGame) {
        if game.scored {
            self.games.push(positions(game).collect());
        } else {
            self.without_scores += 1;
        }
    }
}

/// Fits a curve for each rule and prints it with its distances.
pub(crate) fn run(args: &CalibrateArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    for samples in read(args)? {
        let RuleSamples {
            rule,
            games,
            without_scores,
        } = samples;
        let all: Vec<Sample> = games.iter().flatten().copied().collect();
        let curve = fit(&all);
        let held_out = Reliability::held_out(&games, PARTS);
        let of_program = Reliability::of(&curve_of(rule), &all);
        let no_fit = Reliability::of(&UNCALIBRATED, &all);
        if args.json {
            let mut line = json!({
                "rule": rule.to_string(),
                "games": games.len(),
                "without_scores": without_scores,
                "positions": all.len(),
                "weights": curve.weights,
                "held_out": held_out.mean_distance(),
                "program": of_program.mean_distance(),
                "no_fit": no_fit.mean_distance(),
            });
            if args.table {
                line["bins"] = bins(&held_out);
            }
            writeln!(out, "{line}")?;
            continue;
        }
        writeln!(
            out,
            "{rule}: {}, {}",
            counted(games.len(), "game"),
            counted(all.len(), "position")
        )?;
        if without_scores > 0 {
            let count = counted(without_scores, "game");
            writeln!(out, "  {count} without scores left out")?;
        }
        let weights = curve.weights.map(|weight| format!("{weight:.4}"));
        writeln!(out, "  weights                    {}", weights.join(", "))?;
        for (name, reliability) in [
            ("held out", &held_out),
            ("the program", &of_program),
            ("no fit", &no_fit),
        ] {
            let distance = percent(reliability.mean_distance());
            writeln!(out, "  mean distance, {name:<12}{distance:.2} %")?;
        }
        if args.table {
            print_table(&held_out, out)?;
        }
    }
    Ok(())
}

/// The bins that hold positions: their number, the mean probability and the mean points.
fn full_bins(reliability: &Reliability) -> impl Iterator<Item = (usize, f64, f64)> {
    let bins = reliability.bins.iter();
    bins.filter_map(|bin| {
        let (predicted, points) = bin.means()?;
        Some((bin.count, predicted, points))
    })
}

/// The bins as JSON.
fn bins(reliability: &Reliability) -> Value {
    full_bins(reliability)
        .map(|(count, predicted, points)| {
            json!({ "predicted": predicted, "points": points, "positions": count })
        })
        .collect()
}

fn print_table(reliability: &Reliability, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "  predicted %  points %  positions")?;
    for (count, predicted, points) in full_bins(reliability) {
        writeln!(
            out,
            "  {:>11.1}  {:>8.1}  {count:>9}",
            percent(predicted),
            percent(points)
        )?;
    }
    Ok(())
}

fn read(args: &CalibrateArgs) -> Result<Vec<RuleSamples>, CommandError> {
    let mut rules: Vec<RuleSamples> = Vec::new();
    for path in &args.files {
        let reader = open(path)?;
        let rule = reader.header().rule;
        let known = rules.iter().position(|known| known.rule == rule);
        let place = known.unwrap_or_else(|| {
            rules.push(RuleSamples {
                rule,
                games: Vec::new(),
                without_scores: 0,
            });
            rules.len() - 1
        });
        for game in reader {
            let game = game.map_err(|error| fault(path, error))?;
            rules[place].add(&game);
        }
    }
    let is_unscored =
        |samples: &&RuleSamples| samples.games.is_empty() && samples.without_scores > 0;
    match rules.iter().find(is_unscored) {
        Some(RuleSamples { rule, .. }) => {
            Err(CommandError::input(format!("no game of {rule} has scores")))
        }
        None => Ok(rules),
    }
}

/// The undecided positions of a game.
fn positions(game: &TrainingGame) -> impl Iterator<Item = Sample> {
    let before = game.opening.len();
    game.plies
        .iter()
        .enumerate()
        .filter_map(move |(index, ply)| {
            let score = Score::from_table(ply.score, 0);
            (!score.is_decided()).then(|| Sample {
                units: score.value(),
                stones: before + index,
                points: game.result.points(game.side_at(index)),
            })
        })
}

#[cfg(test)]
mod tests {
    use kagetsu_gomoku::geometry::BoardSize;
    use kagetsu_training::dataset::{DatasetHeader, DatasetWriter, TrainingResult};

    use super::*;

    fn game(scored: bool) -> TrainingGame {
        TrainingGame {
            opening: Vec::new(),
            plies: Vec::new(),
            tree: Vec::new(),
            result: TrainingResult::Draw,
            scored,
        }
    }

    #[test]
    fn games_without_scores_do_not_count() {
        let mut samples = RuleSamples {
            rule: Rule::Renju,
            games: Vec::new(),
            without_scores: 0,
        };
        for scored in [false, true, false] {
            samples.add(&game(scored));
        }
        assert_eq!((samples.games.len(), samples.without_scores), (1, 2));
    }

    #[test]
    fn a_rule_without_scores_is_told_before_the_figures_of_another() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let files = [(Rule::Freestyle, true), (Rule::Renju, false)];
        let files = files.map(|(rule, scored)| {
            let path = folder.path().join(rule.to_string());
            let header = DatasetHeader {
                rule,
                size: BoardSize::STANDARD,
                note: String::new(),
            };
            let mut writer = DatasetWriter::create(&path, header).expect("the disk has room");
            writer.write(&game(scored)).expect("a game");
            writer.finish().expect("the disk has room");
            path
        });
        let args = CalibrateArgs {
            files: files.to_vec(),
            table: false,
            json: false,
        };
        let mut out = Vec::new();
        let error = run(&args, &mut out).expect_err("renju has no scores");
        assert_eq!(error.to_string(), "no game of renju has scores");
        assert!(out.is_empty());
    }
}

//! The command: chooses positions, searches them, and reports.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::chance::{Mean, with_proof};
use crate::error::{BAD_INPUT, CommandError};
use crate::faults::unusable_in_words;
use crate::game_files::game_files;
use crate::game_reader::{GameCounts, GameReader};
use crate::interrupt::stop_on_interrupt;
use crate::printed::write_json_line;
use crate::setting::networks;
use crate::thinking::NodeSearches;
use kagetsu_analysis::source::ReadOptions;
use kagetsu_gomoku::geometry::Rows;
use kagetsu_kernel::file::{OutputFile, Outputs, read_text_file};
use kagetsu_kernel::{Score, ShowPath as _};

use super::args::ForecastArgs;
use super::games;
use super::loss::{Forecast, PredictionLosses};
use super::sample::{EndedGame, PredictionCase, Sampler};

/// One line of the file of scores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct PredictionLine {
    rule: String,
    size: String,
    moves: String,
    points: f64,
    score: i32,
    proved: bool,
}

impl PredictionLine {
    fn new(case: &PredictionCase, score: Score) -> Self {
        Self {
            rule: case.rule.to_string(),
            size: case.size.to_string(),
            moves: Rows::FromBottom.names(&case.moves, case.size, ""),
            points: case.points,
            score: score.value(),
            proved: score.is_decided(),
        }
    }

    fn forecast(&self) -> Forecast {
        Forecast {
            score: with_proof(self.score, self.proved),
            points: self.points,
        }
    }

    fn is_of(&self, case: &PredictionCase) -> bool {
        let same = Self::new(case, Score::ZERO);
        (&self.rule, &self.size, &self.moves) == (&same.rule, &same.size, &same.moves)
    }
}

/// Measures how well scores predict the results of the games. Returns the exit code.
pub(crate) fn run(
    args: &ForecastArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<u8, CommandError> {
    let files = game_files(&args.games);
    let inputs = files
        .iter()
        .flatten()
        .chain(&args.against)
        .chain(networks(&args.options));
    let mut file = Outputs::new(args.overwrite)
        .reading(inputs)
        .printing()
        .begin_if(args.out.as_deref())?;
    let (sampler, counts) = choose(args, files, err)?;
    if counts.are_all_unusable() {
        return Ok(BAD_INPUT);
    }
    let cases = sampler.finish()?;
    let before = args
        .against
        .as_deref()
        .map(|path| earlier_lines(path, &cases))
        .transpose()?;
    let lines = search(args, &cases, &mut file)?;
    if lines.len() < cases.len() {
        return Err(CommandError::nothing_kept());
    }
    if let Some(file) = file {
        file.finish()?;
    }
    let losses = losses(&lines, &cases);
    let difference = before.map(|before| losses.difference(&self::losses(&before, &cases)));
    let proved = lines.iter().filter(|line| line.proved).count();
    if args.json {
        let mut object = json!({
            "positions": lines.len(),
            "nodes": args.nodes,
            "loss": losses.mean(),
            "scale": losses.scale,
            "proved": proved,
            "unusable": counts.unusable,
        });
        if let Some(difference) = difference {
            object["difference"] = json!(difference);
        }
        writeln!(out, "{object}")?;
        return Ok(counts.exit_code());
    }
    let Mean { mean, error } = losses.mean();
    writeln!(out, "positions   {}", lines.len())?;
    writeln!(out, "loss        {mean:.4} +- {error:.4}")?;
    writeln!(out, "scale       {}", losses.scale)?;
    writeln!(out, "proved      {proved}")?;
    if let Some(Mean { mean, error }) = difference {
        writeln!(
            out,
            "difference  {mean:+.4} +- {error:.4} (one standard error)"
        )?;
    }
    if counts.unusable > 0 {
        let left_out = unusable_in_words(counts.unusable as u64);
        writeln!(out, "left out    {left_out}")?;
    }
    Ok(counts.exit_code())
}

fn losses(lines: &[PredictionLine], cases: &[PredictionCase]) -> PredictionLosses {
    let forecasts: Vec<Forecast> = lines.iter().map(PredictionLine::forecast).collect();
    let games = cases.iter().map(|case| case.game);
    PredictionLosses::of(&forecasts, games.collect())
}

/// Chooses positions of the games that can be used.
fn choose<'a>(
    args: &'a ForecastArgs,
    files: Vec<Result<PathBuf, CommandError>>,
    err: &mut dyn Write,
) -> io::Result<(Sampler<'a>, GameCounts)> {
    let mut sampler = Sampler::new(args);
    let options = ReadOptions {
        rule: args.rule,
        size: args.size,
        encoding: args.encoding,
        ..ReadOptions::default()
    };
    let mut reader = GameReader::new(err);
    for file in files {
        if let Some(path) = reader.usable(file)? {
            let take = |game: &EndedGame| sampler.add(&path, game);
            games::read(&path, &options, &mut reader, take)?;
        }
    }
    Ok((sampler, reader.finish()?))
}

/// Searches all positions, and writes the scores in the order of the positions.
fn search(
    args: &ForecastArgs,
    cases: &[PredictionCase],
    file: &mut Option<OutputFile>,
) -> Result<Vec<PredictionLine>, CommandError> {
    let searches = NodeSearches {
        nodes: args.nodes,
        options: &args.options,
        threads: args.threads.count(),
        stop: &stop_on_interrupt(),
    };
    let position = |number: usize| cases[number].position();
    let mut lines = Vec::with_capacity(cases.len());
    searches.run(cases.len(), position, |number, thought| {
        let line = PredictionLine::new(&cases[number], thought.report.score);
        if let Some(file) = file {
            write_json_line(&line, file)?;
        }
        lines.push(line);
        Ok(())
    })?;
    Ok(lines)
}

/// The scores of another run, which must have been of the same positions.
fn earlier_lines(
    path: &Path,
    cases: &[PredictionCase],
) -> Result<Vec<PredictionLine>, CommandError> {
    let text = read_text_file(path).map_err(CommandError::unreadable(path.shown()))?;
    let parse = |(line, text): (usize, &str)| {
        serde_json::from_str(text).map_err(|error| {
            CommandError::input(format!("line {line} of '{}': {error}", path.shown()))
        })
    };
    let lines: Vec<PredictionLine> = (1..)
        .zip(text.lines())
        .map(parse)
        .collect::<Result<_, _>>()?;
    let is_same = |(line, case): (&PredictionLine, &PredictionCase)| line.is_of(case);
    if lines.len() != cases.len() || !lines.iter().zip(cases).all(is_same) {
        return Err(CommandError::input(format!(
            "'{}' has the scores of other positions: the same games and options are needed",
            path.shown()
        )));
    }
    Ok(lines)
}

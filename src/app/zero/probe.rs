//! `zero probe`: positions with right answers.

use std::io::Write;
use std::ops::Not;

use kagetsu_kernel::{StopSignal, percent};
use kagetsu_zero::probe::{FILE, Probe, ProbeError, Probed, Scores, measure, probes};
use kagetsu_zero::run::{Origin, Run, RunError};
use kagetsu_zero::{GameRules, Searcher};
use serde::Serialize;

use crate::error::CommandError;
use crate::printed::write_json_line;
use crate::progress::waiting_line;

use super::args::ZeroProbeArgs;
use super::history::{caution, known_generations};

/// The width of the column of games.
const GAMES: usize = 7;
/// What stands in place of games for a network that is distilled. The rows after it count the games since then.
const DISTILLED: &str = "distilled";

/// The line of a generation with `--json`.
#[derive(Serialize)]
struct Line<'a> {
    generation: u32,
    games: u64,
    #[serde(skip_serializing_if = "Not::not")]
    distilled: bool,
    playouts: u32,
    of_each: usize,
    scores: Vec<Counted<'a>>,
}

/// Shares of right answers, with the numbers of those that are right or not.
#[derive(Serialize)]
struct Counted<'a> {
    #[serde(flatten)]
    scores: &'a Scores,
    policy_right: u64,
    search_right: u64,
}

/// Asks the networks of a run, one after the other, and prints the figures of each.
pub(super) fn probe(
    args: &ZeroProbeArgs,
    stop: &StopSignal,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), CommandError> {
    let run = Run::open(&args.folder, None)?;
    let all: Vec<u32> = if let Some(generation) = args.generation {
        vec![generation]
    } else {
        let known = known_generations(&run, err)?;
        let newest = known.last().copied().unwrap_or_default();
        let is_asked = |number: &u32| number.is_multiple_of(args.every) || *number == newest;
        known.into_iter().filter(is_asked).collect()
    };
    run.check_games_before(all.last().copied().unwrap_or_default())?;
    let positions = positions(&run, args.positions.into(), stop)?;
    let width = if run.is_distilled()? {
        DISTILLED.len()
    } else {
        GAMES
    };
    if let Some(caution) = caution(*run.rules(), args.playouts).filter(|_| !args.json) {
        writeln!(err, "note: {caution}: p and p* tell what it has learned")?;
    }
    let mut has_header = args.json;
    let mut unkept: Option<String> = None;
    for generation in all {
        let kept: Option<Probed> = run.kept(generation, FILE)?;
        let is_same = |probed: &Probed| {
            probed.playouts == args.playouts && probed.of_each == usize::from(args.positions)
        };
        let probed = if let Some(probed) = kept.filter(is_same) {
            probed
        } else {
            let Some(probed) = ask(args, &run, generation, &positions, stop)? else {
                return Err(unkept.map_or_else(
                    || RunError::Interrupted.into(),
                    |fault| CommandError::interrupted(format!("interrupted: {fault}")),
                ));
            };
            // It took time, and is told all the same.
            if let Err(error) = run.keep(generation, FILE, &probed) {
                unkept.get_or_insert_with(|| format!("what was measured is not kept: {error}"));
            }
            probed
        };
        let origin = run.origin(generation)?;
        if !has_header {
            write!(out, "{}", header(&probed, *run.rules(), width))?;
            has_header = true;
        }
        if args.json {
            let line = Line {
                generation,
                games: origin.games,
                distilled: origin.is_distilled,
                playouts: probed.playouts,
                of_each: probed.of_each,
                scores: probed.scores.iter().map(counted).collect(),
            };
            write_json_line(&line, out)?;
        } else {
            writeln!(out, "{:>width$}{}", short(origin), row(&probed))?;
        }
        out.flush()?;
    }
    unkept.map_or(Ok(()), |fault| Err(CommandError::system(fault)))
}

/// Asks the network of a generation; `None` when that was broken off.
fn ask(
    args: &ZeroProbeArgs,
    run: &Run,
    generation: u32,
    positions: &[Probe],
    stop: &StopSignal,
) -> Result<Option<Probed>, RunError> {
    let network = run.network(generation)?;
    let (searcher, rules) = (Searcher::new(&network, run.recipe()), *run.rules());
    let (playouts, threads) = (args.playouts, args.threads.count());
    let line = waiting_line();
    let scores = measure(searcher, rules, positions, playouts, threads, stop);
    line.finish_and_clear();
    Ok(scores.map(|scores| Probed {
        playouts,
        of_each: args.positions.into(),
        scores,
    }))
}

/// So many positions of each kind, or fewer. There are some.
fn positions(run: &Run, of_each: usize, stop: &StopSignal) -> Result<Vec<Probe>, CommandError> {
    let rules = *run.rules();
    let positions = probes(rules, of_each, stop).map_err(|error| match error {
        ProbeError::Interrupted => RunError::Interrupted.into(),
        ProbeError::Rules(_) => CommandError::input(error),
    })?;
    if positions.is_empty() {
        return Err(CommandError::input(format!(
            "random games of '{rules}' come to no position whose right answer is known"
        )));
    }
    Ok(positions)
}

/// What a network has learned from, in a column.
fn short(origin: Origin) -> String {
    match origin {
        Origin {
            is_distilled: false,
            games,
        } => games.to_string(),
        Origin { games: 0, .. } => DISTILLED.to_string(),
        Origin { games, .. } => format!("+{games}"),
    }
}

fn counted(scores: &Scores) -> Counted<'_> {
    let count = |share: f64| (share * scores.positions as f64).round() as u64;
    Counted {
        scores,
        policy_right: count(scores.policy),
        search_right: count(scores.search),
    }
}

/// The four figures of each kind, in percent.
fn row(probed: &Probed) -> String {
    let kinds = probed.scores.iter().map(|scores| {
        let figures = [
            scores.policy,
            scores.policy_drawn,
            scores.search,
            scores.search_drawn,
        ];
        let figures = figures.map(|share| format!("{:>5.0}", percent(share)));
        format!("  |{}", figures.concat())
    });
    kinds.collect()
}

/// What the columns mean, the first of which has a width.
fn header(probed: &Probed, rules: GameRules, width: usize) -> String {
    let chances: Vec<String> = probed
        .scores
        .iter()
        .map(|scores| format!("{:.0} %", percent(scores.chance)))
        .collect();
    let kinds = probed
        .scores
        .iter()
        .map(|scores| format!("  | {:<19}", scores.kind.name(rules)));
    let columns = probed
        .scores
        .iter()
        .map(|_| format!("  |{:>5}{:>5}{:>5}{:>5}", "p", "p*", "s", "s*"));
    format!(
        "Right in %: p by the greatest prior, p* drawn by the priors, s by {} playouts, s* drawn by their visits; chance: {}\n\
         {:>width$}{}\n{:>width$}{}\n",
        probed.playouts,
        chances.join(", "),
        "",
        kinds.collect::<String>().trim_end(),
        "games",
        columns.collect::<String>(),
    )
}

#[cfg(test)]
mod tests {
    use super::super::told::{check_refused, path, small, write_recipe, zero};

    #[test]
    fn a_game_whose_rows_nobody_completes_has_no_positions() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let [own, file] = ["own", "own.toml"].map(|name| folder.path().join(name));
        write_recipe(&small("1x12,k=12"), &file);
        let recipe = ["--recipe", path(&file), "--generations", "0"];
        zero(&[&["run", path(&own)], &recipe[..]].concat()).expect("a run");
        check_refused(&["probe", path(&own)], "'1x12,k=12' come to no position");
    }
}

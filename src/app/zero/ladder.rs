//! `zero ladder`: the networks of a run against each other.

use std::io::Write;
use std::iter;
use std::ops::Not;
use std::path::Path;

use kagetsu_arena::statistics::{Encounter, Results, rate, ratings_text};
use kagetsu_kernel::{ShowPath as _, StopSignal};
use kagetsu_zero::Searcher;
use kagetsu_zero::ladder::{LadderSettings, play_pairs};
use kagetsu_zero::net::Network;
use kagetsu_zero::recipe::Recipe;
use kagetsu_zero::run::{Origin, Run, RunError};
use serde::Serialize;

use crate::error::CommandError;
use crate::given_twice::refuse_twice;
use crate::printed::write_json_line;
use crate::progress::waiting_line;

use super::args::ZeroLadderArgs;
use super::history::{caution, known_generations};

/// Networks that play unless the command says which.
const NETWORKS: usize = 5;

/// A network that plays. The run is named where another one plays too.
#[derive(Clone, Debug)]
struct Entrant {
    run: Option<String>,
    generation: u32,
    origin: Origin,
    recipe: Recipe,
    network: Network,
}

/// The results of two networks with `--json`, from the first one's point of view.
#[derive(Serialize)]
struct EncounterLine<'a> {
    first: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_run: Option<&'a str>,
    second: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    second_run: Option<&'a str>,
    wins: u64,
    draws: u64,
    losses: u64,
}

/// The rating of a network with `--json`, in Elo; the bounds are those of 95 %.
#[derive(Serialize)]
struct RatingLine<'a> {
    generation: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<&'a str>,
    games: u64,
    #[serde(skip_serializing_if = "Not::not")]
    distilled: bool,
    elo: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

/// Lets every two networks play and rates them.
pub(super) fn ladder(
    args: &ZeroLadderArgs,
    stop: &StopSignal,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), CommandError> {
    refuse_twice(
        iter::once(&args.folder).chain(&args.beside),
        "run",
        "a ladder is of other runs beside it, each named once",
    )?;
    let run = Run::open(&args.folder, None)?;
    let entrants = entrants(args, &run, err)?;
    if let Some(caution) = caution(*run.rules(), args.playouts).filter(|_| !args.json) {
        writeln!(err, "note: {caution}: the ratings tell little")?;
    }
    let settings = LadderSettings {
        pairs: args.games / 2,
        playouts: args.playouts,
        seed: args.seed,
    };
    let mut encounters = Vec::new();
    for second in 1..entrants.len() {
        for first in 0..second {
            let [own, other] = [&entrants[first], &entrants[second]];
            let both = [own, other].map(|entrant| Searcher::new(&entrant.network, &entrant.recipe));
            let message = format!("{} and {} ", own.name(), other.name());
            let line = waiting_line().with_message(message);
            let games = play_pairs(both, *run.rules(), &settings, args.threads.count(), stop);
            line.finish_and_clear();
            let mut results = Results::default();
            for game in games.ok_or_else(CommandError::nothing_kept)? {
                let opening = format!("{:?}", game.opening);
                results.push(game.pair, game.half_points, Some(opening));
            }
            let counts = results.games();
            let line = EncounterLine {
                first: own.generation,
                first_run: own.run.as_deref(),
                second: other.generation,
                second_run: other.run.as_deref(),
                wins: counts.wins,
                draws: counts.draws,
                losses: counts.losses,
            };
            if args.json {
                write_json_line(&line, out)?;
                out.flush()?;
            }
            encounters.push(Encounter {
                first,
                second,
                results,
            });
        }
    }
    let names: Vec<String> = entrants.iter().map(Entrant::name).collect();
    let ratings = rate(&names, &encounters, &[]).map_err(CommandError::system)?;
    if !args.json {
        write!(out, "{}", ratings_text(&ratings))?;
        return Ok(());
    }
    for (entrant, rating) in entrants.iter().zip(&ratings.engines) {
        let line = RatingLine {
            generation: entrant.generation,
            run: entrant.run.as_deref(),
            games: entrant.origin.games,
            distilled: entrant.origin.is_distilled,
            // Equal networks have no negative zero.
            elo: rating.elo.map(|elo| elo.value + 0.0),
            low: rating.elo.map(|elo| elo.low),
            high: rating.elo.map(|elo| elo.high),
        };
        write_json_line(&line, out)?;
    }
    Ok(())
}

impl Entrant {
    fn new(run: &Run, folder: Option<&Path>, generation: u32) -> Result<Self, RunError> {
        run.check_games_before(generation)?;
        Ok(Self {
            run: folder.map(|folder| folder.shown().to_string()),
            generation,
            origin: run.origin(generation)?,
            recipe: run.recipe().clone(),
            network: run.network(generation)?,
        })
    }

    fn name(&self) -> String {
        let run = self.run.as_ref().map(|run| format!("{run}, "));
        format!("{}{}", run.unwrap_or_default(), self.origin)
    }
}

/// The networks that play: those of the run, and the newest one of every run beside it.
fn entrants(
    args: &ZeroLadderArgs,
    run: &Run,
    err: &mut dyn Write,
) -> Result<Vec<Entrant>, CommandError> {
    let own = (!args.beside.is_empty()).then_some(args.folder.as_path());
    let mut entrants = Vec::new();
    for generation in generations(args, run, err)? {
        entrants.push(Entrant::new(run, own, generation)?);
    }
    for folder in &args.beside {
        let other = Run::open(folder, None)?;
        if other.rules() != run.rules() {
            return Err(CommandError::input(format!(
                "'{}' plays {} and '{}' {}: only networks of the same game can play each other",
                folder.shown(),
                other.rules(),
                args.folder.shown(),
                run.rules()
            )));
        }
        let newest = known_generations(&other, err)?.last().copied();
        entrants.push(Entrant::new(
            &other,
            Some(folder),
            newest.unwrap_or_default(),
        )?);
    }
    Ok(entrants)
}

/// The generations that play, each once.
fn generations(
    args: &ZeroLadderArgs,
    run: &Run,
    err: &mut dyn Write,
) -> Result<Vec<u32>, CommandError> {
    let mut generations = args.generations.clone();
    generations.sort_unstable();
    if let Some([twice, _]) = generations.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(CommandError::input(format!(
            "generation {twice} is named twice: name each once"
        )));
    }
    if generations.is_empty() {
        let known = known_generations(run, err)?;
        let newest = known.len() - 1;
        if args.beside.is_empty() {
            let spread = (0..NETWORKS).map(|number| known[newest * number / (NETWORKS - 1)]);
            generations.extend(spread);
            generations.dedup();
        } else {
            generations.push(known[newest]);
        }
    }
    if generations.len() + args.beside.len() < 2 {
        return Err(CommandError::input(format!(
            "a ladder needs two networks: '{}' has {}; name two generations, or learn one more",
            args.folder.shown(),
            run.generations()?.len()
        )));
    }
    Ok(generations)
}

#[cfg(test)]
mod tests {
    use super::super::args::ZeroCommand;
    use super::super::told::{command, path, zero};
    use super::*;

    #[test]
    fn a_ladder_that_is_broken_off_says_that_nothing_is_kept() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let [one, two] = ["one", "two"].map(|name| parent.path().join(name));
        for folder in [&one, &two] {
            zero(&["run", path(folder), "--small", "--generations", "0"]).expect("a recipe");
        }
        let words = ["ladder", path(&one), "--beside", path(&two)];
        let ZeroCommand::Ladder(args) = command(&words) else {
            panic!("it is a ladder");
        };
        let stop = StopSignal::new();
        stop.raise();
        let broken_off = ladder(&args, &stop, &mut Vec::new(), &mut Vec::new());
        let error = broken_off.expect_err("it is stopped");
        assert_eq!(error.to_string(), "interrupted: nothing is kept");
        assert_eq!(error.exit_code(), 130);
    }
}

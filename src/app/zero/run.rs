//! The work of `zero`.

use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use kagetsu_kernel::file::read_text_file;
use kagetsu_kernel::{Shard, ShowPath as _, StopSignal, counted, seconds};
use kagetsu_zero::learn::{GameRecord, Learned};
use kagetsu_zero::recipe::{RECIPES, Recipe, recipe_text};
use kagetsu_zero::run::{MissingState, Run, RunError};

use crate::error::CommandError;
use crate::interrupt::{COMPLETE, stop_on_interrupt};
use crate::progress::{bar, time_left, waiting_line};

use super::args::{ZeroCommand, ZeroDistilArgs, ZeroRunArgs};
use super::labelled::{LabelledGames, read_labelled};
use super::ladder::ladder;
use super::next_steps::{tell_next_steps, tell_step_after_games, tell_step_after_learning};
use super::probe::probe;
use super::report::report;
use super::serve::serve_network;

/// The recipe of `--small`.
const SMALL: &str = "small";

/// Plays, learns, or both. Returns the exit code.
pub(crate) fn run(
    command: &ZeroCommand,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<u8, CommandError> {
    match command {
        ZeroCommand::Play(args) => {
            let run = Run::open(&args.folder, None)?;
            let threads = args.threads.count();
            let stop = stop_on_interrupt();
            let (generation, shard) = (args.generation, args.shard);
            let has_played = play(&run, generation, shard, threads, &stop)?;
            let which = if has_played { "are" } else { "were" };
            writeln!(
                out,
                "generation {generation}: the games of {shard} {which} there"
            )?;
            tell_step_after_games(&run, &args.folder, args.generation, out)?;
        }
        ZeroCommand::Learn(args) => {
            let run = Run::open(&args.folder, None)?;
            let (generation, missing) = (args.generation, args.optimiser.missing_state());
            let is_learned = run.is_learned(generation + 1)?;
            // An optimiser that begins anew would make another network: that is refused.
            if !is_learned || missing == MissingState::BegunAnew {
                check_learning(&run, generation, missing, out)?;
            }
            if is_learned {
                run.check_learned(generation + 1)?;
                writeln!(out, "generation {generation} was learned from already")?;
                return tell_step_after_learning(&run, &args.folder, out).map(|()| COMPLETE);
            }
            let threads = args.threads.count();
            let stop = stop_on_interrupt();
            let learned = learning(|| run.learn(generation, missing, threads, &stop))?;
            writeln!(out, "generation {generation}: {}", text_of(&learned))?;
            tell_step_after_learning(&run, &args.folder, out)?;
        }
        ZeroCommand::Run(args) => all(args, &stop_on_interrupt(), out)?,
        ZeroCommand::Distil(args) => distil(args, &stop_on_interrupt(), out)?,
        ZeroCommand::Probe(args) => probe(args, &stop_on_interrupt(), out, err)?,
        ZeroCommand::Ladder(args) => ladder(args, &stop_on_interrupt(), out, err)?,
        // Ctrl-C ends it at once, as any engine.
        ZeroCommand::Serve(args) => serve_network(args)?,
        ZeroCommand::Report(args) => report(args, &stop_on_interrupt(), out, err)?,
    }
    Ok(COMPLETE)
}

/// The recipe of a name or a file.
fn recipe(name: &str) -> Result<Recipe, CommandError> {
    let text = match recipe_text(name) {
        Some(text) => text.to_string(),
        None => read_text_file(Path::new(name)).map_err(|error| {
            let names = RECIPES.map(|(name, _)| name).join(", ");
            CommandError::input(match error.kind() {
                io::ErrorKind::NotFound => format!("'{name}' is no recipe ({names}) and no file"),
                _ => format!(
                    "'{name}' is no recipe ({names}), and cannot be read as a file: {error}"
                ),
            })
        })?,
    };
    Recipe::read(&text).map_err(|error| CommandError::input(format!("'{name}': {error}")))
}

/// Checks that learning from a generation can begin, and says so if the optimiser begins anew.
fn check_learning(
    run: &Run,
    generation: u32,
    missing: MissingState,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    if run.check_learning(generation, missing)? {
        writeln!(
            out,
            "generation {generation}: the state of the optimiser is missing, and it begins anew: \
             the networks from here on are not those of an unbroken run"
        )?;
        out.flush()?;
    }
    Ok(())
}

/// Plays the games of a shard, and shows how many have ended. Says whether any was missing.
fn play(
    run: &Run,
    generation: u32,
    shard: Shard,
    threads: usize,
    stop: &StopSignal,
) -> Result<bool, RunError> {
    let games = shard.range(run.recipe().games);
    let progress = bar(games.end - games.start, 0, "games");
    let played = run.play(generation, shard, threads, stop, &|_| progress.inc(1));
    let were_missing = progress.position() > 0;
    progress.finish_and_clear();
    played.map(|()| were_missing)
}

/// Does the work of learning, while a line shows that it goes on.
fn learning<T>(work: impl FnOnce() -> T) -> T {
    let line = waiting_line().with_message("learning ");
    let done = work();
    line.finish_and_clear();
    done
}

fn all(args: &ZeroRunArgs, stop: &StopSignal, out: &mut dyn Write) -> Result<(), CommandError> {
    let name = args.recipe.as_deref().or(args.small.then_some(SMALL));
    let recipe = name.map(recipe).transpose()?;
    let run = Run::open(&args.folder, recipe.as_ref())?;
    let generations = args.generations.unwrap_or(run.recipe().generations);
    let mut left = Vec::new();
    for generation in 0..generations {
        if !run.is_learned(generation + 1)? {
            left.push(generation);
        }
    }
    if !left.is_empty() {
        writeln!(
            out,
            "{} of {} to do; after Ctrl-C or a kill the same command goes on",
            left.len(),
            counted(generations, "generation")
        )?;
        out.flush()?;
    }
    if left.is_empty() && generations > 0 {
        run.check_learned(generations)?;
    }
    let count = left.len();
    for (done, generation) in (1..).zip(left) {
        let started = Instant::now();
        let missing = args.optimiser.missing_state();
        check_learning(&run, generation, missing, out)?;
        // Games of the generations before, which are learned from again, may have been lost.
        for number in run.first_in_window(generation)?..=generation {
            for shard in run.missing_shards(number)? {
                play(&run, number, shard, args.threads.count(), stop)?;
            }
        }
        let games = run.games(generation)?;
        let threads = args.threads.count();
        let learned = learning(|| run.learn(generation, missing, threads, stop))?;
        let time = started.elapsed();
        writeln!(
            out,
            "generation {generation} ({} of {generations}): {}, {}{}\n  {}",
            generation + 1,
            results_of(&games),
            seconds::show(time),
            time_left(time.saturating_mul((count - done) as u32)),
            text_of(&learned),
        )?;
        out.flush()?;
    }
    tell_next_steps(&run, &args.folder, out)
}

/// Learns from games of the engine, and tells the losses.
fn distil(
    args: &ZeroDistilArgs,
    stop: &StopSignal,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let recipe = args.recipe.as_deref().map(recipe).transpose()?;
    let rules = match (Run::open(&args.folder, None), &recipe) {
        (Ok(_), _) => {
            let run = Run::open(&args.folder, recipe.as_ref())?;
            let rules = run.rules().in_a_row().map_err(CommandError::input)?;
            run.check_distilling()?;
            rules
        }
        // It is begun when the games are known to be those of the recipe.
        (Err(RunError::NoRun(_)), Some(recipe)) => {
            Run::check_place(&args.folder)?;
            let rules = recipe.game().map_err(CommandError::input)?;
            rules.in_a_row().map_err(CommandError::input)?
        }
        (Err(error), _) => return Err(error.into()),
    };
    let threads = args.threads.count();
    let labelled = read_labelled(&args.data, rules, threads, stop)?;
    let run = Run::open(&args.folder, recipe.as_ref())?;
    let LabelledGames {
        games,
        held_out_games,
        learned,
        held_out,
    } = labelled;
    let games = counted(games as u64, "game");
    writeln!(out, "{games}, of them {held_out_games} held out")?;
    out.flush()?;
    let distilled = learning(|| run.distil(&learned, &held_out, threads, stop));
    let (learned, losses) = distilled.map_err(|error| match error {
        // Neither the positions that were read nor a network that has learned some of them.
        RunError::Interrupted => CommandError::nothing_kept(),
        error => error.into(),
    })?;
    writeln!(out, "{}", text_of(&learned))?;
    if held_out.is_empty() {
        writeln!(out, "nothing is held out: the games have few openings")?;
    } else {
        writeln!(
            out,
            "{} held out: policy {:.3}, value {:.3}",
            counted(held_out.len() as u64, "position"),
            losses.policy,
            losses.value
        )?;
    }
    let name = args.folder.shown();
    writeln!(out, "'{name}' holds the network as that of generation 1")?;
    Ok(())
}

fn results_of(games: &[GameRecord]) -> String {
    let count = |result: i8| games.iter().filter(|game| game.result == result).count();
    let moves: usize = games.iter().map(|game| game.moves.len()).sum();
    format!(
        "{}, black {}, white {}, drawn {}, {} moves each",
        counted(games.len() as u64, "game"),
        count(1),
        count(-1),
        count(0),
        moves / games.len().max(1),
    )
}

fn text_of(learned: &Learned) -> String {
    let further = match learned.losses.auxiliary {
        0.0 => String::new(),
        loss => format!(", further heads {loss:.3}"),
    };
    format!(
        "{} learned in {}: policy {:.3}, value {:.3}{}",
        counted(learned.positions as u64, "position"),
        counted(learned.steps as u64, "step"),
        learned.losses.policy,
        learned.losses.value,
        further
    )
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use kagetsu_gomoku::board::Rule;
    use kagetsu_gomoku::geometry::{BoardSize, Point};
    use kagetsu_training::dataset::{
        DatasetHeader, DatasetWriter, TrainingGame, TrainingMove, TrainingResult,
    };
    use kagetsu_zero::Rules;

    use super::super::told::{check_refused, path, small, write_recipe, zero};
    use super::*;

    /// As many openings as it takes to hold some of them out.
    const OPENINGS: usize = 64;

    /// A file of games of two plies, whose best move is known in the first one or in none, each opening with its mirror image.
    fn data(folder: &Path, rule: Rule, side: usize, is_known: bool) -> PathBuf {
        let path = folder.join("games.kgd");
        let header = DatasetHeader {
            rule,
            size: BoardSize::square(side).expect("a legal size"),
            note: String::new(),
        };
        let mut writer = DatasetWriter::replace(&path, header).expect("the disk has room");
        for number in 0..2 * OPENINGS {
            let (opening, is_mirrored) = (number / 2, number % 2 == 1);
            let at = |x: usize, y| Point::at(if is_mirrored { side - 1 - x } else { x }, y);
            let game = TrainingGame {
                opening: vec![
                    at(0, opening % 4),
                    at(1, opening / 4 % 4),
                    at(2, opening / 16),
                ],
                plies: [(0, is_known), (1, false)]
                    .map(|(y, is_best)| TrainingMove {
                        is_best,
                        ..TrainingMove::best(at(3, y), 0)
                    })
                    .to_vec(),
                tree: Vec::new(),
                result: TrainingResult::Draw,
                scored: true,
            };
            writer.write(&game).expect("the disk has room");
        }
        writer.finish().expect("the disk has room");
        path
    }

    fn distilled(folder: &Path, data: &Path) -> Result<String, CommandError> {
        let recipe = folder.join("five.toml");
        write_recipe(&small("5x5,k=5"), &recipe);
        let run = folder.join("run");
        let words = ["distil", path(&run), path(data), "--recipe", path(&recipe)];
        zero(&words)
    }

    #[test]
    fn the_first_network_learns_from_the_games_of_files() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let data = data(folder.path(), Rule::Freestyle, 5, true);
        let said = distilled(folder.path(), &data).expect("a network");
        let games = 2 * OPENINGS;
        let rest = said
            .strip_prefix(&format!("{games} games, of them "))
            .expect("their number");
        let (held_out, _) = rest.split_once(' ').expect("a number");
        let held_out: usize = held_out.parse().expect("a number");
        // An opening and its mirror image are on the same side.
        assert!(held_out > 0 && held_out.is_multiple_of(2), "{said}");
        assert!(
            said.contains(&format!("\n{} positions learned in", games - held_out))
                && said.contains(&format!("\n{held_out} positions held out: policy "))
                && said.ends_with("holds the network as that of generation 1\n"),
            "{said}"
        );
        // It is refused before the files are read.
        fs::remove_file(&data).expect("it is there");
        let again = distilled(folder.path(), &data).expect_err("there is one");
        assert!(
            again.to_string().contains("has games or a network"),
            "{again}"
        );
    }

    #[test]
    fn distilling_that_is_broken_off_says_that_nothing_is_kept() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let data = data(folder.path(), Rule::Freestyle, 5, true);
        let stop = StopSignal::new();
        stop.raise();
        let read = read_labelled(&[data], Rules::new(5, 5, 5), 1, &stop);
        let error = read.err().expect("it is stopped");
        assert_eq!(error.to_string(), "interrupted: nothing is kept");
        assert_eq!(error.exit_code(), 130);
    }

    #[test]
    fn a_folder_that_is_not_begun_needs_a_recipe_and_a_folder_around_it() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let run = folder.path().join("run");
        let words = ["distil", path(&run), "missing.kgd"];
        check_refused(&words, "with --recipe distil");
        let inner = run.join("inner");
        let words = ["distil", path(&inner), "missing.kgd", "--recipe", "distil"];
        check_refused(&words, "there is no folder '");
    }

    #[test]
    fn a_distilled_network_is_called_so() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let data = data(folder.path(), Rule::Freestyle, 5, true);
        distilled(folder.path(), &data).expect("a network");
        let run = folder.path().join("run");
        let page = folder.path().join("page.html");
        let [run, page] = [&run, &page].map(|file| path(file));
        let said = |words: &[&str]| zero(words).expect("an answer");
        let few = ["--playouts", "2"];
        let probe = [&["probe", run, "--positions", "2"][..], &few].concat();
        let ladder = [&["ladder", run, "--games", "2"][..], &few].concat();
        let rows = said(&probe);
        assert!(
            rows.contains("\n        0  |") && rows.contains("\ndistilled  |"),
            "{rows}"
        );
        let json = said(&[&probe[..], &["--json"]].concat());
        let known: Vec<bool> = json
            .lines()
            .map(|line| line.contains("\"games\":0,\"distilled\":true"))
            .collect();
        assert_eq!(known, [false, true], "{json}");
        let rated = said(&ladder);
        assert!(
            rated.contains("distilled") && rated.contains("0 games"),
            "{rated}"
        );
        let told = said(&["report", run, "--out", page]);
        assert!(
            told.contains("shows the distilled network and 0 games of"),
            "{told}"
        );
        let text = fs::read_to_string(page).expect("the page");
        assert!(
            text.contains("run: a distilled network</h1>")
                && text.contains("Right moves, distilled, in %")
        );
        assert!(!text.contains("learned from nothing"));
        let next = said(&["run", run, "--generations", "1"]);
        assert!(next.contains("generation 1 (distilled). Next:"), "{next}");
        let next = said(&["run", run, "--generations", "2"]);
        assert!(
            next.contains("generation 2 (distilled and 60 games). Next:")
                && next.contains(" web --zero "),
            "{next}"
        );
        let rows = said(&probe);
        assert!(rows.contains("\n      +60  |"), "{rows}");
        assert!(said(&ladder).contains("distilled and 60 games"));
    }

    #[test]
    fn a_lost_state_of_the_optimiser_is_refused_before_games_are_played_or_is_told() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let own = folder.path().join("run");
        let said = |words: &[&str]| zero(&[&["run", path(&own)][..], words].concat());
        let begun = said(&["--small", "--generations", "0"]).expect("a recipe");
        assert!(
            begun.contains(" --generation 0 --shard 1/2\n") && own.join("recipe.toml").exists(),
            "{begun}"
        );
        let told = said(&["--small", "--generations", "2"]).expect("networks");
        assert!(
            told.contains("generation 1 (2 of 2): 60 games")
                && told.contains(" zero ladder ")
                && !told.contains("web --zero"),
            "{told}"
        );
        assert!(told.starts_with("2 of 2 generations to do; "), "{told}");
        let mut lines = told.lines().filter(|line| !line.contains(path(&own)));
        assert!(lines.all(|line| line.len() < 100), "{told}");
        fs::remove_file(own.join("0002/adam.safetensors")).expect("the state");
        let again = said(&["--generations", "1"]).expect("they are there");
        assert!(
            again.contains("holds 2 generations and the network"),
            "{again}"
        );
        let three = ["--generations", "3"];
        let error = said(&three).expect_err("the state is missing");
        let text = error.to_string();
        assert!(
            text.contains("network.safetensors of generation 2") && error.exit_code() == 2,
            "{text}"
        );
        assert!(!own.join("0002/games-1-of-1.jsonl").exists());
        let told = said(&[&three[..], &["--new-optimiser"]].concat()).expect("a network");
        assert!(
            told.starts_with("1 of 3 generations to do; ")
                && told.contains(
                    "\ngeneration 2: the state of the optimiser is missing, and it begins anew"
                ),
            "{told}"
        );
    }

    #[test]
    fn games_of_another_kind_are_refused() {
        for (rule, side, is_known, words) in [
            (Rule::Renju, 5, true, "holds games of renju on 5x5"),
            (Rule::Standard, 5, true, "and the run is of 5x5,k=5"),
            (Rule::Freestyle, 6, true, "holds games of freestyle on 6x6"),
            (Rule::Freestyle, 5, false, "no position whose best move"),
        ] {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let data = data(folder.path(), rule, side, is_known);
            let error = distilled(folder.path(), &data).expect_err(words);
            assert!(error.to_string().contains(words), "{error}");
            assert_eq!(error.exit_code(), 2);
            assert!(!folder.path().join("run").exists());
        }
    }
}

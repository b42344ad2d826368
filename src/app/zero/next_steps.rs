//! What can be done next with the games and networks of a run, as the commands that make them say at their ends.

use std::io::{self, Write};
use std::path::Path;

use kagetsu_kernel::{ShowPath as _, counted};
use kagetsu_zero::probe::has_probes;
use kagetsu_zero::run::Run;

use crate::error::CommandError;

use super::gomoku_rules::gomoku_of;

/// Stands for the folder of the run.
const FOLDER: &str = "FOLDER";
/// Stands round its name, which may have blanks. To `cmd.exe` a single quote is a letter.
const QUOTE: char = if cfg!(windows) { '"' } else { '\'' };
/// Width of the column of commands. What a longer one does stands below it.
const COMMAND_WIDTH: usize = 38;
/// The command for a run of which nothing is learned yet, and what it does.
const RUN_STEP: (&str, &str) = ("zero run FOLDER", "plays and learns");
/// The same for one whose generations have more than one game.
const SHARD_STEP: (&str, &str) = (
    "zero play FOLDER --generation 0 --shard 1/2",
    "plays the first half of a generation, on one of two machines",
);
/// The command for the networks of games that have positions with right answers, and what it does.
const PROBE_STEP: (&str, &str) = ("zero probe FOLDER", "asks for moves that are known");
/// Commands for the networks of any game, and what they do.
const STEPS: [(&str, &str); 2] = [
    ("zero ladder FOLDER", "lets them play each other"),
    (
        "zero report FOLDER --out report.html",
        "writes a page about them",
    ),
];

/// Tells what can be done with the networks of the run in this folder.
pub(super) fn tell_next_steps(
    run: &Run,
    folder: &Path,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let newest = run.generations()?.last().copied().unwrap_or_default();
    if newest == 0 {
        writeln!(out, "'{}' holds a recipe. Next:", folder.shown())?;
        let shard = (run.recipe().games > 1).then_some(SHARD_STEP);
        for (command, what) in [RUN_STEP].into_iter().chain(shard) {
            tell(command, what, folder, out)?;
        }
        return Ok(());
    }
    let (name, origin) = (folder.shown(), run.origin(newest)?);
    if origin.is_distilled {
        writeln!(
            out,
            "'{name}' holds the network of generation {newest} ({origin}). Next:"
        )?;
    } else {
        let them = if newest == 1 { "it" } else { "them" };
        writeln!(
            out,
            "'{name}' holds {} and the network that learned from {them}. Next:",
            counted(newest, "generation")
        )?;
    }
    let rules = run.rules().in_a_row().ok();
    let board = rules.and_then(|rules| gomoku_of(&rules));
    let last = if board.is_some_and(|(size, _)| size.is_square()) {
        ("web --zero FOLDER", "plays against you on a page")
    } else {
        (
            "zero run nine --recipe ours",
            "learns gomoku on 9x9, in hours",
        )
    };
    let probe = has_probes(*run.rules()).then_some(PROBE_STEP);
    for (command, what) in probe.into_iter().chain(STEPS).chain([last]) {
        tell(command, what, folder, out)?;
    }
    Ok(())
}

/// Tells what follows the games of a shard of a generation.
pub(super) fn tell_step_after_games(
    run: &Run,
    folder: &Path,
    generation: u32,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    if run.is_learned(generation + 1)? {
        return tell_step_after_learning(run, folder, out);
    }
    let missing = run.missing_shards(generation)?;
    let (command, what) = if let Some(shard) = missing.first() {
        let left = counted(missing.len(), "shard");
        writeln!(out, "To be played: {left}. Next:")?;
        let command = format!("zero play FOLDER --generation {generation} --shard {shard}");
        (command, "plays the next one")
    } else {
        writeln!(out, "All its games are there. Next:")?;
        let command = format!("zero learn FOLDER --generation {generation}");
        (command, "learns from them")
    };
    Ok(tell(&command, what, folder, out)?)
}

/// Tells what follows the newest network.
pub(super) fn tell_step_after_learning(
    run: &Run,
    folder: &Path,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let newest = run.generations()?.last().copied().unwrap_or_default();
    if newest >= run.recipe().generations {
        return tell_next_steps(run, folder, out);
    }
    writeln!(out, "Next:")?;
    let command = format!("zero play FOLDER --generation {newest}");
    Ok(tell(&command, "plays with the new network", folder, out)?)
}

/// Tells a command for a folder, and what it does.
fn tell(command: &str, what: &str, folder: &Path, out: &mut dyn Write) -> io::Result<()> {
    // On Windows a separator at the end would make the quote after it a part of the name, and no name has a quote in it.
    let name = folder.components().as_path().shown().to_string();
    let name = name.replace(QUOTE, r"'\''");
    let command = command.replace(FOLDER, &format!("{QUOTE}{name}{QUOTE}"));
    if command.chars().count() > COMMAND_WIDTH {
        // A long one has a line of its own, so that it can be copied.
        return writeln!(out, "  pbrain-kagetsu {command}\n      {what}");
    }
    writeln!(out, "  pbrain-kagetsu {command:<COMMAND_WIDTH$} {what}")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use kagetsu_kernel::StopSignal;
    use kagetsu_zero::recipe::Recipe;
    use kagetsu_zero::run::MissingState;

    use super::super::told::{check_refused, path, small, write_recipe, zero};
    use super::*;

    #[test]
    fn a_game_without_positions_with_right_answers_is_not_to_be_asked() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let [own, file, page] =
            ["four", "four.toml", "page.html"].map(|name| folder.path().join(name));
        let recipe = Recipe {
            games: 4,
            ..small("4x4,k=3,gravity")
        };
        write_recipe(&recipe, &file);
        let recipe = ["--recipe", path(&file), "--generations", "1"];
        let told = zero(&[&["run", path(&own)], &recipe[..]].concat()).expect("a run");
        assert!(
            told.contains(" zero ladder ") && !told.contains(" zero probe "),
            "{told}"
        );
        zero(&["report", path(&own), "--out", path(&page)]).expect("a page");
        let text = fs::read_to_string(&page).expect("the page");
        assert!(text.contains("Loss of the policy") && !text.contains("zero probe"));
        check_refused(&["probe", path(&own)], "4x4,k=3,gravity");
    }

    #[test]
    fn each_shard_names_the_next_one_and_the_last_the_learning() {
        let mut recipe = small("3x3,k=3");
        (recipe.games, recipe.playouts, recipe.quick_playouts) = (4, 8, 8);
        let folder = tempfile::tempdir().expect("a temporary folder");
        let run = Run::open(folder.path(), Some(&recipe)).expect("a run");
        let stop = StopSignal::new();
        let told = || {
            let mut out = Vec::new();
            tell_step_after_games(&run, folder.path(), 0, &mut out).expect("memory suffices");
            String::from_utf8(out).expect("text")
        };
        for (shard, next) in [
            ("1/2", " --generation 0 --shard 2/2\n"),
            ("2/2", " zero learn "),
        ] {
            let shard = shard.parse().expect("a shard");
            run.play(0, shard, 1, &stop, &|_| ()).expect("games");
            let said = told();
            assert!(said.contains(next), "{said}");
        }
        run.learn(0, MissingState::Refused, 1, &stop)
            .expect("a network");
        let said = told();
        assert!(said.contains(" --generation 1\n"), "{said}");
    }

    #[test]
    fn a_command_can_be_copied_whatever_the_name_of_the_folder() {
        let of_unix = ["'nine'", r"'anna'\''s run'"];
        let of_windows = [r#""nine""#, r#""anna's run""#];
        let expected = if cfg!(windows) { of_windows } else { of_unix };
        for (name, expected) in ["nine", "anna's run"].into_iter().zip(expected) {
            let mut out = Vec::new();
            // With a separator at its end.
            let folder = Path::new(name).join("");
            tell("zero run FOLDER", "plays", &folder, &mut out).expect("memory suffices");
            let said = String::from_utf8(out).expect("text");
            assert!(said.contains(&format!(" zero run {expected} ")), "{said}");
        }
    }

    #[test]
    fn a_single_game_is_not_to_be_shared() {
        let mut recipe = small("3x3,k=3");
        for (games, is_shared) in [(1, false), (2, true)] {
            recipe.games = games;
            let folder = tempfile::tempdir().expect("a temporary folder");
            let run = Run::open(folder.path(), Some(&recipe)).expect("a run");
            let mut out = Vec::new();
            tell_next_steps(&run, folder.path(), &mut out).expect("memory suffices");
            let said = String::from_utf8(out).expect("text");
            assert!(
                said.contains(" zero run ") && said.contains(" --shard 1/2\n") == is_shared,
                "{said}"
            );
        }
    }

    #[test]
    fn what_was_learned_is_not_learned_again_while_its_state_is_there() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let own = folder.path().join("own");
        let run = ["run", path(&own), "--small", "--generations", "2"];
        zero(&run).expect("networks");
        zero(&["probe", path(&own), "--positions", "2", "--playouts", "2"]).expect("answers");
        let answers = own.join("0002/probes.json");
        assert!(answers.exists());
        let learn = ["learn", path(&own), "--generation", "1", "--new-optimiser"];
        let said = zero(&learn).expect("it is there");
        assert!(
            said.starts_with("generation 1 was learned from already\n"),
            "{said}"
        );
        assert!(answers.exists());
        fs::remove_file(own.join("0001/adam.safetensors")).expect("it is there");
        check_refused(&learn, "has a network already");
    }

    #[test]
    fn lost_games_that_are_learned_from_again_are_played_again() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let own = folder.path().join("own");
        let run = ["run", path(&own), "--generations"];
        zero(&[&run[..], &["2", "--small"]].concat()).expect("networks");
        let games = own.join("0001/games-1-of-1.jsonl");
        let whole = fs::read(&games).expect("the games");
        fs::write(&games, &whole[..whole.len() / 2]).expect("the disk has room");
        let three = [&run[..], &["3"]].concat();
        check_refused(&three, "are played again, by `zero run`");
        fs::remove_file(&games).expect("it is there");
        zero(&three).expect("one more network");
        assert_eq!(fs::read(&games).expect("the games"), whole);
    }

    #[test]
    fn an_edited_recipe_is_refused_by_its_key_where_all_is_learned() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let own = folder.path().join("run");
        let run = ["run", path(&own), "--generations", "1"];
        zero(&[&run[..], &["--small"]].concat()).expect("a network");
        let learn = ["learn", path(&own), "--generation", "0"];
        let recipe = own.join("recipe.toml");
        let text = fs::read_to_string(&recipe).expect("the recipe");
        for (from, to, words) in [
            ("channels = 16", "channels = 32", "differs in channels: put"),
            ("games = 60", "games = 30", "the recipe says games = 30"),
            ("3x3,k=3", "3x3,k=2", "by the rules 3x3,k=2 "),
        ] {
            fs::write(&recipe, text.replacen(from, to, 1)).expect("the disk has room");
            check_refused(&run, words);
            check_refused(&learn, words);
        }
        fs::write(&recipe, text).expect("the disk has room");
        zero(&learn).expect("it fits again");
    }
}

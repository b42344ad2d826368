//! `zero report`: a page about a run, beside the band of others.

use std::fs;
use std::io::Write;
use std::iter;
use std::path::Path;

use kagetsu_kernel::file::{OutputFile, Outputs};
use kagetsu_kernel::{ShowPath as _, StopSignal, counted};
use kagetsu_zero::recipe::Recipe;
use kagetsu_zero::run::Run;

use crate::error::CommandError;
use crate::given_twice::refuse_twice;

use super::args::{Progress, ZeroReportArgs};
use super::history::{History, Questions, caution};
use super::page::{Input, page};

/// Writes the page.
pub(super) fn report(
    args: &ZeroReportArgs,
    stop: &StopSignal,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), CommandError> {
    refuse_twice(
        iter::once(&args.folder).chain(&args.band),
        "run",
        "a band is of other runs, each named once",
    )?;
    let file = begin(args)?;
    let (recipe, history) = read(&args.folder, args.by, None, stop)?;
    let mut questions = history.questions;
    let mut band = Vec::new();
    for folder in &args.band {
        let (other, own) = read(folder, args.by, questions, stop)?;
        questions = questions.or(own.questions);
        band.push((other, own));
    }
    let rules = recipe.game().map_err(CommandError::system)?;
    for ((other, _), folder) in band.iter().zip(&args.band) {
        if other.game().map_err(CommandError::system)? != rules {
            return Err(CommandError::input(format!(
                "'{}' plays {} and '{}' plays {}: a band is of runs of one game",
                args.folder.shown(),
                recipe.rules,
                folder.shown(),
                other.rules
            )));
        }
    }
    let histories = iter::once(&history).chain(band.iter().map(|(_, other)| other));
    let mut notes: Vec<String> = histories.flat_map(History::notes).collect();
    let caution = questions.and_then(|asked| caution(rules, asked.playouts));
    let caution = caution.map(|text| format!("{text}: the policy tells what it has learned"));
    notes.extend(caution);
    let input = Input {
        rules,
        recipe: &recipe,
        history: &history,
        band: &band,
        by: args.by,
        notes: &notes,
    };
    let page = page(&input).map_err(CommandError::system)?;
    file.write_whole(page.as_bytes())?;
    for note in &notes {
        writeln!(err, "note: {note}")?;
    }
    writeln!(
        out,
        "'{}' shows {}{} of '{}' beside {}",
        args.out.shown(),
        if history.is_distilled {
            "the distilled network and "
        } else {
            ""
        },
        counted(history.games, "game"),
        args.folder.shown(),
        counted(band.len() as u64, "other run")
    )?;
    Ok(())
}

/// Begins the page, which is no file of the runs that are read.
fn begin(args: &ZeroReportArgs) -> Result<OutputFile, CommandError> {
    let mut outputs = Outputs::new(args.overwrite).printing();
    for folder in iter::once(&args.folder).chain(&args.band) {
        let run = Run::open(folder, None)?;
        if run.owns(&args.out) {
            return Err(CommandError::input(format!(
                "'{}' is the name of a file of the run '{}', which this command reads: give another name",
                args.out.shown(),
                folder.shown()
            )));
        }
        outputs = outputs.reading(run.files()?);
    }
    Ok(outputs.begin(&args.out)?)
}

/// A run with its history.
fn read(
    folder: &Path,
    by: Progress,
    questions: Option<Questions>,
    stop: &StopSignal,
) -> Result<(Recipe, History), CommandError> {
    let run = Run::open(folder, None)?;
    let whole = fs::canonicalize(folder).unwrap_or_else(|_| folder.into());
    let name = whole.file_name().unwrap_or(whole.as_os_str());
    let name = Path::new(name).shown().to_string();
    let history = History::read(&run, name, by, questions, stop)?;
    Ok((run.recipe().clone(), history))
}

#[cfg(test)]
mod tests {
    use super::super::told::{check_refused, path, small, write_recipe, zero};
    use super::*;

    /// A run of one generation of tic-tac-toe, with answers to positions.
    fn run(folder: &Path) {
        zero(&[
            "run",
            path(folder),
            "--small",
            "--generations",
            "1",
            "--threads",
            "1",
        ])
        .expect("a run");
        zero(&["probe", path(folder), "--positions", "2", "--playouts", "2"]).expect("answers");
    }

    /// Writes the page of a run beside another one, also over an older page.
    fn report_beside(runs: [&Path; 2], page: &Path) -> Result<String, CommandError> {
        let [one, two] = runs.map(path);
        zero(&["report", one, two, "--out", path(page), "--force"])
    }

    #[test]
    fn files_of_the_runs_are_never_replaced() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let [one, two] = ["one", "two"].map(|name| parent.path().join(name));
        run(&one);
        run(&two);
        let mut names = vec!["one/0000/new.jsonl", "one/0001/../0000/page.html"];
        names.extend(["one/recipe.toml", "two/recipe.toml", "two/0001/probes.json"]);
        names.extend(["one/0000/games-1-of-1.jsonl", "link"]);
        #[cfg(unix)]
        std::os::unix::fs::symlink(one.join("0001/learned.json"), parent.path().join("link"))
            .expect("a link");
        #[cfg(not(unix))]
        fs::hard_link(one.join("0001/learned.json"), parent.path().join("link")).expect("a link");
        for name in names {
            let page = parent.path().join(name);
            let before = fs::read(&page).ok();
            let error = report_beside([&one, &two], &page).expect_err(name);
            assert_eq!(error.exit_code(), 2, "{name}: {error}");
            assert_eq!(fs::read(&page).ok(), before, "{name}");
        }
        let page = one.join("page.html");
        report_beside([&one, &two], &page).expect("a name of no file of the run");
        report_beside([&one, &two], &page).expect("it is replaced by force");
    }

    #[test]
    fn only_answers_to_the_same_questions_are_compared() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let [one, two] = ["one", "two"].map(|name| parent.path().join(name));
        run(&one);
        run(&two);
        let page = parent.path().join("page.html");
        let told = report_beside([&one, &two], &page).expect("a page");
        let text = fs::read_to_string(&page).expect("the page");
        assert!(
            !told.contains("note:") && text.contains("complete a row: policy: within"),
            "{told}"
        );
        assert!(text.contains("block 2 of 3: policy") && text.contains("(lower is better)"));
        zero(&["probe", path(&two), "--positions", "3", "--playouts", "2"]).expect("answers");
        let told = report_beside([&one, &two], &page).expect("a page");
        let words = "the answers of 2 generations in 'two' are left out: \
                     they are not to 2 positions of each kind and 2 playouts";
        assert!(told.contains(words), "{told}");
        let text = fs::read_to_string(&page).expect("the page");
        assert!(text.contains("complete a row: policy: nothing to compare"));
        assert!(text.contains("are left out: they are not to"));
        let again = one.join(".");
        let [one, again] = [&one, &again].map(|folder| path(folder));
        check_refused(&["report", one, again, "--out", path(&page)], "are one run");
        check_refused(&["ladder", one, "--beside", again], "are one run");
    }

    #[test]
    fn a_missing_generation_is_named_and_hides_no_later_one() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let one = parent.path().join("one");
        zero(&[
            "run",
            path(&one),
            "--small",
            "--generations",
            "3",
            "--threads",
            "1",
        ])
        .expect("a run");
        fs::remove_dir_all(one.join("0001")).expect("it is there");
        let note = "note: the networks of generation 1 are missing";
        let told = zero(&["probe", path(&one), "--positions", "2", "--playouts", "2"]);
        let told = told.expect("answers");
        assert!(told.contains(note) && told.contains("    180  |"), "{told}");
        let told = zero(&["ladder", path(&one), "--games", "2", "--playouts", "2"]);
        let told = told.expect("a ladder");
        assert!(told.contains(note) && told.contains("180 games"), "{told}");
        let page = parent.path().join("page.html");
        let told = zero(&["report", path(&one), "--out", path(&page)]).expect("a page");
        assert!(
            told.contains(note) && told.contains("shows 180 games"),
            "{told}"
        );
        assert!(told.contains("games of 1 generation are missing"), "{told}");
        // Half of another generation is missing, too.
        let games = one.join("0000/games-1-of-1.jsonl");
        let text = fs::read_to_string(&games).expect("the games");
        let half: Vec<&str> = text.lines().take(30).collect();
        fs::write(one.join("0000/games-1-of-2.jsonl"), half.join("\n") + "\n")
            .expect("the disk has room");
        fs::remove_file(games).expect("it is there");
        let page = parent.path().join("again.html");
        let told = zero(&["report", path(&one), "--out", path(&page)]).expect("a page");
        assert!(
            told.contains("shows 180 games") && told.contains("games of 2 generations are missing"),
            "{told}"
        );
        let words = ["ladder", path(&one), "--generations", "0,2,0"];
        check_refused(&words, "generation 0 is named twice");
    }

    #[test]
    fn a_recipe_that_was_edited_to_another_board_is_refused() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let [one, page] = ["one", "page.html"].map(|name| parent.path().join(name));
        run(&one);
        let file = one.join("recipe.toml");
        let recipe = fs::read_to_string(&file).expect("a recipe");
        fs::write(&file, recipe.replace("3x3", "4x4")).expect("it can be written");
        let page = path(&page);
        for words in [
            &["run", path(&one), "--generations", "1"][..],
            &["probe", path(&one), "--positions", "2", "--playouts", "2"],
            &["ladder", path(&one), "--games", "2", "--playouts", "2"],
            &["serve", path(&one)],
            &["report", path(&one), "--out", page],
        ] {
            check_refused(words, "games-1-of-1.jsonl', line ");
        }
    }

    #[test]
    fn networks_of_two_runs_play_each_other_and_probes_have_counts() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let [one, two] = ["one", "two"].map(|name| parent.path().join(name));
        run(&one);
        let recipe = fs::read_to_string(one.join("recipe.toml")).expect("a recipe");
        let descent = recipe
            .replace("\"puct\"", "\"descent\"")
            .replace("noise_percent = 25", "noise_percent = 0");
        let file = parent.path().join("descent.toml");
        fs::write(&file, &descent).expect("it can be written");
        zero(&[
            "run",
            path(&two),
            "--recipe",
            path(&file),
            "--generations",
            "1",
        ])
        .expect("a run");
        let ladder = ["ladder", path(&one), "--beside", path(&two), "--games", "2"];
        let told = zero(&ladder).expect("a ladder");
        assert!(
            told.contains("one, 60 games")
                && told.contains("two, 60 games")
                && told.contains("note: on so small a board"),
            "{told}"
        );
        let told = zero(&[ladder.as_slice(), &["--json"]].concat()).expect("a ladder");
        assert!(
            told.contains("\"second_run\":") && told.lines().count() == 3,
            "{told}"
        );
        let told = zero(&["probe", path(&two), "--positions", "2", "--json"]).expect("answers");
        for line in told.lines() {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            for scores in line["scores"].as_array().expect("scores of each kind") {
                let count = scores["search_right"].as_u64().expect("a count") as f64;
                let share = scores["search"].as_f64().expect("a share");
                let positions = scores["positions"].as_f64().expect("a number");
                assert!((count - share * positions).abs() < 1e-9, "{scores}");
            }
        }
        let three = parent.path().join("three");
        let file = parent.path().join("other.toml");
        fs::write(&file, recipe.replace("3x3", "4x4")).expect("it can be written");
        zero(&[
            "run",
            path(&three),
            "--recipe",
            path(&file),
            "--generations",
            "1",
        ])
        .expect("a run");
        let words = ["ladder", path(&one), "--beside", path(&three)];
        check_refused(&words, "plays 4x4,k=3");
    }

    #[test]
    fn reversi_is_learned_by_the_same_commands_and_refused_by_those_for_rows() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let [own, file, page] =
            ["own", "own.toml", "page.html"].map(|name| parent.path().join(name));
        let recipe = Recipe {
            blocks: 1,
            games: 2,
            playouts: 4,
            ..small("8x8,reversi")
        };
        write_recipe(&recipe, &file);
        let words = ["run", path(&own), "--recipe", path(&file)];
        zero(&[&words[..], &["--generations", "1"]].concat()).expect("a run");
        let few = ["--playouts", "2"];
        let told = zero(&[&["probe", path(&own), "--positions", "2"], &few[..]].concat());
        let told = told.expect("answers");
        assert!(told.contains("  | keep the result\n"), "{told}");
        let told = zero(&[&["ladder", path(&own), "--games", "2"], &few[..]].concat());
        assert!(told.expect("a ladder").contains("2 games"));
        zero(&["report", path(&own), "--out", path(&page)]).expect("a page");
        let text = fs::read_to_string(page).expect("the page");
        assert!(text.contains("Does it keep the result?") && !text.contains("complete a row"));
        for words in [
            &["serve", path(&own)][..],
            &["distil", path(&own), "none.kgd"],
        ] {
            check_refused(words, "'8x8,reversi' is no game of stones in a row");
        }
    }

    #[cfg(unix)]
    #[test]
    fn names_of_folders_do_not_command_the_terminal() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let one = parent.path().join("a\nb\u{1b}c");
        run(&one);
        let page = parent.path().join("page.html");
        let told = zero(&["report", path(&one), "--out", path(&page)]).expect("a page");
        assert!(
            told.contains(r"a\nb\u{1b}c'") && told.lines().count() == 1,
            "{told}"
        );
        let text = fs::read_to_string(&page).expect("the page");
        assert!(text.contains(r"<title>a\nb\u{1b}c</title>") && !text.contains('\u{1b}'));
    }
}

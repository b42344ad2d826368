//! Tests of `fidelity` on games that the program has played: more nodes are nearer to the references, a search equals itself,
//! shards make the whole, and damage is told.

use std::fs;
use std::path::Path;

use kagetsu_gomoku::board::{Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_training::dataset::{
    DatasetHeader, DatasetWriter, TrainingGame, TrainingMove, TrainingResult,
};
use serde_json::Value;

use crate::in_process::{fine, refused};

use super::scores::MADE_BY;

fn json(folder: &Path, line: &str) -> Value {
    serde_json::from_str(&fine(folder, line)).expect("a JSON object")
}

fn mean(value: &Value, name: &str) -> (f64, f64) {
    let number = |part: &str| value[name][part].as_f64().expect("a number");
    (number("mean"), number("error"))
}

/// Games with positions of trees, and references of some positions.
fn prepared(folder: &Path, positions: usize, nodes: usize) {
    fine(
        folder,
        "datagen --games 40 --nodes 100 --tree 100 --seed 3 --out games.kgd",
    );
    fine(
        folder,
        &format!(
            "fidelity reference games.kgd --positions {positions} --nodes {nodes} --threads 2 --out deep.jsonl"
        ),
    );
}

#[test]
fn more_nodes_come_nearer_and_a_search_equals_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    prepared(folder, 40, 20_000);
    let few = json(
        folder,
        "fidelity measure deep.jsonl --nodes 500 --out few.jsonl --json --threads 1",
    );
    assert_eq!(few["positions"], 40);
    assert_eq!(
        (&few["of_games"], &few["of_trees"]),
        (&20.into(), &20.into())
    );
    let more = json(
        folder,
        "fidelity measure deep.jsonl --nodes 1000 --speed 8 --against few.jsonl --json",
    );
    assert_eq!(
        (&more["nodes"], &more["reference_nodes"]),
        (&8000.into(), &20000.into())
    );
    let (difference, error) = mean(&more["difference"], "excess");
    assert!(difference < -error && error > 0.0, "{more}");
    assert!(mean(&more, "excess").0 > 0.0);
    assert!(mean(&more["difference"], "same_move").0 > 0.0, "{more}");
    assert!(mean(&more["difference"], "decided").0 >= 0.0, "{more}");

    let again = json(
        folder,
        "fidelity measure deep.jsonl --nodes 500 --against few.jsonl --json --threads 2",
    );
    for name in ["excess", "excess_at_scale", "same_move", "decided"] {
        assert_eq!(mean(&again["difference"], name), (0.0, 0.0), "{name}");
    }
    // The references themselves have no excess.
    let own = json(folder, "fidelity compare deep.jsonl deep.jsonl --json");
    assert_eq!(mean(&own, "excess"), (0.0, 0.0));
    assert_eq!(mean(&own, "same_move"), (1.0, 0.0));

    let other = fine(
        folder,
        "fidelity measure deep.jsonl --nodes 500 --option vcthread=1 --against few.jsonl",
    );
    assert!(other.contains("differences"), "{other}");
    assert!(!other.contains("excess           +0.0000"), "{other}");
}

#[test]
fn the_run_that_a_reference_favours_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    few_references(folder);
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a file");
    let measure = |rest: &str| format!("fidelity measure deep.jsonl --nodes 50 {rest}");
    // A file of scores names the version that made it, not that of its reference.
    let older = read("deep.jsonl").replacen(env!("CARGO_PKG_VERSION"), "0.0.1", 1);
    fs::write(folder.join("deep.jsonl"), older).expect("a file");
    fine(folder, &measure("--out own.jsonl"));
    let own = read("own.jsonl");
    assert!(own.contains(MADE_BY) && !own.contains("0.0.1"), "{own}");
    let told = |line: &str| fine(folder, line).lines().last().map(str::to_string);
    let other = measure("--option vcthread=1 --out other.jsonl --against own.jsonl");
    let because = "its searches are the beginnings of those that made the reference";
    let line = |run: &str| Some(format!("favoured         {run}: {because}"));
    assert_eq!(told(&other), line("the other run"));
    assert_eq!(told(&measure("--against other.jsonl")), line("this run"));
    let swapped = "fidelity compare deep.jsonl own.jsonl --against other.jsonl --json";
    assert_eq!(json(folder, swapped)["difference"]["favoured"], "this run");
    let equal = "fidelity compare deep.jsonl own.jsonl --against own.jsonl";
    assert!(!fine(folder, equal).contains("favoured"));
}

#[test]
fn shards_and_broken_runs_make_the_same_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    prepared(folder, 12, 2_000);
    let reference = |rest: &str| {
        format!("fidelity reference games.kgd --positions 12 --nodes 2000 --out {rest}")
    };
    let read = |name: &str| fs::read(folder.join(name)).expect("a file");
    fine(folder, &reference("b.jsonl --shard 2/2"));
    fine(folder, &reference("a.jsonl --shard 1/2 --threads 1"));
    fine(folder, "fidelity merge b.jsonl a.jsonl --out joined.jsonl");
    assert!(read("joined.jsonl") == read("deep.jsonl"));

    // Killed inside a line.
    let whole = read("deep.jsonl");
    fs::write(folder.join("cut.jsonl"), &whole[..whole.len() / 2]).expect("a file");
    refused(folder, "fidelity measure cut.jsonl --nodes 50", "cut.jsonl");
    fine(folder, &reference("cut.jsonl --resume"));
    assert!(read("cut.jsonl") == whole);
    refused(
        folder,
        "fidelity reference games.kgd --positions 12 --nodes 3000 --out cut.jsonl --resume",
        "made otherwise",
    );
    assert!(read("cut.jsonl") == whole, "a refused file is unchanged");

    let few = |rest: &str| format!("fidelity measure deep.jsonl --nodes 200 --json {rest}");
    let whole = fine(folder, &few("--out few.jsonl"));
    for shard in ["1/3", "2/3", "3/3"] {
        let name = shard.replace('/', "of") + ".jsonl";
        fine(folder, &few(&format!("--shard {shard} --out {name}")));
    }
    fine(
        folder,
        "fidelity merge 1of3.jsonl 3of3.jsonl 2of3.jsonl --out joined-few.jsonl",
    );
    assert!(read("joined-few.jsonl") == read("few.jsonl"));
    let joined = "fidelity compare deep.jsonl joined-few.jsonl --json";
    assert_eq!(fine(folder, joined), whole);

    for (line, reason) in [
        (
            "fidelity merge 1of3.jsonl 2of3.jsonl --out x.jsonl",
            "shard 3/3 of the run is missing",
        ),
        (
            "fidelity merge 1of3.jsonl 2of3.jsonl 2of3.jsonl --out x.jsonl",
            "shard 2/3 is there already",
        ),
        (
            "fidelity merge 1of3.jsonl a.jsonl --out x.jsonl",
            "a shard of another run",
        ),
        ("fidelity merge few.jsonl --out x.jsonl", "it is no shard"),
        (
            "fidelity measure a.jsonl --nodes 10",
            "is a shard: join all",
        ),
        (
            "fidelity compare deep.jsonl 1of3.jsonl --against 2of3.jsonl",
            "other positions",
        ),
        (
            "fidelity measure deep.jsonl --nodes 10 --out x.jsonl --against 2of3.jsonl",
            "other positions",
        ),
    ] {
        refused(folder, line, reason);
        assert!(!folder.join("x.jsonl").exists(), "{line}");
    }
}

/// Games and references of 4 positions.
fn few_references(folder: &Path) {
    fine(
        folder,
        "datagen --games 6 --nodes 50 --tree 100 --out games.kgd",
    );
    fine(
        folder,
        "fidelity reference games.kgd --positions 4 --nodes 100 --out deep.jsonl",
    );
}

#[test]
fn damaged_files_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    few_references(folder);
    let text = fs::read_to_string(folder.join("deep.jsonl")).expect("a file");
    let lines: Vec<&str> = text.lines().collect();
    let replaced = |at: usize, line: &str| {
        let mut lines = lines.clone();
        lines[at] = line;
        lines.join("\n")
    };
    let twice = lines[2].replacen("\"moves\":\"", "\"moves\":\"h8h8", 1);
    for (damaged, reason) in [
        (String::new(), "its first line does not tell"),
        ("what\n".to_string(), "its first line does not tell"),
        (
            lines[..3].join("\n"),
            "has 2 of its 4 positions: go on with --resume",
        ),
        (
            replaced(2, &lines[2][..9]),
            "line 3 of 'damaged.jsonl' is damaged",
        ),
        (replaced(2, &twice), "line 3 of 'damaged.jsonl' is damaged"),
        (
            replaced(3, &lines[3].replace("score\":", "score\":77")),
            "line 4",
        ),
        (format!("{text}{}\n", lines[1]), "more than its 4 positions"),
        (
            replaced(0, &lines[0].replace("freestyle", "chess")),
            "'chess'",
        ),
        (
            replaced(
                0,
                &lines[0].replace("\"positions\":4", "\"positions\":4,\"shard\":\"5/4\""),
            ),
            "'5/4' is not a shard",
        ),
    ] {
        fs::write(folder.join("damaged.jsonl"), damaged).expect("a file");
        refused(folder, "fidelity measure damaged.jsonl --nodes 10", reason);
        refused(folder, "fidelity compare deep.jsonl damaged.jsonl", reason);
    }
}

#[test]
fn a_run_goes_on_with_nothing_but_its_own_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    few_references(folder);
    let line = "fidelity reference games.kgd --positions 4 --nodes 100 --out deep.jsonl --resume";
    let file = folder.join("deep.jsonl");
    let whole = fs::read_to_string(&file).expect("a file");
    // Without the end of its first line it is begun anew.
    for bytes in [0, 40, whole.len() - 3] {
        fs::write(&file, &whole[..bytes]).expect("a file");
        fine(folder, line);
        assert_eq!(fs::read_to_string(&file).expect("a file"), whole);
    }
    fs::write(&file, "the work of many hours").expect("a file");
    refused(folder, line, "'deep.jsonl' is no file of `fidelity`");
    let left = fs::read_to_string(&file).expect("a file");
    assert_eq!(left, "the work of many hours");
}

#[test]
fn what_cannot_be_chosen_or_measured_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    few_references(folder);
    fine(
        folder,
        "datagen --games 1 --nodes 50 --rule renju --out renju.kgd",
    );
    for (line, reason) in [
        (
            "fidelity reference games.kgd --positions 400 --out x.jsonl",
            "not 200: give more games",
        ),
        (
            "fidelity reference renju.kgd --positions 1 --tree 100 --out x.jsonl",
            "0 positions of trees",
        ),
        (
            "fidelity reference games.kgd renju.kgd --out x.jsonl",
            "'renju.kgd' has games of renju 15x15, the files before it of freestyle 15x15",
        ),
        (
            "fidelity reference deep.jsonl --out x.jsonl",
            "not a dataset",
        ),
        ("fidelity measure deep.jsonl --resume", "--out <FILE>"),
        (
            "fidelity measure deep.jsonl --option colour=1",
            "no setting 'colour'",
        ),
        (
            "fidelity measure deep.jsonl --option evaluation=none",
            "none",
        ),
        (
            "fidelity measure deep.jsonl --speed 0",
            "'0' is not a ratio",
        ),
    ] {
        refused(folder, line, reason);
    }
    assert!(!folder.join("x.jsonl").exists());
}

#[test]
fn a_game_against_the_rule_is_told_with_its_number_from_zero() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let header = DatasetHeader {
        rule: Rule::Renju,
        size: BoardSize::LARGEST,
        note: String::new(),
    };
    // Black's last move makes a row of six.
    let black = [0, 1, 2, 4, 5, 3].map(|x| Point::at(x, 0));
    let white = [0, 2, 4, 6, 8, 10].map(|x| Point::at(x, 2));
    let points = black.into_iter().zip(white).flat_map(<[Point; 2]>::from);
    let game = TrainingGame {
        opening: Vec::new(),
        plies: points.map(|point| TrainingMove::best(point, 0)).collect(),
        tree: Vec::new(),
        result: TrainingResult::Win(Side::White),
        scored: true,
    };
    let file = folder.join("foul.kgd");
    let mut writer = DatasetWriter::create(&file, header).expect("a new file");
    writer.write(&game).expect("it fits the board");
    writer.finish().expect("the disk has room");
    refused(
        folder,
        "fidelity reference foul.kgd --positions 1 --tree 0 --per-game 20 --out x.jsonl",
        "game 0 of 'foul.kgd': the point is forbidden: overline",
    );
}

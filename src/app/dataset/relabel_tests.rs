//! Tests of `dataset relabel`: the same labels for any number of threads, in shards and after a
//! kill; the games stay as they are; the trainer takes the label that it is told.

use std::fs;
use std::path::Path;

use serde_json::Value;

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::eval::nnue::embedded_weights;
use kagetsu_gomoku::geometry::BoardSize;

use crate::in_process::{fine, refused, run_in};
use kagetsu_training::dataset::{DatasetReader, TrainingGame};

fn games(path: &Path) -> Vec<TrainingGame> {
    let reader = DatasetReader::open(path).expect("a dataset").checked();
    reader.collect::<Result<_, _>>().expect("sound games")
}

fn without_labels(mut game: TrainingGame) -> TrainingGame {
    for ply in &mut game.plies {
        ply.deeper.clear();
    }
    for position in &mut game.tree {
        position.choice.deeper.clear();
    }
    game
}

#[test]
fn labels_are_the_same_on_any_threads_in_shards_and_after_a_kill() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let read = |name: &str| fs::read(folder.join(name)).expect("a file");
    fine(
        folder,
        "datagen --games 9 --nodes 60 --tree 60 --seed 4 --out games.kgd",
    );
    let line = "dataset relabel games.kgd --nodes 300 --share 30 --tree-share 60 --solve-nodes 200";
    let told = fine(folder, &format!("{line} --threads 1 --out whole.kgd"));
    assert!(told.contains("9 games in the file; searched "), "{told}");
    fine(folder, &format!("{line} --threads 3 --out again.kgd"));
    assert!(read("again.kgd") == read("whole.kgd"));
    for shard in ["2/2", "1/2"] {
        let out = shard.replace('/', "of") + ".kgd";
        fine(folder, &format!("{line} --shard {shard} --out {out}"));
    }
    fine(
        folder,
        "dataset merge --shards 1of2.kgd 2of2.kgd --out joined.kgd",
    );
    assert!(read("joined.kgd") == read("whole.kgd"));

    let (before, after) = (folder.join("games.kgd"), folder.join("whole.kgd"));
    let (before, after) = (games(&before), games(&after));
    let stripped: Vec<_> = after.iter().cloned().map(without_labels).collect();
    assert!(stripped == before && after != before);
    let shares = [false, true].map(|of_trees| {
        let of_game = |game: &TrainingGame| -> Vec<bool> {
            if of_trees {
                let choices = game.tree.iter().map(|position| &position.choice);
                choices.map(|choice| !choice.deeper.is_empty()).collect()
            } else {
                game.plies
                    .iter()
                    .map(|ply| !ply.deeper.is_empty())
                    .collect()
            }
        };
        let list: Vec<bool> = after.iter().flat_map(of_game).collect();
        list.iter().filter(|&&is_labelled| is_labelled).count() as f64 / list.len() as f64
    });
    assert!(shares[0] > 0.1 && shares[1] > shares[0], "{shares:?}");

    // Killed before the end: refused by all but --resume.
    let bytes = read("whole.kgd");
    fs::write(folder.join("cut.kgd"), &bytes[..bytes.len() - 60]).expect("a file");
    let told = run_in(folder, "dataset info cut.kgd");
    assert_eq!(
        (told.code, told.err.contains("cut off")),
        (2, true),
        "{told:?}"
    );
    refused(
        folder,
        &format!("{line} --out cut.kgd"),
        "--resume to go on with it",
    );
    refused(
        folder,
        "dataset relabel games.kgd --nodes 400 --out cut.kgd --resume",
        "made otherwise",
    );
    fine(folder, &format!("{line} --out cut.kgd --resume"));
    assert!(read("cut.kgd") == bytes);
    refused(
        folder,
        &format!("{line} --out games.kgd --resume"),
        "is an input",
    );

    let info: Value = serde_json::from_str(&fine(folder, "dataset info whole.kgd --json"))
        .expect("a JSON object");
    assert!(info["relabelled"].as_u64() > Some(50), "{info}");
    assert_eq!(info["note"]["nodes"], 300);
}

#[test]
fn labels_are_of_one_source_and_exported() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    // Two files with one note.
    for count in [7, 6] {
        let line = format!("datagen --games {count} --nodes 60 --tree 60 --out {count}.kgd");
        fine(folder, &line);
    }
    let relabel = |source: &str, options: &str| {
        format!("dataset relabel {source} --nodes 100 --share 30 --solve-nodes 0 {options}")
    };
    fine(folder, &relabel("7.kgd", "--shard 1/2 --out first.kgd"));
    fine(folder, &relabel("6.kgd", "--shard 2/2 --out second.kgd"));
    let joined = "dataset merge --shards first.kgd second.kgd --out never.kgd";
    refused(folder, joined, "another run");
    fine(folder, &relabel("7.kgd", "--out deep.kgd"));
    let other = relabel("6.kgd", "--out deep.kgd --resume");
    refused(folder, &other, "made otherwise");

    fine(folder, "dataset export deep.kgd --jsonl deep.jsonl");
    let text = fs::read_to_string(folder.join("deep.jsonl")).expect("a file");
    assert!(text.contains("\"deeper\":[{\"ply\":"), "{text}");
    let told = |line: &str| {
        let line: Value = serde_json::from_str(line).expect("a JSON object");
        let tree = line["tree"].as_array().cloned().unwrap_or_default();
        let valued = tree.iter().filter(|found| found["alternatives"].is_array());
        valued.count()
    };
    let games = games(&folder.join("deep.kgd"));
    let tree = games.iter().flat_map(|game| &game.tree);
    let valued = tree.filter(|found| !found.choice.alternatives.is_empty());
    let valued = valued.count();
    assert!(valued > 0 && valued == text.lines().map(told).sum::<usize>());
}

#[test]
fn the_trainer_takes_the_label_that_it_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fine(
        folder,
        "datagen --games 30 --nodes 40 --tree 50 --out games.kgd",
    );
    fine(
        folder,
        "dataset relabel games.kgd --nodes 400 --share 50 --out deep.kgd",
    );
    let size = BoardSize::square(15).expect("a legal size");
    let start = embedded_weights(Rule::Freestyle, size).to_bytes();
    fs::write(folder.join("start.kgn"), start).expect("a file");
    let loss = |options: &str| {
        let line = format!(
            "train --data deep.kgd --start start.kgn --epochs 0 --mix 1 --held-out-share 0.5 --force --out new.kgn {options}"
        );
        let told = fine(folder, &line);
        let row = |name: &str| {
            let line = told.lines().find(|line| line.starts_with(name));
            line.expect("a row").to_string()
        };
        (row("positions "), row("value loss "))
    };
    let [deep, shallow, half] = ["deep", "shallow", "0.5"]
        .map(|label| loss(&format!("--decided --only-relabelled --label {label}")));
    assert!(
        deep.0 == shallow.0 && deep.0 == half.0,
        "the same positions"
    );
    assert!(deep.1 != shallow.1 && half.1 != deep.1 && half.1 != shallow.1);
    let [deep, shallow] =
        ["deep", "shallow"].map(|label| loss(&format!("--only-relabelled --label {label}")));
    assert_eq!(
        deep.0, shallow.0,
        "the same positions, none of them decided"
    );
    refused(
        folder,
        "train --data deep.kgd --held-out games.kgd --only-relabelled --out never.kgn",
        "must have searched both",
    );
    let all = loss("--decided");
    assert!(all.0 != half.0 && all == loss("--decided --label 1"));
}

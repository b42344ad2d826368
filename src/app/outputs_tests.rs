//! The rule for outputs, for all commands of the list that need no engines: `tests/tools` runs the others as processes.

use std::path::Path;

use kagetsu_test_support::outputs::{Writer, prepare};
use tempfile::TempDir;

use crate::in_process::{fine, refused};

/// References of `fidelity` for the commands that read them.
const REFERENCES: [&str; 2] = [
    "fidelity reference games.kgd --positions 2 --tree 0 --nodes 50 --out part.jsonl --shard 1/1",
    "fidelity merge part.jsonl --out deep.jsonl",
];

/// A folder with an input of every kind but the references.
fn prepared() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    prepare(path, &|line| drop(fine(path, line))).expect("it can be written");
    folder
}

#[test]
fn nothing_is_overwritten_without_a_word() {
    let folder = prepared();
    let folder = folder.path();
    let fine = |line: &str| drop(fine(folder, line));
    let refused = |line: &str, reason: &str| refused(folder, line, reason);
    REFERENCES.into_iter().for_each(fine);
    for writer in Writer::all().filter(|writer| !writer.needs_engines()) {
        let kept = writer.keeps_the_rule(folder, &fine, &refused);
        kept.expect("it can be written");
    }
}

/// The summary would stand behind the games.
#[test]
fn no_dataset_is_written_between_what_is_printed() {
    let folder = prepared();
    let is_dataset = |line: &String| {
        line.starts_with("datagen") || line.starts_with("dataset") && !line.contains("--jsonl")
    };
    for place in ["-", "/dev/stdout"] {
        let lines = Writer::all().map(|writer| writer.with(place));
        let lines: Vec<String> = lines.filter(is_dataset).collect();
        assert!(lines.len() > 6, "too few commands");
        for line in lines {
            refused(folder.path(), &line, "is the standard output");
        }
    }
    assert!(!Path::new("-").exists());
}

#[test]
fn one_file_is_not_given_to_two_outputs() {
    let folder = prepared();
    for line in [
        "train --data games.kgd --out new.out --loss-curve ./new.out",
        "train --data games.kgd --loss-curve new.out --calibration new.out --out other.out",
        "dataset split games.kgd --out new.out --rest folder.out/../new.out",
        "analyse game.txt --html new.out --sgf new.out",
        "analyse game.txt --out new.out --sgf new.out",
    ] {
        for option in ["", " --force"] {
            let line = format!("{line}{option}");
            refused(folder.path(), &line, "is given for two outputs");
        }
        assert!(!folder.path().join("new.out").exists(), "{line}");
    }
}

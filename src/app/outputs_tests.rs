//! The rule for outputs, for all commands of the list that need no engines: `tests/tools` runs the others as processes.

use kagetsu_test_support::outputs::{Writer, prepare};

use crate::in_process::{fine, refused};

/// References of `fidelity` for the commands that read them.
const REFERENCES: [&str; 2] = [
    "fidelity reference games.kgd --positions 2 --tree 0 --nodes 50 --out part.jsonl --shard 1/1",
    "fidelity merge part.jsonl --out deep.jsonl",
];

#[test]
fn nothing_is_overwritten_without_a_word() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let fine = |line: &str| drop(fine(folder, line));
    let refused = |line: &str, reason: &str| refused(folder, line, reason);
    prepare(folder, &fine).expect("it can be written");
    REFERENCES.into_iter().for_each(fine);
    for writer in Writer::all().filter(|writer| !writer.needs_engines()) {
        let kept = writer.keeps_the_rule(folder, &fine, &refused);
        kept.expect("it can be written");
    }
}

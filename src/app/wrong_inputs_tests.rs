//! Wrong inputs over all tools: each gets its line on standard error and its exit code, and nothing on standard output.
//! The files that the list names lie in the folder of the process, so a process of its own tries all of them.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::process::Command;

use kagetsu_test_support::ran::{self, FINE};
use kagetsu_test_support::wrong_inputs::{FILES, cases, prepare};

use crate::in_process::run;

/// Tells the process that it has such a folder.
const IN_FOLDER: &str = "KAGETSU_WRONG_INPUTS";

#[test]
fn every_wrong_input_is_refused_with_its_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    prepare(folder).expect("it can be written");
    let mut child = Command::new(env::current_exe().expect("this program"));
    child
        .args(["--exact", "--ignored", "--nocapture"])
        .arg("wrong_inputs_tests::child_that_tries_every_wrong_input")
        .env(IN_FOLDER, "1")
        .current_dir(folder);
    let tried = ran::Ran::of(&mut child).expect("a child process");
    tried.ends(FINE).says("1 passed");
    let entries = fs::read_dir(folder).expect("it can be read");
    let mut left: Vec<OsString> = entries
        .map(|entry| entry.expect("it can be read").file_name())
        .collect();
    left.sort();
    assert_eq!(left, FILES.map(|(name, _)| name));
}

/// The child process.
#[test]
#[ignore = "is run by the test of all wrong inputs"]
fn child_that_tries_every_wrong_input() {
    if env::var_os(IN_FOLDER).is_none() {
        return;
    }
    let mut wrong = Vec::new();
    for [code, arguments, reason] in cases() {
        let words = shlex::split(arguments).expect("balanced quotes");
        let ran = run(words.into_iter().map(OsString::from));
        let is_right =
            code.parse::<i32>() == Ok(ran.code) && ran.err.contains(reason) && ran.out.is_empty();
        if !is_right {
            wrong.push(format!("{code} | {arguments} | {reason}\n    {ran:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

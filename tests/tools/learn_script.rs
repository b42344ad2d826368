//! `scripts/learn.sh` without learning: what it makes of its options.

#![cfg(unix)]

use std::error::Error;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Output};

use kagetsu_test_support::shell::{path_with, write_script};

use super::ran::root;

/// Builds nothing.
const CARGO: &str = "#!/bin/sh\n";
/// Writes down its arguments and fails, which ends the script.
const PROGRAM: &str = "#!/bin/sh\necho \"$@\" > arguments.txt\nexit 1\n";

/// Makes a folder with the script and the programs that it calls.
fn prepare(folder: &Path) -> io::Result<()> {
    let scripts = root().join("scripts");
    fs::create_dir(folder.join("scripts"))?;
    for name in ["learn.sh", "common.sh"] {
        fs::copy(scripts.join(name), folder.join("scripts").join(name))?;
    }
    for (place, name, text) in [
        ("bin", "cargo", CARGO),
        ("target/release", "pbrain-kagetsu", PROGRAM),
    ] {
        let place = folder.join(place);
        fs::create_dir_all(&place)?;
        write_script(&place.join(name), text)?;
    }
    Ok(())
}

/// Runs the script of a folder from where the caller stands.
fn learn(folder: &Path, caller: &Path, options: &[&str]) -> io::Result<Output> {
    Command::new("bash")
        .arg(folder.join("scripts/learn.sh"))
        .args(options)
        .current_dir(caller)
        .env("PATH", path_with(&folder.join("bin"))?)
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .output()
}

#[test]
fn an_option_counts_wherever_small_stands() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    prepare(folder.path())?;
    for options in [
        ["renju", "--small", "--positions", "77"],
        ["renju", "--positions", "77", "--small"],
    ] {
        learn(folder.path(), folder.path(), &options)?;
        let arguments = folder.path().join("arguments.txt");
        let told = fs::read_to_string(&arguments)?;
        assert!(told.contains("--positions 77 --nodes 100..400 "), "{told}");
        fs::remove_file(arguments)?;
    }
    Ok(())
}

#[test]
fn a_missing_network_to_begin_with_is_told_before_games_are_made() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    prepare(folder.path())?;
    let options = ["renju", "--start", "none.kgn"];
    let ended = learn(folder.path(), folder.path(), &options)?;
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(said.contains("there is no file 'none.kgn'"), "{said}");
    assert_eq!(ended.status.code(), Some(2));
    assert!(!folder.path().join("arguments.txt").exists());
    Ok(())
}

#[test]
fn files_of_the_training_are_from_where_the_caller_stands() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    prepare(folder.path())?;
    let program = folder.path().join("target/release/pbrain-kagetsu");
    fs::write(
        &program,
        "#!/bin/sh\n[ \"$1\" != train ] || { pwd >\"$0.place\"; exit 1; }\n",
    )?;
    let caller = folder.path().join("bin");
    learn(folder.path(), &caller, &["renju", "--small"])?;
    let place = fs::read_to_string(program.with_extension("place"))?;
    assert_eq!(fs::canonicalize(place.trim())?, fs::canonicalize(caller)?);
    Ok(())
}

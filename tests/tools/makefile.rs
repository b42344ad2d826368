//! The makefile for `OpenBench`: it builds the bare engine and leaves it under the name that is asked for.

#![cfg(unix)]

use std::error::Error;
use std::fs;
use std::io;
use std::process::Command;

use kagetsu_test_support::shell::write_script;

use super::ran::root;

/// Writes down its arguments and leaves a program where cargo would.
const CARGO: &str = r#"#!/bin/sh
echo "$@" > arguments.txt
while [ "$1" != --target-dir ]; do shift; done
mkdir -p "$2/release"
echo built > "$2/release/pbrain-kagetsu"
"#;

#[test]
fn the_engine_gets_the_name_that_is_asked_for() -> Result<(), Box<dyn Error>> {
    match Command::new("make").arg("--version").output() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        output => output?,
    };
    let folder = tempfile::tempdir()?;
    let makefile = root().join("scripts/Makefile");
    fs::copy(makefile, folder.path().join("Makefile"))?;
    let cargo = folder.path().join("cargo");
    write_script(&cargo, CARGO)?;
    for (name, expected) in [
        ("Kagetsu-1A2B3C4D", "Kagetsu-1A2B3C4D"),
        ("engine.exe", "engine"),
    ] {
        let output = Command::new("make")
            .args(["-j", &format!("EXE={name}"), "CARGO=./cargo"])
            .current_dir(folder.path())
            .env("CARGO_TARGET_DIR", "elsewhere")
            .env("BUILD_FOLDER", "target")
            .output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        assert_eq!(fs::read_to_string(folder.path().join(expected))?, "built\n");
        let arguments = fs::read_to_string(folder.path().join("arguments.txt"))?;
        for part in [
            "build --release",
            "--no-default-features --package pbrain-kagetsu",
            "--manifest-path ../Cargo.toml",
        ] {
            assert!(arguments.contains(part), "{arguments}");
        }
    }
    Ok(())
}

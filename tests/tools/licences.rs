//! `scripts/packaging/third-party.py`: the licences that go with a program, of the libraries in it and of no others.

#![cfg(unix)]

use std::error::Error;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Output};

use kagetsu_test_support::shell::write_script;
use serde_json::{Value, json};

use super::ran::root;

type Checked = Result<(), Box<dyn Error>>;

/// Stands for cargo and for rustc: it prints what the test has written down for its first argument.
const TOOL: &str = "#!/bin/sh\ncat \"${0%/*}/$1.txt\"\n";

/// What cargo prints of the libraries of a program.
const TREE: &str =
    "own v1.0.0 (/own)\none v1.0.0\ntwo v1.0.0 (proc-macro)\n\nthree v1.0.0\none v1.0.0 (*)\n";

/// Collects the licences of the program, with such a tool or with those that are here.
fn collect(file: &Path, tool: Option<&Path>) -> io::Result<Output> {
    let mut command = Command::new(root().join("scripts/packaging/third-party.py"));
    command.arg(file).args(["--package", "pbrain-kagetsu"]);
    if let Some(tool) = tool {
        command.env("CARGO", tool).env("RUSTC", tool);
    }
    command.output()
}

/// What `cargo metadata` tells of a package in a folder of its name.
fn package(folder: &Path, name: &str, licence: &str, author: Option<&str>) -> Value {
    let authors: Vec<&str> = author.into_iter().collect();
    json!({
        "name": name,
        "version": "1.0.0",
        "source": "registry",
        "authors": authors,
        "license": licence,
        "license_file": null,
        "repository": null,
        "manifest_path": folder.join(name).join("Cargo.toml"),
    })
}

#[test]
fn a_library_without_the_text_of_its_licence_is_named() -> Checked {
    let kept = tempfile::tempdir()?;
    let folder = kept.path();
    let tool = folder.join("tool");
    write_script(&tool, TOOL)?;
    let text = fs::read_to_string(root().join("LICENSE-MIT"))?;
    for (file, text) in [
        ("one/LICENSE", text.replace('\n', "\r\n")),
        ("two/src/licence.md", text.replace('\n', "\n  ")),
        // What is left of a link.
        ("three/LICENSE", "../LICENSE".to_string()),
        ("four/COPYING", "Not in the program".repeat(100)),
        ("--print.txt", folder.join("sysroot").display().to_string()),
        (
            "sysroot/share/doc/libstd-rust-1.0-dev/copyright",
            "The notice of Rust".to_string(),
        ),
        ("--version.txt", "rustc 1.0.0\nhost: here\n".to_string()),
        ("tree.txt", TREE.to_string()),
    ] {
        let file = folder.join(file);
        fs::create_dir_all(file.parent().ok_or("a folder")?)?;
        fs::write(file, text)?;
    }
    let written = folder.join("THIRD-PARTY.txt");
    let mut own = package(folder, "own", "MIT", None);
    own["source"] = Value::Null;
    for (licence, author, expected) in [
        ("MIT", None, None),
        ("MIT", Some("Ann"), Some("\nCopyright (c) Ann\n")),
        ("Apache-2.0/MIT", None, Some("Apache License")),
    ] {
        let packages = [
            own.clone(),
            package(folder, "one", "MIT", None),
            package(folder, "two", "MIT", None),
            package(folder, "three", licence, author),
            package(folder, "four", "MIT", None),
        ];
        fs::write(
            folder.join("metadata.txt"),
            json!({ "packages": packages }).to_string(),
        )?;
        let output = collect(&written, Some(&tool))?;
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.success(), expected.is_some(), "{said}");
        assert_eq!(written.exists(), expected.is_some(), "{licence}");
        match expected {
            None => assert!(said.contains("three 1.0.0 (MIT)"), "{said}"),
            Some(part) => assert!(fs::read_to_string(&written)?.contains(part), "{part}"),
        }
    }
    let text = fs::read_to_string(&written)?;
    for part in [
        "\none 1.0.0 MIT\n",
        "\none 1.0.0, two 1.0.0\n",
        "\nthree 1.0.0\n",
        "\nThe notice of Rust\n",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(text.matches("Permission is hereby granted").count(), 1);
    let place = folder.display().to_string();
    for part in ["Not in the program", "own 1.0.0", "\r", &place] {
        assert!(!text.contains(part), "{part}: {text}");
    }
    Ok(())
}

#[test]
fn every_library_of_the_program_has_its_licence() -> Checked {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("THIRD-PARTY.txt");
    let output = collect(&file, None)?;
    assert!(output.status.success(), "{output:?}");
    let text = fs::read_to_string(file)?;
    // A library, one whose text is kept here, a script of the page, and what every program has.
    for part in [
        "\nserde_json 1.",
        "Hao Hou",
        "\ngif.js of the page\n",
        "\nRust's library ",
    ] {
        assert!(text.contains(part), "{part}");
    }
    for library in ["proptest", "thirtyfour", "criterion", "kagetsu-"] {
        assert!(!text.contains(&format!("\n{library}")), "{library}");
    }
    Ok(())
}

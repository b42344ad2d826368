//! The layers of `src`, and what every file there must keep to. A folder of `src` is a layer; imports may only
//! point to the layers named beside it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const LAYERS: [(&str, &str); 11] = [
    ("kernel", ""),
    ("geometry", "kernel"),
    ("board", "geometry kernel"),
    ("eval", "board geometry kernel"),
    ("search", "eval board geometry kernel"),
    ("engine", "search eval board geometry kernel"),
    ("protocol", "engine search eval board geometry kernel"),
    ("training", "search eval board geometry kernel"),
    ("arena", "protocol board geometry kernel"),
    ("games", "kernel"),
    (
        "commands",
        "training arena games protocol engine search eval board geometry kernel",
    ),
];
const ROOT_FILES: [&str; 2] = ["lib.rs", "main.rs"];
const HASH_FILE: &str = "kernel/hash.rs";
const UNSAFE_FOLDER: &str = "eval/nnue/simd/";
const MAX_LINES: usize = 500;

/// The first names of all paths that `code` takes from the crate root, groups in braces included.
fn imports(code: &str) -> Vec<String> {
    let name = |path: &str| -> String {
        path.trim_start()
            .chars()
            .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
            .collect()
    };
    let mut names = Vec::new();
    for path in code.split("crate::").skip(1) {
        let Some(group) = path.strip_prefix('{') else {
            names.push(name(path));
            continue;
        };
        let (mut depth, mut start) = (1, 0);
        for (index, letter) in group.char_indices() {
            depth += match letter {
                '{' => 1,
                '}' => -1,
                _ => 0,
            };
            if depth == 0 || (depth == 1 && letter == ',') {
                names.push(name(&group[start..index]));
                start = index + 1;
            }
            if depth == 0 {
                break;
            }
        }
    }
    names
}

/// What is wrong with a file; `path` counts from `src` and is written with `/`.
fn faults(path: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let code: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| [line, "\n"])
        .collect();
    let folder = path.split_once('/').map(|(folder, _)| folder);
    match LAYERS.iter().find(|(layer, _)| folder == Some(layer)) {
        Some((layer, allowed)) => {
            for name in imports(&code.replace("super::super::", "crate::")) {
                let known = LAYERS.iter().any(|(other, _)| *other == name);
                if known && name != *layer && !allowed.split(' ').any(|other| other == name) {
                    faults.push(format!("{path}: {layer} may not import {name}"));
                }
            }
        }
        None if ROOT_FILES.contains(&path) => {}
        None => faults.push(format!("{path}: lies in no layer")),
    }
    if !text.starts_with("//!") {
        faults.push(format!("{path}: does not open with //!"));
    }
    if text.lines().count() > MAX_LINES {
        faults.push(format!("{path}: is longer than {MAX_LINES} lines"));
    }
    if text.contains("fxhash") && path != HASH_FILE {
        faults.push(format!("{path}: mentions fxhash"));
    }
    if code.contains("unsafe") && !path.starts_with(UNSAFE_FOLDER) {
        faults.push(format!("{path}: mentions unsafe in code"));
    }
    faults
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            rust_files(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

#[test]
fn every_file_of_src_keeps_to_its_layer_and_to_the_house_rules() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&root, &mut files)?;
    assert!(files.len() > LAYERS.len(), "too few files: {files:?}");
    let mut found = Vec::new();
    for file in files {
        let path = file.strip_prefix(&root).map_err(io::Error::other)?;
        let path = path.to_string_lossy().replace('\\', "/");
        found.extend(faults(&path, &fs::read_to_string(&file)?));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

#[test]
fn planted_faults_are_found() {
    let planted = [
        ("board/a.rs", "//! a\nuse crate::search::DepthReport;"),
        ("board/a.rs", "//! a\nuse super::super::eval::Evaluator;"),
        (
            "kernel/a.rs",
            "//! a\nuse crate::{kernel::Score, board::{Rule, Side}};",
        ),
        (
            "search/a.rs",
            "//! a\nuse crate::{\n    board::Rule,\n    engine::Engine,\n};",
        ),
        (
            "arena/a.rs",
            "//! a\nfn f() -> crate::search::DepthReport {}",
        ),
        ("games/a.rs", "//! a\nuse crate::board::Rule;"),
        ("loose.rs", "//! a"),
        ("unknown/a.rs", "//! a"),
        ("board/a.rs", "use crate::geometry::Point;"),
        ("board/a.rs", "//! a\n// fxhash"),
        ("board/a.rs", "//! a\nunsafe { f() }"),
        ("eval/nnue/a.rs", "//! a\nunsafe { f() }"),
    ];
    for (path, text) in planted {
        assert_eq!(faults(path, text).len(), 1, "{path}: {text}");
    }
    let long = format!("//! a{}", "\n".repeat(MAX_LINES + 1));
    assert_eq!(faults("board/a.rs", &long).len(), 1);
}

#[test]
fn what_is_allowed_is_not_reported() {
    let good = [
        ("main.rs", "//! a\nuse kagetsu::commands;"),
        (
            "commands/bench.rs",
            "//! a\nuse crate::{engine::Engine, games::Game};",
        ),
        (
            "search/a.rs",
            "//! a, not [`crate::engine`]\nuse crate::board::{Rule, Side};",
        ),
        (
            "search/threats/a.rs",
            "//! a\nuse super::super::report::DepthReport;",
        ),
        ("eval/nnue/simd/a.rs", "//! a\nunsafe { f() }"),
        ("kernel/hash.rs", "//! fxhash"),
    ];
    for (path, text) in good {
        assert_eq!(faults(path, text), [""; 0], "{path}: {text}");
    }
}

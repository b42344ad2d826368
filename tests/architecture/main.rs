//! Tests of the structure of `src`. Cargo already checks that no member imports one above it. These tests check that
//! the manifests keep the intended dependencies, that the layers inside the engine import only lower layers, that no
//! files import each other in a circle, and that every file keeps the rules for files.

mod modules;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use modules::Modules;

/// Folders of the members of the workspace, and what each may depend on.
const MEMBERS: [(&str, &str); 20] = [
    ("engine/kernel", ""),
    ("engine/tree", "kernel"),
    ("engine/gomoku", "tree kernel"),
    ("engine/notation", "gomoku kernel"),
    ("engine/protocol", "gomoku kernel"),
    ("lab/classics", "protocol gomoku kernel"),
    ("lab/figures", ""),
    ("lab/training", "notation gomoku kernel"),
    ("lab/zero", "reversi tree gomoku kernel"),
    (
        "lab/arena",
        "reversi connect6 figures notation protocol gomoku kernel",
    ),
    ("faces/python", "training notation gomoku kernel"),
    ("siblings/shared", "kernel"),
    ("siblings/reversi", "siblings kernel"),
    ("siblings/connect6", "siblings kernel"),
    ("siblings/oxhorn", "siblings kernel"),
    ("analysis", "notation gomoku kernel"),
    ("play", "reversi connect6 oxhorn notation gomoku kernel"),
    ("faces/browser", "play gomoku kernel"),
    ("faces/c", "gomoku kernel"),
    (
        "app",
        "play reversi connect6 oxhorn siblings classics arena analysis training zero figures notation protocol tree gomoku kernel",
    ),
];
/// Layers inside the engine, and what each may import.
const GOMOKU_LAYERS: [(&str, &str); 6] = [
    ("geometry", ""),
    ("board", "geometry"),
    ("eval", "board geometry"),
    ("search", "eval board geometry"),
    ("engine", "search eval board geometry"),
    ("bench", "engine search eval board geometry"),
];
/// Layers of what people play with, and what each may import. The table is shown in a browser alone too: it knows no
/// sockets, threads and files, and neither does anything below it but the session's own file.
const PLAY_LAYERS: [(&str, &str); 17] = [
    ("game", ""),
    ("opening", "game"),
    ("gomoku", "opening game"),
    ("siblings", "game"),
    ("session", "gomoku siblings game"),
    ("text", "session game"),
    ("player", "text session siblings gomoku game"),
    ("puzzles", "player text session gomoku opening game"),
    ("learn", "text siblings gomoku opening game"),
    ("practice", "puzzles session game"),
    (
        "registry",
        "player text session siblings gomoku opening game",
    ),
    ("study", "registry session gomoku opening game"),
    (
        "table",
        "study practice registry puzzles player text session gomoku opening game",
    ),
    ("progress_file", "practice session text"),
    (
        "host",
        "table learn puzzles registry session text gomoku game",
    ),
    (
        "page",
        "progress_file host table study practice learn registry puzzles player session gomoku text game",
    ),
    (
        "terminal",
        "progress_file table practice learn registry puzzles player text session gomoku opening game",
    ),
];
/// What the table does not know.
const NOT_AT_THE_TABLE: [&str; 8] = [
    "std::thread",
    "std::fs",
    "std::net",
    "std::process",
    "std::path",
    "tokio",
    "axum",
    "spawn",
];
const HASH_FILE: &str = "engine/kernel/hash.rs";
/// Vector instructions, the calls between the page and the program in a browser, and those of C, whose pointers nobody checks.
const UNSAFE_FOLDERS: [&str; 4] = [
    "engine/gomoku/eval/nnue/simd/",
    "lab/zero/net/simd/",
    "faces/browser/",
    "faces/c/lib.rs",
];
/// A word of a policy for browsers.
const OF_POLICIES: &str = "wasm-unsafe-eval";
const MAX_LINES: usize = 500;

/// What is wrong with the form of a file, be it of a test.
fn faults_of_form(path: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    if !text.starts_with("//!") {
        faults.push(format!("{path}: does not open with //!"));
    }
    if text.lines().count() > MAX_LINES {
        faults.push(format!("{path}: is longer than {MAX_LINES} lines"));
    }
    faults
}

/// What is wrong with a file; `path` counts from `src` and is written with `/`.
fn faults(path: &str, text: &str) -> Vec<String> {
    let mut faults = faults_of_form(path, text);
    let code: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| [line, "\n"])
        .collect();
    if text.contains("fxhash") && path != HASH_FILE {
        faults.push(format!("{path}: mentions fxhash"));
    }
    // Names may hold line breaks and controls: `ShowPath::shown` for people, `to_string_lossy` for programs.
    let outside_tests = code.split("#[cfg(test)]\nmod tests {").next();
    if outside_tests.is_some_and(|code| code.contains(".display()")) && !path.ends_with("tests.rs")
    {
        faults.push(format!("{path}: shows a path as it stands"));
    }
    let may_be = UNSAFE_FOLDERS.iter().any(|folder| path.starts_with(folder));
    if code.replace(OF_POLICIES, "").contains("unsafe") && !may_be {
        faults.push(format!("{path}: mentions unsafe in code"));
    }
    faults
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        // What is built of the fuzz targets lies beside them.
        if path.is_dir() && !path.ends_with("target") {
            rust_files(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

fn source_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The source of the program, beside `src`.
const PROGRAM: [&str; 2] = ["main.rs", "build.rs"];

/// All files below `src` and those of the program with their texts; the paths count from there and are written with `/`.
fn sources() -> io::Result<Vec<(String, String)>> {
    let (root, below) = (Path::new(env!("CARGO_MANIFEST_DIR")), source_folder());
    let mut files = PROGRAM.map(|name| root.join(name)).to_vec();
    rust_files(&below, &mut files)?;
    files
        .into_iter()
        .map(|file| {
            let path = file.strip_prefix(&below).or(file.strip_prefix(root));
            let path = path.map_err(io::Error::other)?;
            let path = path.to_string_lossy().replace('\\', "/");
            Ok((path, fs::read_to_string(&file)?))
        })
        .collect()
}

fn member_modules(sources: &[(String, String)], member: &str) -> Result<Modules, syn::Error> {
    let folder = format!("{member}/");
    Modules::new(sources.iter().filter_map(|(path, text)| {
        let path = path.strip_prefix(&folder)?;
        let is_part = !path.starts_with("examples/");
        is_part.then_some((path, text.as_str()))
    }))
}

/// The modules of every member: to parse them takes longer than all else here.
static MODULES: LazyLock<Result<BTreeMap<&str, Modules>, String>> = LazyLock::new(|| {
    let sources = sources().map_err(|error| error.to_string())?;
    let parsed = MEMBERS.iter().map(|&(member, _)| {
        let modules = member_modules(&sources, member).map_err(|error| error.to_string())?;
        Ok((member, modules))
    });
    parsed.collect()
});

fn modules_of(member: &str) -> Result<&'static Modules, String> {
    let all = MODULES.as_ref().map_err(String::clone)?;
    Ok(&all[member])
}

#[test]
fn every_file_keeps_to_the_house_rules() -> io::Result<()> {
    let sources = sources()?;
    assert!(sources.len() > MEMBERS.len(), "too few files");
    let found: Vec<String> = sources
        .iter()
        .flat_map(|(path, text)| {
            let mut found = faults(path, text);
            let in_member = |folder: &str| path.starts_with(&format!("{folder}/"));
            if path.contains('/') && !MEMBERS.iter().any(|(folder, _)| in_member(folder)) {
                found.push(format!("{path}: lies in no member"));
            }
            found
        })
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

#[test]
fn every_file_of_tests_and_measurements_has_the_form_of_the_others() -> io::Result<()> {
    let mut files = Vec::new();
    for folder in ["tests", "benches"] {
        rust_files(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join(folder),
            &mut files,
        )?;
    }
    let mut found = Vec::new();
    for file in files {
        found.extend(faults_of_form(
            &file.to_string_lossy(),
            &fs::read_to_string(&file)?,
        ));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

#[test]
fn members_depend_on_members_below_them_only() -> Result<(), Box<dyn std::error::Error>> {
    for (member, allowed) in MEMBERS {
        let path = source_folder().join(member).join("Cargo.toml");
        let manifest: toml::Table = fs::read_to_string(&path)?.parse()?;
        let dependencies = manifest
            .get("dependencies")
            .and_then(|table| table.as_table());
        for name in dependencies.into_iter().flat_map(toml::Table::keys) {
            if let Some(other) = name.strip_prefix("kagetsu-") {
                let is_allowed = allowed.split(' ').any(|allowed| allowed == other);
                assert!(is_allowed, "{member} may not depend on {other}");
            }
        }
    }
    Ok(())
}

#[test]
fn layers_inside_the_engine_point_down() -> Result<(), String> {
    let found = modules_of("engine/gomoku")?.upward(&GOMOKU_LAYERS);
    assert!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

#[test]
fn layers_of_what_people_play_with_point_down() -> Result<(), Box<dyn std::error::Error>> {
    let sources = sources()?;
    let mut found = modules_of("play")?.upward(&PLAY_LAYERS);
    let at_the_table = sources
        .iter()
        .filter(|(path, _)| path.starts_with("play/table/"));
    for (path, text) in at_the_table {
        let known = NOT_AT_THE_TABLE.iter().filter(|name| text.contains(**name));
        found.extend(known.map(|name| format!("{path}: mentions {name}")));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

#[test]
fn no_files_import_each_other_in_a_circle() -> Result<(), String> {
    let mut found = Vec::new();
    for (member, _) in MEMBERS {
        let circles = modules_of(member)?.circles();
        found.extend(
            circles
                .iter()
                .map(|circle| format!("{member}: {}", circle.join(", "))),
        );
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

#[test]
fn the_verifier_judges_a_claim_by_rules_of_its_own() -> io::Result<()> {
    let text = fs::read_to_string(source_folder().join("engine/gomoku/search/solver/referee.rs"))?;
    // Its own tests compare it with the board.
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    for judgement in [
        "Threat",
        "Shape",
        "Outcome",
        "board.is_",
        "board.play",
        "board.points",
    ] {
        assert!(!code.contains(judgement), "{judgement}");
    }
    Ok(())
}

#[test]
fn planted_faults_of_files_are_found() {
    let planted = [
        ("engine/gomoku/board/a.rs", "use crate::geometry::Point;"),
        ("engine/gomoku/board/a.rs", "//! a\n// fxhash"),
        ("engine/gomoku/board/a.rs", "//! a\nunsafe { f() }"),
        ("engine/gomoku/eval/nnue/a.rs", "//! a\nunsafe { f() }"),
        ("app/a.rs", "//! a\nfn f() { g(path.display()) }"),
    ];
    for (path, text) in planted {
        assert_eq!(faults(path, text).len(), 1, "{path}: {text}");
    }
    let long = format!("//! a{}", "\n".repeat(MAX_LINES + 1));
    assert_eq!(faults("engine/gomoku/board/a.rs", &long).len(), 1);
    for (path, text) in [
        ("main.rs", "//! a\nuse kagetsu_app::run;"),
        ("engine/gomoku/eval/nnue/simd/a.rs", "//! a\nunsafe { f() }"),
        ("engine/kernel/hash.rs", "//! fxhash"),
        (
            "app/a.rs",
            "//! a\n#[cfg(test)]\nmod tests { fn f() { path.display() } }",
        ),
    ] {
        assert_eq!(faults(path, text), [""; 0], "{path}: {text}");
    }
}

#[test]
fn planted_imports_are_found() -> Result<(), syn::Error> {
    let lib = ("lib.rs", "pub mod board; pub mod eval;");
    for text in [
        "use crate::eval::Evaluator;",
        "use crate::{board::Rule, eval::Evaluator};",
        "use super::super::eval::Evaluator;",
        "fn f() -> crate::eval::Evaluator { g() }",
        "fn f() { assert!(g(!crate::eval::is_even())) }",
    ] {
        let files = [
            lib,
            ("board/mod.rs", "mod a;"),
            ("board/a.rs", text),
            ("eval/mod.rs", "pub struct Evaluator;"),
        ];
        let modules = Modules::new(files)?;
        assert_eq!(modules.upward(&GOMOKU_LAYERS).len(), 1, "{text}");
    }
    let circle = [
        lib,
        ("board/mod.rs", "mod a; mod b; pub use a::A;"),
        ("board/a.rs", "use super::b::B; pub struct A(B);"),
        ("board/b.rs", "use crate::board::A; pub struct B(Vec<A>);"),
    ];
    assert_eq!(Modules::new(circle)?.circles(), [["board::a", "board::b"]]);
    let harmless = [
        lib,
        ("board/mod.rs", "mod a; mod b; pub use a::A;"),
        (
            "board/a.rs",
            "pub struct A; #[cfg(test)] mod tests { use super::super::b::B; }",
        ),
        ("board/b.rs", "use super::A; pub struct B(A);"),
    ];
    assert!(Modules::new(harmless)?.circles().is_empty());
    Ok(())
}

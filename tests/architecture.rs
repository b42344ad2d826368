//! Tests of the structure of `src`. Cargo already checks that no member imports one above it. These tests check that
//! the manifests keep the intended dependencies, that the layers inside the engine import only lower layers, that no
//! files import each other in a circle, and that every file keeps the rules for files. Files are parsed with `syn`:
//! every path in code counts, but none in a comment or a test.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, UseTree};

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

/// The paths that a file names, outside its tests: each a list of words such as `crate`, `board`, `Rule`.
#[derive(Default)]
struct Paths {
    all: Vec<Vec<String>>,
    /// Names that the file passes on (`pub use`): the name, and the path behind it.
    passed_on: Vec<(String, Vec<String>)>,
    /// Modules in files of their own that are for tests only.
    tests: Vec<String>,
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Path>()
                .is_ok_and(|path| path.is_ident("test"))
    })
}

fn flatten(tree: &UseTree, before: &[String], found: &mut Vec<(String, Vec<String>)>) {
    let with = |name: &syn::Ident| {
        let mut path = before.to_vec();
        if name != "self" || path.is_empty() {
            path.push(name.to_string());
        }
        path
    };
    match tree {
        UseTree::Path(path) => flatten(&path.tree, &with(&path.ident), found),
        UseTree::Name(name) => found.push((name.ident.to_string(), with(&name.ident))),
        UseTree::Rename(name) => found.push((name.rename.to_string(), with(&name.ident))),
        UseTree::Glob(_) => found.push(("*".to_string(), before.to_vec())),
        UseTree::Group(group) => {
            for tree in &group.items {
                flatten(tree, before, found);
            }
        }
    }
}

/// The paths in the tokens of a macro as they are printed, which are not parsed: `crate :: board :: Rule`.
fn paths_in(tokens: &str) -> Vec<Vec<String>> {
    let words: Vec<&str> = tokens
        .split(|mark: char| mark.is_whitespace() || "()[]{},".contains(mark))
        .filter(|word| !word.is_empty())
        .collect();
    let is_joint = |place: usize| words.get(place) == Some(&"::");
    (0..words.len())
        .filter(|&place| is_joint(place + 1) && (place == 0 || !is_joint(place - 1)))
        .map(|first| {
            let further = words[first + 1..].chunks_exact(2);
            let further = further
                .take_while(|pair| pair[0] == "::")
                .map(|pair| pair[1]);
            let path = [words[first]].into_iter().chain(further);
            path.map(str::to_string).collect()
        })
        .collect()
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if is_test(&item.attrs) {
            self.tests.push(item.ident.to_string());
        } else {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if is_test(&item.attrs) {
            return;
        }
        let mut found = Vec::new();
        flatten(&item.tree, &[], &mut found);
        if matches!(item.vis, syn::Visibility::Inherited) {
            self.all.extend(found.into_iter().map(|(_, path)| path));
        } else {
            self.passed_on.extend(found);
        }
    }

    fn visit_item(&mut self, item: &'ast Item) {
        let attributes: &[Attribute] = match item {
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Const(item) => &item.attrs,
            _ => &[],
        };
        if !is_test(attributes) {
            visit::visit_item(self, item);
        }
    }

    /// `pub(super)` names no import.
    fn visit_visibility(&mut self, _visibility: &'ast syn::Visibility) {}

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        self.all.extend(paths_in(&called.tokens.to_string()));
        visit::visit_macro(self, called);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.all.push(
            path.segments
                .iter()
                .map(|segment| segment.ident.to_string())
                .collect(),
        );
        visit::visit_path(self, path);
    }
}

/// The modules of one member: for each its path from the crate root, such as `board::rule`, and what it names.
struct Modules(BTreeMap<Vec<String>, Paths>);

/// The module that a file holds, `path` counted from the member's folder.
fn module_of(path: &str) -> Vec<String> {
    let stem = path.strip_suffix(".rs").unwrap_or(path);
    let mut words: Vec<String> = stem.split('/').map(str::to_string).collect();
    if words
        .last()
        .is_some_and(|word| word == "mod" || word == "lib")
    {
        words.pop();
    }
    words
}

impl Modules {
    fn new<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, syn::Error> {
        let mut modules = BTreeMap::new();
        for (path, text) in files {
            let mut paths = Paths::default();
            paths.visit_file(&syn::parse_file(text)?);
            modules.insert(module_of(path), paths);
        }
        let tests = modules
            .iter()
            .flat_map(|(module, paths): (&Vec<String>, &Paths)| {
                let names = paths.tests.iter();
                names.map(|name| [module.as_slice(), std::slice::from_ref(name)].concat())
            });
        for module in tests.collect::<Vec<_>>() {
            modules.remove(&module);
        }
        Ok(Self(modules))
    }

    /// `path` as seen from `module`, counted from the crate root.
    fn absolute(&self, module: &[String], path: &[String]) -> Option<Vec<String>> {
        match path.first()?.as_str() {
            "crate" => Some(path[1..].to_vec()),
            "self" => Some([module, &path[1..]].concat()),
            "super" => {
                let ups = path.iter().take_while(|word| *word == "super").count();
                let base = module.len().checked_sub(ups)?;
                Some([&module[..base], &path[ups..]].concat())
            }
            first => {
                let child = [module, &[first.to_string()]].concat();
                self.0.contains_key(&child).then(|| [module, path].concat())
            }
        }
    }

    /// The module that defines what `path`, counted from the crate root, names; names that are passed on are followed.
    fn home(&self, path: &[String], depth: usize) -> Option<&Vec<String>> {
        const MAX_STEPS: usize = 8;
        let length = (0..=path.len())
            .rev()
            .find(|&length| self.0.contains_key(&path[..length]))?;
        let (module, paths) = self.0.get_key_value(&path[..length])?;
        let passed_on = path.get(length).and_then(|name| {
            let target = paths.passed_on.iter().find(|(known, _)| known == name)?;
            self.absolute(module, &target.1)
        });
        match passed_on {
            Some(target) if depth < MAX_STEPS => self.home(&target, depth + 1),
            _ => Some(module),
        }
    }

    /// Which modules import which, by name.
    fn imports(&self) -> Vec<(String, String)> {
        let mut edges = Vec::new();
        for (module, paths) in &self.0 {
            for path in &paths.all {
                let home = self
                    .absolute(module, path)
                    .and_then(|path| self.home(&path, 0));
                if let Some(home) = home
                    && home != module
                {
                    edges.push((module.join("::"), home.join("::")));
                }
            }
        }
        edges.sort();
        edges.dedup();
        edges
    }

    /// Modules that import each other, directly or by way of others.
    fn circles(&self) -> Vec<Vec<String>> {
        let edges = self.imports();
        let graph: DiGraphMap<&str, ()> = edges
            .iter()
            .map(|(from, to)| (from.as_str(), to.as_str()))
            .collect();
        tarjan_scc(&graph)
            .into_iter()
            .filter(|circle| circle.len() > 1)
            .map(|circle| {
                let mut names: Vec<String> = circle.into_iter().map(str::to_string).collect();
                names.sort();
                names
            })
            .collect()
    }

    /// Imports that point to a layer that is not allowed.
    fn upward(&self, layers: &[(&str, &str)]) -> Vec<String> {
        let layer = |module: &str| module.split("::").next().unwrap_or_default().to_string();
        self.imports()
            .into_iter()
            .filter(|(from, to)| {
                let (from, to) = (layer(from), layer(to));
                let allowed = layers.iter().find(|(name, _)| *name == from);
                from != to
                    && allowed
                        .is_none_or(|(_, allowed)| !allowed.split(' ').any(|allowed| allowed == to))
            })
            .map(|(from, to)| format!("{from} may not import {to}"))
            .collect()
    }
}

/// What is wrong with a file; `path` counts from `src` and is written with `/`.
fn faults(path: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let code: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| [line, "\n"])
        .collect();
    if !text.starts_with("//!") {
        faults.push(format!("{path}: does not open with //!"));
    }
    if text.lines().count() > MAX_LINES {
        faults.push(format!("{path}: is longer than {MAX_LINES} lines"));
    }
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
        if path.is_dir() {
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
fn layers_inside_the_engine_point_down() -> Result<(), Box<dyn std::error::Error>> {
    let found = member_modules(&sources()?, "engine/gomoku")?.upward(&GOMOKU_LAYERS);
    assert!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

#[test]
fn layers_of_what_people_play_with_point_down() -> Result<(), Box<dyn std::error::Error>> {
    let sources = sources()?;
    let mut found = member_modules(&sources, "play")?.upward(&PLAY_LAYERS);
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
fn no_files_import_each_other_in_a_circle() -> Result<(), Box<dyn std::error::Error>> {
    let sources = sources()?;
    let mut found = Vec::new();
    for (member, _) in MEMBERS {
        let circles = member_modules(&sources, member)?.circles();
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

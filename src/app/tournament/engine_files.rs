//! The files that make an engine what it is. Their digests tell whether a match goes on with the same engines.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use kagetsu_arena::digest::sha256_of;
use kagetsu_arena::settings::EngineSpec;
use kagetsu_protocol::info::{BOOK, EVALUATION};

use super::programs::absolute;

/// Options of servers of Reversi and Connect6 that name a file of what was learnt.
const LEARNT: [&str; 3] = ["--book", "--network", "--weights"];
/// Programs that run the file that their first argument names. Versions may follow, as in `python3.13`.
const INTERPRETERS: [&str; 10] = [
    "bash", "dash", "java", "mono", "node", "perl", "python", "ruby", "sh", "wine",
];
/// How programs begin: a script that names its interpreter, and the forms of Linux, Windows and macOS, there for one kind of
/// processor and for several.
const PROGRAMS: [&[u8]; 5] = [
    b"#!",
    b"\x7fELF",
    b"MZ",
    b"\xcf\xfa\xed\xfe",
    b"\xca\xfe\xba\xbe",
];
/// Most bytes of these beginnings.
const BEGINNING: u64 = 4;

/// Notes the digests of the engines' files. A file that cannot be read has none and is not compared.
pub(super) fn note_files(engines: &mut [EngineSpec]) {
    let mut digests: BTreeMap<String, Option<String>> = BTreeMap::new();
    for engine in engines {
        for path in files_of(engine) {
            let digest = digests
                .entry(path.clone())
                .or_insert_with(|| sha256_of(Path::new(&path)).ok());
            engine
                .files
                .extend(digest.clone().map(|digest| (path, digest)));
        }
    }
}

/// The program, the one that it runs, and what was learnt that it is given. Engines may write to other files.
fn files_of(engine: &EngineSpec) -> Vec<String> {
    let dir = engine.dir.clone().unwrap_or_default();
    let mut words = engine.command.iter();
    let program = words.next();
    let is_interpreted = program.is_some_and(|program| is_interpreter(program));
    let interpreted = words
        .clone()
        .find(|word| is_interpreted && !word.starts_with('-'));
    let run = words.filter(|word| Some(*word) == interpreted || is_program(&dir.join(word)));
    let learnt = engine
        .options
        .iter()
        .filter(|(key, _)| {
            [BOOK, EVALUATION]
                .iter()
                .any(|name| key.eq_ignore_ascii_case(name))
        })
        .map(|(_, path)| path);
    let names = program.into_iter().chain(run).chain(learnt);
    names
        .map(String::as_str)
        .chain(learnt_of(&engine.command))
        .map(|name| absolute(&dir.join(name)))
        .filter(|path| path.is_file())
        .map(|path| path.to_string_lossy().into_owned())
        .collect()
}

/// The files of what was learnt that a command names.
fn learnt_of(command: &[String]) -> impl Iterator<Item = &str> {
    command.iter().enumerate().filter_map(|(place, word)| {
        let next = command.get(place + 1).map(String::as_str);
        let (option, file) = word
            .split_once('=')
            .map_or((word.as_str(), next), |(option, file)| (option, Some(file)));
        file.filter(|_| LEARNT.contains(&option))
    })
}

/// Does a program run the file that its first argument names?
fn is_interpreter(program: &str) -> bool {
    let name = Path::new(program).file_name().unwrap_or_default();
    let name = name.to_string_lossy();
    let name = name.strip_suffix(".exe").unwrap_or(&name);
    let name = name.trim_end_matches(|sign: char| sign.is_ascii_digit() || sign == '.');
    INTERPRETERS.contains(&name)
}

/// Does an argument name a program, as behind `env` or `nice`?
fn is_program(path: &Path) -> bool {
    let mut begin = Vec::new();
    // A pipe would block its reader.
    let is_read = path.is_file()
        && File::open(path)
            .and_then(|file| file.take(BEGINNING).read_to_end(&mut begin))
            .is_ok();
    is_read && PROGRAMS.iter().any(|sign| begin.starts_with(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_its_script_and_what_it_has_learnt_are_noted() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = folder.path();
        for (name, text) in [
            ("python3", ""),
            ("brain.py", "print()"),
            ("shadow", ""),
            ("run", "#!/bin/sh"),
            ("built", "\x7fELF\x02"),
            ("notes.txt", "x"),
            ("net.kgn", "x"),
            ("book.db", "x"),
        ] {
            std::fs::write(dir.join(name), text).expect("a file");
        }
        let noted = |words: &[&str]| -> Vec<String> {
            let words = words.iter().map(ToString::to_string);
            let mut engine = EngineSpec::new("one", words.collect());
            engine.dir = Some(dir.to_owned());
            engine.options = [
                ("Evaluation", "net.kgn"),
                ("book", "book.db"),
                ("log", "notes.txt"),
            ]
            .map(|(key, value)| (key.to_string(), value.to_string()))
            .to_vec();
            let mut engines = [engine.clone(), engine];
            note_files(&mut engines);
            assert_eq!(engines[0].files, engines[1].files);
            let names = engines[0].files.iter().map(|(path, digest)| {
                assert_eq!(sha256_of(Path::new(path)).ok().as_ref(), Some(digest));
                let name = Path::new(path).file_name().unwrap_or_default();
                name.to_string_lossy().into_owned()
            });
            names.collect()
        };
        assert_eq!(
            noted(&["python3", "-u", "brain.py", "notes.txt"]),
            ["book.db", "brain.py", "net.kgn", "python3"]
        );
        // What an engine is told to write is not a part of it.
        assert_eq!(noted(&["run", "notes.txt"]), ["book.db", "net.kgn", "run"]);
        assert_eq!(
            noted(&["shadow", "notes.txt"]),
            ["book.db", "net.kgn", "shadow"]
        );
        for words in [&["--network", "notes.txt"][..], &["--book=notes.txt"]] {
            let words = [&["shadow"], words].concat();
            assert_eq!(noted(&words), ["book.db", "net.kgn", "notes.txt", "shadow"]);
        }
        for behind in ["run", "built"] {
            let found = noted(&["shadow", "5", behind]);
            assert_eq!(found.len(), 4, "{found:?}");
            assert!(found.iter().any(|name| name == behind), "{found:?}");
        }
    }
}

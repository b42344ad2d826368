//! Wrong inputs over all tools: each gets its line on standard error and its exit code, and nothing on standard output.
//! `data/wrong_inputs.txt` is the list.

use std::error::Error;
use std::fs;
use std::io;
use std::panic::resume_unwind;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::{self, available_parallelism};

const LIST: &str = include_str!("../data/wrong_inputs.txt");

/// The files that the list names.
const FILES: [(&str, &[u8]); 20] = [
    ("base.kdb", b"redb\x1a\x0a\xa9\x0d\x0a\x00"),
    ("blank.txt", b" \n\t\n"),
    ("cut.lib", b"\x78\x00\x79\x80\x69\x40"),
    ("empty.txt", b""),
    (
        "exported.jsonl",
        b"{\"rule\":\"renju\",\"size\":\"15x15\",\"result\":\"draw\",\"moves\":\"h8\",\"opening\":0,\"scores\":[1],\"random\":[],\"alternatives\":[]}\n",
    ),
    ("five.txt", b"h8a1i8b1j8c1k8d1l8"),
    ("games.kgd", b"\x89KGD\r\n\x1a\n\x01\x00"),
    ("garbage.bin", b"\xff\xfe\x00\x80garbage"),
    (
        "large.toml",
        b"[[engine]]\nmemory = 340282366920938463463374607431768211457\n",
    ),
    ("list.toml", b"engine = [\"self\", \"self\"]\n"),
    ("many.toml", b"rule = \"renju\"\ngames = \"many\"\n"),
    ("net.kgn", b"KGNET\0\0\0\x01\x00"),
    ("othello.sgf", b"(;GM[2];B[f5])"),
    ("packed.gz", b"\x1f\x8b\x08\x00\x00\x00"),
    ("packed.zip", b"PK\x03\x04\x14\x00"),
    (
        "settings.json",
        b"{\n  \"schema\": 1,\n  \"engines\": []\n}\n",
    ),
    ("typo.toml", b"[[parameter]]\nname = \"x\"\nvalue = \"much\"\n"),
    (
        "won.pgn",
        b"[Event \"a\"]\n[Size \"15\"]\n\n1. a15 b15 2. a14 b14 3. a13 b13 4. a12 b12 5. a11 1-0\n",
    ),
    (
        "won.sgf",
        b"(;GM[4]SZ[15];B[aa];W[ba];B[ab];W[bb];B[ac];W[bc];B[ad];W[bd];B[ae])",
    ),
    ("words.txt", b"what a fine position\n"),
];

fn prepare(folder: &Path) -> Result<(), Box<dyn Error>> {
    for (name, contents) in FILES {
        fs::write(folder.join(name), contents)?;
    }
    Ok(())
}

/// The cases that the program does not refuse as the list says.
fn not_refused(cases: &[&str], folder: &Path) -> io::Result<Vec<String>> {
    let mut wrong = Vec::new();
    for line in cases {
        let parts: Vec<&str> = line.splitn(3, " | ").collect();
        let &[code, arguments, reason] = parts.as_slice() else {
            panic!("not a case: {line}");
        };
        let arguments = shlex::split(arguments).expect("balanced quotes");
        let output = Command::new(env!("CARGO_BIN_EXE_pbrain-kagetsu"))
            .args(&arguments)
            .current_dir(folder)
            .stdin(Stdio::null())
            .output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        let is_right = output.status.code() == code.parse().ok()
            && said.contains(reason)
            && output.stdout.is_empty();
        if !is_right {
            wrong.push(format!(
                "{line}\n    {:?}, {said:?}, {:?}",
                output.status.code(),
                String::from_utf8_lossy(&output.stdout)
            ));
        }
    }
    Ok(wrong)
}

#[test]
fn every_wrong_input_is_refused_with_its_reason() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    prepare(folder)?;
    let cases: Vec<&str> = LIST.lines().filter(|line| !line.starts_with('#')).collect();
    let share = cases.len().div_ceil(available_parallelism()?.get());
    let wrong = thread::scope(|scope| {
        let parts: Vec<_> = cases
            .chunks(share)
            .map(|part| scope.spawn(move || not_refused(part, folder)))
            .collect();
        let wrong = parts.into_iter().map(|part| match part.join() {
            Ok(wrong) => wrong,
            Err(panic) => resume_unwind(panic),
        });
        wrong.collect::<io::Result<Vec<_>>>()
    })?
    .concat();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let mut left: Vec<String> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.file_name().to_string_lossy().into_owned()))
        .collect::<Result<_, _>>()?;
    left.sort();
    assert_eq!(left, FILES.map(|(name, _)| name));
    Ok(())
}

//! Wrong inputs over all tools. `data/wrong_inputs.txt` is the list.

use std::fs;
use std::io;
use std::path::Path;

const LIST: &str = include_str!("../data/wrong_inputs.txt");

/// The files that the list names.
pub const FILES: [(&str, &[u8]); 20] = [
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

/// The lines of the list, each with its exit code, its arguments as a shell reads them and what is said of them.
///
/// # Panics
/// If a line of the list has other parts.
pub fn cases() -> impl Iterator<Item = [&'static str; 3]> {
    let lines = LIST.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let parts: Vec<&str> = line.splitn(3, " | ").collect();
        parts.try_into().expect("three parts")
    })
}

/// Writes the files into a folder.
///
/// # Errors
/// When they cannot be written.
pub fn prepare(folder: &Path) -> io::Result<()> {
    FILES
        .iter()
        .try_for_each(|(name, contents)| fs::write(folder.join(name), contents))
}

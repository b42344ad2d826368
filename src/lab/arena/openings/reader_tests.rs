//! Tests of the reader of openings.

use std::fs;
use std::path::Path;

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_notation::record::GameResult;
use proptest::prelude::{any, prop, proptest};
use tempfile::TempDir;

use super::line::pos_line;
use super::reader::{ReadOptions, parse_openings, read_openings};
use crate::statistics::test_records::record;

fn options() -> ReadOptions {
    ReadOptions {
        rule: Rule::Freestyle,
        size: BoardSize::square(15).expect("a legal size"),
        stones: None,
    }
}

fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).expect("the disk has room");
    }
    folder
}

/// The stones of each opening in a file.
fn read(name: &str, bytes: &[u8], options: &ReadOptions) -> Result<Vec<String>, String> {
    let folder = folder(&[(name, bytes)]);
    let path = folder.path().join(name);
    let found = read_openings(&path, options).map_err(|error| {
        let text = error.to_string();
        text.replace(&*path.to_string_lossy(), name)
    })?;
    let lines = found.iter().map(|opening| pos_line(opening));
    Ok(lines.collect())
}

fn expect(name: &str, text: &str, expected: &[&str]) {
    let found = read(name, text.as_bytes(), &options()).expect(text);
    assert_eq!(found, expected, "{text}");
}

#[test]
fn every_form_is_known_by_name_or_content() {
    let lines =
        "\u{feff}# a comment\r\n\r\n0,0, -1,1\r\n// another\r\n; and another\r\n h8 i9 # one\r\n";
    expect("book.txt", lines, &["h8g9", "h8i9"]);
    let psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,12\na\nb\n-1\n";
    expect("one.psq", psq, &["h8i9"]);
    expect("one.txt", psq, &["h8i9"]);
    let sgf = "(;GM[4]SZ[15];B[hh])\n(;GM[4]\n;B[aa];W[bb])";
    expect("two.sgf", sgf, &["h8", "a1b2"]);
    expect("two", sgf, &["h8", "a1b2"]);
    let wide: Vec<u8> = lines.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let found = read("wide.txt", &wide, &options()).expect("two lines");
    assert_eq!(found, ["h8g9", "h8i9"]);
}

#[test]
fn the_names_in_a_game_are_decoded_once() {
    let game = b"(;GM[4]SZ[15]CA[GBK]PB[\xcd\xf5\xd0\xa1\xc3\xf7];B[hh];W[ii])";
    let found = read("names.sgf", game, &options());
    assert_eq!(found.as_deref(), Ok(&["h8i9".to_string()][..]));
}

#[test]
fn a_game_without_a_board_is_on_that_of_the_games() {
    let large = ReadOptions {
        size: BoardSize::square(20).expect("a legal size"),
        ..options()
    };
    let found = read("large.sgf", b"(;GM[4];B[ts];W[tt])", &large);
    assert_eq!(found.as_deref(), Ok(&["t19t20".to_string()][..]));
}

#[test]
fn libraries_and_journals_are_read_as_everywhere() {
    let library = [0x78, 0x00, 0x79, 0xc0, 0x69, 0x40];
    let read = read("a.lib", &library, &options()).expect("a library");
    assert_eq!(read, ["h8i8", "h8i7"]);
    // As RenLib writes it: with the head of its format, in a file on the disk.
    let head = b"\xffRenLib\xff\x03\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff";
    let folder = folder(&[("b.lib", &[&head[..], &library[..]].concat())]);
    let found = read_openings(&folder.path().join("b.lib"), &options());
    assert_eq!(found.expect("a library").len(), 2);
    let pgn = "[Event \"a\"]\n[Size \"15\"]\n\n1. h8 i9 2. j10 *\n";
    expect("a.pgn", pgn, &["h8i7j6"]);
    let mut journal = String::new();
    for moves in ["h8i9", "h8h8"] {
        let mut game = record(0, "a", "b", GameResult::Draw);
        game.moves = moves.to_string();
        journal += &serde_json::to_string(&game).expect("plain data");
        journal.push('\n');
    }
    let found = parse_openings(journal.as_bytes(), Path::new("a.jsonl"), &options());
    assert_eq!(
        found.expect_err("a stone on a stone").to_string(),
        "a.jsonl:2: stone 2: the point is not empty: 'game 2'"
    );
}

#[test]
fn a_folder_gives_its_games_in_the_order_of_their_names() {
    let game = |column: u8| format!("Piskvorky 15x15, 0:0, 0\n{column},1,0\n").into_bytes();
    let (first, second) = (game(1), game(2));
    let folder = folder(&[
        ("b.psq", &second),
        ("a.PSQ", &first),
        ("c.txt", b"no opening"),
    ]);
    let found = read_openings(folder.path(), &options()).expect("two games");
    let columns: Vec<usize> = found.iter().map(|opening| opening[0].x()).collect();
    assert_eq!(columns, [0, 1]);
}

#[test]
fn bad_openings_are_named_with_file_line_and_text() {
    for (name, text, expected) in [
        (
            "a",
            "0,0\n0,0, 0,0\n",
            "a:2: stone 2: the point is not empty: '0,0, 0,0'",
        ),
        ("a", "#\nh8,", "a:2: ',' is not a point of the 15x15 board"),
        (
            "a",
            "\n0,0,1\n",
            "a:2: there are 3 numbers, but each stone needs two: '0,0,1'",
        ),
        (
            "a.psq",
            "Piskvorky 20x20, 0:0, 0\n",
            "a.psq:1: the opening is for a 20x20 board",
        ),
        (
            "a.psq",
            "Piskvorky 15x15, 0:0, 0\n1,99,0\n",
            "a.psq:2: line 2 is not a move",
        ),
        (
            "a.sgf",
            "(;GM[4]SZ[15])\n(;GM[4];W[aa])",
            "a.sgf:2: move 1 is by white",
        ),
        (
            "a.sgf",
            "(;GM[4]SZ[19])",
            "a.sgf:1: the opening is for a 19x19 board",
        ),
        (
            "a.sgf",
            "(;GM[2]SZ[15];B[hh])",
            "a.sgf:1: the game is GM[2] (Othello), but openings are of Gomoku or Renju",
        ),
        ("a", "(;GM[1]SZ[15];B[hh])", "a:1: the game is GM[1] (Go)"),
        (
            "a.sgf",
            "(;GM[4];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])",
            "a.sgf:1: stone 9 already wins for black: of whole games --opening-stones takes",
        ),
        ("a", "# nothing\n", "'a' holds no opening"),
        ("a.sgf", "nothing", "'a.sgf' holds no opening"),
        ("a", "p16", "a:1: 'p16' is not a point of the 15x15 board"),
    ] {
        let found = read(name, text.as_bytes(), &options()).expect_err(text);
        assert!(found.contains(expected), "{text}: {found}");
    }
    let missing = read_openings(Path::new("no/such/file"), &options());
    let missing = missing.expect_err("there is no such file").to_string();
    assert!(
        missing.starts_with("cannot read 'no/such/file': "),
        "{missing}"
    );
}

#[test]
fn long_openings_can_be_cut() {
    let cut = ReadOptions {
        stones: Some(2),
        ..options()
    };
    let found = read("book", b"0,0\n1,1, 2,2, 2,2\n", &cut).expect("two lines");
    assert_eq!(found, ["h8", "i9j10"]);
}

proptest! {
    #[test]
    fn no_file_is_fatal(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        for name in ["a.sgf", "a.psq", "a"] {
            let _ = parse_openings(&bytes, Path::new(name), &options());
        }
    }
}

//! Tests of whole databases: round trips, foreign and damaged files, locks, kills.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use kagetsu_gomoku::board::{Position, Rule};
use kagetsu_gomoku::geometry::{BoardSize, Point, Symmetry};
use kagetsu_notation::renlib::read_renlib;

use super::entry::{Bound, Entry, Label};
use super::error::DatabaseError;
use super::json::{BYTE_ORDER_MARK, LineError, read_line, read_lines, write_line};
use super::key::PositionKey;
use super::library;
use super::reader::Reader;
use super::writer::{MergeCounts, PruneLimits, Writer};

const DOCUMENT: &str = include_str!("../../../protocol-docs/database.md");
/// Path of the database that the child process writes.
const CHILD_PATH: &str = "KAGETSU_TEST_DATABASE";
/// Entries of one transaction of the child process.
const CHILD_BATCH: u64 = 50;

/// Small steps of a linear congruential generator, Knuth's constants.
fn next(state: &mut u64) -> usize {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize
}

/// A position that the number tells apart from all others, and its entry.
fn sample(number: u64) -> (PositionKey, Entry) {
    let size = BoardSize::square(15).expect("a legal size");
    let mut position = Position::new(size, Rule::Freestyle);
    // This cell tells the images of the board apart.
    position.block(Point::at(1, 14)).expect("an empty cell");
    // The digits of the number are the distances between stones in a row of cells that begins in the corner.
    let mut rest = number;
    let mut cell = 0;
    for _ in 0..8 {
        cell += 1 + (rest % 16) as usize;
        rest /= 16;
        let point = Point::at(cell % 15, cell / 15);
        position.play(point).expect("the cells rise");
    }
    let best = size
        .points()
        .find(|&point| position.empty_points().contains(point));
    let entry = Entry {
        value: Some(number as i32),
        depth: (number % 30) as u16,
        best,
        text: if number.is_multiple_of(5) {
            format!("text {number}")
        } else {
            String::new()
        },
        ..Entry::default()
    };
    entry.stored(&position)
}

fn samples(count: u64) -> Vec<(PositionKey, Entry)> {
    (0..count).map(sample).collect()
}

fn all(path: &Path) -> Result<Vec<(PositionKey, Entry)>, DatabaseError> {
    Reader::open(path)?.view().entries()?.collect()
}

fn sorted(mut entries: Vec<(PositionKey, Entry)>) -> Vec<(PositionKey, Entry)> {
    entries.sort_by(|one, other| one.0.cmp(&other.0));
    entries
}

#[test]
fn the_lines_of_the_document_are_read_and_written_again() {
    let block = DOCUMENT.split("```json\n").nth(1).expect("an example");
    let example = block.split("```").next().expect("its end");
    let marked = [BYTE_ORDER_MARK, example.as_bytes()].concat();
    let [entries, again] = [example.as_bytes(), marked.as_slice()].map(|lines| {
        let entries = read_lines(lines).map(|(_, entry)| entry.expect("the example is right"));
        entries.collect::<Vec<_>>()
    });
    assert_eq!(entries, again);
    assert_eq!(entries.len(), 2);
    for (key, entry) in &entries {
        let line = write_line(key, entry).expect("a key");
        assert_eq!(&read_line(line.as_bytes()).expect("our line").0, key);
        assert_eq!(&read_line(line.as_bytes()).expect("our line").1, entry);
        let value: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        for field in value.as_object().expect("an object").keys() {
            assert!(DOCUMENT.contains(&format!("`{field}`")), "{field}");
        }
    }
    assert_eq!(entries[0].1.bound, Bound::Lower);
    assert_eq!(entries[1].1.label, Some(Label::Loss));
}

#[test]
fn wrong_lines_are_named() {
    let head = "\"schema\":1,\"rule\":\"renju\",\"size\":\"15\",\"to_move\":\"black\"";
    for (rest, expected) in [
        ("", ""),
        (",\"black\":\"h8h8\"", "'h8': the point is not empty"),
        (
            ",\"black\":\"h8\",\"best\":\"h8\"",
            "'h8': the point is not empty",
        ),
        (",\"best\":\"z1\"", "'z1'"),
        (",\"depth\":70000", "not an entry"),
        (",\"deep\":7", "unknown field"),
    ] {
        let line = format!("{{{head}{rest}}}");
        let message =
            read_line(line.as_bytes()).map_or_else(|error| error.to_string(), |_| String::new());
        assert!(message.contains(expected), "{rest}: {message}");
        assert_eq!(message.is_empty(), expected.is_empty(), "{rest}: {message}");
    }
    let old = read_line(b"{\"schema\":2}");
    assert!(matches!(old, Err(LineError::Schema(2))), "{old:?}");
    let lines: Vec<_> = read_lines(&b"\n{}\n{}\n"[..]).collect();
    assert_eq!(
        (lines.len(), lines[0].0),
        (1, 2),
        "the first wrong line is the last item"
    );
}

#[test]
fn entries_come_back_from_every_image() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("positions");
    let size = BoardSize::square(15).expect("a legal size");
    let cells = [(3, 2), (4, 6), (8, 1)].map(|(x, y)| Point::at(x, y));
    let best = Point::at(7, 9);
    let image = |symmetry: Symmetry| {
        let mut position = Position::new(size, Rule::Renju);
        for point in cells {
            position.play(symmetry.apply(point, size)).expect("empty");
        }
        position
    };
    let entry = Entry {
        best: Some(best),
        mark: "!".to_string(),
        ..Entry::default()
    };
    let mut writer = Writer::open_or_create(&path).expect("a new file");
    let stored = entry.clone().stored(&image(Symmetry::IDENTITY));
    let merged = writer.merge(vec![stored]).expect("it is stored");
    assert_eq!(
        merged,
        MergeCounts {
            new: 1,
            ..MergeCounts::default()
        }
    );
    assert!(matches!(Reader::open(&path), Err(DatabaseError::Busy(_))));
    let Err(busy) = Writer::open(&path) else {
        panic!("two write to one file")
    };
    let told = busy.to_string();
    assert!(told.ends_with("in this program or another one"), "{told}");
    drop(writer);
    let reader = Reader::open(&path).expect("our file");
    let another = Reader::open(&path).expect("several may read");
    assert!(matches!(Writer::open(&path), Err(DatabaseError::Busy(_))));
    for symmetry in Symmetry::all(size) {
        let found = reader.view().get(&image(symmetry));
        let found = found.expect("it can be read");
        assert_eq!(found, Some(entry.clone().image(symmetry, size)));
    }
    let mut other_rule = image(Symmetry::IDENTITY);
    other_rule.set_rule(Rule::Standard);
    let found = another.view().get(&other_rule);
    assert_eq!(found.expect("it can be read"), None);
}

#[test]
fn entries_are_joined_and_pruned() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("positions");
    let entries = sorted(samples(500));
    let mut writer = Writer::open_or_create(&path).expect("a new file");
    let stored = writer.merge(entries.clone()).expect("they are stored");
    let again = writer.merge(entries.clone()).expect("they are stored");
    assert_eq!((stored.new, again.same), (500, 500));
    let keep = PruneLimits {
        min_depth: Some(20),
        ..PruneLimits::default()
    };
    let removed = writer.prune(keep).expect("it can be pruned");
    let mut expected = entries;
    expected.retain(|(_, entry)| entry.depth >= 20 || entry.is_annotated());
    assert_eq!(removed, 500 - expected.len() as u64);
    drop(writer);
    assert_eq!(all(&path).expect("our file"), expected);
    let mut writer = Writer::open(&path).expect("our file");
    let few = PruneLimits {
        max_stones: Some(7),
        ..PruneLimits::default()
    };
    let removed = writer.prune(few).expect("it can be pruned");
    assert_eq!(removed, expected.len() as u64);
}

#[test]
fn libraries_give_their_comments() {
    // h8 with a comment, then i7 marked, or i8 with nothing.
    let bytes = b"\x78\x08text\0\0\x79\xd0\x69\x40";
    let tree = read_renlib(bytes).expect("a library");
    let found = library::entries(&tree, Rule::Renju).expect("legal moves");
    let notes: Vec<_> = found
        .iter()
        .map(|(key, entry)| (key.stones(), entry.text.as_str(), entry.mark.as_str()))
        .collect();
    assert_eq!(notes, [(1, "text", ""), (2, "", "*")]);
    let twice = read_renlib(&[0x78, 0x00, 0x78, 0x40]).expect("a library");
    assert!(library::entries(&twice, Rule::Renju).is_err());
}

#[test]
fn foreign_files_are_refused_and_stay() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("foreign");
    let other = redb::TableDefinition::<&str, u64>::new("other");
    let database = redb::Database::create(&path).expect("a new file");
    let transaction = database.begin_write().expect("a transaction");
    transaction.open_table(other).expect("a table");
    transaction.commit().expect("a commit");
    drop(database);
    let redb = fs::read(&path).expect("a file");
    for bytes in [
        &b""[..],
        b"SQLite format 3\0",
        &redb[..9],
        &redb[..500],
        &redb,
    ] {
        fs::write(&path, bytes).expect("the disk has room");
        assert!(Reader::open(&path).is_err());
        assert!(Writer::open_or_create(&path).is_err());
        assert_eq!(fs::read(&path).expect("a file"), bytes);
    }
    let folder_error = Writer::open_or_create(folder.path());
    assert!(matches!(folder_error, Err(DatabaseError::File { .. })));
}

/// Damages a database in many ways: it is refused and not altered, or what it tells is right. Returns how many were
/// refused.
fn damage(rounds: u64) -> u64 {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("positions");
    let entries = sorted(samples(600));
    let mut writer = Writer::open_or_create(&path).expect("a new file");
    for batch in entries.chunks(200) {
        writer.merge(batch.to_vec()).expect("they are stored");
    }
    // One half of the files as after a kill, the other as after an orderly end.
    let killed = fs::read(&path).expect("a file");
    drop(writer);
    let closed = fs::read(&path).expect("a file");
    let mut state = 1;
    let mut refused = 0;
    for round in 0..rounds {
        let mut bytes = if round % 2 == 0 { &closed } else { &killed }.clone();
        match next(&mut state) % 4 {
            0 => bytes.truncate(next(&mut state) % bytes.len()),
            1 => {
                // The head of the file.
                let at = next(&mut state) % 512;
                bytes[at] ^= 1 << (next(&mut state) % 8);
            }
            _ => {
                for _ in 0..=next(&mut state) % 4 {
                    let at = next(&mut state) % bytes.len();
                    bytes[at] ^= 1 << (next(&mut state) % 8);
                }
            }
        }
        fs::write(&path, &bytes).expect("the disk has room");
        if let Ok(found) = all(&path) {
            assert!(found == entries, "round {round}: other entries");
        } else {
            refused += 1;
            assert!(Writer::open(&path).is_err(), "round {round}");
        }
        assert!(
            fs::read(&path).expect("a file") == bytes,
            "round {round}: altered"
        );
    }
    refused
}

#[test]
fn damaged_files_are_refused_and_stay() {
    assert!(damage(300) > 100);
}

#[test]
#[ignore = "takes minutes"]
fn many_damaged_files_are_refused_and_stay() {
    let refused = damage(10_000);
    writeln!(std::io::stderr(), "{refused} of 10000 refused").expect("standard error");
}

/// The child process: it stores one batch after another and tells the number of each when it is stored.
#[test]
#[ignore = "is run by the tests of kills"]
fn child_that_writes_until_it_is_killed() {
    let Some(path) = std::env::var_os(CHILD_PATH) else {
        return;
    };
    let mut writer = Writer::open_or_create(Path::new(&path)).expect("a database");
    for batch in 0.. {
        let numbers = batch * CHILD_BATCH..(batch + 1) * CHILD_BATCH;
        writer
            .merge(numbers.map(sample).collect())
            .expect("they are stored");
        writeln!(std::io::stdout(), "stored {}", batch + 1).expect("the parent reads");
    }
}

/// Kills a child process after some of its batches, again and again on the same file.
fn kill(rounds: u64) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("positions");
    let mut state = 7;
    let mut most = 0;
    for round in 0..rounds {
        let mut child = Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "--ignored", "--nocapture"])
            .arg("database::tests::child_that_writes_until_it_is_killed")
            .env(CHILD_PATH, &path)
            .stdout(Stdio::piped())
            .spawn()
            .expect("a child process");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let until = 1 + next(&mut state) as u64 % 12;
        let mut told = |stop: Option<u64>| {
            let mut last = 0;
            while stop.is_none_or(|stop| last < stop) {
                let Some(line) = lines.next() else { break };
                let line = line.expect("text");
                // The harness writes other things on the same line.
                if let Some((_, number)) = line.rsplit_once("stored ") {
                    last = number.parse().expect("a number");
                }
            }
            last
        };
        let early = told(Some(until));
        assert_eq!(early, until, "round {round}");
        std::thread::sleep(std::time::Duration::from_micros(
            next(&mut state) as u64 % 5000,
        ));
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        let last = told(None).max(early);
        most = last.max(most);
        let found = all(&path).expect("the database is sound");
        for (key, entry) in (0..most * CHILD_BATCH).map(sample) {
            let place = found.binary_search_by(|(other, _)| other.cmp(&key));
            let place = place.unwrap_or_else(|_| panic!("round {round}: an entry is lost"));
            assert_eq!(found[place].1, entry, "round {round}");
        }
        assert_eq!(found.len() as u64 % CHILD_BATCH, 0, "no batch in part");
        assert!(Writer::open(&path).is_ok());
    }
}

#[test]
fn a_kill_loses_nothing_that_was_stored() {
    kill(2);
}

#[test]
#[ignore = "takes a minute"]
fn many_kills_lose_nothing_that_was_stored() {
    kill(100);
}

//! Tests of the set of long wins: every line is legal and ends in a five, and `forecast` takes each position once.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use kagetsu_gomoku::board::{Board, Outcome, Side};
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_notation::jsonl::read_records;
use kagetsu_test_support::ran::FINE;

use super::ran::run_in;

const SET: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/long-wins.jsonl");
const POSITIONS: usize = 400;
/// Plies of the shortest win in the set, the five included.
const SHORTEST: usize = 11;

#[test]
fn every_long_win_is_played_to_its_five() {
    let bytes = std::fs::read(Path::new(SET)).expect("a file");
    let records = read_records(&bytes).expect("a journal").records;
    assert_eq!(records.len(), POSITIONS);
    let mut different = BTreeSet::new();
    for record in &records {
        let moves = record.points().expect("points");
        let size = BoardSize::square(record.size).expect("a size");
        let mut board = Board::new(size, record.gomoku_rule().expect("a rule"));
        let winner = Side::BOTH[record.opening % 2];
        assert_eq!(record.result.half_points(winner), 2, "{}", record.moves);
        assert!(moves.len() - record.opening >= SHORTEST, "{}", record.moves);
        assert_eq!((moves.len() - record.opening) % 2, 1, "{}", record.moves);
        let (&last, before) = moves.split_last().expect("moves");
        for &point in before {
            assert_eq!(board.play(point), Ok(Outcome::Running), "{}", record.moves);
        }
        assert_eq!(
            board.play(last),
            Ok(Outcome::Win(winner)),
            "{}",
            record.moves
        );
        let position = &moves[..record.opening];
        assert!(different.insert((record.rule.to_string(), size.to_string(), position.to_vec())));
    }
}

#[test]
fn forecast_searches_every_position_of_a_set() -> io::Result<()> {
    const SOME: usize = 40;
    let all = std::fs::read_to_string(SET)?;
    let some: String = all.split_inclusive('\n').take(SOME).collect();
    let folder = tempfile::tempdir()?;
    // Some editors put a byte order mark before a text.
    for mark in ["", "\u{feff}"] {
        std::fs::write(folder.path().join("some.jsonl"), format!("{mark}{some}"))?;
        let line = "forecast --after-opening --nodes 1 some.jsonl";
        let text = run_in(folder.path(), line)?.ends(FINE).out;
        let expected = format!("positions   {SOME}\n");
        assert!(text.starts_with(&expected), "{text}");
    }
    Ok(())
}

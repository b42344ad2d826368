//! Tests of `openings`.

use std::io;
use std::path::Path;
use std::sync::Arc;

use kagetsu_gomoku::board::{Board, Position, Rule, Side, Threat};
use kagetsu_gomoku::engine::{Engine, EngineConfig};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_gomoku::search::NullSearchObserver;
use kagetsu_kernel::{SearchLimits, StopSignal, WallClock};
use kagetsu_test_support::openings::all_openings;

use super::ran::run_in;

/// A line that makes a few openings quickly, for each rule on another board.
fn openings_command(rule: Rule) -> (BoardSize, String) {
    let sides = [(15, 15), (20, 20), (15, 15), (9, 11), (12, 9)];
    let index = Rule::ALL.iter().position(|&other| other == rule);
    let (width, height) = sides[index.unwrap_or_default()];
    let size = BoardSize::new(width, height).expect("a legal size");
    let line = format!(
        "openings --rule {rule} --size {size} --count 6 --seed 3 --stones 2..6 --box 7 --nodes 100 --verify-nodes 2000 \
         --level {LEVEL} --balance {BALANCE}"
    );
    (size, line)
}

const LEVEL: i32 = 40;
const BALANCE: i32 = 60;
const VERIFY_NODES: u64 = 2000;
/// The table of the command: 32 bytes for each position that it visits, twelve first looks included.
const TABLE_BYTES: u64 = 32 * (VERIFY_NODES + 12 * 100);

#[test]
fn openings_are_the_same_for_any_number_of_threads() -> io::Result<()> {
    // One rule with forbidden moves and one without: threads do not depend on the rule otherwise.
    for rule in [Rule::Freestyle, Rule::Renju] {
        let (_, line) = openings_command(rule);
        let with = |more: &str| run_in(Path::new("."), &format!("{line} {more}"));
        let one = with("--threads 1")?.fine();
        assert_eq!(one.lines().count(), 7, "{one}");
        assert_eq!(with("--threads 3")?.out, one);
        if rule != Rule::default() {
            continue;
        }
        let (comment, lines) = one.split_once('\n').unwrap_or_default();
        let command = comment
            .strip_prefix("# pbrain-kagetsu ")
            .unwrap_or_default();
        assert_eq!(run_in(Path::new("."), command)?.out, one, "{comment}");
        assert_eq!(with("--bare")?.out, lines);
        let other_seed = with("--bare --seed 4")?;
        assert_ne!(other_seed.out, lines);
    }
    Ok(())
}

#[test]
fn openings_are_fair_quiet_and_all_different() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    for (rule, format) in Rule::ALL
        .into_iter()
        .zip(["offset", "pos"].into_iter().cycle())
    {
        let (size, line) = openings_command(rule);
        let line = format!("{line} --format {format} --out {rule}.txt");
        assert_eq!(run_in(folder.path(), &line)?.fine(), "");
        let path = folder.path().join(format!("{rule}.txt"));
        let (openings, different) = all_openings(&path, rule, size)?;
        assert_eq!(different, 6);
        for opening in openings {
            assert!((2..=6).contains(&opening.len()));
            check_fair_and_quiet(&opening, rule, size)?;
        }
    }
    Ok(())
}

/// Searches as the command does.
fn check_fair_and_quiet(points: &[Point], rule: Rule, size: BoardSize) -> io::Result<()> {
    let mut position = Position::new(size, rule);
    let mut board = Board::new(size, rule);
    for &point in points {
        position.play(point).map_err(io::Error::other)?;
        board.make(point);
    }
    for side in Side::BOTH {
        assert_eq!(board.count(side, Threat::Five), 0, "{position:?}");
    }
    let limits = SearchLimits {
        nodes: Some(VERIFY_NODES),
        ..SearchLimits::default()
    };
    let config = EngineConfig {
        max_hash: Some(TABLE_BYTES),
        ..EngineConfig::default()
    };
    let mut engine = Engine::new(config, Arc::new(WallClock::start()));
    let thought = engine
        .think(
            &position,
            &limits,
            &StopSignal::new(),
            &mut NullSearchObserver,
        )
        .map_err(io::Error::other)?;
    let score = thought.report.score;
    let of_black = match position.side_to_move() {
        Side::Black => score,
        Side::White => -score,
    };
    let distance = (of_black.value() - LEVEL).abs();
    assert!(distance <= BALANCE, "{distance}: {position:?}");
    Ok(())
}

#[test]
fn hopeless_openings_end_with_an_error_and_keep_what_was_found() -> io::Result<()> {
    // A box of four points has few openings of one stone, and only one of them that is new.
    let line =
        "openings --size 6 --stones 1 --box 2 --nodes 1 --verify-nodes 1 --balance 20000 --count 2";
    let ran = run_in(Path::new("."), line)?.ends(1);
    assert_eq!(ran.out.lines().count(), 2, "{}", ran.out);
    assert!(
        ran.err.contains("no new opening in 2000 attempts, after 1"),
        "{}",
        ran.err
    );
    Ok(())
}

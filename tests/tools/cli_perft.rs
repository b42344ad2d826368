//! Tests of `perft`.

use std::io;

use kagetsu_gomoku::board::{Position, Rule};
use kagetsu_gomoku::geometry::{BoardSize, Rows};
use kagetsu_test_support::oracle::perft;

use super::ran::run;

/// The counts that `perft` prints for a position in playing order.
fn perft_of(position: &Position, depth: u32) -> io::Result<Vec<u64>> {
    let moves: String = position
        .stones()
        .iter()
        .map(|&(point, _)| Rows::FromBottom.name(point, position.size()))
        .collect();
    let (rule, size) = (position.rule().to_string(), position.size().to_string());
    let depth = depth.to_string();
    let said = run(&["perft", &depth, &moves, "--rule", &rule, "--size", &size])?.fine();
    let lines = said.lines().skip(1);
    let counts = lines.filter_map(|line| line.split(' ').nth(2));
    Ok(counts.filter_map(|count| count.parse().ok()).collect())
}

#[test]
fn perft_divides_its_count_among_the_first_moves() -> io::Result<()> {
    // Black makes five at once on e5 and ends the game; f5 and all other moves go on.
    let arguments = ["perft", "2", "--divide", "--size", "6", "a5a1b5b1c5c1d5d1"];
    let said = run(&arguments)?.fine();
    let lines: Vec<&str> = said.lines().collect();
    let counts: Vec<u64> = lines[1..lines.len() - 1]
        .iter()
        .filter_map(|line| line.split_once(": ")?.1.parse().ok())
        .collect();
    assert_eq!(counts.len(), 28, "{said}");
    assert!(lines.contains(&"e5: 0") && lines.contains(&"a6: 27"));
    let sum: u64 = counts.iter().sum();
    assert_eq!(lines.last(), Some(&format!("depth 2: {sum}").as_str()));
    let whole = run(&["perft", "2", "--size", "6", "a5a1b5b1c5c1d5d1"])?;
    assert!(
        whole.out.contains(&format!("depth 2: {sum} (")),
        "{}",
        whole.out
    );
    Ok(())
}

#[test]
fn perft_counts_are_the_same_in_json() -> io::Result<()> {
    let lines = |arguments: &[&str]| -> io::Result<Vec<serde_json::Value>> {
        let said = run(arguments)?.fine();
        let read = |line: &str| serde_json::from_str(line).expect("a JSON object");
        Ok(said.lines().map(read).collect())
    };
    let counts = lines(&["perft", "2", "--size", "5", "--json"])?;
    let counts: Vec<_> = counts
        .iter()
        .map(|line| line["sequences"].as_u64())
        .collect();
    assert_eq!(counts, [Some(25), Some(600)]);
    let divided = lines(&["perft", "2", "--size", "5", "--json", "--divide"])?;
    assert_eq!(divided.len(), 26);
    assert_eq!(
        (&divided[0]["move"], &divided[0]["sequences"]),
        (&"a5".into(), &24.into())
    );
    assert_eq!(
        (&divided[25]["depth"], &divided[25]["sequences"]),
        (&2.into(), &600.into())
    );
    Ok(())
}

#[test]
fn perft_agrees_with_the_slow_referee() -> io::Result<()> {
    // Both sides have fours, so that many sequences end early by a win.
    let crowded = "a1a2b1b2c1c2a4a5b4b5c4c5e1e2d4";
    for rule in Rule::ALL {
        let mut position = Position::new(BoardSize::new(5, 6).map_err(io::Error::other)?, rule);
        for name in crowded.split_inclusive(|letter: char| letter.is_ascii_digit()) {
            let point = Rows::FromBottom
                .parse(name, position.size())
                .map_err(io::Error::other)?;
            position.play(point).map_err(io::Error::other)?;
        }
        let expected: Vec<u64> = (1..=4).map(|depth| perft(&position, depth)).collect();
        assert_eq!(perft_of(&position, 4)?, expected, "{rule}");
    }
    Ok(())
}

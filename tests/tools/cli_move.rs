//! Tests of `move`.

use std::io;
#[cfg(unix)]
use std::path::Path;

use kagetsu_gomoku::geometry::{BoardSize, Rows};
#[cfg(unix)]
use kagetsu_test_support::ran::Ran;

#[cfg(unix)]
use super::ran::interrupted_until;
use super::ran::run;

#[cfg(unix)]
#[test]
fn an_interrupted_search_for_a_move_prints_it_and_says_so() -> io::Result<()> {
    let has_move = |ran: &Ran| {
        let answer: serde_json::Value = serde_json::from_str(&ran.out).map_err(io::Error::other)?;
        assert_eq!(answer["interrupted"], true, "{answer}");
        assert!(answer["move"].is_string(), "{answer}");
        Ok(true)
    };
    interrupted_until(has_move, Path::new("."), "move h8 --time 3600 --json")
}

#[test]
fn a_move_is_told_as_the_document_of_its_json_says() -> io::Result<()> {
    let document = include_str!("../../protocol-docs/analyse-json.md");
    let arguments = ["move", "--json", "--lines", "2", "--depth", "4", "h8i9j10"];
    let said = run(&arguments)?.fine();
    let answer: serde_json::Value = serde_json::from_str(&said).map_err(io::Error::other)?;
    assert_eq!(answer["lines"].as_array().map(Vec::len), Some(2), "{said}");
    assert_eq!(answer["lines"][0]["moves"][0], answer["move"]);
    for field in answer
        .as_object()
        .into_iter()
        .flat_map(serde_json::Map::keys)
    {
        assert!(document.contains(&format!("`{field}`")), "{field}");
    }
    let few = run(&["move", "--json", "--nodes", "1", "h8i9"])?;
    assert!(few.out.contains("\"win\":null,\"lines\":[]"), "{}", few.out);
    // The only reply to a four is searched, too, although the time is limited. The nodes end the search on any machine.
    let forced = ["move", "--time", "60", "--nodes", "2000"];
    let forced = run(&[&forced[..], &["h8i8h9i9h10i10h11"]].concat())?;
    assert!(!forced.out.contains("depth: 0 "), "{}", forced.out);
    Ok(())
}

#[test]
fn a_full_board_has_no_move() -> io::Result<()> {
    let full = "xxoox\nooxxo\nxxoox\nooxxo\nxxoox";
    let ran = run(&["move", full])?.ends(2);
    assert_eq!(ran.err, "error: there is no legal move\n");
    Ok(())
}

#[test]
fn the_move_is_on_an_empty_point_and_opens_the_line() -> io::Result<()> {
    for (position, size, threads) in [
        (&["h8i9"][..], "20x12", "2"),
        (&["BOARD 2,2,2 DONE"], "5", "256"),
        (&[], "15", "1"),
    ] {
        let size = ["--size", size, "--depth", "2", "--threads", threads];
        let said = run(&[&["move"][..], position, &size].concat())?.fine();
        let field = |name: &str| {
            let line = said.lines().find_map(|line| line.strip_prefix(name));
            line.map(str::trim).unwrap_or_default()
        };
        let best = Rows::FromBottom.parse(field("move:"), BoardSize::LARGEST);
        assert!(best.is_ok(), "{said}");
        assert!(field("pv:").starts_with(field("move:")), "{said}");
        for name in ["score:", "depth:", "nodes:", "time:"] {
            assert_ne!(field(name), "", "{said}");
        }
    }
    Ok(())
}

#[test]
fn several_lines_are_different_moves_and_the_first_is_the_move() -> io::Result<()> {
    const LINES: usize = 4;
    let said = run(&["move", "h8i9h10g7", "--depth", "4", "--lines", "4"])?.fine();
    let rows: Vec<Vec<&str>> = said
        .lines()
        .skip_while(|line| !line.starts_with("line "))
        .skip(1)
        .map(|line| line.split_whitespace().collect())
        .collect();
    let moves: std::collections::HashSet<&str> = rows.iter().map(|row| row[4]).collect();
    assert_eq!((rows.len(), moves.len()), (LINES, LINES), "{said}");
    assert!(said.contains(&format!("move:  {}\n", rows[0][4])));
    let scores: Vec<i32> = rows.iter().filter_map(|row| row[1].parse().ok()).collect();
    assert!(scores.len() == LINES && scores.is_sorted_by(|a, b| a >= b));
    assert!(
        rows.iter()
            .all(|row| row[2].ends_with('%') && row[3] == "4")
    );
    run(&["move", "--lines", "0"])?.refused("'0'");
    Ok(())
}

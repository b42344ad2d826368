//! Tests of `move`.

use std::io;
#[cfg(unix)]
use std::process::{Command, Stdio};
#[cfg(unix)]
use std::time::Duration;

use kagetsu_gomoku::geometry::{BoardSize, Rows};

#[cfg(unix)]
use super::cli::INTERRUPTED;
use super::cli::{BAD_INPUT, assert_fine, run};

#[cfg(unix)]
#[test]
fn an_interrupted_search_for_a_move_prints_it_and_says_so() -> io::Result<()> {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    // Before the program listens to the signal it is killed by it: then it is given more time. Shells let programs in the
    // background ignore the signal of Ctrl-C, but not this one.
    for patience in [50, 500, 5_000] {
        let child = Command::new(env!("CARGO_BIN_EXE_pbrain-kagetsu"))
            .args(["move", "h8", "--time", "3600", "--json"])
            .stdout(Stdio::piped())
            .spawn()?;
        std::thread::sleep(Duration::from_millis(patience));
        let number = i32::try_from(child.id()).map_err(io::Error::other)?;
        kill(Pid::from_raw(number), Signal::SIGTERM)?;
        let output = child.wait_with_output()?;
        if output.status.code().is_none() {
            continue;
        }
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(INTERRUPTED), "{said}");
        let answer: serde_json::Value = serde_json::from_str(&said).map_err(io::Error::other)?;
        assert_eq!(answer["interrupted"], true, "{said}");
        assert!(answer["move"].is_string(), "{said}");
        return Ok(());
    }
    panic!("it does not listen to the signal");
}

#[test]
fn a_move_is_told_as_the_document_of_its_json_says() -> io::Result<()> {
    let document = include_str!("../../protocol-docs/analyse-json.md");
    let arguments = ["move", "--json", "--lines", "2", "--depth", "4", "h8i9j10"];
    let ran = run(&arguments)?;
    assert_fine(&ran);
    let answer: serde_json::Value = serde_json::from_str(&ran.out).map_err(io::Error::other)?;
    assert_eq!(
        answer["lines"].as_array().map(Vec::len),
        Some(2),
        "{}",
        ran.out
    );
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
    // The only reply to a four is searched, too.
    let forced = run(&["move", "--time", "50ms", "h8i8h9i9h10i10h11"])?;
    assert!(!forced.out.contains("depth: 0 "), "{}", forced.out);
    Ok(())
}

#[test]
fn a_full_board_has_no_move() -> io::Result<()> {
    let full = "xxoox\nooxxo\nxxoox\nooxxo\nxxoox";
    let ran = run(&["move", full])?;
    assert_eq!(ran.code, Some(1));
    assert_eq!(ran.err, "error: there is no legal move\n");
    Ok(())
}

#[test]
fn the_move_is_on_an_empty_point_and_opens_the_line() -> io::Result<()> {
    for (position, size, threads) in [
        ("", "15", "1"),
        ("h8i9", "20x12", "2"),
        ("BOARD 2,2,2 DONE", "5", "256"),
    ] {
        let size = ["--size", size, "--depth", "2", "--threads", threads];
        let ran = run(&[&["move", position], &size[..]].concat())?;
        assert_fine(&ran);
        let field = |name: &str| {
            let line = ran.out.lines().find_map(|line| line.strip_prefix(name));
            line.map(str::trim).unwrap_or_default()
        };
        assert!(
            Rows::FromBottom
                .parse(field("move:"), BoardSize::LARGEST)
                .is_ok(),
            "{}",
            ran.out
        );
        assert!(field("pv:").starts_with(field("move:")), "{}", ran.out);
        for name in ["score:", "depth:", "nodes:", "time:"] {
            assert_ne!(field(name), "", "{}", ran.out);
        }
    }
    Ok(())
}

#[test]
fn several_lines_are_different_moves_and_the_first_is_the_move() -> io::Result<()> {
    const LINES: usize = 4;
    let ran = run(&["move", "h8i9h10g7", "--depth", "4", "--lines", "4"])?;
    assert_fine(&ran);
    let rows: Vec<Vec<&str>> = ran
        .out
        .lines()
        .skip_while(|line| !line.starts_with("line "))
        .skip(1)
        .map(|line| line.split_whitespace().collect())
        .collect();
    let moves: std::collections::HashSet<&str> = rows.iter().map(|row| row[4]).collect();
    assert_eq!((rows.len(), moves.len()), (LINES, LINES), "{}", ran.out);
    assert!(ran.out.contains(&format!("move:  {}\n", rows[0][4])));
    let scores: Vec<i32> = rows.iter().filter_map(|row| row[1].parse().ok()).collect();
    assert!(scores.len() == LINES && scores.is_sorted_by(|a, b| a >= b));
    assert!(
        rows.iter()
            .all(|row| row[2].ends_with('%') && row[3] == "4")
    );
    assert_eq!(run(&["move", "--lines", "0"])?.code, Some(BAD_INPUT));
    Ok(())
}

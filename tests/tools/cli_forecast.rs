//! Tests of `forecast` with the real program, on games that the program has played: it gives the same figures every
//! time, and the difference of two searches. The games are too few to show which search predicts better.

use std::fs;
use std::io;
use std::path::Path;

use kagetsu_test_support::ran::FINE;

use super::ran::{root, run_in};

/// Plays a tournament of so many quick games into `games` of a folder.
fn play(folder: &Path, count: u32) -> io::Result<()> {
    let openings = root().join("scripts/openings/freestyle15.txt");
    fs::copy(openings, folder.join("book.txt"))?;
    let engines = "--engine cmd=self,name=a --engine cmd=self,name=b --memory 64 --nodes 300";
    let options = "--keep-processes --openings book.txt --out games";
    let line = format!("tournament {engines} {options} --games {count}");
    run_in(folder, &line)?.ends(FINE);
    Ok(())
}

fn figure(text: &str, name: &str) -> f64 {
    let line = text.lines().find(|line| line.starts_with(name));
    let number = line.and_then(|line| line.split_whitespace().nth(1));
    number
        .and_then(|number| number.parse().ok())
        .unwrap_or_else(|| panic!("{name} is missing: {text}"))
}

#[test]
fn two_searches_are_compared_and_nothing_depends_on_threads() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    play(folder, 24)?;
    let common = "forecast games/games.jsonl --positions 120 --per-game 5 --nodes";
    let with = |more: &str| -> io::Result<String> {
        Ok(run_in(folder, &format!("{common} {more}"))?.ends(FINE).out)
    };
    let weak = with("20 --out few.jsonl --threads 1")?;
    let again = with("20 --against few.jsonl --threads 2")?;
    assert!(figure(&again, "difference").abs() < f64::EPSILON);
    let positions = figure(&weak, "positions");
    assert!(positions > 60.0 && again.starts_with(&weak), "{again}");
    let object = with("20 --against few.jsonl --json")?;
    let object: serde_json::Value = serde_json::from_str(&object)?;
    assert_eq!(object["positions"], positions);
    assert_eq!(object["difference"]["mean"], 0.0);
    let strong = with("2000 --out many.jsonl --against few.jsonl")?;
    assert!(figure(&strong, "loss") < std::f64::consts::LN_2);
    let difference = figure(&strong, "loss") - figure(&weak, "loss");
    // Each figure is printed with four digits.
    assert!(
        (figure(&strong, "difference") - difference).abs() < 2e-4,
        "{weak}{strong}"
    );
    assert!(figure(&strong, "proved") > figure(&weak, "proved"));
    let lines = fs::read_to_string(folder.join("many.jsonl"))?;
    assert!((lines.lines().count() as f64 - positions).abs() < f64::EPSILON);

    // Looking for a win by threats first leaves fewer positions to the search.
    let changed = with("2000 --option vcthread=1 --against many.jsonl")?;
    assert!(figure(&changed, "difference").abs() > f64::EPSILON);

    let count = |left: &str| -> io::Result<f64> {
        let all = "forecast games/games.jsonl --positions 9999 --per-game 999 --nodes 1";
        let ran = run_in(folder, &format!("{all} --left {left}"))?;
        Ok(figure(&ran.ends(FINE).out, "positions"))
    };
    let parts = [count("6..12")?, count("13..400")?];
    assert!((parts[0] + parts[1] - count("6..400")?).abs() < f64::EPSILON);
    assert!(parts[0] > 24.0, "{parts:?}");

    let other = format!("{common} 20 --seed 2 --against few.jsonl");
    run_in(folder, &other)?.refused("other positions");
    Ok(())
}

#[test]
fn what_cannot_be_used_is_told() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    play(folder.path(), 2)?;
    for (option, expected) in [
        ("colour=1", "no setting 'colour'"),
        ("evaluation=no/such/network", "no/such/network"),
    ] {
        let line = format!("forecast games/games.jsonl --option {option}");
        run_in(folder.path(), &line)?.refused(expected);
    }
    Ok(())
}

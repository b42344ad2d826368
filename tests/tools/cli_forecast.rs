//! Tests of `forecast` with the real program, on games that the program has played: it gives the same figures every
//! time, and the difference of two searches. The games are too few to show which search predicts better.

use std::fs;
use std::io;
use std::path::Path;

use kagetsu_test_support::ran::FINE;

use super::ran::run;

/// A tournament of so many quick games; the path of its journal.
fn games(folder: &Path, count: &str) -> io::Result<String> {
    let out = folder.join("games");
    let openings = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/scripts/openings/freestyle15.txt"
    );
    let out_text = out.display().to_string();
    let options = "--engine cmd=self,name=a --engine cmd=self,name=b --memory 64 --nodes 300 --keep-processes";
    let mut arguments = vec!["tournament", "--openings", openings, "--out", &out_text];
    arguments.extend(options.split(' ').chain(["--games", count]));
    run(&arguments)?.ends(FINE);
    Ok(out.join("games.jsonl").display().to_string())
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
    let games = games(folder.path(), "24")?;
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (few, many) = (path("few.jsonl"), path("many.jsonl"));
    let common = ["forecast", &games, "--positions", "120", "--per-game", "5"];
    let with = |more: &[&str]| -> io::Result<String> {
        Ok(run(&[&common[..], more].concat())?.ends(FINE).out)
    };
    let weak = with(&["--nodes", "20", "--out", &few, "--threads", "1"])?;
    let again = with(&["--nodes", "20", "--against", &few, "--threads", "2"])?;
    assert!(figure(&again, "difference").abs() < f64::EPSILON);
    let positions = figure(&weak, "positions");
    assert!(positions > 60.0 && again.starts_with(&weak), "{again}");
    let object = with(&["--nodes", "20", "--against", &few, "--json"])?;
    let object: serde_json::Value = serde_json::from_str(&object)?;
    assert_eq!(object["positions"], positions);
    assert_eq!(object["difference"]["mean"], 0.0);
    let strong = with(&["--nodes", "2000", "--out", &many, "--against", &few])?;
    assert!(figure(&strong, "loss") < std::f64::consts::LN_2);
    let difference = figure(&strong, "loss") - figure(&weak, "loss");
    // Each figure is printed with four digits.
    assert!(
        (figure(&strong, "difference") - difference).abs() < 2e-4,
        "{weak}{strong}"
    );
    assert!(figure(&strong, "proved") > figure(&weak, "proved"));
    let lines = fs::read_to_string(&many)?;
    assert!((lines.lines().count() as f64 - positions).abs() < f64::EPSILON);

    // Looking for a win by threats first leaves fewer positions to the search.
    let changed = with(&[
        "--nodes",
        "2000",
        "--option",
        "vcthread=1",
        "--against",
        &many,
    ])?;
    assert!(figure(&changed, "difference").abs() > f64::EPSILON);

    let count = |left: &str| -> io::Result<f64> {
        let all = ["--positions", "9999", "--per-game", "999", "--nodes", "1"];
        let ran = run(&[&["forecast", &games, "--left", left], &all[..]].concat())?;
        Ok(figure(&ran.ends(FINE).out, "positions"))
    };
    let parts = [count("6..12")?, count("13..400")?];
    assert!((parts[0] + parts[1] - count("6..400")?).abs() < f64::EPSILON);
    assert!(parts[0] > 24.0, "{parts:?}");

    let other = ["--nodes", "20", "--seed", "2", "--against", &few];
    run(&[&common[..], &other].concat())?.refused("other positions");
    Ok(())
}

#[test]
fn what_cannot_be_used_is_told() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let games = games(folder.path(), "2")?;
    for (option, expected) in [
        ("colour=1", "no setting 'colour'"),
        ("evaluation=no/such/network", "no/such/network"),
    ] {
        run(&["forecast", &games, "--option", option])?.refused(expected);
    }
    Ok(())
}

//! Tests of whole tournaments of the real program against faulty engines: the table is complete and every fault is
//! named.

use std::io;
use std::path::Path;
use std::process::Command;

use kagetsu_test_support::ran::{FINE, Ran};
use libtest_mimic::{Failed, Trial};

use crate::brains::command;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("tournament::bad_engines_end_with_a_full_table", full_table),
        Trial::test("tournament::strict_stops_at_the_first_fault", strict),
        Trial::test(
            "tournament::a_little_more_memory_than_announced_is_no_fault",
            tolerated_memory,
        ),
        Trial::test(
            "tournament::a_verdict_that_faults_decide_is_said_first_and_last",
            verdict_by_faults,
        ),
    ]
}

/// Each manner of a bad engine, and the fault that it must be charged with. `games.rs` tries the other manners in single games.
const BAD: [(&str, &str); 4] = [
    ("crash-on-move-7", "crash"),
    ("late", "time"),
    ("occupied", "illegal"),
    ("hog", "memory"),
];

/// The text of an `--engine` option.
fn engine(manner: &str, further: &str) -> String {
    let words: Vec<String> = command(manner)
        .into_iter()
        .map(|word| word.replace(',', "\\,"))
        .collect();
    let line = shlex::try_join(words.iter().map(String::as_str)).expect("no NUL in a path");
    format!("cmd={line},name={manner}{further}")
}

/// Plays a tournament of these engines.
fn tournament(out: &Path, options: &str, engines: &[String]) -> io::Result<Ran> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-kagetsu"));
    command.arg("tournament").args(options.split(' '));
    for engine in engines {
        command.args(["--engine", engine]);
    }
    let always = ["--size", "15", "--patience", "60", "--memory", "200"];
    Ran::of(command.args(always).arg("--out").arg(out))
}

fn full_table() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    // Only an engine that is late has a limit that a busy machine could make it overrun.
    let mut engines = vec![engine("proper", ",tc=60")];
    for (manner, kind) in BAD {
        let limit = if kind == "time" { ",tc=1" } else { ",tc=60" };
        engines.push(engine(manner, limit));
    }
    let options = "--format gauntlet --concurrency 4 --tolerance 50";
    let ran = tournament(folder.path(), options, &engines)?;
    let report = ran.ends(FINE).out;
    let games = std::fs::read_to_string(folder.path().join("games.jsonl"))?;
    assert_eq!(games.lines().count(), 2 * BAD.len());
    for (manner, kind) in BAD {
        let of_engine = format!("\"engine\":\"{manner}\",\"kind\":\"{kind}\"");
        let charged = games.lines().filter(|line| line.contains(&of_engine));
        assert_eq!(charged.count(), 2, "{manner} must be charged with {kind}");
        assert!(report.contains(manner), "{report}");
    }
    // All 8 games are won.
    assert!(report.contains(" 8.0 "), "{report}");
    Ok(())
}

fn tolerated_memory() -> Result<(), Failed> {
    let engines = [
        engine("table-102", ",memory=100,tc=20"),
        engine("proper", ",tc=20"),
    ];
    for (tolerance, is_fault) in [(10, false), (0, true)] {
        let folder = tempfile::tempdir()?;
        let options = format!("--memory-tolerance {tolerance}");
        let ran = tournament(folder.path(), &options, &engines)?;
        let report = ran.ends(FINE).out;
        assert_eq!(report.contains("No faults"), !is_fault, "{report}");
        let settings = std::fs::read_to_string(folder.path().join("tournament.json"))?;
        let named = settings.contains("\"memory_tolerance\": 10");
        assert_eq!(named, !is_fault, "{settings}");
    }
    Ok(())
}

fn verdict_by_faults() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let options = "--tc 20 --games 2000 --html --sprt elo0=0,elo1=200 --concurrency 1";
    let engines = [engine("proper", ""), engine("table-115", ",memory=40")];
    let ran = tournament(folder.path(), options, &engines)?
        .ends(6)
        .notes("fault of 'table-115' in game 0: memory: uses ")
        .notes(" KiB: its limit is 40960 KiB, and 10 % more are tolerated")
        .notes(" faults decided 1 of 1 games (");
    let (stdout, stderr) = (ran.out, ran.err);
    assert_eq!(stderr.matches("fault of ").count(), 1, "{stderr}");
    let last = stdout.lines().last().ok_or("a last line")?;
    let games = last
        .strip_prefix("FAULTS: table-115 lost ")
        .and_then(|rest| rest.split(' ').next())
        .ok_or_else(|| last.to_string())?;
    let sentence = format!(
        "table-115 lost {games} of {games} games by faults (memory {games}): --memory 0 lifts the limit"
    );
    assert_eq!(last, format!("FAULTS: {sentence}"));
    for words in [
        "The test has accepted H1.\nWithout the games lost by faults",
        " games that faults decided: LLR 0.00 undecided",
        "Elo*",
    ] {
        assert!(stdout.contains(words), "{words}: {stdout}");
    }
    assert!(!stdout.contains("games to go"), "{stdout}");
    let first = stdout.lines().nth(2).ok_or("a line")?;
    assert_eq!(first, last, "{stdout}");
    let page = std::fs::read_to_string(folder.path().join("report.html"))?;
    assert!(page.contains(&format!("\nFAULTS: {sentence}\n")));
    assert!(page.contains("imaginary draw"));
    Ok(())
}

fn strict() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let options = "--strict --concurrency 1 --games 100 --tc 20";
    let engines = [engine("crash-on-move-7", ""), engine("proper", "")];
    tournament(folder.path(), options, &engines)?.ends(3);
    let games = std::fs::read_to_string(folder.path().join("games.jsonl"))?;
    assert_eq!(games.lines().count(), 1);
    Ok(())
}

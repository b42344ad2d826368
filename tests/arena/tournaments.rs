//! Tests of whole tournaments of the real program against faulty engines: the table is complete and every fault is
//! named.

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::brains::command;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("tournament::bad_engines_end_with_a_full_table", full_table),
        Trial::test("tournament::a_forbidden_move_loses_in_renju", foul),
        Trial::test("tournament::strict_stops_at_the_first_fault", strict),
    ]
}

/// Manner, fault that it must be charged with.
const BAD: [(&str, &str); 9] = [
    ("crash-on-move-7", "crash"),
    ("stall", "stall"),
    ("busy", "time"),
    ("late", "time"),
    ("off-board", "illegal"),
    ("occupied", "illegal"),
    ("garbage", "protocol"),
    ("hog", "memory"),
    ("flood", "protocol"),
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

fn tournament(out: &Path, arguments: &[String]) -> Result<(Option<i32>, String), Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_pbrain-kagetsu"))
        .arg("tournament")
        .args(arguments)
        .args(["--size", "15", "--patience", "20", "--memory", "200"])
        .arg("--out")
        .arg(out)
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let complaint = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(2) {
        return Err(complaint.into_owned().into());
    }
    Ok((output.status.code(), text))
}

fn full_table() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let mut arguments: Vec<String> = [
        "--format",
        "gauntlet",
        "--concurrency",
        "4",
        "--tolerance",
        "50",
    ]
    .map(str::to_string)
    .to_vec();
    // The sound engine has no limit that a busy machine could make it overrun.
    arguments.extend(["--engine".to_string(), engine("proper", ",tc=20")]);
    for (manner, _) in BAD {
        arguments.extend(["--engine".to_string(), engine(manner, ",tc=1")]);
    }
    let (code, report) = tournament(folder.path(), &arguments)?;
    assert_eq!(code, Some(0), "{report}");
    let games = std::fs::read_to_string(folder.path().join("games.jsonl"))?;
    assert_eq!(games.lines().count(), 2 * BAD.len());
    for (manner, kind) in BAD {
        let of_engine = format!("\"engine\":\"{manner}\",\"kind\":\"{kind}\"");
        let charged = games.lines().filter(|line| line.contains(&of_engine));
        assert_eq!(charged.count(), 2, "{manner} must be charged with {kind}");
        assert!(report.contains(manner), "{report}");
    }
    // All 18 games are won.
    assert!(report.contains("18.0"), "{report}");
    Ok(())
}

fn foul() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let openings = folder.path().join("openings.txt");
    std::fs::write(&openings, "f8a1g8a15h6o1h7o15\n")?;
    let out = folder.path().join("out");
    let arguments = [
        "--rule".to_string(),
        "renju".to_string(),
        "--openings".to_string(),
        openings.to_string_lossy().into_owned(),
        "--tc".to_string(),
        "20".to_string(),
        "--engine".to_string(),
        engine("centre", ""),
        "--engine".to_string(),
        engine("proper", ""),
    ];
    let (code, report) = tournament(&out, &arguments)?;
    assert_eq!(code, Some(0), "{report}");
    let games = std::fs::read_to_string(out.join("games.jsonl"))?;
    assert!(games.contains("\"engine\":\"centre\",\"kind\":\"foul\""));
    // With White the same point is legal, and the second time it is taken.
    assert!(games.contains("\"engine\":\"centre\",\"kind\":\"illegal\""));
    Ok(())
}

fn strict() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let arguments = [
        "--strict".to_string(),
        "--concurrency".to_string(),
        "1".to_string(),
        "--games".to_string(),
        "100".to_string(),
        "--tc".to_string(),
        "20".to_string(),
        "--engine".to_string(),
        engine("crash-on-move-7", ""),
        "--engine".to_string(),
        engine("proper", ""),
    ];
    let (code, _) = tournament(folder.path(), &arguments)?;
    assert_eq!(code, Some(3));
    let games = std::fs::read_to_string(folder.path().join("games.jsonl"))?;
    assert_eq!(games.lines().count(), 1);
    Ok(())
}

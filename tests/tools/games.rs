//! `games`: one collection in the forms of several programs.

use std::error::Error;
use std::fs;
use std::io;
use std::path::Path;

use kagetsu_test_support::ran::{BAD_INPUT, FINE, Ran};
use serde_json::Value;

use super::ran::run_in;

type Checked = Result<(), Box<dyn Error>>;

/// Renju, by the first moves h8 i9 j8 in several images and orders.
const GAMES: [(&str, &[u8]); 5] = [
    (
        "one.sgf",
        b"(;GM[4]SZ[15]RU[renju]PB[Ada]PW[Ben]RE[W+];B[hh];W[ig];B[jh];W[ii])\n(;GM[4]SZ[15]RU[renju]RE[0];B[jh];W[ig];B[hh];W[gg])",
    ),
    (
        "two.psq",
        b"Piskvorky 15x15, 11:11, 1\n8,8,0\n7,9,0\n6,8,0\n7,7,0\nA\nB\n-1\n",
    ),
    (
        "three.pgn",
        b"[Event \"x\"]\n[Variant \"renju\"]\n[Black \"Eve\"]\n[White \"Fay\"]\n[Result \"0-1\"]\n\n1. h8 i9 2. j8 a1 0-1\n",
    ),
    // A library of two lines, of one and two stones.
    ("four.lib", &[0x78, 0x00, 0x79, 0xc0, 0x69, 0x40]),
    ("note.txt", b"no game, and not read in a folder\n"),
];

fn run(folder: &Path, line: &str) -> io::Result<Ran> {
    run_in(folder, &format!("games {line}"))
}

fn collection() -> Result<tempfile::TempDir, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    fs::create_dir(folder.path().join("all"))?;
    for (name, contents) in GAMES {
        fs::write(folder.path().join("all").join(name), contents)?;
    }
    Ok(folder)
}

fn json(folder: &Path, line: &str) -> Result<Value, Box<dyn Error>> {
    let ran = run(folder, &format!("{line} --json"))?.ends(FINE);
    Ok(serde_json::from_str(&ran.out)?)
}

#[test]
fn the_moves_of_a_position_are_counted_over_files_of_several_programs() -> Checked {
    let folder = collection()?;
    let found = json(folder.path(), "moves all --position h8i9j8")?;
    assert_eq!(found["read"], 6, "{found}");
    assert_eq!(found["games"], 4, "{found}");
    let moves: Vec<(&str, u64)> = found["moves"]
        .as_array()
        .ok_or("no moves")?
        .iter()
        .filter_map(|known| Some((known["move"].as_str()?, known["games"].as_u64()?)))
        .collect();
    let all: u64 = moves.iter().map(|known| known.1).sum();
    assert_eq!(all, 4, "{found}");
    assert!(moves.contains(&("i7", 2)), "{found}");
    // The mirrored question has the mirrored answer.
    let turned = json(folder.path(), "moves all --position h8g9f8")?;
    let named = turned["moves"].as_array().ok_or("no moves")?;
    assert!(named.iter().any(|known| known["move"] == "g7"), "{turned}");
    assert_eq!(turned["black_score"], found["black_score"]);
    Ok(())
}

#[test]
fn openings_have_their_results_and_names() -> Checked {
    let folder = collection()?;
    let found = json(folder.path(), "openings all --rule renju")?;
    let first = &found["openings"][0];
    assert_eq!(first["moves"], "h8i9j8", "{found}");
    assert_eq!(first["name"], "i3 Kosei", "{found}");
    assert_eq!(first["rule"], "renju");
    assert_eq!(found["left_out"], 2, "two lines are too short: {found}");
    let text = run(folder.path(), "openings all --most 1")?.out;
    assert!(text.contains("h8i9j8") && text.contains("Kosei"), "{text}");
    Ok(())
}

#[test]
fn games_are_found_by_position_and_by_pattern() -> Checked {
    let folder = collection()?;
    let text = run(folder.path(), "find all --position h8i9j8 --json")?.out;
    let hits: Vec<Value> = text
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?;
    assert_eq!(hits.len(), 4, "{text}");
    let ada = hits
        .iter()
        .find(|hit| hit["black"] == "Ada")
        .ok_or("no Ada")?;
    assert_eq!((&ada["moves"], &ada["next"]), (&3.into(), &"i7".into()));
    assert_eq!(ada["result"], "white");
    let text = run(folder.path(), "find all --pattern X.X/.O.")?.out;
    assert!(text.contains("found in 4 of 6 games: Black won "), "{text}");
    let titles = text.lines().next().unwrap_or_default();
    assert!(
        titles.contains(" won ") && titles.contains(" after "),
        "{text}"
    );
    assert!(text.contains("Ada") && text.contains("h8j8i9"), "{text}");
    let text = run(folder.path(), "find all --pattern O.O/.X. --either-colour")?.out;
    assert!(text.contains("found in 4 of 6 games: "), "{text}");
    Ok(())
}

#[test]
fn what_cannot_be_used_is_named_and_the_rest_is_counted() -> Checked {
    let folder = collection()?;
    let all = folder.path().join("all");
    fs::write(all.join("cut.lib"), b"\x78\x00\x79\x80\x69\x40")?;
    fs::write(all.join("bad.sgf"), "(;GM[4];B[hh];W[hh])")?;
    let Ran { out, err, .. } = run(folder.path(), "moves all none.sgf")?.ends(BAD_INPUT);
    for wanted in ["cut.lib'", "bad.sgf'", "'none.sgf'"] {
        assert!(err.contains(wanted), "{wanted}: {err}");
    }
    assert!(out.contains("in 6 games"), "{out}");
    assert!(out.contains("left out: 3 files or games"), "{out}");
    Ok(())
}

#[test]
fn of_the_folder_of_a_tournament_the_journal_alone_is_read() -> Checked {
    let folder = collection()?;
    let results = folder.path().join("all/results");
    fs::create_dir(&results)?;
    fs::write(results.join("games.sgf"), "(;GM[4]SZ[15];B[hh])")?;
    fs::write(
        results.join("games.jsonl"),
        "{\"schema\":2,\"game\":0,\"pair\":0,\"black\":\"a\",\"white\":\"b\",\"rule\":\"freestyle\",\"size\":15,\"result\":\"black\",\"reason\":\"resigned\",\"moves\":\"h8i9\",\"opening\":0,\"ms\":[1,1],\"remarks\":[{},{}],\"memory_kib\":[null,null]}\n",
    )?;
    let found = json(folder.path(), "moves all/results")?;
    assert_eq!(
        (&found["read"], &found["black_wins"]),
        (&1.into(), &1.into())
    );
    let none = run(folder.path(), "moves all/results --rule renju")?;
    none.refused("there is no game of renju that can be used");
    Ok(())
}

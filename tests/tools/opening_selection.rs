//! Tests of `openings select` with made-up tournaments.

use std::error::Error;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use kagetsu_arena::tournament::OutputFolder;
use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_notation::{GameRecord, GameResult, Ruleset};
use kagetsu_test_support::made_up;
use kagetsu_test_support::ran::{FINE, Ran};

use super::ran::program;

type Checked = Result<(), Box<dyn Error>>;

/// Openings, and results of the games from each in turn.
const FAIR: &str = "h8i9j8";
const BLACK_WINS: &str = "h8i9k10";
const NEVER_PLAYED: &str = "h8i9h3";
const FILE: &str = "# made \u{1b}by hand\nh8i9j8\nh8i9k10\nh8i9h3\n";

/// Writes the folder of a tournament with these games: opening and result.
fn write_tournament(
    folder: &Path,
    rule: impl Into<Ruleset>,
    side: usize,
    games: &[(&str, GameResult)],
) -> Checked {
    let names = ["ada", "bo"];
    let rounds = games.len().div_ceil(2) as u32;
    let (_, mut manifest) = made_up::tournament(&names, Vec::new(), rounds)?;
    manifest.games = games.len() as u32;
    manifest.game.rule = rule.into();
    manifest.game.size = BoardSize::square(side)?;
    let mut output = OutputFolder::create(folder, &manifest)?;
    for (number, &(opening, result)) in (0..).zip(games) {
        output.append(&GameRecord {
            rule: manifest.game.rule,
            size: side,
            moves: opening.to_owned(),
            opening: 3,
            ..made_up::game(number, names, result)
        })?;
    }
    Ok(())
}

fn select(file: &Path, folders: &[&PathBuf], more: &[&str]) -> io::Result<Ran> {
    let mut command = program();
    command.args(["openings", "select"]).arg(file);
    for folder in folders {
        command.arg("--games").arg(folder);
    }
    Ran::of(command.args(more))
}

#[test]
fn openings_that_both_colours_win_are_kept() -> Checked {
    let scratch = tempfile::tempdir()?;
    let file = scratch.path().join("candidates.txt");
    fs::write(&file, FILE)?;
    let [first, second] = ["first", "second"].map(|name| scratch.path().join(name));
    write_tournament(
        &first,
        Rule::Freestyle,
        15,
        &[
            (FAIR, GameResult::Black),
            (FAIR, GameResult::White),
            (BLACK_WINS, GameResult::Black),
            (BLACK_WINS, GameResult::Black),
        ],
    )?;
    // The same openings, turned.
    write_tournament(
        &second,
        Rule::Freestyle,
        15,
        &[
            ("h8i7h6", GameResult::Black),
            ("h8g9h10", GameResult::Black),
            ("h8i7j5", GameResult::Draw),
            ("h8i7j5", GameResult::Black),
        ],
    )?;
    let folders = [&first, &second];
    let both = select(&file, &folders, &["--format", "pos"])?.ends(FINE);
    assert_eq!(
        both.out,
        "# made \\u{1b}by hand\n# pbrain-kagetsu openings select --least 4 --balance 25 --format pos: games 4 of ada and bo, \
         4 of ada and bo\nh8i9j8\n"
    );
    assert_eq!(
        both.err,
        "1 of 3 openings kept; 1 with fewer than 4 games left out\n"
    );
    // The wider limit lets in what Black scored seven eighths from, but never what was not played.
    let wide = select(
        &file,
        &folders,
        &["--format", "pos", "--bare", "--balance", "40"],
    )?;
    assert_eq!(wide.out, format!("{FAIR}\n{BLACK_WINS}\n"));
    let narrow = select(
        &file,
        &[&first],
        &["--bare", "--least", "2", "--balance", "0"],
    )?;
    assert_eq!(narrow.out, "0,0, 1,1, 2,0\n");
    let out = scratch.path().join("kept.txt");
    let written = select(
        &file,
        &folders,
        &["--bare", "--out", &out.display().to_string()],
    )?;
    assert_eq!(written.ends(FINE).out, "");
    assert_eq!(fs::read_to_string(&out)?, "0,0, 1,1, 2,0\n");
    assert!(!wide.out.contains(NEVER_PLAYED));
    Ok(())
}

#[test]
fn tournaments_that_do_not_fit_are_refused() -> Checked {
    let scratch = tempfile::tempdir()?;
    let file = scratch.path().join("candidates.txt");
    fs::write(&file, FILE)?;
    let [small, renju, other, reversi] =
        ["small", "renju", "other", "reversi"].map(|name| scratch.path().join(name));
    let one = [(FAIR, GameResult::Black)];
    write_tournament(&small, Rule::Freestyle, 15, &one)?;
    write_tournament(&renju, Rule::Renju, 15, &one)?;
    write_tournament(
        &other,
        Rule::Freestyle,
        15,
        &[("a1b2c3", GameResult::Black)],
    )?;
    write_tournament(
        &reversi,
        Ruleset::Reversi,
        8,
        &[("d3c3c4", GameResult::Black)],
    )?;
    let missing = scratch.path().join("missing");
    for (folders, words) in [
        (
            vec![&small],
            "from none of the 3 openings 4 games were played",
        ),
        (
            vec![&other],
            "from none of the 3 openings 4 games were played",
        ),
        (
            vec![&small, &renju],
            "has games of renju 15x15, not of freestyle 15x15",
        ),
        (vec![&reversi], "only openings of Gomoku can be selected"),
        (vec![&missing], "missing"),
        (vec![&small, &small], "give each folder once"),
    ] {
        let ran = select(&file, &folders, &[])?.refused(words);
        assert_eq!(ran.out, "");
    }
    let absent = scratch.path().join("absent.txt");
    select(&absent, &[&small], &[])?.refused("absent.txt");
    Ok(())
}

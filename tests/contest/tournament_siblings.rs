//! Tests of `tournament --game` with the real program: Reversi and Connect6 by each of their protocols, and faults of
//! engines.

use std::error::Error;
use std::fs;
use std::io;
use std::path::Path;
#[cfg(unix)]
use std::thread;

use kagetsu_arena::tournament::read_tournament;
use kagetsu_connect6::Turn;
use kagetsu_notation::record::{GameResult, Reason};
use kagetsu_notation::{GameRecord, Ruleset};
use kagetsu_reversi::record::{Outcome, Position, parse_moves};
use kagetsu_test_support::ran::{FINE, Ran};
use tempfile::tempdir;

use super::tournament_cli::{program, run_in};

type Checked = Result<(), Box<dyn Error>>;

/// Runs a tournament into a folder, by words as a shell reads them.
fn run(out: &Path, line: &str) -> io::Result<Ran> {
    let words = shlex::split(line).ok_or(io::ErrorKind::InvalidInput)?;
    let mut command = program(&["--concurrency", "1", "--patience", "30", "--out"]);
    Ran::of(command.arg(out).args(words))
}

/// The games of a folder in the order of the schedule.
pub(super) fn games(folder: &Path) -> Result<Vec<GameRecord>, Box<dyn Error>> {
    let mut games = read_tournament(folder)?.1;
    games.sort_by_key(|record| record.game);
    Ok(games)
}

const REVERSI: &str = "--game reversi --engine 'cmd=self --level 1,name=one' \
    --engine cmd=self,name=two,protocol=nboard,depth=1";

#[test]
fn reversi_is_played_by_both_protocols_to_the_end_that_the_rules_want() -> Checked {
    let folder = tempdir()?;
    let out = folder.path().join("out");
    run(&out, &format!("{REVERSI} --games 4"))?
        .ends(FINE)
        .says("2 engines, reversi 8x8")
        .says("No faults")
        .says("Endings: no moves left 4");
    let games = games(&out)?;
    assert_eq!(games.len(), 4);
    for record in &games {
        assert_eq!(
            (record.rule, record.reason),
            (Ruleset::Reversi, Reason::NoMoves)
        );
        let game = parse_moves(Position::START, &record.moves)?;
        let result = match game.position().outcome() {
            Outcome::Running => return Err("the game is not over".into()),
            Outcome::Draw => GameResult::Draw,
            Outcome::BlackWins => GameResult::Black,
            Outcome::WhiteWins => GameResult::White,
        };
        assert_eq!(record.result, result);
        assert_eq!(record.ms.len(), game.plies().len());
    }
    // Both games of a pair have the same opening, and the pairs have different ones.
    let opening = |index: usize| games[index].moves.get(..2 * games[index].opening);
    assert_eq!(opening(0), opening(1));
    assert_ne!(opening(0), opening(2));
    assert!(games[0].opening > 0 && !out.join("games.sgf").exists());
    Ok(())
}

#[test]
fn the_named_opponents_of_reversi_and_connect6_play() -> Checked {
    let folder = tempdir()?;
    for (game, engines) in [
        ("reversi", ["--level 2", "--player four-rules"]),
        ("connect6", ["--player greedy", "--player random"]),
    ] {
        let out = folder.path().join(game);
        let [one, two] = engines;
        let engines = format!("--engine 'cmd=self {one},name=a' --engine 'cmd=self {two},name=b'");
        // None of their protocols has words for parts of a second: the user is told. A busy machine makes nobody late.
        let line = format!("--game {game} {engines} --tc 0.5 --tolerance 60000");
        run(&out, &line)?
            .ends(FINE)
            .says("No faults")
            .notes("cannot tell 'a' its limit of 0.5 s")
            .notes("cannot tell 'b' its limit of 0.5 s");
        assert_eq!(games(&out)?.len(), 2);
    }
    Ok(())
}

#[test]
fn openings_of_reversi_come_from_a_file() -> Checked {
    let folder = tempdir()?;
    let book = folder.path().join("book.txt");
    fs::write(&book, "# one opening\nf5 d6 c3\n")?;
    let out = folder.path().join("out");
    let line = format!("{REVERSI} --keep-processes --openings '{}'", book.display());
    run(&out, &line)?.ends(FINE);
    for record in games(&out)? {
        assert!(record.moves.starts_with("f5d6c3"), "{}", record.moves);
        assert_eq!(record.opening, 3);
    }
    Ok(())
}

#[test]
fn no_folder_is_made_of_shards_that_make_no_files_of_piskvork() -> Checked {
    let folder = tempdir()?;
    let shard = folder.path().join("one");
    run(&shard, &format!("{REVERSI} --shard 1/1"))?.ends(FINE);
    let merge = "--merge one --out whole";
    let ran = run_in(folder.path(), &format!("{merge} --psq"))?;
    ran.refused("which hold games of Gomoku alone: it does not go with --game reversi");
    run_in(folder.path(), merge)?
        .ends(FINE)
        .says("2 of 2 games");
    Ok(())
}

/// The stones of a record of Connect6, turn by turn.
fn turns(record: &GameRecord) -> Result<Vec<Turn>, Box<dyn Error>> {
    let (first, rest) = record.moves.split_at_checked(2).ok_or("a turn")?;
    let mut turns = vec![Turn::parse(first)?];
    for letters in rest.as_bytes().chunks(4) {
        turns.push(Turn::parse(std::str::from_utf8(letters)?)?);
    }
    Ok(turns)
}

#[test]
fn connect6_is_played_by_every_protocol() -> Checked {
    let folder = tempdir()?;
    let mut wins = 0;
    for (protocols, one, two) in [
        (["sau", "cloudict"], "self --depth 1", "self --depth 1"),
        (["cloudict"; 2], "self,depth=1", "self,depth=2"),
        (["gomocup"; 2], "self --depth 1", "self --player greedy"),
    ] {
        let [first, second] = protocols;
        let one = format!("--engine 'cmd={one},name=one,protocol={first}'");
        let two = format!("--engine 'cmd={two},name=two,protocol={second}'");
        let out = folder.path().join(first);
        let ran = run(&out, &format!("--game connect6 {one} {two}"))?;
        let ran = ran.ends(FINE).says("No faults");
        let has_opening = first != "sau";
        let note = "all games begin on the empty board";
        assert_eq!(ran.err.contains(note), !has_opening);
        let games = games(&out)?;
        assert_eq!(games.len(), 2);
        for record in &games {
            assert_eq!(record.rule, Ruleset::Connect6);
            let expected = match (record.reason, turns(record)?.len() % 2) {
                (Reason::Six, 1) => GameResult::Black,
                (Reason::Six, _) => GameResult::White,
                _ => GameResult::Draw,
            };
            assert_eq!(record.result, expected, "{:?}", record.reason);
            wins += usize::from(record.reason == Reason::Six);
            assert_eq!(record.opening > 0, has_opening);
        }
        if has_opening {
            assert_eq!(games[0].moves.get(..6), games[1].moves.get(..6));
        }
    }
    assert!(wins > 0, "nobody has six in a row");
    Ok(())
}

/// A program that answers by the lines of a shell `case`.
#[cfg(unix)]
fn script(folder: &Path, name: &str, cases: &str) -> Result<String, Box<dyn Error>> {
    let path = folder.join(name);
    let text =
        format!("#!/bin/sh\nwhile read -r line; do case \"$line\" in\n{cases}\nesac; done\n");
    kagetsu_test_support::shell::write_script(&path, &text)?;
    Ok(path.to_str().ok_or("a path that is no text")?.to_string())
}

/// Two games of an engine at fault, one with each colour. The case is a line of the table.
#[cfg(unix)]
fn loses_by_its_fault(folder: &Path, case: &str) -> Checked {
    let fields: Vec<&str> = case.split(" | ").collect();
    let [name, game, protocol, answers, kind, detail] = fields[..] else {
        return Err("six fields".into());
    };
    let program = script(folder, name, answers)?;
    // Only one that says nothing is waited for.
    let seconds = if kind == "stall" { 1 } else { 60 };
    let sound = if game == "reversi" {
        "cmd=self --level 1,name=sound"
    } else {
        "cmd=self --depth 1,name=sound,protocol=cloudict"
    };
    let out = folder.join(format!("{name}.out"));
    // The sound one needs time to start: it is kept.
    let odd = format!("--engine 'cmd={program},name=odd,protocol={protocol},tc={seconds}'");
    let line = format!("--game {game} --keep-processes {odd} --engine '{sound}'");
    run(&out, &line)?.ends(FINE);
    for record in games(&out)? {
        let fault = record.fault.as_ref().ok_or("a fault")?;
        let charged = (&*fault.engine, fault.kind.name());
        assert_eq!(charged, ("odd", kind), "{name}: {fault:?}");
        assert!(fault.detail.contains(detail), "{name}: {}", fault.detail);
        let winner = if record.black == "odd" {
            GameResult::White
        } else {
            GameResult::Black
        };
        assert_eq!(record.result, winner, "{name}");
    }
    Ok(())
}

#[cfg(unix)]
#[test]
fn faults_lose_and_are_named() -> Checked {
    let folder = tempdir()?;
    let folder = folder.path();
    let cases = include_str!("../data/faulty_siblings.txt").lines();
    let cases: Vec<&str> = cases.filter(|line| !line.starts_with('#')).collect();
    // One of them is waited for.
    thread::scope(|scope| {
        for half in cases.chunks(cases.len().div_ceil(2)) {
            scope.spawn(move || {
                for case in half {
                    loses_by_its_fault(folder, case).expect(case);
                }
            });
        }
    });
    Ok(())
}

#[cfg(unix)]
#[test]
fn an_engine_may_resign() -> Checked {
    let folder = tempdir()?;
    let cases = "genmove*) echo '= resign'; echo;;\nquit) exit;;\n*) echo '='; echo;;";
    let program = script(folder.path(), "meek", cases)?;
    let out = folder.path().join("out");
    let meek = format!("--engine 'cmd={program},name=meek'");
    let sound = "--engine 'cmd=self --level 1,name=sound'";
    run(&out, &format!("--game reversi {meek} {sound}"))?
        .ends(FINE)
        .says("Endings: resigned 2")
        .says("No faults");
    Ok(())
}

//! Tests of `tune` with the real program, which tunes the depth of its own search, because every build has that
//! parameter.

use std::error::Error;
use std::fs;
use std::io;
use std::path::Path;

use kagetsu_arena::tuning::read_parameters;
use kagetsu_gomoku::search::params::Params;
use kagetsu_test_support::ran::{FINE, Ran};
#[cfg(unix)]
use kagetsu_test_support::shell::write_mute_script;
use tempfile::{TempDir, tempdir};

use super::ran::run_in;
#[cfg(unix)]
use super::ran::{PROGRAM, interrupted_when};

type Checked = Result<(), Box<dyn Error>>;

const BAD_INPUT_CASES: &str = include_str!("../data/tune_bad_input.txt");
const FAULT: i32 = 3;
const DEPTH: &str =
    "[[parameter]]\nname = \"max_depth\"\nvalue = 3\nmin = 1\nmax = 5\nstep = 1.5\nr = 0.1\n";
/// Quick games. The system takes its time to clear a large table for every engine.
const GAMES: &str =
    "--parameters depth.toml --memory 64 --size 6 --nodes 300 --pairs 1 --concurrency 2 --seed 2";

struct Folder(TempDir);

impl Folder {
    fn new() -> io::Result<Self> {
        let folder = Self(tempdir()?);
        fs::write(folder.0.path().join("depth.toml"), DEPTH)?;
        Ok(folder)
    }

    fn text(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    /// Runs `tune` in the folder, by words without blanks.
    fn run(&self, line: &str) -> io::Result<Ran> {
        run_in(self.0.path(), &format!("tune {line}"))
    }

    /// Tunes the depth of this program.
    fn tune(&self, line: &str) -> io::Result<Ran> {
        self.run(&format!("--engine self {GAMES} {line}"))
    }

    fn read(&self, name: &str) -> io::Result<String> {
        fs::read_to_string(self.0.path().join(name))
    }
}

#[test]
fn a_tuning_that_goes_on_or_is_shared_ends_as_one_that_was_never_stopped() -> Checked {
    let folder = Folder::new()?;
    let plan = "--iterations 2 --pairs 3";
    let whole = folder.tune(&format!("--out whole {plan}"))?;
    let Ran { out, err, .. } = whole.ends(FINE);
    assert!(out.contains("2 of 2 iterations, 12 of 12 games"), "{out}");
    assert!(out.contains("│ max_depth ┆  3.00 ┆"), "{out}");
    assert!(out.ends_with("All iterations are played.\n"), "{out}");
    assert!(err.contains("12/12 games, 2 of 2 iterations"), "{err}");
    assert!(err.contains("faults 0"), "{err}");
    let whole = folder.read("whole/iterations.jsonl")?;
    assert_eq!(whole.lines().count(), 2);

    // What is there when the program is killed in the second iteration.
    let first = whole.split_inclusive('\n').next().ok_or("a line")?;
    for part in ["resumed", "joined"] {
        let file = |name: &str| folder.text(&format!("{part}/{name}"));
        fs::create_dir(folder.text(part))?;
        fs::write(file("iterations.jsonl"), format!("{first}{{\"iter"))?;
        fs::copy(folder.text("whole/tuning.json"), file("tuning.json"))?;
    }
    let again = folder.tune(&format!("--out resumed {plan}"))?;
    again.refused("is not empty");
    let resumed = folder.run("--resume --out resumed")?;
    assert_eq!(resumed.ends(FINE).out, out);
    read_parameters(&folder.read("resumed/tuned.toml")?)?;
    let longer = folder.tune("--out resumed --resume --iterations 3 --pairs 3")?;
    longer.refused("plan.iterations was 2 and is 3");

    let shared = |line: &str| folder.tune(&format!("--out joined {plan} {line}"));
    let note =
        "note: no openings: all games begin on the empty board and may repeat; `openings` makes";
    for (shard, file) in [("1/2", "one"), ("2/2", "two")] {
        let ran = shared(&format!("--shard {shard} --shard-games {file}"))?;
        assert_eq!(ran.ends(FINE).notes(note).out, "");
    }
    let joined = shared("--merge one two")?.ends(FINE).out;
    assert!(out.starts_with(&joined), "{out} {joined}");
    shared("--merge one two")?.refused("all iterations of the tuning are played");
    shared("--merge depth.toml")?.refused("depth.toml': it is no shard of a tuning");
    for (part, own) in [("resumed", "paths.svg"), ("joined", "tuning.json")] {
        for file in ["iterations.jsonl", "tuned.toml", "report.txt", own] {
            let [expected, found] =
                ["whole", part].map(|name| folder.read(&format!("{name}/{file}")));
            assert_eq!(expected?, found?, "{part}/{file}");
        }
    }
    Ok(())
}

#[test]
fn a_report_that_cannot_be_written_ends_no_tuning_and_is_told_at_the_end() -> Checked {
    let folder = Folder::new()?;
    let plan = "--out out --iterations 2";
    let whole = folder.tune(plan)?.ends(FINE).out;
    let iterations = folder.read("out/iterations.jsonl")?;
    let first = iterations.split_inclusive('\n').next().ok_or("a line")?;
    let cut = || fs::write(folder.text("out/iterations.jsonl"), first);
    cut()?;
    let shard = folder.tune(&format!("{plan} --shard 1/1 --shard-games games"))?;
    shard.ends(FINE);
    let report = folder.text("out/report.txt");
    fs::remove_file(&report)?;
    fs::create_dir(&report)?;
    for way in ["--resume", "--merge games"] {
        cut()?;
        let Ran { out, err, .. } = folder.tune(&format!("{plan} {way}"))?.ends(1);
        assert!(out.contains("2 of 2 iterations"), "{out}");
        assert!(whole.starts_with(&out), "{out}");
        assert_eq!(err.matches("report.txt").count(), 1, "{err}");
        assert_eq!(folder.read("out/iterations.jsonl")?, iterations);
    }
    Ok(())
}

#[cfg(unix)]
#[test]
fn an_interrupt_while_the_engine_is_awaited_says_that_iterations_are_kept() -> Checked {
    let folder = Folder::new()?;
    let script = folder.text("script");
    write_mute_script(Path::new(&script), PROGRAM)?;
    let line = format!("tune --engine cmd={script} {GAMES} --iterations 2 --out out");
    run_in(folder.0.path(), &line)?.ends(FINE);
    let iterations = folder.read("out/iterations.jsonl")?;
    let first = iterations.split_inclusive('\n').next().ok_or("a line")?;
    fs::write(folder.text("out/iterations.jsonl"), first)?;
    fs::write(format!("{script}.mute"), "")?;
    let asked = folder.0.path().join("script.asked");
    let line = format!("{line} --resume");
    let ran = interrupted_when(|| asked.exists(), folder.0.path(), &line)?;
    assert_eq!(ran.out, "Interrupted; --resume goes on.\n");
    Ok(())
}

#[cfg(unix)]
#[test]
fn a_program_that_is_no_engine_is_refused_before_the_first_game() -> Checked {
    let folder = Folder::new()?;
    let ran = folder.run(&format!("--engine /bin/false --out out {GAMES}"))?;
    assert_eq!(ran.refused("'false").out, "");
    assert!(!Path::new(&folder.text("out")).exists());
    Ok(())
}

#[cfg(unix)]
#[test]
fn an_engine_that_cannot_play_stops_the_tuning() -> Checked {
    let folder = Folder::new()?;
    let engine = "cmd=sh -c 'while read line; do case $line in START*) echo OK;; BEGIN|BOARD) exit 1;; esac; done',name=mute";
    let mut command = super::ran::program();
    command.args(["tune", "--engine", engine, "--out", "out"]);
    command.args(["--iterations", "5"]).args(GAMES.split(' '));
    command.current_dir(folder.0.path());
    let Ran { out, err, .. } = Ran::of(&mut command)?.ends(FAULT);
    assert!(out.contains("0 of 5 iterations"), "{out}");
    assert!(
        err.contains("fault of 'mute") && err.contains("crash"),
        "{err}"
    );
    assert_eq!(folder.read("out/faults.jsonl")?.lines().count(), 2);
    Ok(())
}

#[test]
fn the_list_is_a_file_of_all_parameters_of_the_search() -> Checked {
    let parameters = read_parameters(&Folder::new()?.run("--list")?.fine())?;
    let listed = parameters.iter().map(|it| (&*it.name, it.min, it.max));
    let rows = Params::ROWS.iter();
    let rows = rows.map(|row| (row.0, i64::from(row.2), i64::from(row.3)));
    assert!(listed.eq(rows));
    Ok(())
}

#[test]
fn bad_input_ends_with_code_2_before_anything_is_written() -> Checked {
    let folder = Folder::new()?;
    for (name, from, to) in [
        ("bad.toml", "min = 1", "min = 4"),
        ("table.toml", "max_depth", "hash_size"),
        ("limit.toml", "max_depth", "max_node"),
        ("unknown.toml", "max_depth", "no_such_key"),
    ] {
        fs::write(folder.text(name), DEPTH.replace(from, to))?;
    }
    let good = "--out out --nodes 9 --engine self --parameters depth.toml";
    let cases = BAD_INPUT_CASES.lines();
    for line in cases.filter(|line| !line.starts_with('#')) {
        let (arguments, message) = line.split_once(" => ").ok_or("a case")?;
        let arguments = format!("tune {}", arguments.replace("GOOD", good));
        let ran = run_in(folder.0.path(), &arguments)?.refused(message);
        assert_eq!(ran.out, "", "{line}");
        assert!(!Path::new(&folder.text("out")).exists(), "{line}");
    }
    Ok(())
}

//! What happens when a file cannot be written any further: each command says so, keeps an old file as it was, and what
//! can be resumed goes on later to the same end.

#![cfg(target_os = "linux")]

use std::error::Error;
use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use kagetsu_test_support::outputs::parts;
use kagetsu_test_support::ran::{FINE, Ran};
use tempfile::tempdir;

use super::outputs::{prepared, prepared_by_engines};
use super::ran::{PROGRAM, program, run_in};

type Checked = Result<(), Box<dyn Error>>;

/// A device that is always full.
const FULL: &str = "/dev/full";
const NO_SPACE: &str = "No space left on device";
/// What the system says of a file that has reached the limit of `ulimit -f`.
const LIMIT: &str = "File too large";

/// Runs the program by a script of the shell, which finds it with these words in `$@`.
fn run_by(script: &str, folder: &Path, line: &str) -> io::Result<Ran> {
    let mut command = Command::new("sh");
    command.args(["-c", script, "sh", PROGRAM]);
    command.args(line.split_whitespace());
    Ran::of(command.current_dir(folder))
}

/// As [`run_in`], where no file may have more than so many blocks of the shell.
fn run_limited(folder: &Path, blocks: usize, line: &str) -> io::Result<Ran> {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
    run_by(&script, folder, line)
}

/// Checks that a command has failed for this reason, without a panic, and left no unfinished file.
fn assert_refused(folder: &Path, ran: &Ran, reason: &str) -> Checked {
    let said = &ran.err;
    assert!(matches!(ran.code, Some(1 | 2)), "{said}");
    assert!(
        said.contains(reason) && !said.contains("panicked"),
        "{said}"
    );
    assert_eq!(parts(folder)?, [""; 0], "they stay");
    Ok(())
}

/// Does what must go well.
fn fine(folder: &Path, line: &str) -> io::Result<Ran> {
    Ok(run_in(folder, line)?.ends(FINE))
}

#[test]
fn every_command_that_writes_a_file_says_that_the_disk_is_full() -> Checked {
    let folder = prepared_by_engines()?;
    let folder = folder.path();
    for line in [
        "openings --count 1 --nodes 50 --verify-nodes 50 --balance 2000 --out",
        "solve win.txt --vcf --tree",
        "dataset export games.kgd --jsonl",
        "dataset import samples.csv --rule freestyle --size 15 --out",
        "dataset merge games.kgd games.kgd --out",
        "dataset dedupe games.kgd --out",
        "dataset filter games.kgd --out",
        "dataset shuffle games.kgd --out",
        "dataset split games.kgd --rest rest.kgd --out",
        "dataset split games.kgd --out most.kgd --rest",
        "puzzles --count 1 --size 11 --out",
        "puzzles --set --kind fours --rule freestyle --count 1 --out",
        "forecast played/games.jsonl --positions 5 --nodes 50 --out",
        "database export --db positions.kdb --out",
        "database export --db positions.kdb --format csv --out",
        "train --data games.kgd --epochs 1 --batch 64 --held-out-share 0.5 --out",
        "analyse game.txt --nodes 50 --html",
        "analyse game.txt --nodes 50 --sgf",
    ] {
        let ran = run_in(folder, &format!("{line} {FULL}"))?;
        assert_refused(folder, &ran, NO_SPACE).map_err(|error| format!("{line}: {error}"))?;
        assert!(ran.err.contains(FULL), "{line}: {}", ran.err);
    }
    Ok(())
}

/// A killed program leaves what it has written, and nobody may take that for a dataset.
#[test]
fn a_dataset_is_there_whole_or_not_at_all() -> Checked {
    let folder = prepared()?;
    let folder = folder.path();
    for line in [
        "dataset import samples.csv --rule freestyle --size 15 --out new.kgd",
        "dataset merge games.kgd games.kgd --out new.kgd",
        "dataset dedupe games.kgd --out new.kgd",
        "dataset filter games.kgd --out new.kgd",
        "dataset shuffle games.kgd --out new.kgd",
        "dataset split games.kgd --out new.kgd --rest rest.kgd --share 50",
    ] {
        // The first write over the limit kills the program.
        let ran = run_by("ulimit -c 0; ulimit -f 0; exec \"$@\"", folder, line)?;
        assert_eq!(ran.code, None, "{line}: it was to be killed");
        let [new, rest] = ["new.kgd", "rest.kgd"].map(|name| folder.join(name));
        assert!(!new.exists() && !rest.exists(), "{line}: half a dataset");
        fine(folder, line)?;
        let whole = fs::read(&new)?;
        let reason = "'new.kgd' exists already: give another name, or --force to replace it";
        run_in(folder, line)?.refused(reason);
        assert_eq!(fs::read(&new)?, whole, "{line}");
        fs::remove_file(&new)?;
    }
    Ok(())
}

#[test]
fn a_full_disk_leaves_no_folder_without_arrays() -> Checked {
    let folder = prepared()?;
    let folder = folder.path();
    let line = "dataset export games.kgd --npy arrays";
    let ran = run_limited(folder, 1, line)?;
    assert_refused(folder, &ran, LIMIT)?;
    assert!(!folder.join("arrays").exists(), "it is in the way");
    fine(folder, line)?;
    Ok(())
}

#[test]
fn a_page_that_finds_no_room_keeps_no_games_back() -> Checked {
    let folder = prepared()?;
    let line = format!("analyse game.txt --nodes 50 --html {FULL} --sgf games.sgf");
    let ran = run_in(folder.path(), &line)?;
    assert_refused(folder.path(), &ran, NO_SPACE)?;
    let written = fs::read_to_string(folder.path().join("games.sgf"))?;
    assert!(written.contains("GM[4]"), "{written}");
    Ok(())
}

#[test]
fn a_full_disk_leaves_the_old_network() -> Checked {
    let folder = prepared()?;
    let network = folder.path().join("network.kgn");
    fs::write(&network, "the old network")?;
    let arguments = "train --data games.kgd --epochs 1 --batch 64 --held-out-share 0.5 --force --out network.kgn";
    let ran = run_limited(folder.path(), 8, arguments)?;
    assert_refused(folder.path(), &ran, LIMIT)?;
    assert_eq!(fs::read(&network)?, b"the old network");
    // What took the time is there though the summary cannot be written.
    let mut command = program();
    command
        .args(arguments.split(' '))
        .args(["--loss-curve", "losses.svg"]);
    command
        .current_dir(folder.path())
        .stdout(fs::File::create(FULL)?);
    assert_refused(folder.path(), &Ran::of(&mut command)?, NO_SPACE)?;
    let written = String::from_utf8_lossy(&fs::read(&network)?).into_owned();
    assert!(written.contains(r#""before":"#) && folder.path().join("losses.svg").exists());
    Ok(())
}

#[test]
fn games_to_learn_from_go_on_when_there_is_room_again() -> Checked {
    let folder = tempdir()?;
    let line = |name: &str| {
        let options = "datagen --games 30 --nodes 50 --size 9 --seed 4 --threads 1 --resume --out";
        format!("{options} {name}")
    };
    let ran = run_limited(folder.path(), 1, &line("cut.kgd"))?;
    assert_refused(folder.path(), &ran, LIMIT)?;
    fine(folder.path(), &line("cut.kgd"))?;
    fine(folder.path(), &line("whole.kgd"))?;
    let read = |name: &str| fs::read(folder.path().join(name));
    assert_eq!(read("cut.kgd")?, read("whole.kgd")?);
    Ok(())
}

#[test]
fn a_tournament_goes_on_when_there_is_room_again() -> Checked {
    let folder = tempdir()?;
    let line = "tournament --engine cmd=self,name=a,nodes=50 --engine cmd=self,name=b,nodes=50 --memory 64 --size 7 --games 20 \
        --concurrency 1 --out match --resume";
    fs::create_dir(folder.path().join("match"))?;
    let ran = run_limited(folder.path(), 12, line)?;
    assert_refused(folder.path(), &ran, LIMIT)?;
    let report = fine(folder.path(), line)?.out;
    assert!(report.contains("20 of 20 games"), "{report}");
    Ok(())
}

#[test]
fn what_was_measured_of_networks_is_told_though_it_cannot_be_kept() -> Checked {
    let folder = tempdir()?;
    let folder = folder.path();
    fine(folder, "zero run own --small --generations 1")?;
    let line = "zero probe own --positions 2 --playouts 2";
    let ran = run_limited(folder, 0, line)?;
    assert_refused(folder, &ran, "what was measured is not kept: ")?;
    assert!(ran.err.contains(LIMIT), "{}", ran.err);
    assert_eq!(ran.out, fine(folder, line)?.out);
    Ok(())
}

#[test]
fn a_note_that_finds_no_room_ends_no_work() -> Checked {
    let folder = tempdir()?;
    fs::write(folder.path().join("game.sgf"), "(;GM[4]SZ[15];B[hh])")?;
    let line = "forbidden game.sgf";
    let said = fine(folder.path(), line)?;
    assert_ne!(said.err, "", "there is a note");
    let ran = run_by("exec \"$@\" 2>/dev/full", folder.path(), line)?;
    assert_eq!((ran.code, ran.out), (Some(0), said.out));
    Ok(())
}

#[test]
fn an_engine_whose_log_is_full_plays_on() -> Checked {
    let folder = tempdir()?;
    // The signal of the limit reaches the engine.
    let script = "ulimit -c 0; ulimit -f 0; printf 'INFO max_node 50\\nSTART 15\\nBEGIN\\n' | \"$1\" --log log.txt";
    let output = Command::new("sh")
        .args(["-c", script, "sh", PROGRAM])
        .current_dir(folder.path())
        .output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    let answers: Vec<&str> = said
        .lines()
        .filter(|line| !line.starts_with("MESSAGE"))
        .collect();
    assert!(output.status.success() && output.stderr.is_empty());
    assert!(said.starts_with("MESSAGE no log: 'log.txt': "), "{said}");
    assert!(answers.len() == 2 && answers[0] == "OK", "{said}");
    Ok(())
}

#[test]
fn an_engine_that_cannot_answer_says_so_and_keeps_its_edits() -> Checked {
    let folder = tempdir()?;
    let edit = "yxsetdatabase\nbase\nyxedittextdatabase \"kept\"\n7,7\ndone\n";
    let question = "yxsetdatabase\nbase\nyxquerydatabasetext\n7,7\ndone\n";
    fs::write(
        folder.path().join("edit.txt"),
        format!("START 15\n{edit}END\n"),
    )?;
    let ran = run_by("\"$1\" <edit.txt >/dev/full", folder.path(), "")?.ends(1);
    assert!(
        ran.err.starts_with("error: cannot write: ") && ran.err.contains(NO_SPACE),
        "{}",
        ran.err
    );
    let mut command = program();
    let said = Ran::with_input(command.current_dir(folder.path()), question)?.fine();
    assert!(said.contains("kept"), "{said}");
    Ok(())
}

#[test]
fn a_table_that_finds_no_memory_is_smaller() -> Checked {
    let folder = tempdir()?;
    let script = "ulimit -v 700000; exec \"$@\"";
    let line = "reversi move f5 --depth 1 --memory 1024";
    run_by(script, folder.path(), line)?.ends(FINE);
    Ok(())
}

#[test]
fn threads_that_find_no_memory_are_told_of_before_the_work() -> Checked {
    let folder = tempdir()?;
    fs::write(folder.path().join("many.txt"), "h8i9j10\n".repeat(255))?;
    let script = "ulimit -v 4000000; exec \"$@\"";
    let line = "solve many.txt --threads 255 --nodes 10 --memory 3500";
    let ran = run_by(script, folder.path(), line)?.ends(1);
    assert!(ran.err.contains("choose fewer --threads"), "{}", ran.err);
    Ok(())
}

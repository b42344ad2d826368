//! The rule for outputs, over all commands that write: a file that exists is replaced by `--force` alone, an input never,
//! and what cannot be written is known before the work. `data/outputs.txt` is the list.

use std::error::Error;
use std::fs;
#[cfg(unix)]
use std::io;
use std::path::Path;
#[cfg(unix)]
use std::process::{Command, Stdio};
#[cfg(unix)]
use std::thread;
#[cfg(unix)]
use std::time::Duration;

use kagetsu_test_support::outputs::{Writer, options_read, parts, prepare, with_output};
use kagetsu_test_support::ran::{BAD_INPUT, FINE};
#[cfg(unix)]
use kagetsu_test_support::ran::{INTERRUPTED, Ran};
use tempfile::{TempDir, tempdir};

use super::ran::run_in;
#[cfg(unix)]
use super::ran::{PROGRAM, interrupted_until, program};

type Checked = Result<(), Box<dyn Error>>;

const OLD: &str = "the work of many hours";

fn fine(folder: &Path, line: &str, output: &str) -> Checked {
    run_in(folder, &with_output(line, output))?.ends(FINE);
    Ok(())
}

fn refused(folder: &Path, line: &str, output: &str, reason: &str) -> Checked {
    let ran = run_in(folder, &with_output(line, output))?.refused(reason);
    assert_eq!(ran.out, "", "{line}: work was done before");
    Ok(())
}

/// A folder with an input of every kind but what engines have played and the references of `fidelity`.
pub(super) fn prepared() -> Result<TempDir, Box<dyn Error>> {
    let folder = tempdir()?;
    let path = folder.path();
    prepare(path, &|line| fine(path, line, "").expect("it runs"))?;
    Ok(folder)
}

/// The same with what engines have played.
pub(super) fn prepared_by_engines() -> Result<TempDir, Box<dyn Error>> {
    let folder = prepared()?;
    let tournament = "tournament --engine cmd=self,name=a,nodes=50 --engine cmd=self,name=b,nodes=50 --memory 64 \
         --openings one.txt --games 2 --out played";
    fine(folder.path(), tournament, "")?;
    Ok(folder)
}

/// For the commands that need engines. The tests of `app` run the others without a process for each.
#[test]
fn nothing_is_overwritten_without_a_word() -> Checked {
    let folder = prepared_by_engines()?;
    let folder = folder.path();
    let fine = |line: &str| fine(folder, line, "").expect("it runs");
    let refused = |line: &str, reason: &str| refused(folder, line, "", reason).expect("it runs");
    for writer in Writer::all().filter(Writer::needs_engines) {
        writer.keeps_the_rule(folder, &fine, &refused)?;
    }
    Ok(())
}

#[test]
fn what_has_made_nothing_leaves_what_was_there() -> Checked {
    let folder = prepared_by_engines()?;
    let folder = folder.path();
    let old = folder.join("old");
    for line in [
        "openings --box 2 --stones 8 --out @ --force",
        "openings select missing.txt --games played --out @ --force",
    ] {
        fs::write(&old, OLD)?;
        let ran = run_in(folder, &with_output(line, "old"))?.ends(BAD_INPUT);
        assert_eq!(fs::read_to_string(&old)?, OLD, "{line}: {}", ran.err);
    }
    Ok(())
}

#[cfg(unix)]
#[test]
fn what_is_interrupted_before_it_has_found_anything_leaves_what_was_there() -> Checked {
    let folder = tempdir()?;
    let old = folder.path().join("old");
    for line in [
        "puzzles --min-length 100 --out @ --force",
        "puzzles --min-length 100 --html @ --force",
        "puzzles --set --kind threes --out @ --force",
        "solve h8 --full --time 3600 --tree @ --force",
        "analyse h8i9j10 --depth 100 --html @ --force",
        "analyse h8i9j10 --depth 100 --out @ --force",
        "analyse h8i9j10 --depth 100 --sgf @ --force",
    ] {
        fs::write(&old, OLD)?;
        let stays = |_: &Ran| {
            assert_eq!(fs::read_to_string(&old)?, OLD, "{line}");
            Ok(true)
        };
        interrupted_until(stays, folder.path(), &with_output(line, "old"))?;
    }
    Ok(())
}

/// The first game or position takes for ever.
#[cfg(unix)]
#[test]
fn an_older_file_stays_until_other_results_take_its_place() -> Checked {
    let folder = tempdir()?;
    let folder = folder.path();
    run_in(folder, "datagen --games 1 --nodes 50 --out games.kgd")?.ends(FINE);
    let old = folder.join("old");
    for line in [
        "datagen --games 1",
        "dataset relabel games.kgd",
        "fidelity reference games.kgd --positions 1 --tree 0",
    ] {
        fs::write(&old, OLD)?;
        let line = format!("{line} --nodes 1000000000000 --force --out old");
        let stays = |ran: &Ran| {
            assert!(ran.err.ends_with("what was there stays.\n"), "{}", ran.err);
            assert_eq!(fs::read_to_string(&old)?, OLD, "{line}");
            Ok(true)
        };
        interrupted_until(stays, folder, &line)?;
    }
    Ok(())
}

#[cfg(unix)]
#[test]
fn an_interrupted_measurement_prints_no_figures() -> Checked {
    let folder = tempdir()?;
    let folder = folder.path();
    for line in [
        "datagen --games 10 --nodes 50 --out games.kgd",
        "fidelity reference games.kgd --positions 6 --tree 0 --nodes 50 --out deep.jsonl",
    ] {
        run_in(folder, line)?.ends(FINE);
    }
    let line = "fidelity measure deep.jsonl --nodes 1000000000000 --json";
    let is_told = |ran: &Ran| {
        assert_eq!(ran.out, "");
        Ok(ran.err.starts_with("Interrupted at position "))
    };
    Ok(interrupted_until(is_told, folder, line)?)
}

#[cfg(unix)]
#[test]
fn files_are_written_though_nobody_reads_what_is_printed() -> Checked {
    let folder = prepared()?;
    let folder = folder.path();
    for (line, part) in [
        ("analyse game.txt one.txt --nodes 50 --html @", "</html>"),
        ("analyse game.txt one.txt --nodes 50 --sgf @", "GM[4]"),
        ("solve win.txt --vcf --tree @", "GM[4]"),
        (
            "train --data games.kgd --epochs 1 --batch 64 --held-out-share 0.5 --out @",
            r#""before":"#,
        ),
    ] {
        let (reader, writer) = io::pipe()?;
        drop(reader);
        let mut command = program();
        let command = command.args(with_output(line, "new").split(' '));
        let done = command
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(writer.try_clone()?)
            .stderr(writer)
            .status()?;
        assert!(done.success(), "{line}");
        let new = folder.join("new");
        let written = String::from_utf8_lossy(&fs::read(&new)?).into_owned();
        assert!(written.contains(part), "{line}");
        fs::remove_file(new)?;
    }
    Ok(())
}

#[cfg(unix)]
#[test]
fn an_output_that_is_closed_is_no_error() -> Checked {
    let folder = prepared()?;
    for line in [
        "openings --count 1 --nodes 50 --verify-nodes 50 --balance 2000 --out -",
        "puzzles --count 1 --size 11 --out -",
        "database export --db positions.kdb --out -",
        "dataset export games.kgd --jsonl -",
    ] {
        let (reader, writer) = io::pipe()?;
        drop(reader);
        let mut command = program();
        command.args(line.split(' ')).current_dir(folder.path());
        let ran = Ran::of(command.stdout(writer))?.ends(FINE);
        assert_eq!(ran.err, "", "{line}");
    }
    Ok(())
}

#[cfg(target_os = "linux")]
#[test]
fn outputs_that_are_no_files_stay_usable() -> Checked {
    let folder = prepared()?;
    let folder = folder.path();
    // What these print would be mixed with the output.
    for line in [
        "solve win.txt --vcf --tree @",
        "analyse game.txt --nodes 50 --sgf @",
    ] {
        for device in ["/dev/null", "/dev/stderr"] {
            fine(folder, line, device)?;
        }
    }
    for line in [
        "database export --db positions.kdb --out @",
        "dataset export games.kgd --jsonl @",
    ] {
        for device in ["/dev/null", "/dev/stdout", "-"] {
            fine(folder, line, device)?;
        }
        // The shell has opened the file, so that it is written on and not replaced.
        let script = "\"$@\" >>all.txt && echo end >>all.txt";
        fs::write(folder.join("all.txt"), "begin\n")?;
        let done = Command::new("sh")
            .args(["-c", script, "sh", PROGRAM])
            .args(with_output(line, "/dev/stdout").split(' '))
            .current_dir(folder)
            .status()?;
        assert!(done.success(), "{line}");
        let all = fs::read_to_string(folder.join("all.txt"))?;
        let mut lines = all.lines();
        let ends = (lines.next(), lines.next_back());
        assert_eq!(ends, (Some("begin"), Some("end")), "{line}: {all}");
        assert!(lines.all(|line| line.starts_with('{')), "{line}: {all}");
    }
    assert_eq!(parts(folder)?, [""; 0]);
    Ok(())
}

/// Options of the manual pages whose values are files or folders, with the command that has them.
fn file_options() -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let folder = tempdir()?;
    fine(folder.path(), "manual-pages @", ".")?;
    let mut options = Vec::new();
    for entry in fs::read_dir(folder.path())? {
        let path = entry?.path();
        let page = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        for line in fs::read_to_string(&path)?.lines() {
            let names_file = ["FILE", "NETWORK", "FOLDER", "DIR", "PATH", "OUTPUT"]
                .iter()
                .any(|name| line.contains(&format!("<{name}>")));
            let line = line
                .replace("\\-", "-")
                .replace("\\fB", "")
                .replace("\\fR", "");
            if names_file && line.starts_with("--") {
                let option = line
                    .split([' ', '='])
                    .next()
                    .unwrap_or_default()
                    .to_string();
                options.push((page.clone(), option));
            }
        }
    }
    Ok(options)
}

/// Every option that names a file is in the list: with a command that writes it, or after `!` as one that is read, or has
/// a rule of its own.
#[test]
fn no_option_that_names_a_file_is_forgotten() -> Checked {
    let options = file_options()?;
    assert!(options.len() > 20, "only {options:?}");
    let mut forgotten = Vec::new();
    for (page, option) in options {
        let command = page.trim_start_matches("pbrain-kagetsu-").replace('-', " ");
        let is_read =
            options_read().any(|entry| entry == format!("{command} {option}") || entry == option);
        let is_written = Writer::all().any(|writer| writer.writes(&command, &option));
        if !is_read && !is_written {
            forgotten.push(format!("{command} {option}"));
        }
    }
    assert!(
        forgotten.is_empty(),
        "not in data/outputs.txt: {forgotten:?}"
    );
    Ok(())
}

#[cfg(unix)]
#[test]
fn nothing_stays_of_a_killed_writer() -> Checked {
    let folder = prepared_by_engines()?;
    let folder = folder.path();
    for line in [
        "openings --count 100000 --nodes 50 --verify-nodes 50 --balance 2000 --out killed",
        "train --data games.kgd --epochs 100000 --batch 1 --rate 1e-6 --held-out-share 0.5 --out killed --loss-curve curve",
        "puzzles --count 100000 --size 11 --out killed",
        "forecast played/games.jsonl --positions 20 --nodes 100000000 --out killed",
        "analyse game.txt --depth 100 --html killed",
    ] {
        let mut child = program()
            .args(line.split(' '))
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        while parts(folder)?.is_empty() {
            assert!(child.try_wait()?.is_none(), "{line}: it has ended");
            thread::sleep(Duration::from_millis(10));
        }
        child.kill()?;
        child.wait()?;
        assert!(!parts(folder)?.is_empty(), "{line}: nothing was left");
        fine(folder, "solve win.txt --vcf --tree @", "tree.sgf")?;
        assert_eq!(parts(folder)?, [""; 0], "{line}");
        fs::remove_file(folder.join("tree.sgf"))?;
    }
    Ok(())
}

#[cfg(unix)]
#[test]
fn an_interrupted_training_keeps_the_best_network_so_far() -> Checked {
    use std::io::{BufRead, BufReader};

    use kagetsu_gomoku::eval::nnue::Weights;
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    let folder = prepared()?;
    let line = "train --data games.kgd --epochs 100000 --batch 1 --rate 1e-6 --held-out-share 0.5 --threads 1 --out network";
    let mut child = program()
        .args(line.split(' '))
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?;
    let said = child.stderr.take().ok_or("standard error is a pipe")?;
    let mut last = String::new();
    for line in BufReader::new(said).lines() {
        let line = line?;
        if line.starts_with("epoch  1 of") {
            kill(Pid::from_raw(child.id().try_into()?), Signal::SIGINT)?;
        }
        last = line;
    }
    assert_eq!(child.wait()?.code(), Some(INTERRUPTED), "{last}");
    assert!(
        last.contains("'network' holds the network of epoch"),
        "{last}"
    );
    let network = Weights::from_bytes(&fs::read(folder.path().join("network"))?)?;
    let record: serde_json::Value = serde_json::from_str(&network.record)?;
    assert_eq!(record["data"][0]["name"], "games.kgd");
    assert!(record["epochs"].as_u64() > Some(0) && record["training"].is_null());
    assert_eq!(parts(folder.path())?, [""; 0]);
    let on = "train --data games.kgd --epochs 1 --held-out-share 0.5 --start network --out more";
    fine(folder.path(), on, "")
}

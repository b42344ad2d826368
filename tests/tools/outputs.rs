//! The rule for outputs, over all commands that write: a file that exists is replaced by `--force` alone, an input never,
//! and what cannot be written is known before the work. `data/outputs.txt` is the list.

use std::error::Error;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use tempfile::{TempDir, tempdir};

type Checked = Result<(), Box<dyn Error>>;

const PROGRAM: &str = env!("CARGO_BIN_EXE_pbrain-kagetsu");
const LIST: &str = include_str!("../data/outputs.txt");
const BAD_INPUT: i32 = 2;
const INTERRUPTED: i32 = 130;

/// Stands for the output in a line of the list.
const PLACE: &str = "@";
const STORED: &str = r#"{"schema":1,"rule":"freestyle","size":"15x15","black":"f9","white":"","to_move":"white","text":"the side"}"#;
const DEPTH: &str =
    "[[parameter]]\nname = \"max_depth\"\nvalue = 3\nmin = 1\nmax = 5\nstep = 1.5\nr = 0.1\n";
const OLD: &str = "the work of many hours";

/// A command of the list.
struct Writer<'a> {
    /// An input of the command, or `-`.
    input: &'a str,
    line: &'a str,
}

fn writers() -> Vec<Writer<'static>> {
    let lines = LIST.lines().filter(|line| !line.starts_with(['#', '!']));
    let split = |line: &'static str| line.split_once(" | ").expect("an input and a command");
    lines
        .map(split)
        .map(|(input, line)| Writer { input, line })
        .collect()
}

fn run(folder: &Path, line: &str, output: &str) -> io::Result<Output> {
    Command::new(PROGRAM)
        .args(
            line.split(' ')
                .map(|word| if word == PLACE { output } else { word }),
        )
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
}

fn fine(folder: &Path, line: &str, output: &str) -> Checked {
    let done = run(folder, line, output)?;
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{line}: {said}");
    Ok(())
}

fn refused(folder: &Path, line: &str, output: &str, reason: &str) -> Checked {
    let done = run(folder, line, output)?;
    let said = String::from_utf8_lossy(&done.stderr);
    let is_right = done.status.code() == Some(BAD_INPUT) && said.contains(reason);
    assert!(
        is_right,
        "{line}, {output}: {:?} {said}",
        done.status.code()
    );
    assert!(done.stdout.is_empty(), "{line}: work was done before");
    Ok(())
}

/// A folder with an input of every kind but the references of `fidelity`.
fn prepared() -> Result<TempDir, Box<dyn Error>> {
    let folder = tempdir()?;
    let path = folder.path();
    for (name, text) in [
        ("game.txt", "h8i9j10\n"),
        ("win.txt", "h8a1i8b1j8c1\n"),
        ("positions.jsonl", STORED),
        ("depth.toml", DEPTH),
        ("one.txt", "h8i9j10\n"),
        ("samples.csv", "h8i9,j10,2\n"),
    ] {
        fs::write(path.join(name), text)?;
    }
    for line in [
        "datagen --games 6 --nodes 50 --size 7 --out games.kgd",
        "database import positions.jsonl --db positions.kdb",
        "tournament --engine cmd=self,name=a,nodes=50 --engine cmd=self,name=b,nodes=50 --memory 64 --openings one.txt --games 2 \
         --out played",
    ] {
        fine(path, line, "")?;
    }
    fs::create_dir(path.join("folder"))?;
    Ok(folder)
}

fn parts(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "part")
        {
            names.push(path.display().to_string());
        }
    }
    Ok(names)
}

#[test]
fn nothing_is_overwritten_without_a_word() -> Checked {
    let folder = prepared()?;
    let folder = folder.path();
    let reference = "fidelity reference games.kgd --positions 2 --tree 0 --nodes 50 --out @";
    fine(folder, &format!("{reference} --shard 1/1"), "part.jsonl")?;
    fine(folder, "fidelity merge part.jsonl --out @", "deep.jsonl")?;
    let old = folder.join("old");
    for Writer { input, line } in writers() {
        fs::write(&old, OLD)?;
        refused(
            folder,
            line,
            "old",
            "'old' exists already: give another name",
        )?;
        refused(folder, line, "old", "--force to replace it")?;
        refused(folder, line, "folder", "'folder' is a folder")?;
        refused(folder, line, "none/new", "there is no folder 'none'")?;
        assert_eq!(fs::read_to_string(&old)?, OLD, "{line}");
        let by_force = format!("{line} --force");
        if input != "-" {
            let before = fs::read(folder.join(input))?;
            let reason = format!("'{input}' is an input of this command");
            refused(folder, &by_force, input, &reason)?;
            assert_eq!(fs::read(folder.join(input))?, before, "{line}");
        }
        // A new file needs no word: the tests of the commands and of the manual write hardly any other.
        fine(folder, &by_force, "old")?;
        assert_ne!(fs::read_to_string(&old).unwrap_or_default(), OLD, "{line}");
        fs::remove_file(&old)?;
        assert_eq!(parts(folder)?, [""; 0], "{line}");
    }
    Ok(())
}

#[test]
fn what_has_made_nothing_leaves_what_was_there() -> Checked {
    let folder = prepared()?;
    let folder = folder.path();
    let old = folder.join("old");
    for line in [
        "openings --box 2 --stones 8 --out @ --force",
        "openings select missing.txt --games played --out @ --force",
        "fidelity reference games.kgd --positions 2 --tree 0 --nodes 50 --out @ --resume",
    ] {
        fs::write(&old, OLD)?;
        let done = run(folder, line, "old")?;
        let said = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(BAD_INPUT), "{line}: {said}");
        assert_eq!(fs::read_to_string(&old)?, OLD, "{line}: {said}");
    }
    // Its own file without the end of the first line is begun anew.
    fine(
        folder,
        "fidelity reference games.kgd --positions 2 --tree 0 --nodes 50 --out @",
        "deep",
    )?;
    let whole = fs::read_to_string(folder.join("deep"))?;
    for bytes in [0, 40, whole.len() - 3] {
        fs::write(folder.join("deep"), &whole[..bytes])?;
        let line =
            "fidelity reference games.kgd --positions 2 --tree 0 --nodes 50 --out @ --resume";
        fine(folder, line, "deep")?;
        assert_eq!(fs::read_to_string(folder.join("deep"))?, whole);
    }
    Ok(())
}

#[cfg(unix)]
#[test]
fn files_are_written_though_nobody_reads_the_tables() -> Checked {
    let folder = prepared()?;
    let folder = folder.path();
    fs::write(folder.join("two.txt"), "h8i9j10k11\n")?;
    let script = "\"$@\" | head -1";
    let words = "analyse game.txt two.txt --nodes 50 --html page.html --sgf all.sgf";
    let done = Command::new("sh")
        .args(["-c", script, "sh", PROGRAM])
        .args(words.split(' '))
        .current_dir(folder)
        .output()?;
    assert!(done.status.success());
    assert!(fs::read_to_string(folder.join("page.html"))?.contains("</html>"));
    assert_eq!(
        fs::read_to_string(folder.join("all.sgf"))?
            .matches("GM[4]")
            .count(),
        2
    );
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
        let words = line
            .split(' ')
            .map(|word| if word == PLACE { "/dev/stdout" } else { word });
        let done = Command::new("sh")
            .args(["-c", script, "sh", PROGRAM])
            .args(words)
            .current_dir(folder)
            .status()?;
        assert!(done.success(), "{line}");
        let all = fs::read_to_string(folder.join("all.txt"))?;
        assert!(
            all.starts_with("begin\n") && all.ends_with("end\n"),
            "{line}: {all}"
        );
    }
    assert_eq!(parts(folder)?, [""; 0]);
    Ok(())
}

/// The summary would stand behind the games.
#[test]
fn no_dataset_is_written_between_what_is_printed() -> Checked {
    let folder = prepared()?;
    let folder = folder.path();
    let is_dataset = |line: &str| {
        line.starts_with("datagen") || line.starts_with("dataset") && !line.contains("--jsonl")
    };
    let lines: Vec<_> = writers()
        .iter()
        .map(|writer| writer.line)
        .filter(|line| is_dataset(line))
        .collect();
    assert!(lines.len() > 6, "too few commands");
    for line in lines {
        for place in ["-", "/dev/stdout"] {
            refused(folder, line, place, "is the standard output")?;
        }
    }
    assert!(!folder.join("-").exists());
    Ok(())
}

#[test]
fn one_file_is_not_given_to_two_outputs() -> Checked {
    let folder = prepared()?;
    for line in [
        "train --data games.kgd --out new --loss-curve ./new",
        "train --data games.kgd --loss-curve new --calibration new --out other",
        "dataset split games.kgd --out new --rest folder/../new",
        "analyse game.txt --html new --sgf new",
        "analyse game.txt --out new --sgf new",
    ] {
        for option in ["", " --force"] {
            let line = format!("{line}{option}");
            refused(folder.path(), &line, "", "is given for two outputs")?;
        }
        assert!(!folder.path().join("new").exists(), "{line}");
    }
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
    let read: Vec<&str> = LIST
        .lines()
        .filter_map(|line| line.strip_prefix("! "))
        .collect();
    let mut forgotten = Vec::new();
    for (page, option) in options {
        let command = page.trim_start_matches("pbrain-kagetsu-").replace('-', " ");
        let is_read = read
            .iter()
            .any(|entry| *entry == format!("{command} {option}") || *entry == option);
        let is_written = writers().iter().any(|Writer { line, .. }| {
            line.starts_with(&command) && line.contains(&format!("{option} {PLACE}"))
        });
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
    let folder = prepared()?;
    let folder = folder.path();
    for line in [
        "openings --count 100000 --nodes 50 --verify-nodes 50 --balance 2000 --out killed",
        "train --data games.kgd --epochs 100000 --batch 1 --rate 1e-6 --held-out-share 0.5 --out killed --loss-curve curve",
        "puzzles --count 100000 --size 11 --out killed",
        "forecast played/games.jsonl --positions 20 --nodes 100000000 --out killed",
        "analyse game.txt --depth 100 --html killed",
    ] {
        let mut child = Command::new(PROGRAM)
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
    let mut child = Command::new(PROGRAM)
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

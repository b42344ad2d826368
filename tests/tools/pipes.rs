//! A pipe in place of a file is refused at once: whoever opens one waits for its other end.

#![cfg(unix)]

use std::error::Error;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long a command may take before it counts as waiting for the pipe.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs a command in a folder; its exit code, or `None` if it waits for ever, and what it writes to standard error.
fn run(folder: &Path, arguments: &[&str]) -> Result<(Option<i32>, String), Box<dyn Error>> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pbrain-kagetsu"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?;
    let begin = Instant::now();
    while child.try_wait()?.is_none() {
        if begin.elapsed() > PATIENCE {
            child.kill()?;
        }
        thread::sleep(Duration::from_millis(1));
    }
    let mut said = String::new();
    if let Some(mut errors) = child.stderr.take() {
        errors.read_to_string(&mut said)?;
    }
    Ok((child.wait()?.code(), said))
}

#[test]
fn a_review_does_not_wait_for_a_pipe() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("game.txt"), "h8i9j10\n")?;
    let made = Command::new("mkfifo")
        .arg(folder.path().join("pipe"))
        .status()?;
    assert!(made.success());
    for (line, reason) in [
        (
            "analyse game.txt --nodes 50 --out pipe --resume",
            "'pipe': it is not a regular file",
        ),
        (
            "analyse game.txt --nodes 50 --out pipe",
            "'pipe' exists already",
        ),
        (
            "analyse pipe --nodes 50",
            "'pipe': it is not a regular file",
        ),
    ] {
        let (code, said) = run(folder.path(), &line.split(' ').collect::<Vec<_>>())?;
        assert_eq!(code, Some(2), "{line}: {said}");
        assert!(said.contains(reason), "{line}: {said}");
    }
    Ok(())
}

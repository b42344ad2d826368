//! A pipe in place of a file is refused: whoever opens one waits for its other end. One that somebody reads is written to.

#![cfg(unix)]

use std::error::Error;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use kagetsu_test_support::process::PATIENCE;

use super::ran::program;

/// Runs a command in a folder; its exit code, or `None` if it waits for ever, and what it writes to standard error.
fn run(folder: &Path, arguments: &[&str]) -> Result<(Option<i32>, String), Box<dyn Error>> {
    let mut child = program()
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
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(pipe).status()?.success());
    let reason = "'pipe': it is not a regular file";
    for line in [
        "analyse game.txt --nodes 50 --out pipe --resume",
        "analyse game.txt --nodes 50 --out pipe",
        "analyse pipe --nodes 50",
    ] {
        let (code, said) = run(folder.path(), &line.split(' ').collect::<Vec<_>>())?;
        assert_eq!(code, Some(2), "{line}: {said}");
        assert!(said.contains(reason), "{line}: {said}");
    }
    Ok(())
}

/// Lines of the output of [`OPENINGS`].
const LINES: usize = 3;
/// A command that writes a line about itself and one for each opening.
const OPENINGS: &str =
    "openings --rule freestyle --count 2 --nodes 50 --verify-nodes 50 --balance 2000 --out";

#[test]
fn an_output_does_not_wait_for_ever_for_the_reader_of_a_pipe() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status()?.success());
    let line: Vec<&str> = OPENINGS.split(' ').chain(["pipe"]).collect();
    let (code, said) = run(folder.path(), &line)?;
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("nobody reads the pipe"), "{said}");
    let reader = thread::spawn(move || fs::read_to_string(pipe));
    let (code, said) = run(folder.path(), &line)?;
    assert_eq!(code, Some(0), "{said}");
    let text = reader.join().expect("it does not panic")?;
    assert_eq!(text.lines().count(), LINES, "{text}");
    Ok(())
}

#[cfg(target_os = "linux")]
#[test]
fn a_pipe_of_the_shell_is_written_to() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    // What a shell makes of `>(cat)`: an open end of a pipe, by its number.
    let script = format!("{{ \"$0\" {OPENINGS} /dev/fd/3 3>&1 >&2; }} | cat >all");
    let done = Command::new("sh")
        .args(["-c", &script, super::ran::PROGRAM])
        .current_dir(folder.path())
        .status()?;
    assert!(done.success());
    let text = fs::read_to_string(folder.path().join("all"))?;
    assert_eq!(text.lines().count(), LINES, "{text}");
    Ok(())
}

#[test]
fn a_tournament_that_goes_on_does_not_wait_for_a_pipe() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("one.txt"), "h8i9j10\n")?;
    let line = "tournament --engine cmd=self,name=a,nodes=50 --engine cmd=self,name=b,nodes=50 --memory 64 --openings one.txt \
                --games 2 --out played";
    let line: Vec<&str> = line.split_whitespace().collect();
    let (code, said) = run(folder.path(), &line)?;
    assert_eq!(code, Some(0), "{said}");
    let games = folder.path().join("played/games.sgf");
    fs::remove_file(&games)?;
    assert!(Command::new("mkfifo").arg(&games).status()?.success());
    let (code, said) = run(folder.path(), &[&line[..], &["--resume"]].concat())?;
    assert!(
        code.is_some_and(|code| code > 0) && said.contains("it is not a regular file"),
        "{said}"
    );
    Ok(())
}

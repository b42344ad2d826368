//! The engine plays on where the system gives it little address space, however much memory the manager allows.
#![cfg(target_os = "linux")]

use std::error::Error;
use std::io::Write;
use std::process::{Command, Stdio};

/// Least address space beside that of the program itself, in KiB: stacks, libraries, a small table and its reserve.
const LEAST: u64 = 62_000;
/// The limits that are tried above the least one, in KiB.
const RANGE: u64 = 90_000;
const STEP: usize = 3_000;

const GAME: &str = "INFO max_memory 8000000000\nINFO timeout_turn 3000000\nINFO max_node 500\nSTART 20\nBEGIN\n\
                    TURN 0,0\nTURN 0,5\nTURN 1,9\n";

#[test]
fn the_table_leaves_room_for_everything_else() -> Result<(), Box<dyn Error>> {
    let program = env!("CARGO_BIN_EXE_pbrain-kagetsu");
    let least = std::fs::metadata(program)?.len() / 1024 + LEAST;
    let mut wrong = Vec::new();
    for limit in (least..=least + RANGE).step_by(STEP) {
        let mut child = Command::new("sh")
            .args(["-c", "ulimit -v $1; exec \"$2\"", "sh"])
            .args([&limit.to_string(), program])
            // With several arenas glibc reserves 64 MiB for a moment whenever a thread without an arena allocates: in such a
            // moment a thread cannot start, or an allocation fails.
            .env("MALLOC_ARENA_MAX", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        // An engine that was aborted no longer reads: the moves that are missing tell.
        let _ = child
            .stdin
            .take()
            .ok_or("a pipe")?
            .write_all(GAME.as_bytes());
        let output = child.wait_with_output()?;
        let said = String::from_utf8_lossy(&output.stdout);
        let moves = said
            .lines()
            .filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
        if moves.count() != 4 || !output.status.success() {
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            wrong.push(format!("{limit} KiB: {said:?} {errors:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

//! A test that a manager cannot make the program start more threads than the machine has processors.

#![cfg(target_os = "linux")]

use std::error::Error;
use std::fs;
use std::thread::available_parallelism;

use kagetsu_test_support::process::{Heard, Process};

use super::talk::is_pair;

/// Threads beside those of the search: the main one, the reader, the writer, and some to spare.
const OTHERS: usize = 8;

fn threads(process: &Process) -> Result<usize, Box<dyn Error>> {
    let status = fs::read_to_string(format!("/proc/{}/status", process.id()))?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("Threads:"));
    Ok(line.ok_or("no number of threads")?.trim().parse()?)
}

#[test]
fn the_threads_of_a_first_move_are_bounded_by_the_processors() -> Result<(), Box<dyn Error>> {
    let most = available_parallelism()?.get() + OTHERS;
    let mut engine = Process::start(crate::PROGRAM, &[])?;
    engine.send(
        b"START 15\nINFO thread_num 1000000\nINFO max_memory 8000000000\nINFO max_node 4000\nTURN 7,7\n",
    )?;
    let mut is_answered = false;
    while !is_answered {
        let Heard::Line(line) = engine.hear()? else {
            return Err("the engine has left".into());
        };
        // Every report of the search shows it at work.
        let count = threads(&engine)?;
        assert!(count <= most, "{count} threads at '{line}'");
        is_answered = is_pair(&line);
        assert!(
            is_answered || line == "OK" || line.starts_with("MESSAGE"),
            "{line}"
        );
    }
    engine.send(b"END\n")?;
    let (status, errors) = engine.wait()?;
    assert!(status.success() && errors.is_empty(), "{status} {errors}");
    Ok(())
}

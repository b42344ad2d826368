//! Grades the shipped puzzles anew, after the levels were changed, and writes the set, in order and numbered anew:
//! `cargo run --release -p kagetsu-benches --example regrade > FILE`.
//!
//! Puzzles that no level solves any more are left out.

#![allow(clippy::print_stdout, reason = "an example tells its results")]

use std::error::Error;
use std::sync::Arc;

use kagetsu_kernel::WallClock;
use kagetsu_play::gomoku::Rule;
use kagetsu_play::puzzles::{Grader, HEAD, Kind, Puzzles, spread};

fn main() -> Result<(), Box<dyn Error>> {
    let puzzles = Puzzles::shipped()?;
    let mut grader = Grader::new(Arc::new(WallClock::start()));
    println!("{HEAD}");
    for rule in [Rule::Freestyle, Rule::Renju] {
        for kind in Kind::ALL {
            let mut solved = Vec::new();
            for puzzle in puzzles.of(rule, kind) {
                if let Some(grade) = grader.grade(puzzle)? {
                    let mut puzzle = puzzle.clone();
                    puzzle.grade = grade;
                    solved.push(puzzle);
                }
            }
            let count = solved.len();
            for puzzle in spread(solved, count) {
                println!("{puzzle}");
            }
        }
    }
    Ok(())
}

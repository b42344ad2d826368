//! The moves of the games of an SGF file: `cargo run -p kagetsu-notation --example sgf_moves -- game.sgf`. Without a file it
//! reads a game of its own.

#![allow(clippy::print_stdout, reason = "an example tells what it reads")]

use std::error::Error;
use std::fs;

use kagetsu_gomoku::geometry::{BoardSize, Point, Rows};
use kagetsu_notation::read_sgf;

const OWN: &[u8] = b"(;GM[4]SZ[15];B[hh];W[ii](;B[jj])(;B[hi]))";

fn main() -> Result<(), Box<dyn Error>> {
    let bytes = match std::env::args_os().nth(1) {
        Some(path) => fs::read(path)?,
        None => OWN.to_vec(),
    };
    for game in read_sgf(&bytes) {
        let game = game?;
        let size = game.size.unwrap_or(BoardSize::STANDARD);
        let name = |step: &Option<Point>| {
            step.map_or_else(
                || "pass".to_string(),
                |point| Rows::FromBottom.name(point, size),
            )
        };
        let names: Vec<String> = game.steps.iter().map(name).collect();
        println!("{size}: {}", names.join(" "));
    }
    Ok(())
}

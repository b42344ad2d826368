//! Measures the designs of the board functions: nanoseconds a call over boards of random games.

use std::io::{self, Write};
use std::time::Instant;

use kagetsu_games::reversi::board::{Board, Square, flips, moves, squares_of};
use kagetsu_games::reversi::perft::{Endings, perft};
use kagetsu_kernel::rng::Rng;

fn boards() -> Vec<(Square, Board)> {
    let mut rng = Rng::new(5);
    let mut found = Vec::new();
    while found.len() < 4096 {
        let mut board = Board::START;
        while !board.is_over() {
            let choices: Vec<Square> = squares_of(board.moves()).collect();
            if choices.is_empty() {
                board = board.passed();
                continue;
            }
            let square = choices[rng.below(choices.len())];
            found.push((square, board));
            board = board.after(square, board.flips(square));
        }
    }
    found
}

fn time(name: &str, calls: usize, mut run: impl FnMut() -> u64) -> io::Result<()> {
    let mut best = f64::MAX;
    let mut check = 0;
    for _ in 0..20 {
        let start = Instant::now();
        check = run();
        best = best.min(start.elapsed().as_secs_f64());
    }
    let nanos = best * 1e9 / calls as f64;
    writeln!(io::stdout(), "{name:20} {nanos:7.2} ns a call ({check:x})")
}

fn main() -> io::Result<()> {
    let boards = boards();
    type Moves = fn(u64, u64) -> u64;
    type Flips = fn(Square, u64, u64) -> u64;
    let designs: [(&str, Moves); 3] = [
        ("moves by_steps", moves::by_steps),
        ("moves by_prefix", moves::by_prefix),
        ("moves by_carry", moves::by_carry),
    ];
    for (name, design) in designs {
        time(name, boards.len(), || {
            boards.iter().fold(0, |sum, (_, board)| {
                sum ^ design(board.own(), board.other() ^ (sum & 0))
            })
        })?;
    }
    let designs: [(&str, Flips); 3] = [
        ("flips by_rays", flips::by_rays),
        ("flips by_prefix", flips::by_prefix),
        ("flips by_lines", flips::by_lines),
    ];
    for (name, design) in designs {
        time(name, boards.len(), || {
            boards.iter().fold(0, |sum, (square, board)| {
                sum ^ design(*square, board.own(), board.other())
            })
        })?;
    }
    let start = Instant::now();
    let count = perft(Board::START, 11, Endings::Counted);
    writeln!(io::stdout(), "perft 11: {count} in {:?}", start.elapsed())
}

//! The designs of the board functions of Reversi over the positions of random games, and perft.

use criterion::{Criterion, criterion_group, criterion_main};
use kagetsu_kernel::rng::Rng;
use kagetsu_reversi::board::{Board, Square, flips, moves, squares_of};
use kagetsu_reversi::perft::{Endings, perft};

type Moves = fn(u64, u64) -> u64;
type Flips = fn(Square, u64, u64) -> u64;

/// Positions with a move that was played in each.
fn positions() -> Vec<(Square, Board)> {
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

fn designs(c: &mut Criterion) {
    let positions = positions();
    let generators: [(&str, Moves); 3] = [
        ("steps", moves::by_steps),
        ("prefix", moves::by_prefix),
        ("carry", moves::by_carry),
    ];
    for (name, design) in generators {
        c.bench_function(&format!("moves by {name}"), |b| {
            b.iter(|| {
                positions.iter().fold(0, |sum, (_, board)| {
                    sum ^ design(board.own(), board.other())
                })
            });
        });
    }
    let flippers: [(&str, Flips); 3] = [
        ("rays", flips::by_rays),
        ("prefix", flips::by_prefix),
        ("lines", flips::by_lines),
    ];
    for (name, design) in flippers {
        c.bench_function(&format!("flips by {name}"), |b| {
            b.iter(|| {
                positions.iter().fold(0, |sum, (square, board)| {
                    sum ^ design(*square, board.own(), board.other())
                })
            });
        });
    }
    c.bench_function("perft 8", |b| {
        b.iter(|| perft(Board::START, 8, Endings::Counted));
    });
}

criterion_group!(benches, designs);
criterion_main!(benches);

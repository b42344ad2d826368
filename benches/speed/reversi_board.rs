//! The board functions of Reversi over the positions of random games, and perft.

use criterion::{Criterion, criterion_group, criterion_main};
use kagetsu_kernel::rng::Rng;
use kagetsu_reversi::board::{Board, Square, squares_of};
use kagetsu_reversi::perft::{Endings, perft};

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

fn board(c: &mut Criterion) {
    let positions = positions();
    c.bench_function("moves", |b| {
        b.iter(|| {
            let boards = positions.iter();
            boards.fold(0, |sum, (_, board)| sum ^ board.moves())
        });
    });
    c.bench_function("flips", |b| {
        b.iter(|| {
            let boards = positions.iter();
            boards.fold(0, |sum, (square, board)| sum ^ board.flips(*square))
        });
    });
    c.bench_function("perft 8", |b| {
        b.iter(|| perft(Board::START, 8, Endings::Counted));
    });
}

criterion_group!(benches, board);
criterion_main!(benches);

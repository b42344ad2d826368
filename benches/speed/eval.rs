//! The cost of an evaluation that follows the board: games played with it watching and asked after every stone.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kagetsu_gomoku::bench::bench_positions;
use kagetsu_gomoku::board::{Board, Rule};
use kagetsu_gomoku::eval::{Evaluator, Nnue};

fn evaluate_games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("make, evaluate and unmake");
    let positions = bench_positions().expect("the built-in positions are well formed");
    for rule in Rule::ALL {
        let position = positions
            .iter()
            .map(|bench| &bench.position)
            .find(|position| position.rule() == rule)
            .expect("every rule has positions");
        let mut board = Board::new(position.size(), rule);
        let mut eval = Nnue::new(rule, position.size());
        eval.refresh(&board);
        let start = eval.evaluate(&board);
        let mut fresh = Nnue::new(rule, position.size());
        let end = Board::from_position(position);
        fresh.refresh(&end);
        let expected = fresh.evaluate(&end);
        group.throughput(Throughput::Elements(position.stones().len() as u64));
        group.bench_function(rule.name(), |bencher| {
            bencher.iter(|| {
                let mut last = start;
                for &(point, _) in position.stones() {
                    board.make(black_box(point));
                    last = black_box(eval.evaluate(&board));
                }
                assert_eq!(last, expected);
                for _ in position.stones() {
                    board.unmake();
                    eval.undo(board.made());
                }
                assert_eq!(eval.evaluate(&board), start);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, evaluate_games);
criterion_main!(benches);

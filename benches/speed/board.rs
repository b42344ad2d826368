//! Stones put on a board and taken back, game by game. The time is for one pair of `make` and `unmake`.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kagetsu_gomoku::bench::bench_positions;
use kagetsu_gomoku::board::{Board, Rule};

fn make_and_unmake(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("make and unmake");
    let positions = bench_positions().expect("the built-in positions are well formed");
    for rule in Rule::ALL {
        let mut games: Vec<_> = positions
            .iter()
            .map(|bench| &bench.position)
            .filter(|position| position.rule() == rule)
            .map(|position| {
                let end = Board::from_position(position);
                (
                    Board::new(position.size(), rule),
                    position.stones(),
                    end.key(),
                )
            })
            .collect();
        let stones: usize = games.iter().map(|(_, stones, _)| stones.len()).sum();
        assert!(stones > 0, "no game for {rule}");
        group.throughput(Throughput::Elements(stones as u64));
        group.bench_function(rule.name(), |bencher| {
            bencher.iter(|| {
                for (board, stones, end) in &mut games {
                    for &(point, _) in *stones {
                        board.make(black_box(point));
                    }
                    assert_eq!(board.key(), *end);
                    for _ in *stones {
                        board.unmake();
                    }
                    assert_eq!(board.key(), 0);
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, make_and_unmake);
criterion_main!(benches);

//! Wins by fours on the stored puzzles, and the check for forbidden points.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use kagetsu_gomoku::bench::bench_positions;
use kagetsu_gomoku::board::{Board, Position, Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Rows};
use kagetsu_gomoku::search::threat_space::VcfSolver;
use kagetsu_gomoku::search::threat_space::vcf::VcfResult;
use kagetsu_test_support::puzzles::puzzles;

const NODES: u64 = 200_000;
/// Solvers that are made at a time; each brings megabytes of memory.
const SOLVERS: u64 = 8;

fn wins_by_fours(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("wins by fours");
    let size = BoardSize::square(15).expect("a legal size");
    let puzzles = puzzles().expect("the puzzles are well formed");
    for rule in Rule::ALL {
        let mut boards: Vec<Board> = puzzles
            .iter()
            .map(|puzzle| &puzzle.position)
            .filter(|position| position.rule() == rule && position.size() == size)
            .map(Board::from_position)
            .collect();
        assert!(!boards.is_empty(), "no puzzle for {rule}");
        group.throughput(Throughput::Elements(boards.len() as u64));
        // A solver remembers refutations, so each round begins with a new one.
        group.bench_function(rule.name(), |bencher| {
            bencher.iter_batched_ref(
                VcfSolver::default,
                |solver| {
                    for board in &mut boards {
                        let verdict = solver.solve(black_box(board), NODES);
                        assert!(matches!(verdict, VcfResult::Win(_)), "{verdict:?}");
                    }
                },
                BatchSize::NumIterations(SOLVERS),
            );
        });
    }
    group.finish();
}

fn forbidden_points(criterion: &mut Criterion) {
    let mut games: Vec<Board> = bench_positions()
        .expect("the built-in positions are well formed")
        .iter()
        .map(|bench| &bench.position)
        .filter(|position| position.rule() == Rule::Renju)
        .map(Board::from_position)
        .collect();
    games.push(crossing());
    let expected: Vec<_> = games
        .iter_mut()
        .map(|board| board.fouls(Side::Black))
        .collect();
    assert!(expected.iter().any(|fouls| !fouls.is_empty()));
    criterion.bench_function("forbidden points", |bencher| {
        bencher.iter(|| {
            for (board, expected) in games.iter_mut().zip(&expected) {
                assert_eq!(black_box(&mut *board).fouls(Side::Black), *expected);
            }
        });
    });
}

/// Two rows of two stones that make a double three where they cross.
fn crossing() -> Board {
    let size = BoardSize::square(15).expect("a legal size");
    let mut position = Position::new(size, Rule::Renju);
    for name in ["f8", "g8", "h6", "h7"] {
        let point = Rows::FromTop.parse(name, size).expect("a point");
        position.place(point, Side::Black).expect("an empty point");
    }
    Board::from_position(&position)
}

criterion_group!(benches, wins_by_fours, forbidden_points);
criterion_main!(benches);

//! Wins by fours on the stored puzzles, and the check for forbidden points.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use kagetsu_gomoku::bench::bench_positions;
use kagetsu_gomoku::board::{Board, Position, Rule, Side};
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_gomoku::search::threat_space::VcfSolver;
use kagetsu_gomoku::search::threat_space::vcf::VcfResult;
use kagetsu_notation::position_text::parse_position;
use kagetsu_notation::reader::ReadOptions;

const PUZZLES: [&str; 5] = [
    include_str!("../../tests/data/puzzles/freestyle.txt"),
    include_str!("../../tests/data/puzzles/standard.txt"),
    include_str!("../../tests/data/puzzles/renju.txt"),
    include_str!("../../tests/data/puzzles/caro.txt"),
    include_str!("../../tests/data/puzzles/caro-exact.txt"),
];
const NODES: u64 = 200_000;
/// Solvers that are made at a time; each brings megabytes of memory.
const SOLVERS: u64 = 8;

/// The puzzles of a file for 15x15 boards.
fn puzzles(rule: Rule, text: &str) -> Vec<Board> {
    let size = BoardSize::square(15).expect("a legal size");
    text.lines()
        .filter(|line| line.contains("| 15x15 |"))
        .map(|line| {
            let options = ReadOptions {
                rows: kagetsu_gomoku::geometry::Rows::FromTop,
                rule: Some(rule),
                size: Some(size),
                ..ReadOptions::default()
            };
            let moves = line.rsplit('|').next().unwrap_or_default();
            let position = parse_position(moves, &options).expect("the puzzles are well formed");
            Board::from_position(&position)
        })
        .collect()
}

fn wins_by_fours(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("wins by fours");
    for (rule, text) in Rule::ALL.into_iter().zip(PUZZLES) {
        let mut boards = puzzles(rule, text);
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
        let point = kagetsu_gomoku::geometry::Rows::FromTop
            .parse(name, kagetsu_gomoku::geometry::BoardSize::LARGEST)
            .expect("a point");
        position.place(point, Side::Black).expect("an empty point");
    }
    Board::from_position(&position)
}

criterion_group!(benches, wins_by_fours, forbidden_points);
criterion_main!(benches);

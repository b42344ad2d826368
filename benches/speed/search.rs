//! The built-in positions searched to a small fixed depth, on one thread and with empty tables.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use kagetsu_gomoku::bench::bench_positions;
use kagetsu_gomoku::board::{Position, Rule};
use kagetsu_gomoku::engine::Engine;
use kagetsu_kernel::WallClock;
use kagetsu_test_support::searching::{config, depth, think};

const DEPTH: u32 = 5;

/// The number of nodes of one search from nothing.
fn nodes(position: &Position) -> u64 {
    let mut engine = Engine::new(config(1), Arc::new(WallClock::start()));
    let thought = think(&mut engine, position, &depth(DEPTH));
    let thought = thought.expect("the position has legal moves");
    thought.report.nodes
}

fn fixed_depth(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search to a fixed depth");
    group
        .sample_size(20)
        .measurement_time(Duration::from_secs(4));
    let positions = bench_positions().expect("the built-in positions are well formed");
    for rule in Rule::ALL {
        let position = positions
            .iter()
            .map(|bench| &bench.position)
            .find(|position| position.rule() == rule)
            .expect("every rule has positions");
        let expected = nodes(position);
        assert!(expected > u64::from(DEPTH));
        group.bench_function(rule.name(), |bencher| {
            bencher.iter(|| assert_eq!(nodes(black_box(position)), expected));
        });
    }
    group.finish();
}

criterion_group!(benches, fixed_depth);
criterion_main!(benches);

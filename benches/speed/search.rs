//! The built-in positions searched to a small fixed depth, on one thread and with empty tables.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use kagetsu_gomoku::bench::bench_positions;
use kagetsu_gomoku::board::{Position, Rule};
use kagetsu_gomoku::engine::{Engine, EngineConfig};
use kagetsu_gomoku::search::NullSearchObserver;
use kagetsu_kernel::{SearchLimits, StopSignal, WallClock};

const DEPTH: u32 = 5;
const TABLE_BYTES: u64 = 1 << 20;

/// The number of nodes of one search from nothing.
fn nodes(position: &Position) -> u64 {
    let config = EngineConfig {
        max_hash: Some(TABLE_BYTES),
        ..EngineConfig::default()
    };
    let mut engine = Engine::new(config, Arc::new(WallClock::start()));
    let limits = SearchLimits {
        depth: Some(DEPTH),
        ..SearchLimits::default()
    };
    let thought = engine
        .think(
            position,
            &limits,
            &StopSignal::new(),
            &mut NullSearchObserver,
        )
        .expect("the position has legal moves");
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

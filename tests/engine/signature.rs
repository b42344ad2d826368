//! Tests of the signature of the search: its positions are valid, and this build searches as many nodes as
//! `benches/SIGNATURE` states. Debug and release builds must agree, so the test runs in both.

use std::process::Command;

use kagetsu_gomoku::bench::bench_positions;
use kagetsu_gomoku::board::{Position, Rule, Side};
use kagetsu_test_support::oracle::{legal_moves, winner_after};

#[test]
fn bench_visits_as_many_nodes_as_the_signature_says() -> Result<(), String> {
    let bench = Command::new(env!("CARGO_BIN_EXE_pbrain-kagetsu"))
        .arg("bench")
        .output()
        .map_err(|error| error.to_string())?;
    assert!(bench.status.success(), "{bench:?}");
    let text = String::from_utf8_lossy(&bench.stdout);
    let last = text.lines().last().ok_or("bench prints nothing")?;
    let signature = include_str!("../../benches/SIGNATURE").trim();
    assert_eq!(last, format!("Bench: {signature}"));
    Ok(())
}

#[test]
fn bench_positions_are_legal_and_nobody_wins_at_once() -> Result<(), String> {
    let positions = bench_positions().map_err(|error| error.to_string())?;
    for rule in Rule::ALL {
        let of_rule = positions
            .iter()
            .filter(|bench| bench.position.rule() == rule);
        let sizes: Vec<_> = of_rule.map(|bench| bench.position.size()).collect();
        assert!(sizes.len() >= 3, "{rule}: {sizes:?}");
    }
    for bench in positions {
        let position = bench.position;
        let mut replay = Position::new(position.size(), position.rule());
        for &(point, _) in position.stones() {
            assert!(
                legal_moves(&replay).contains(point),
                "{point:?} in {position:?}"
            );
            assert_eq!(
                winner_after(&replay, point),
                None,
                "{point:?} in {position:?}"
            );
            replay.play(point).map_err(|error| error.to_string())?;
        }
        for side in Side::BOTH {
            replay.set_side_to_move(side);
            for point in replay.empty_points() {
                assert_eq!(
                    winner_after(&replay, point),
                    None,
                    "{point:?} in {position:?}"
                );
            }
        }
    }
    Ok(())
}

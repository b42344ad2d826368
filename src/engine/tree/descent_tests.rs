//! Tests of descent on random games.

use kagetsu_kernel::StopSignal;
use kagetsu_kernel::rng::Rng;

use super::super::tests::RandomGame;
use super::super::{Expansion, Proved, TreeGame};
use super::Descent;

const BYTES: usize = 1 << 24;
/// More positions than a random game of these tests has.
const ALL: u32 = 1 << 20;

fn sign(proved: Proved) -> i32 {
    proved.value() as i32
}

#[test]
fn what_descent_proves_is_what_looking_at_everything_finds() {
    let stop = StopSignal::new();
    for seed in 0..2_000 {
        let mut game = RandomGame::new(seed, 5, 3);
        let mut tree = Descent::new(BYTES);
        tree.search(&mut game, ALL, &stop).expect("not stopped");
        let found = tree.proved().expect("everything was looked at");
        assert_eq!(sign(found), game.result(), "{seed}");
        // The best move keeps the result.
        let best = tree.moves()[0];
        assert_eq!(best.proved, Some(found), "{seed}");
        let side = game.side_to_move();
        game.make(best.point);
        let after = game.result();
        let after = if game.side_to_move() == side {
            after
        } else {
            -after
        };
        assert_eq!(sign(found), after, "{seed}");
    }
}

#[test]
fn values_are_those_of_the_best_moves_and_the_tree_of_a_game_is_kept() {
    let stop = StopSignal::new();
    for seed in 0..300 {
        let mut game = RandomGame::new(seed, 8, 4);
        let mut tree = Descent::new(BYTES);
        let mut known = 0;
        while tree.proved().is_none() {
            let looked_at = tree.search(&mut game, 6, &stop).expect("not stopped");
            assert!(looked_at > 0, "{seed}");
            let moves = tree.moves();
            assert!(moves.windows(2).all(|pair| pair[0].order(&pair[1]).is_ge()));
            let present = tree.present().expect("it was searched");
            assert_eq!(present.value.to_bits(), moves[0].value.to_bits());
            let mut count = 0;
            tree.for_each_known(|path, value| {
                count += 1;
                assert!((-1.0..=1.0).contains(&value), "{value}");
                if path.is_empty() {
                    return;
                }
                // The moves lead from the first position to this one.
                let mut other = RandomGame::new(seed, 8, 4);
                for &step in path {
                    other.make(step);
                }
                if let Expansion::Proved(proved) = other.expand(&mut Vec::new()) {
                    assert_eq!(value.to_bits(), proved.value().to_bits());
                }
            });
            assert!(count >= known, "nothing is forgotten");
            known = count;
            if moves[0].proved.is_some() {
                break;
            }
            tree.advance(moves[0].point);
            game.make(moves[0].point);
        }
    }
}

#[test]
fn a_full_tree_and_a_stopped_search_end() {
    let mut game = RandomGame::new(3, 30, 4);
    game.early = 1000;
    let mut tree = Descent::new(4_000);
    let stop = StopSignal::new();
    let looked_at = tree.search(&mut game, ALL, &stop).expect("not stopped");
    assert!((1..ALL).contains(&looked_at));
    assert!(!tree.moves().is_empty() && game.path.is_empty());
    stop.raise();
    let mut other = Descent::new(BYTES);
    assert_eq!(other.search(&mut game, ALL, &stop), None);
}

#[test]
fn moves_are_drawn_by_their_rank() {
    const DRAWS: usize = 30_000;
    let stop = StopSignal::new();
    let mut game = (0..1_000)
        .map(|seed| RandomGame::new(seed, 12, 4))
        .find(|game| {
            let mut moves = Vec::new();
            game.clone().expand(&mut moves);
            moves.len() == 4
        })
        .expect("one of them has four moves");
    let mut tree = Descent::new(BYTES);
    tree.search(&mut game, 4, &stop).expect("not stopped");
    let moves = tree.moves();
    let mut rng = Rng::new(1);
    for (exploitation, expected) in [
        (0.0, [0.25, 0.25, 0.25, 0.25]),
        (1.0, [1.0, 0.0, 0.0, 0.0]),
        // 1/2 + 1/8, then 1/2 + 1/6 of what is left, then 1/2 + 1/4.
        (0.5, [0.625, 0.25, 0.093_75, 0.031_25]),
    ] {
        let mut counts = [0; 4];
        for _ in 0..DRAWS {
            let drawn = tree.draw(exploitation, &mut rng).expect("there are moves");
            let rank = moves.iter().position(|seen| seen.point == drawn);
            counts[rank.expect("a move of the tree")] += 1;
        }
        for (count, expected) in counts.into_iter().zip(expected) {
            let share = f64::from(count) / DRAWS as f64;
            assert!(
                (share - expected).abs() < 0.01,
                "{exploitation}: {counts:?}"
            );
        }
    }
}

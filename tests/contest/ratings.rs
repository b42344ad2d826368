//! Tests of the ratings of pools of engines: against figures found otherwise, and against mathematical properties.

use kagetsu_arena::statistics::{Anchor, Encounter, Estimate, RatingBasis, Results, elo, rate};
use proptest::prelude::*;

use super::arena_statistics::{SECOND_DECIMAL, assert_near, close};

fn encounter(first: usize, second: usize, games: u32, half_points: u32) -> Encounter {
    // Wins first, then a draw if the number is odd, then losses; every game is a pair of its own number.
    let score = |game: u32| half_points.saturating_sub(2 * game).min(2);
    let mut results = Results::default();
    for game in 0..games {
        results.push(game, score(game), None);
    }
    Encounter {
        first,
        second,
        results,
    }
}

fn names(count: usize) -> Vec<String> {
    (0..count).map(|index| format!("engine {index}")).collect()
}

fn anchor(index: usize, elo: f64) -> Anchor {
    Anchor {
        name: format!("engine {index}"),
        elo,
    }
}

#[test]
fn ratings_are_those_of_the_greatest_likelihood() {
    // Found by a general maximiser (Nelder and Mead) on the likelihood: Elo and standard error without dispersion.
    let results = [
        encounter(0, 1, 40, 48),
        encounter(0, 2, 40, 60),
        encounter(1, 2, 40, 44),
    ];
    let free = [(85.268, 27.754), (-12.203, 26.606), (-73.066, 27.421)];
    let one = [(1597.471, 46.951), (1500.0, 0.0), (1439.137, 46.360)];
    let two = [(1602.598, 41.561), (1500.0, 0.0), (1450.0, 0.0)];
    for (anchors, expected) in [
        (vec![], free),
        (vec![anchor(1, 1500.0)], one),
        (vec![anchor(1, 1500.0), anchor(2, 1450.0)], two),
    ] {
        let ratings = rate(&names(3), &results, &anchors).expect("sound results");
        assert_eq!(ratings.basis, RatingBasis::Results);
        for (rating, (elo, error)) in ratings.engines.iter().zip(expected) {
            let found = rating.elo.expect("every engine has played");
            assert_near(found.value, elo, SECOND_DECIMAL, &rating.name);
            let plain = found.margin() / 1.959_964 / ratings.dispersion.sqrt();
            assert_near(plain, error, SECOND_DECIMAL, &rating.name);
            assert_eq!(rating.games, 80);
        }
    }
}

#[test]
fn results_that_do_not_suffice_are_helped_by_a_draw() {
    // As above, with the imaginary opponent.
    let swept = rate(&names(2), &[encounter(0, 1, 10, 20)], &[]).expect("sound results");
    let apart = [encounter(0, 1, 10, 12), encounter(2, 3, 10, 14)];
    let apart = rate(&names(4), &apart, &[]).expect("sound results");
    for (ratings, expected) in [
        (swept, vec![290.254, -290.254]),
        (apart, vec![33.483, -33.483, 69.547, -69.547]),
    ] {
        assert_eq!(ratings.basis, RatingBasis::VirtualDraws);
        for (rating, expected) in ratings.engines.iter().zip(expected) {
            let found = rating.elo.expect("every engine has played");
            assert_near(found.value, expected, SECOND_DECIMAL, &rating.name);
            assert!(found.margin().is_finite() && found.margin() > 0.0);
        }
    }
}

#[test]
fn engines_without_games_have_no_rating() {
    let ratings = rate(&names(3), &[encounter(0, 2, 4, 5)], &[]).expect("sound results");
    assert_eq!(ratings.engines[1].elo, None);
    assert_eq!(ratings.basis, RatingBasis::Results);
    assert_eq!(ratings.ranked()[2].name, "engine 1");
    let alone = rate(&names(1), &[], &[]).expect("one engine");
    assert_eq!(alone.engines[0].elo, None);
    let alone = rate(&names(1), &[], &[anchor(0, 7.0)]).expect("one anchor");
    assert_eq!(alone.engines[0].elo, Some(Estimate::symmetric(7.0, 0.0)));
    assert!(rate(&[], &[], &[]).expect("nobody").engines.is_empty());
    // An anchor that has not played is tied to the others by the imaginary draw alone.
    let far = rate(&names(3), &[encounter(0, 2, 4, 5)], &[anchor(1, 3.0)]).expect("sound results");
    assert_eq!(far.basis, RatingBasis::VirtualDraws);
    assert!(far.engines.iter().all(|rating| rating.elo.is_some()));
}

#[test]
fn senseless_pools_are_refused() {
    let rated = |encounters: &[Encounter], anchors: &[Anchor]| {
        rate(&names(2), encounters, anchors).expect_err("senseless")
    };
    let error = rated(&[], &[anchor(2, 0.0)]);
    assert_eq!(
        error.to_string(),
        "the anchor `engine 2` is none of the engines"
    );
    let error = rated(&[], &[anchor(1, f64::NAN)]).to_string();
    assert!(error.ends_with("has no finite rating: NaN"), "{error}");
    for (first, second) in [(0, 0), (0, 2)] {
        let error = rated(&[encounter(first, second, 2, 2)], &[]).to_string();
        assert!(error.starts_with("no encounter is possible"), "{error}");
    }
}

#[test]
fn two_engines_are_rated_as_in_a_match() {
    let counts = [30, 60, 150, 80, 40];
    let mut results = Results::default();
    let mut pair = 0;
    for (points, count) in (0_u32..).zip(counts) {
        for _ in 0..count {
            results.push(pair, points / 2, None);
            results.push(pair, points - points / 2, None);
            pair += 1;
        }
    }
    let alone = elo(&results.sample()).expect("pairs were played");
    let encounters = [Encounter {
        first: 0,
        second: 1,
        results,
    }];
    let ratings = rate(&names(2), &encounters, &[anchor(1, 0.0)]).expect("sound results");
    let rated = ratings.engines[0].elo.expect("it has played");
    assert_near(rated.value, alone.value, 1e-6, "Elo");
    assert_near(rated.margin(), alone.margin(), 0.2, "margin");
    assert!(ratings.dispersion < 1.0, "draws narrow the errors");
}

/// Number of engines, and encounters: the two engines, games, and half points of the first.
type Pool = (usize, Vec<(usize, usize, u32, u32)>);

fn encounters_of(pool: &[(usize, usize, u32, u32)]) -> Vec<Encounter> {
    pool.iter()
        .map(|&(first, second, games, half_points)| encounter(first, second, games, half_points))
        .collect()
}

fn any_pool() -> impl Strategy<Value = Pool> {
    (2..6_usize).prop_flat_map(|count| {
        let one = (0..count, 1..count, 1..30_u32, 0..=60_u32).prop_map(
            move |(first, step, games, half_points)| {
                (
                    first,
                    (first + step) % count,
                    games,
                    half_points.min(2 * games),
                )
            },
        );
        (Just(count), proptest::collection::vec(one, 1..10))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn ratings_do_not_depend_on_the_order((count, pool) in any_pool()) {
        let encounters = encounters_of(&pool);
        let there = rate(&names(count), &encounters, &[]).unwrap();
        let mut turned_names = names(count);
        turned_names.reverse();
        // Each encounter is told from the other side.
        let turned: Vec<Encounter> = pool.iter().rev().map(|&(first, second, games, half_points)| {
            encounter(count - 1 - second, count - 1 - first, games, 2 * games - half_points)
        }).collect();
        let back = rate(&turned_names, &turned, &[]).unwrap();
        prop_assert!(close(there.dispersion, back.dispersion));
        for (a, b) in there.engines.iter().zip(back.engines.iter().rev()) {
            prop_assert_eq!(&a.name, &b.name);
            prop_assert_eq!(a.elo.is_some(), b.elo.is_some());
            if let (Some(a), Some(b)) = (a.elo, b.elo) {
                prop_assert!((a.value - b.value).abs() < 1e-5, "{} {}", a, b);
                prop_assert!((a.margin() - b.margin()).abs() < 1e-4, "{} {}", a, b);
            }
        }
        let sum: f64 = there.engines.iter().filter_map(|rating| rating.elo).map(|elo| elo.value).sum();
        prop_assert!(sum.abs() < 1e-6, "the mean is zero");
    }

    #[test]
    fn anchors_shift_a_pool((count, pool) in any_pool(), shift in -3000.0..3000.0_f64, other in -300.0..300.0_f64) {
        let encounters = encounters_of(&pool);
        let rated = |shift| {
            let anchors = [anchor(0, shift), anchor(1, shift + other)];
            rate(&names(count), &encounters, &anchors).unwrap()
        };
        let (there, moved) = (rated(0.0), rated(shift));
        for (a, b) in there.engines.iter().zip(&moved.engines) {
            if let (Some(a), Some(b)) = (a.elo, b.elo) {
                prop_assert!((a.value + shift - b.value).abs() < 1e-5, "{} {}", a, b);
                prop_assert!((a.margin() - b.margin()).abs() < 1e-4, "{} {}", a, b);
            }
        }
    }
}

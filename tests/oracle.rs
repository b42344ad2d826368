//! The slow referee of `tests/support` against worked examples, under every symmetry of the board. Other
//! tests then trust it.

mod support;

use kagetsu::board::{Position, Rule, Side};
use kagetsu::geometry::{BoardSize, Symmetry};
use support::cases::{forbidden_cases, win_cases};
use support::oracle::{forbidden_kind, legal_moves, perft, winner_after};

#[test]
fn forbidden_points_are_those_of_the_worked_examples() -> Result<(), String> {
    let cases = forbidden_cases()?;
    let numbers: std::collections::BTreeSet<&str> =
        cases.iter().filter_map(|case| case.name.get(..2)).collect();
    assert_eq!(numbers.len(), 18);
    for case in &cases {
        for symmetry in Symmetry::all(case.position.size()) {
            let image = case.image(symmetry)?;
            let kind = forbidden_kind(&image.position, image.point);
            let verdict = match (kind, winner_after(&image.position, image.point)) {
                (Some(foul), _) => foul.to_string(),
                (None, Some(_)) => "five".to_string(),
                (None, None) => "legal".to_string(),
            };
            assert_eq!(verdict, image.verdict, "{}", image.name);
            let legal = legal_moves(&image.position).contains(image.point);
            assert_eq!(legal, kind.is_none(), "{}", image.name);
        }
    }
    Ok(())
}

#[test]
fn wins_are_those_of_the_worked_examples_under_every_rule() -> Result<(), String> {
    for case in win_cases()? {
        let winning: Vec<&str> = case.verdict.split_whitespace().collect();
        for symmetry in Symmetry::all(case.position.size()) {
            let mut image = case.image(symmetry)?;
            for rule in Rule::ALL {
                image.position.set_rule(rule);
                let side = image.position.side_to_move();
                let expected = winning.contains(&rule.name()).then_some(side);
                let winner = winner_after(&image.position, image.point);
                assert_eq!(winner, expected, "{} by {rule}", image.name);
            }
        }
    }
    Ok(())
}

#[test]
fn only_black_is_restricted_and_only_in_renju() -> Result<(), String> {
    for case in forbidden_cases()? {
        for rule in Rule::ALL {
            for side in Side::BOTH {
                let mut position = case.position.clone();
                position.set_rule(rule);
                position.set_side_to_move(side);
                let restricted = rule == Rule::Renju && side == Side::Black;
                if !restricted {
                    assert_eq!(legal_moves(&position), position.empty_points());
                }
            }
        }
    }
    Ok(())
}

#[test]
fn move_sequences_are_counted_up_to_a_win() -> Result<(), String> {
    let size = BoardSize::square(5).map_err(|error| error.to_string())?;
    for rule in Rule::ALL {
        let empty = Position::new(size, rule);
        assert_eq!(perft(&empty, 0), 1);
        assert_eq!(perft(&empty, 1), 25);
        assert_eq!(perft(&empty, 2), 25 * 24);
        assert_eq!(perft(&empty, 3), 25 * 24 * 23);
    }
    // Black has four stones in the top row and White four elsewhere: one of the 17 moves ends the game.
    let mut position = Position::new(size, Rule::Freestyle);
    for (index, x) in (0..4).enumerate() {
        for y in [0, 2 + index % 2] {
            let point = size.point(x, y).ok_or("the point is on the board")?;
            position.play(point).map_err(|error| error.to_string())?;
        }
    }
    assert_eq!(perft(&position, 1), 17);
    assert_eq!(perft(&position, 2), 16 * 16);
    Ok(())
}

//! Tests of the slow referee of `tests/support` against worked examples, under every symmetry of the board, and then of
//! the board against the referee.

use kagetsu_gomoku::board::{Board, Position, Rule, Side, Threat};
use kagetsu_gomoku::geometry::{BoardSize, Point, PointSet, Symmetry};
use kagetsu_kernel::rng::Rng;
use kagetsu_test_support::cases::{forbidden_cases, win_cases};
use kagetsu_test_support::filling::filled_position;
use kagetsu_test_support::oracle::{forbidden_kind, legal_moves, perft, winner_after};
use proptest::prelude::{
    ProptestConfig, Strategy, TestCaseError, any, prop, prop_assert, prop_assert_eq, proptest,
};

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

/// A board whose stones crowd together, so that lines form, with up to `blocked` cells that nobody may use.
fn crowded_position(blocked: usize) -> impl Strategy<Value = Position> {
    let sides = BoardSize::MIN..=BoardSize::MAX;
    let rule = prop::sample::select(Rule::ALL.to_vec());
    (sides.clone(), sides, rule, any::<u64>()).prop_map(move |(width, height, rule, seed)| {
        let size = BoardSize::new(width, height).expect("both sides are in range");
        let mut rng = Rng::new(seed);
        let (columns, rows) = (width.min(6 + rng.below(8)), height.min(6 + rng.below(8)));
        let (left, top) = (rng.below(width - columns + 1), rng.below(height - rows + 1));
        let mut position = Position::new(size, rule);
        let stones = rng.below(columns * rows * 2 / 3 + 1);
        for index in 0..blocked + stones {
            let point = Point::at(left + rng.below(columns), top + rng.below(rows));
            // An occupied point is skipped: the number of stones need not be exact.
            let _ = if index < blocked {
                position.block(point)
            } else {
                position.place(point, Side::BOTH[rng.below(2)])
            };
        }
        position
    })
}

/// Boards of all sizes, one in four of the largest, filled to every density.
fn filled_positions() -> impl Strategy<Value = Position> {
    let sides = BoardSize::MIN..=BoardSize::MAX;
    let rule = prop::sample::select(Rule::ALL.to_vec());
    (sides.clone(), sides, rule, any::<u64>()).prop_map(|(width, height, rule, seed)| {
        let (width, height) = if seed.is_multiple_of(4) {
            (BoardSize::MAX, BoardSize::MAX)
        } else {
            (width, height)
        };
        let size = BoardSize::new(width, height).expect("both sides are in range");
        filled_position(size, rule, seed / 4)
    })
}

/// Points that win for the side to move, and forbidden points with their kinds, as words.
type Verdicts = (PointSet, PointSet, Vec<String>);

fn of_referee(position: &Position) -> Verdicts {
    let empty = position.empty_points();
    let wins = |point: &Point| winner_after(position, *point).is_some();
    let legal = legal_moves(position);
    let kinds = (empty - legal)
        .iter()
        .filter_map(|point| forbidden_kind(position, point))
        .map(|kind| format!("{kind:?}"));
    (empty.iter().filter(wins).collect(), legal, kinds.collect())
}

fn of_board(position: &Position) -> Verdicts {
    let board = Board::from_position(position);
    let side = position.side_to_move();
    let empty = *board.empty();
    let wins = |point: &Point| board.threat(side, *point) == Threat::Five;
    let wins = empty.iter().filter(wins).collect();
    let fouls = board.fouls(side);
    let kinds = fouls
        .iter()
        .filter_map(|point| board.foul(side, point))
        .map(|foul| format!("{foul:?}"));
    let kinds = kinds.collect();
    (wins, empty - fouls, kinds)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn the_board_agrees_with_the_referee(mut position in crowded_position(0)) {
        for side in Side::BOTH {
            position.set_side_to_move(side);
            prop_assert_eq!(of_board(&position), of_referee(&position));
        }
    }

    #[test]
    fn the_board_agrees_with_the_referee_on_blocked_cells(mut position in crowded_position(4)) {
        for side in Side::BOTH {
            position.set_side_to_move(side);
            prop_assert_eq!(of_board(&position), of_referee(&position));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn the_board_agrees_with_the_referee_at_every_density(position in filled_positions()) {
        prop_assert_eq!(of_board(&position), of_referee(&position));
    }
}

/// Checks the listed replies to the attacker's points of a class against every reply, made on the board.
fn check_defences(board: &Board, attacker: Side, class: Threat) -> Result<(), TestCaseError> {
    let listed = match class {
        Threat::Five => board.five_defences(attacker),
        _ => board.open_four_defences(attacker),
    };
    // A white stone can make a forbidden point legal again, and so give Black a new threat.
    let can_help = board.rule() == Rule::Renju && attacker == Side::Black;
    for reply in *board.empty() - board.fouls(attacker.opponent()) {
        let mut after = board.clone();
        after.make(reply);
        let is_stopped = after.count(attacker, class) == 0;
        let is_listed = listed.contains(reply);
        prop_assert!(!is_stopped || is_listed, "{reply:?} stops {class:?}");
        prop_assert!(
            is_stopped || !is_listed || can_help,
            "{reply:?} leaves {class:?}"
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn no_reply_to_a_threat_is_left_out(mut position in crowded_position(2)) {
        for attacker in Side::BOTH {
            position.set_side_to_move(attacker.opponent());
            let board = Board::from_position(&position);
            let has = |class| board.count(attacker, class) > 0;
            if let Some(class) = [Threat::Five, Threat::OpenFour].into_iter().find(|&class| has(class)) {
                check_defences(&board, attacker, class)?;
            }
        }
    }
}

#[test]
fn a_hundred_thousand_renju_points_agree_with_the_referee() {
    const POINTS: usize = 100_000;
    let size = BoardSize::square(15).expect("a legal size");
    let mut rng = Rng::new(2026);
    let (mut points, mut fouls) = (0, 0);
    while points < POINTS {
        let mut position = Position::new(size, Rule::Renju);
        let width = 5 + rng.below(10);
        let (left, top) = (rng.below(16 - width), rng.below(16 - width));
        for _ in 0..rng.below(width * width) {
            let point = Point::at(left + rng.below(width), top + rng.below(width));
            // An occupied point is skipped: the number of stones need not be exact.
            let _ = position.place(point, Side::BOTH[rng.below(2)]);
        }
        assert_eq!(of_board(&position), of_referee(&position));
        points += position.empty_points().len();
        fouls += Board::from_position(&position).fouls(Side::Black).len();
    }
    assert!(
        fouls > POINTS / 1000,
        "only {fouls} of {points} points are forbidden"
    );
}

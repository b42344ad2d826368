//! Tests on boards where one threat class has more points than a small counter or a short list can hold.

use kagetsu_gomoku::board::{Board, Position, Rule, Side, Threat};
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_gomoku::search::threat_space::Situation;
use kagetsu_gomoku::search::threat_space::forcing::fours;
use kagetsu_test_support::filling::{filled_position, pattern};
use kagetsu_test_support::oracle::{legal_moves, winner_after};
use kagetsu_test_support::searching::{engine, nodes, picture, think};

/// 22x22 with Black wherever (x + 4y) mod 8 is 0, 5 or 6: nobody has a five or can make one, and nearly every empty
/// point makes two fours at once.
fn dense() -> Position {
    let size = BoardSize::square(22).expect("a legal size");
    pattern(size, Rule::Freestyle, 8, 4, 1 | 1 << 5 | 1 << 6)
}

/// Points where Black makes an open four or two fours, as the list of the class has them.
fn double_fours(position: &Position) -> usize {
    Board::from_position(position)
        .points(Side::Black, Threat::OpenFour)
        .len()
}

#[test]
fn a_class_of_256_points_is_not_empty() {
    let mut position = dense();
    assert!(double_fours(&position) > 256);
    for point in position.empty_points() {
        let mut next = position.clone();
        next.place(point, Side::White).expect("the point is empty");
        if double_fours(&next) >= 256 {
            position = next;
        }
    }
    let board = Board::from_position(&position);
    for side in Side::BOTH {
        assert_eq!(board.count(side, Threat::Five), 0);
    }
    assert_eq!(double_fours(&position), 256);
    assert_eq!(board.count(Side::Black, Threat::OpenFour), 256);
    assert_eq!(board.side_to_move(), Side::Black);
    assert_eq!(Situation::of(&board), Situation::WinByFour);
}

#[test]
fn no_four_is_dropped_where_there_are_more_than_128() {
    let board = Board::from_position(&dense());
    let counts = Threat::FOURS.map(|class| board.count(Side::Black, class));
    assert!(counts.iter().sum::<usize>() > 128);
    let list = fours(&board, Side::Black);
    assert_eq!(list.len(), counts.iter().sum::<usize>());
    assert!(list.iter().all(|&point| board.is_empty(point)));
}

#[test]
fn a_legal_move_is_found_and_a_five_is_made_at_every_density() -> Result<(), String> {
    let limits = nodes(1);
    let mut fives = 0;
    for seed in 0..400 {
        let (rule, width) = (Rule::ALL[seed % 5], [22, 15, 9, 5][seed % 4]);
        let size = BoardSize::square(width).map_err(|error| error.to_string())?;
        let position = filled_position(size, rule, seed as u64);
        let legal = legal_moves(&position);
        if legal.is_empty() {
            continue;
        }
        let best = think(&mut engine(1), &position, &limits)?.best;
        let wins = |point| winner_after(&position, point).is_some();
        assert!(legal.contains(best), "{best:?}: {}", picture(&position));
        if legal.iter().any(wins) {
            fives += 1;
            assert!(wins(best), "{best:?}: {}", picture(&position));
        }
    }
    assert!(fives > 50, "only {fives} positions with a five to make");
    Ok(())
}

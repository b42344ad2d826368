//! Properties of the board: undo restores everything, incremental data equal recomputed data, and symmetries hold.

use std::collections::HashMap;
use std::iter;

use kagetsu_gomoku::board::{Board, Position, Rule, Side, Threat};
use kagetsu_gomoku::geometry::{BoardSize, Symmetry};
use kagetsu_kernel::rng::Rng;
use kagetsu_test_support::filling::{filled_position, pattern};
use proptest::prelude::*;

fn sizes() -> impl Strategy<Value = BoardSize> {
    let largest = Just(BoardSize::square(22).expect("a legal size"));
    let any = (5..=22_usize, 5..=22_usize, any::<bool>()).prop_map(|(width, height, square)| {
        BoardSize::new(width, if square { width } else { height }).expect("sides in range")
    });
    prop_oneof![1 => largest, 4 => any]
}

fn rules() -> impl Strategy<Value = Rule> {
    proptest::sample::select(Rule::ALL.to_vec())
}

/// A position of random stones in a small box, so that lines form, or one in three filled to any density.
fn random_position(size: BoardSize, rule: Rule, seed: u64, stones: usize) -> Position {
    if seed.is_multiple_of(3) {
        return filled_position(size, rule, seed);
    }
    let mut rng = Rng::new(seed);
    let mut position = Position::new(size, rule);
    let (width, height) = (size.width().min(8), size.height().min(8));
    let (left, top) = (
        rng.below(size.width() - width + 1),
        rng.below(size.height() - height + 1),
    );
    for _ in 0..stones {
        let point = size
            .point(left + rng.below(width), top + rng.below(height))
            .expect("inside the box");
        // An occupied point is skipped: the number of stones need not be exact.
        let _ = position.play(point);
    }
    position
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn making_and_unmaking_restores_everything(size in sizes(), rule in rules(), seed: u64, stones in 0..30_usize) {
        let position = random_position(size, rule, seed, stones);
        let mut board = Board::from_position(&position);
        let start = board.clone();
        let mut rng = Rng::new(seed ^ 1);
        let mut stack = vec![];
        for _ in 0..40 {
            let empty: Vec<_> = board.empty().iter().collect();
            if stack.is_empty() && empty.is_empty() {
                break;
            }
            if !stack.is_empty() && (empty.is_empty() || rng.below(3) == 0) {
                board.unmake();
                let before: Board = stack.pop().expect("not empty");
                prop_assert_eq!(board.difference(&before), None);
            } else {
                stack.push(board.clone());
                board.make(empty[rng.below(empty.len())]);
                prop_assert_eq!(board.difference(&board.rebuilt()), None);
            }
        }
        while !stack.is_empty() {
            board.unmake();
            stack.pop();
        }
        prop_assert_eq!(board.difference(&start), None);
    }

    #[test]
    fn a_stone_tells_what_it_changes(size in sizes(), rule in rules(), seed: u64, stones in 0..30_usize) {
        let mut board = Board::from_position(&random_position(size, rule, seed, stones));
        let mut rng = Rng::new(seed ^ 2);
        for number in 0..10 {
            let empty: Vec<_> = board.empty().iter().collect();
            if empty.is_empty() {
                break;
            }
            let before = board.clone();
            board.make(empty[rng.below(empty.len())]);
            let change = board.change(number);
            prop_assert_eq!(Some(change.point()), board.recent(1));
            let new_codes: HashMap<_, _> = change.codes().collect();
            let line_patterns = change.line_patterns();
            for point in board.empty() {
                let index = point.index();
                let codes = new_codes.get(&index).copied();
                prop_assert_eq!(board.codes(point), codes.unwrap_or(before.codes(point)));
                let told: Vec<_> = line_patterns
                    .as_slice()
                    .iter()
                    .filter(|window| window.index() == index)
                    .map(|window| (window.before(), window.after()))
                    .collect();
                let changed: Vec<_> = iter::zip(before.line_patterns(point), board.line_patterns(point))
                    .filter(|(before, after)| before != after)
                    .collect();
                prop_assert_eq!(told, changed);
            }
        }
    }

    #[test]
    fn classes_and_fouls_follow_the_symmetries(size in sizes(), rule in rules(), seed: u64, stones in 0..40_usize) {
        let position = random_position(size, rule, seed, stones);
        let board = Board::from_position(&position);
        let fouls = board.fouls(Side::Black);
        for symmetry in Symmetry::all(size) {
            let mut image = Position::new(size, rule);
            for &(point, side) in position.stones() {
                image.place(symmetry.apply(point, size), side).expect("images of distinct points are distinct");
            }
            image.set_side_to_move(position.side_to_move());
            let mirrored = Board::from_position(&image);
            for point in board.empty() {
                prop_assert_eq!(board.codes(point), mirrored.codes(symmetry.apply(point, size)));
            }
            let images = fouls.iter().map(|point| symmetry.apply(point, size)).collect();
            prop_assert_eq!(mirrored.fouls(Side::Black), images);
        }
    }

    #[test]
    fn swapping_the_colours_swaps_the_classes(size in sizes(), rule in rules(), seed: u64, stones in 0..40_usize) {
        prop_assume!(rule != Rule::Renju);
        let position = random_position(size, rule, seed, stones);
        let mut swapped = Position::new(size, rule);
        for &(point, side) in position.stones() {
            swapped.place(point, side.opponent()).expect("the points are distinct");
        }
        let (board, swapped) = (Board::from_position(&position), Board::from_position(&swapped));
        for point in board.empty() {
            let [black, white] = board.codes(point);
            prop_assert_eq!([white, black], swapped.codes(point));
        }
    }
}

#[test]
fn classes_are_counted_right_on_every_regular_board() {
    const PERIOD: usize = 8;
    let size = BoardSize::square(22).expect("a legal size");
    let mut most = 0;
    for slope in 0..PERIOD {
        for black in 0..1 << PERIOD {
            let position = pattern(size, Rule::Freestyle, PERIOD, slope, black);
            let board = Board::from_position(&position);
            for side in Side::BOTH {
                for class in (Threat::ALL.into_iter()).filter(|&class| class >= Threat::OpenThree) {
                    let points = board.points(side, class).len();
                    assert_eq!(
                        board.count(side, class),
                        points,
                        "{slope} {black} {class:?}"
                    );
                    most = most.max(points);
                }
            }
        }
    }
    assert!(most > usize::from(u8::MAX), "{most}");
}

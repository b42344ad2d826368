//! Tests of all programs: legal moves on every size and by every rule, the same game from the same seed.

use kagetsu_gomoku::board::{Board, Outcome, Position, Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point};

use crate::Program;

pub(crate) const fn at(x: usize, y: usize) -> Point {
    Point::at(x, y)
}

/// A freestyle position with Black, who owns the first stones, to move.
pub(crate) fn position(
    length: usize,
    own: &[(usize, usize)],
    enemy: &[(usize, usize)],
) -> Position {
    let size = BoardSize::square(length).expect("a legal size");
    let mut position = Position::new(size, Rule::Freestyle);
    for (stones, side) in [(own, Side::Black), (enemy, Side::White)] {
        for &(x, y) in stones {
            position.place(at(x, y), side).expect("a free point");
        }
    }
    position
}

/// The moves of a game of at most so many moves of a program against itself.
fn game(program: Program, size: BoardSize, rule: Rule, seed: u64, most: usize) -> Vec<Point> {
    let mut position = Position::new(size, rule);
    let mut board = Board::new(size, rule);
    let mut players = [program.start(seed), program.start(seed + 1)];
    let mut moves = Vec::new();
    while moves.len() < most {
        let player = &mut players[moves.len() % 2];
        let Some(point) = player.choose(&position) else {
            assert!(position.empty_points().is_empty() || rule == Rule::Renju);
            break;
        };
        let outcome = board.play(point);
        moves.push(point);
        position.play(point).expect("an empty point");
        match outcome {
            Ok(Outcome::Running) => {}
            Ok(_) => break,
            Err(illegal) => panic!("{program} {size} {rule}: {illegal}"),
        }
    }
    moves
}

#[test]
fn moves_are_legal_on_every_size_and_by_every_rule() {
    for program in Program::ALL {
        for length in BoardSize::MIN..=BoardSize::MAX {
            let size = BoardSize::square(length).expect("a legal size");
            let rule = Rule::ALL[length % Rule::ALL.len()];
            let most = if program == Program::AbRules { 4 } else { 24 };
            assert!(!game(program, size, rule, 1, most).is_empty());
        }
        let size = BoardSize::new(5, 22).expect("a legal size");
        assert!(!game(program, size, Rule::Renju, 1, 12).is_empty());
    }
}

#[test]
fn small_boards_are_played_to_the_end() {
    for program in Program::ALL {
        for rule in [Rule::Standard, Rule::Renju] {
            let size = BoardSize::square(5).expect("a legal size");
            game(program, size, rule, 3, size.area() + 1);
        }
    }
}

#[test]
fn forbidden_points_and_full_boards_are_passed_over() {
    // The cross of two pairs makes its middle a double three, which all programs would like.
    let own = [(7, 5), (7, 6), (5, 7), (6, 7)];
    let mut cross = position(15, &own, &[(0, 0), (14, 0), (0, 14), (14, 14)]);
    cross.set_rule(Rule::Renju);
    let mut full = position(5, &[], &[]);
    for point in full.size().points() {
        full.block(point).expect("an empty point");
    }
    for program in Program::ALL {
        let chosen = program.start(1).choose(&cross).expect("a move");
        assert!(
            Board::from_position(&cross).play(chosen).is_ok(),
            "{program}"
        );
        assert_eq!(program.start(1).choose(&full), None, "{program}");
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let size = BoardSize::square(15).expect("a legal size");
    for program in [Program::Window20, Program::Rays19] {
        let play = |seed| game(program, size, Rule::Freestyle, seed, 30);
        assert_eq!(play(4), play(4));
        assert_ne!(play(4), play(6), "{program}");
    }
}

#[test]
fn names_round_trip_and_others_are_refused() {
    for program in Program::ALL {
        assert_eq!(program.to_string().parse(), Ok(program));
    }
    let error = "gap"
        .parse::<Program>()
        .expect_err("no program")
        .to_string();
    assert!(
        Program::ALL
            .iter()
            .all(|program| error.contains(program.name()))
    );
}

//! The shipped puzzles: counts, kinds, no two alike, a sample proved again; and judging answers.

use std::collections::BTreeSet;

use crate::game::{Colour, Refusal, Spot};
use crate::gomoku::Rule;
use crate::gomoku::proof::SolverAnswer;
use crate::session::Level;

use super::attempt::solver_of;
use super::{Attempt, HEAD, Judgement, Kind, Puzzle, Puzzles, RowDefaults};

/// Puzzles by one rule at least.
const LEAST_BY_RULE: usize = 100;
/// Puzzles by one rule and of one kind at least.
const LEAST_OF_KIND: usize = 20;
/// Every so many puzzles are proved again.
const SAMPLE: usize = 20;

fn shipped() -> Puzzles {
    Puzzles::shipped().expect("a sound file")
}

/// The stones turned or mirrored so that equal positions have equal forms.
fn form(puzzle: &Puzzle) -> Vec<(Colour, Spot)> {
    let last = puzzle.size - 1;
    let image = |bits: u8, at: Spot| {
        let (x, y) = if bits & 4 == 0 {
            (at.x, at.y)
        } else {
            (at.y, at.x)
        };
        let x = if bits & 1 == 0 { x } else { last - x };
        let y = if bits & 2 == 0 { y } else { last - y };
        Spot::new(x, y)
    };
    let rank = |&(colour, at): &(Colour, Spot)| (colour == Colour::White, at);
    let images = (0..8).map(|bits| {
        let stones = puzzle
            .stones
            .iter()
            .map(|&(at, colour)| (colour, image(bits, at)));
        let mut stones: Vec<(Colour, Spot)> = stones.collect();
        stones.sort_by_key(rank);
        stones
    });
    images
        .min_by_key(|stones| stones.iter().map(rank).collect::<Vec<_>>())
        .unwrap_or_default()
}

#[test]
fn there_are_enough_of_every_rule_and_kind() {
    let puzzles = shipped();
    for rule in [Rule::Freestyle, Rule::Renju] {
        let mut all = 0;
        for kind in Kind::ALL {
            let count = puzzles.of(rule, kind).count();
            all += count;
            let least = if kind.exists_in(rule) {
                LEAST_OF_KIND
            } else {
                0
            };
            assert!(count >= least, "{rule} {kind}: {count}");
        }
        assert!(all >= LEAST_BY_RULE, "{rule}: {all}");
    }
    let grades: BTreeSet<u8> = puzzles.list().iter().map(|puzzle| puzzle.grade).collect();
    assert_eq!(grades, (Level::LOWEST..=Level::HIGHEST).collect());
}

#[test]
fn no_two_are_alike() {
    let puzzles = shipped();
    let forms: BTreeSet<String> = puzzles
        .list()
        .iter()
        .map(|puzzle| format!("{} {:?}", puzzle.rule, form(puzzle)))
        .collect();
    assert_eq!(forms.len(), puzzles.list().len());
    let ids: BTreeSet<&str> = puzzles
        .list()
        .iter()
        .map(|puzzle| puzzle.id.as_str())
        .collect();
    assert_eq!(ids.len(), puzzles.list().len());
}

/// The right move does what the kind asks, and no other move does.
fn check(puzzle: &Puzzle) {
    let attempt = Attempt::new(puzzle).expect("a position");
    let right = attempt.hint().expect("a move");
    for at in attempt.game().stones().empty() {
        let mut after = attempt.game().stones().clone();
        if after.play(at).is_err() {
            continue;
        }
        let mut proof = solver_of(&after);
        let fulfils = match puzzle.kind {
            Kind::Defend => proof.wins_by_threats() == SolverAnswer::No,
            Kind::Threes => matches!(proof.loses_to_threats(), SolverAnswer::Yes(_)),
            Kind::Fours | Kind::Foul => {
                let fives = after.fives(puzzle.to_move);
                !fives.is_empty() && after.fives(puzzle.to_move.opponent()).is_empty() && {
                    let replies = fives.into_iter().filter_map(|reply| {
                        let mut next = after.clone();
                        next.play(reply).ok().map(|_| next)
                    });
                    replies.into_iter().all(|next| {
                        let mut proof = solver_of(&next);
                        matches!(proof.wins_by_fours(), SolverAnswer::Yes(_))
                    })
                }
            }
        };
        assert_eq!(fulfils, at == right, "{} {at:?}", puzzle.id);
    }
}

#[test]
fn a_sample_is_proved_again() {
    for puzzle in shipped().list().iter().step_by(SAMPLE) {
        check(puzzle);
    }
}

#[test]
fn every_line_solves_its_puzzle_and_the_area_of_a_hint_holds_its_move() {
    let mut places = BTreeSet::new();
    for puzzle in shipped().list() {
        let mut attempt = Attempt::new(puzzle).expect("a position");
        while let Some(at) = attempt.hint() {
            let area = attempt.hint_area().expect("an area");
            let is_on_board = |spot: &Spot| spot.x < puzzle.size && spot.y < puzzle.size;
            assert!(area.iter().all(is_on_board), "{}", puzzle.id);
            let place = area.iter().position(|&spot| spot == at);
            places.insert(place.expect("the move is in the area"));
            let judged = attempt.answer(at).expect("a legal move");
            assert!(!matches!(judged, Judgement::Wrong(_)), "{}", puzzle.id);
        }
        assert!(attempt.is_solved());
        assert_eq!(attempt.hint_area(), None);
        assert_eq!(attempt.answer(Spot::new(0, 0)), Err(Refusal::GameOver));
    }
    // The place of the move in the area does not tell it.
    assert!(places.len() > 12, "{places:?}");
}

#[test]
fn a_wrong_answer_leaves_the_position_and_a_failed_defence_is_refuted() {
    let puzzles = shipped();
    for kind in Kind::ALL {
        let rule = if kind == Kind::Foul {
            Rule::Renju
        } else {
            Rule::Freestyle
        };
        let puzzle = puzzles.of(rule, kind).next().expect("a puzzle");
        let mut attempt = Attempt::new(puzzle).expect("a position");
        let stones = attempt.game().stones().stones();
        let empty: Vec<Spot> = attempt.game().stones().empty().collect();
        let corner = empty[0];
        assert_ne!(attempt.hint(), Some(corner));
        let Ok(Judgement::Wrong(refutation)) = attempt.answer(corner) else {
            panic!("{}", puzzle.id);
        };
        assert_eq!(
            !refutation.is_empty(),
            kind == Kind::Defend,
            "{}",
            puzzle.id
        );
        assert_eq!(attempt.game().stones().stones(), stones);
        let taken = stones[0].0;
        assert!(matches!(attempt.answer(taken), Err(Refusal::Occupied(_))));
        assert_eq!(attempt.solution(), puzzle.line);
    }
}

/// A closed and an open three: after the four, the open four can be made at either end.
#[test]
fn later_moves_may_differ_from_the_line() {
    let row =
        "x\tblack\tg8 h8 i8 g3 h3 i3\tf8 a1 a15 o1 o15\t3\tj8 k8 j3 f3 k3\tfours\tfreestyle\t15\t1";
    let puzzle = Puzzle::read(row).expect("a row");
    let mut attempt = Attempt::new(&puzzle).expect("a position");
    let read = |text: &str| {
        Attempt::new(&puzzle)
            .expect("a position")
            .game()
            .read_spot(text)
    };
    let first = attempt.answer(puzzle.line[0]);
    assert_eq!(first, Ok(Judgement::Right(puzzle.line[1])));
    let nothing = attempt.answer(read("a8").expect("a point"));
    assert_eq!(nothing, Ok(Judgement::Wrong(Vec::new())));
    let other_end = attempt.answer(read("f3").expect("a point"));
    assert!(
        matches!(other_end, Ok(Judgement::Right(_))),
        "{other_end:?}"
    );
    let five = attempt.hint().expect("a five");
    assert_eq!(attempt.answer(five), Ok(Judgement::Solved));
}

#[test]
fn a_winning_row_solves_a_puzzle_whichever_end_completes_it() {
    let row = "x\tblack\tg8 h8 i8 j8\ta1 a15 o1 o15\t1\tk8\tfours\tfreestyle\t15\t1";
    let puzzle = Puzzle::read(row).expect("a row");
    for end in ["f8", "k8"] {
        let mut attempt = Attempt::new(&puzzle).expect("a position");
        let at = attempt.game().read_spot(end).expect("a point");
        assert_eq!(attempt.answer(at), Ok(Judgement::Solved), "{end}");
    }
}

#[test]
fn own_lines_end_as_their_kind_asks() {
    let read = |kind, line: &str, length| {
        let defaults = RowDefaults {
            kind,
            rule: Rule::Freestyle,
            size: 15,
        };
        let row = format!("x\tblack\tg8 h8 i8\ta1 a15\t{length}\t{line}");
        Puzzle::read_own(&row, defaults).map(|puzzle| puzzle.line.len())
    };
    assert_eq!(read(Kind::Fours, "j8 f8 k8", 2), Ok(3));
    for (line, length) in [("j8", 1), ("j8 f8", 1)] {
        let refused = read(Kind::Fours, line, length).expect_err(line);
        assert_eq!(refused, Refusal::PuzzleNotWon);
    }
    assert_eq!(read(Kind::Defend, "j8", 1), Ok(1));
    assert!(read(Kind::Defend, "j8 f8", 1).is_err());
}

#[test]
fn rows_round_trip_and_broken_ones_are_refused() {
    let row = "x\tblack\tg8 h8 i8\ta1 a15\t2\tj8 f8 k8\tfours\tfreestyle\t15\t1";
    let puzzle = Puzzle::read(row).expect("a row");
    assert_eq!(puzzle.to_string(), row);
    let list = Puzzles::read(&format!("{HEAD}\n\n{row}\n")).expect("a list");
    assert_eq!(list.find("x"), Some(&puzzle));
    assert_eq!(list.find("y"), None);
    for (old, new) in [
        ("black", "red"),
        ("g8", "g16"),
        ("g8", "8"),
        ("g8", "\u{fc}8"),
        ("fours", "fives"),
        ("freestyle", "chess"),
        ("\t15\t", "\t23\t"),
        ("\t15\t", "\t0\t"),
        ("\t1", "\t11"),
        ("\t2\t", "\t3\t"),
        ("j8 f8 k8", ""),
        ("\tfours", ""),
    ] {
        let broken = row.replacen(old, new, 1);
        let error = Puzzles::read(&format!("#\n{broken}")).expect_err(&broken);
        assert_eq!(error.line, 2);
    }
    // Rows that make no position are refused when they are begun.
    let twice = Puzzle::read(&row.replace("a1 a15", "g8 a15")).expect("a row");
    let refused = Attempt::new(&twice).expect_err("two stones on one point");
    assert_eq!(refused, Refusal::Occupied("g8".to_string()));
}

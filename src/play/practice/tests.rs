//! Ratings, days and boxes.

use super::drill::BOXES;
use super::*;
use crate::game::{Refusal, Spot, Step};
use crate::gomoku::{Rule, Setup};
use crate::puzzles::{Puzzles, daily};
use crate::session::Position;

fn puzzles() -> Puzzles {
    Puzzles::shipped().expect("a sound file")
}

fn attempt(puzzle: &str, day: u32, solved: bool) -> Attempted {
    Attempted {
        puzzle: puzzle.to_string(),
        day,
        solved,
        seconds: 30,
    }
}

fn drill(played: Spot) -> Drill {
    let steps = [Spot::new(7, 7), Spot::new(0, 0)];
    Drill {
        position: Position {
            setup: Setup::square(Rule::Freestyle, 15).into(),
            steps: steps.map(Step::stone).to_vec(),
        },
        foreign: false,
        played: played.into(),
        better: Spot::new(8, 8).into(),
        reply: None,
        before: 0.9,
        after: 0.3,
        stage: 0,
        due: 10,
    }
}

/// The example of Glickman's description: a player of 1500 against three others.
#[test]
fn chances_are_those_of_the_published_example() {
    let rating = |value, deviation| Rating { value, deviation };
    for (other, chance) in [
        (rating(1400.0, 30.0), 0.639),
        (rating(1550.0, 100.0), 0.432),
        (rating(1700.0, 300.0), 0.303),
    ] {
        let found = rating(1500.0, 200.0).expects(other);
        assert!((found - chance).abs() < 0.0005, "{found}");
    }
}

#[test]
fn a_rating_rises_by_a_success_falls_by_a_failure_and_becomes_sure_by_both() {
    let mut rating = Rating::default();
    for success in [true, false, true, false, true, false] {
        let after = rating.after(Rating::of_grade(2), success);
        assert_eq!(after.value > rating.value, success);
        assert!(after.deviation < rating.deviation);
        rating = after;
    }
    // A hard puzzle is worth more than an easy one.
    let gain = |grade| rating.after(Rating::of_grade(grade), true).value;
    assert!(gain(9) > gain(3) && gain(3) > gain(1));
    let rested = rating.rested(30);
    assert!(rested.deviation > rating.deviation && rested.deviation < 200.0);
    let is_near = |a: f64, b: f64| (a - b).abs() < 1e-9;
    assert!(is_near(rating.rested(40_000).deviation, 200.0));
    assert!(is_near(rested.value, rating.value));
}

#[test]
fn only_the_first_attempt_at_a_puzzle_changes_the_rating() {
    let puzzles = puzzles();
    let puzzle = &puzzles.list()[0];
    let mut progress = Progress::default();
    progress.attempt(puzzle, attempt(&puzzle.id, 5, false));
    let after = progress.rating;
    assert!(after.value < Rating::default().value);
    progress.attempt(puzzle, attempt(&puzzle.id, 5, true));
    assert_eq!(progress.rating, after);
    assert!(progress.solved().contains(puzzle.id.as_str()));
}

#[test]
fn an_attempt_that_is_told_again_counts_once() {
    let puzzles = puzzles();
    let [one, other] = [0, 1].map(|place| &puzzles.list()[place]);
    let mut progress = Progress::default();
    for puzzle in [one, one, other, other] {
        progress.attempt(puzzle, attempt(&puzzle.id, 5, false));
    }
    let kept = [one, other].map(|puzzle| attempt(&puzzle.id, 5, false));
    assert_eq!(progress.attempts, kept);
    let third = &puzzles.list()[2];
    progress.attempt(third, attempt(&third.id, 15, false));
    let rating = progress.rating_on(20);
    progress.attempt(one, attempt(&one.id, 5, false));
    assert_eq!(progress.rating_on(20), rating);
}

#[test]
fn the_next_puzzle_is_untried_and_near_the_rating() {
    let puzzles = puzzles();
    let mut progress = Progress::default();
    let mut seen = std::collections::BTreeSet::new();
    for day in 0..40 {
        let rating = progress.rating_on(day).value;
        let puzzle = progress.next(puzzles.list().iter(), day).expect("a puzzle");
        assert!(seen.insert(puzzle.id.clone()), "{} again", puzzle.id);
        let far = |grade| (Rating::of_grade(grade).value - rating).abs();
        let untried = puzzles
            .list()
            .iter()
            .filter(|other| !seen.contains(&other.id));
        let nearest = untried
            .map(|other| far(other.grade))
            .fold(f64::MAX, f64::min);
        assert!(far(puzzle.grade) <= nearest + 1.0);
        progress.attempt(puzzle, attempt(&puzzle.id, day, day % 2 == 0));
    }
}

#[test]
fn puzzles_that_were_all_tried_come_by_turns_first_those_that_were_not_solved() {
    let puzzles = puzzles();
    let mut left = puzzles.list().iter();
    let easy = left.next().expect("a puzzle");
    let hard = left.rfind(|puzzle| puzzle.grade > easy.grade);
    let hard = hard.expect("a harder puzzle");
    let mut progress = Progress::default();
    for solved in [false, false, true, true] {
        for expected in [easy, hard] {
            let next = progress.next([easy, hard].into_iter(), 5);
            assert_eq!(next, Some(expected));
            progress.attempt(expected, attempt(&expected.id, 5, solved));
        }
    }
}

#[test]
fn every_puzzle_is_that_of_a_day_before_one_comes_again() {
    for count in [1, 2, 7, 250, 251, puzzles().list().len()] {
        let days = 20_000..20_000 + count as u32;
        let seen: std::collections::BTreeSet<usize> = days.map(|day| daily(day, count)).collect();
        assert_eq!(seen.len(), count);
        assert!(seen.iter().all(|&number| number < count));
    }
}

#[test]
fn days_in_a_row_count_until_one_is_missed() {
    let puzzles = puzzles();
    let mut progress = Progress::default();
    assert_eq!(progress.streak(9), 0);
    for (day, puzzle) in [3, 5, 6, 7].into_iter().zip(puzzles.list()) {
        progress.attempt(puzzle, attempt(&puzzle.id, day, true));
    }
    // Today may still come.
    for (today, streak) in [(7, 3), (8, 3), (9, 0), (6, 2), (3, 1)] {
        assert_eq!(progress.streak(today), streak, "{today}");
    }
    progress.attempt(&puzzles.list()[9], attempt("failed", 8, false));
    assert_eq!(progress.streak(8), 3);
}

#[test]
fn a_drill_comes_back_after_longer_pauses_until_it_is_understood() {
    let mut progress = Progress::default();
    let (one, other) = (drill(Spot::new(1, 1)), drill(Spot::new(2, 2)));
    progress.add_drills(vec![one.clone(), other.clone()]);
    progress.add_drills(vec![one.clone()]);
    assert_eq!(progress.drills.len(), 2, "it is known");
    assert_eq!(progress.count_due(9), 0);
    assert_eq!(progress.count_due(10), 2);
    let mut today = 10;
    assert!(progress.answer_drill(&one, false, today));
    assert!(
        !progress.answer_drill(&one, true, today),
        "practice of the same day"
    );
    progress.add_drills(vec![one.clone()]);
    assert_eq!(progress.count_due(today), 1, "it was answered on that day");
    for days in BOXES {
        today += days;
        assert_eq!(progress.count_due(today - 1), 1, "the other one only");
        assert_eq!(progress.count_due(today), 2);
        assert!(progress.answer_drill(&one, true, today));
    }
    assert_eq!(progress.drills, [other]);
}

#[test]
fn progress_is_read_as_it_was_written_and_a_damaged_one_is_refused() {
    let mut progress = Progress::default();
    progress.learn("renju", 3);
    progress.learn("renju", 2);
    progress.add_drills(vec![drill(Spot::new(1, 1))]);
    let puzzles = puzzles();
    let puzzle = &puzzles.list()[0];
    progress.attempt(puzzle, attempt(&puzzle.id, 5, true));
    let text = serde_json::to_string(&progress).expect("it can be written");
    assert_eq!(Progress::read(&text).expect("sound"), progress);
    assert_eq!(progress.learned["renju"], 3);
    // Those of older and newer programs.
    for more in ["", r#","learned":{"five":2}"#, r#","later":[1]"#] {
        let text = format!(r#"{{"rating":{{"value":900,"deviation":80}}{more}}}"#);
        assert!(Progress::read(&text).is_ok(), "{text}");
    }
    for (text, why) in [
        ("", Refusal::Damaged(None)),
        ("[]", Refusal::NoProgress),
        ("{}", Refusal::NoProgress),
        (r#"{"version":1,"setup":{}}"#, Refusal::NoProgress),
        (
            r#"{"rating":{"value":1000,"deviation":9},"attempts":3}"#,
            Refusal::Damaged(None),
        ),
        (
            r#"{"rating":{"value":1000,"deviation":0}}"#,
            Refusal::Damaged(None),
        ),
        (
            &text.replace(r#""x":7,"y":7"#, r#""x":7,"y":77"#),
            Refusal::Damaged(None),
        ),
    ] {
        assert_eq!(Progress::read(text), Err(why), "{text}");
    }
}

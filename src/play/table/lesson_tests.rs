//! Teaching at the table: reviews, mistakes, and attempts to do better.

use kagetsu_kernel::grade::Grade;

use crate::game::{Colour, GameMove, Seat, Spot, Step};

use super::command::Command;
use super::lesson::{Judged, Question};
use super::table::Table;
use super::task::{Job, JobResult};
use super::tests::{FOUND, NEW, TWO, obey, opponents, play, search, table, take, task};
use super::view::View;

/// The table takes Black's chances in the next positions that a review asks for, with the same best move in each.
fn judge(table: &mut Table, chances: &[f64], best: Spot) {
    for &black in chances {
        let task = task(table);
        let Job::Judge(Question::Position(steps)) = task.job else {
            panic!("{task:?}");
        };
        let best = Some(GameMove::One(best));
        let judged = JobResult::Judged(steps, Judged { black, best });
        take(table, &task, judged);
    }
}

#[test]
fn a_review_grades_mistakes_and_tells_the_accuracy_of_both_sides() {
    let mut table = table(TWO);
    for text in ["h8", "a1", "h9"] {
        play(&mut table, text);
    }
    obey(&mut table, Command::Review);
    // The chances of Black, whose h8 gives away 6 %; White's a1 gives away 14 %, Black's h9 then 37 %.
    judge(&mut table, &[0.5, 0.44, 0.58, 0.21], Spot::new(3, 3));
    let lesson = View::of(&table).lesson;
    let graded: Vec<_> = lesson
        .mistakes
        .iter()
        .map(|mistake| (mistake.name.as_str(), mistake.colour, mistake.grade))
        .collect();
    let expected = [
        ("a1", Colour::White, Grade::Mistake),
        ("h9", Colour::Black, Grade::Blunder),
    ];
    assert_eq!(graded, expected);
    let [inaccurate] = &lesson.inaccuracies[..] else {
        panic!("{:?}", lesson.inaccuracies);
    };
    assert_eq!(inaccurate.name, "h8");
    assert_eq!(inaccurate.better_spots, GameMove::One(Spot::new(3, 3)));
    let accuracy = lesson
        .accuracy
        .map(|share| share.map(|share| (100.0 * share).round()));
    assert_eq!(accuracy, [Some(35.0), Some(30.0)]);
}

#[test]
fn a_review_of_which_only_moves_that_are_taken_back_are_left_is_over() {
    let mut table = table(TWO);
    for text in ["h8", "a1"] {
        play(&mut table, text);
    }
    obey(&mut table, Command::Review);
    judge(&mut table, &[0.5, 0.5], Spot::new(3, 3));
    assert_eq!(View::of(&table).lesson.reviewing, Some([2, 3]));
    obey(&mut table, Command::Undo);
    assert_eq!(View::of(&table).lesson.reviewing, None);
}

#[test]
fn a_mistake_is_of_whoever_made_it_also_when_the_sides_are_changed() {
    let mut table = table(NEW);
    play(&mut table, "a1");
    let asked = task(&table);
    let answer = JobResult::Answer(Seat::Second, Some(Step::stone(Spot::new(1, 0))));
    take(&mut table, &asked, answer);
    obey(&mut table, Command::Exchange);
    obey(&mut table, Command::Review);
    for (steps, black) in [0.9, 0.2, 0.9].into_iter().enumerate() {
        let best = Some(GameMove::One(Spot::new(3, 3)));
        table.lesson.take_value(steps, Judged { black, best });
    }
    let mistakes = View::of(&table).lesson.mistakes;
    let colours: Vec<_> = mistakes.iter().map(|mistake| mistake.colour).collect();
    assert_eq!(colours, [Colour::Black]);
}

#[test]
fn a_search_that_runs_makes_no_move_while_a_mistake_is_offered_back() {
    let mut table = table(NEW);
    play(&mut table, "a1");
    let asked = task(&table);
    for (steps, black) in [0.9, 0.2].into_iter().enumerate() {
        let best = Some(GameMove::One(Spot::new(3, 3)));
        table.lesson.take_value(steps, Judged { black, best });
    }
    obey(&mut table, Command::Teach { on: true });
    assert!(View::of(&table).lesson.held.is_some());
    let answer = || JobResult::Answer(Seat::Second, Some(Step::stone(Spot::new(1, 0))));
    take(&mut table, &asked, answer());
    assert_eq!(table.session.steps().len(), 1);
    // Whoever does not take it back is answered after all.
    obey(&mut table, Command::DismissMistake);
    assert_eq!(task(&table).job, asked.job);
    take(&mut table, &asked, answer());
    assert_eq!(table.session.steps().len(), 2);
}

#[test]
fn a_shallower_search_does_not_blame_the_move_of_a_hint() {
    let hint = || Step::stone(Spot::new(7, 7));
    for (name, mistakes) in [("h8", 0), ("h9", 1)] {
        let mut table = table(TWO);
        obey(&mut table, Command::Hint);
        let asked = task(&table);
        take(&mut table, &asked, JobResult::Hint(Some(hint())));
        play(&mut table, name);
        obey(&mut table, Command::Review);
        judge(&mut table, &[0.9, 0.2], Spot::new(3, 3));
        let lesson = View::of(&table).lesson;
        assert_eq!(lesson.mistakes.len(), mistakes, "{name}");
        // Whoever has played another move is shown the one of the hint.
        let better = lesson
            .mistakes
            .first()
            .map(|mistake| mistake.better.as_str());
        assert_eq!(better, (mistakes > 0).then_some("h8"));
    }
}

#[test]
fn the_move_that_kagetsu_makes_for_a_person_is_no_mistake() {
    let mut table = table(NEW);
    obey(&mut table, Command::Teach { on: true });
    obey(&mut table, Command::MoveForMe);
    let asked = task(&table);
    take(
        &mut table,
        &asked,
        JobResult::Answer(Seat::First, Some(FOUND)),
    );
    judge(&mut table, &[0.9, 0.2], Spot::new(3, 3));
    let lesson = View::of(&table).lesson;
    assert_eq!((lesson.held, lesson.mistakes), (None, Vec::new()));
}

#[test]
fn the_move_that_was_shown_is_a_right_answer_whatever_a_later_search_finds() {
    let mut table = table(TWO);
    play(&mut table, "h8");
    obey(&mut table, Command::Review);
    let (better, other) = (Spot::new(3, 3), Spot::new(4, 4));
    judge(&mut table, &[0.9, 0.2], better);
    let shown = View::of(&table).lesson.mistakes[0].better_spots;
    assert_eq!(shown, GameMove::One(better));
    for (spot, is_good) in [(better, true), (other, false)] {
        let (steps, spots) = (0, vec![spot]);
        obey(&mut table, Command::JudgeMove { steps, spots });
        let task = task(&table);
        let found = JobResult::Tried(Some(0), GameMove::One(spot), Some(0.1));
        take(&mut table, &task, found);
        let tried = View::of(&table).lesson.tried.expect("a judgement");
        assert_eq!(tried.good, is_good, "{spot:?}");
    }
    let (steps, spots) = (0, vec![other]);
    obey(&mut table, Command::JudgeMove { steps, spots });
    let asked = task(&table);
    let late = JobResult::Tried(Some(0), GameMove::One(better), Some(0.1));
    take(&mut table, &asked, late);
    assert_eq!(task(&table).job, asked.job, "it is still to be judged");
}

#[test]
fn an_attempt_that_was_judged_for_an_earlier_state_is_judged_again() {
    let mut table = table(TWO);
    play(&mut table, "h8");
    let (steps, spots) = (0, vec![Spot::new(3, 3)]);
    obey(&mut table, Command::JudgeMove { steps, spots });
    judge(&mut table, &[0.5], Spot::new(7, 7));
    let asked = task(&table);
    assert!(matches!(asked.job, Job::Judge(Question::Try(..))));
    play(&mut table, "i9");
    let late = JobResult::Tried(Some(0), GameMove::One(Spot::new(3, 3)), Some(0.4));
    take(&mut table, &asked, late);
    assert_eq!(task(&table).job, asked.job);
}

#[test]
fn the_move_of_a_hint_is_never_called_a_mistake() {
    let gomoku = [
        "freestyle 15 h8 i9 h9",
        "freestyle 15 h8 h12 i8 i12 j8 j12",
        "freestyle 20 j10 k11 j11",
        "renju 15 h8 i9 j10 h10 i8",
        "standard 15 h8 h9 j8 g7 i10",
        "caro 15 h8 h7 i8 i7 j7",
    ];
    let gomoku = gomoku.map(|text| Command::Load { text: text.into() });
    let others = ["connect6", "reversi", "oxhorn"].map(|game| {
        let new = format!(r#"{{"game":"{game}","begins":"two","level":"1"}}"#);
        Command::new_game(&new)
    });
    let mut opponents = opponents();
    for begin in gomoku.into_iter().chain(others) {
        let mut table = table(TWO);
        let about = format!("{begin:?}");
        obey(&mut table, begin);
        obey(&mut table, Command::Teach { on: true });
        let begun = table.session.steps().len();
        for _ in 0..3 {
            obey(&mut table, Command::Hint);
            search(&mut table, &mut opponents);
            let hint = table.hint().expect("a move");
            let spots = hint.as_slice().to_vec();
            obey(&mut table, Command::Click { spots });
            search(&mut table, &mut opponents);
            let lesson = View::of(&table).lesson;
            assert_eq!(lesson.held, None, "{about}");
            // Moves that were there before may be mistakes.
            let mut graded = lesson.mistakes.iter().chain(&lesson.inaccuracies);
            assert_eq!(graded.find(|graded| graded.step >= begun), None, "{about}");
            if table.session.outcome().is_some() {
                break;
            }
        }
    }
}

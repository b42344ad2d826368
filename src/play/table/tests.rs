//! The table without anybody who shows it: which searches it asks for, and what happens with their results.

use std::sync::Arc;

use kagetsu_kernel::FakeClock;
use kagetsu_kernel::grade::Grade;

use crate::game::{Colour, GameMove, Line, Refusal, Seat, Spot, Step, Value};
use crate::player::OutsideFault;
use crate::registry::Opponents;
use crate::session::{Event, Level, Mover};
use crate::study::Place;

use super::command::{Command, Request, Successor};
use super::lesson::{Judged, Question};
use super::line::LineView;
use super::people::Who;
use super::table::Table;
use super::task::{Job, JobResult, Task, TaskResult};
use super::view::View;

const NEW: &str = r#"{"begins":"person","level":"1"}"#;
const PROGRAM: &str = "other";
/// A move that was found.
const FOUND: Step = Step::stone(Spot::new(0, 0));

fn table(new: &str) -> Table {
    let time = Arc::new(FakeClock::new());
    let mut table = Table::new(vec![PROGRAM.to_string()], time).expect("a new game");
    obey(&mut table, Command::new_game(new));
    table
}

pub(super) fn obey(table: &mut Table, command: Command) {
    assert_eq!(table.obey(Who::Owner, command.into()), Ok(()));
}

pub(super) fn play(table: &mut Table, text: &str) {
    obey(table, Command::enter(text));
}

fn logged(table: &Table, event: &Event) -> bool {
    table.log.messages().contains(&event.message())
}

pub(super) fn task(table: &Table) -> Task {
    table.task(&[]).expect("there is something to do")
}

/// The table takes what a task has found.
fn take(table: &mut Table, task: &Task, finding: JobResult) {
    let ticket = task.ticket;
    table.take(TaskResult { ticket, finding });
}

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

fn known(table: &Table) -> Vec<usize> {
    let curve = View::of(table).analysis.curve;
    curve.into_iter().map(|(moves, _)| moves).collect()
}

#[test]
fn an_offer_of_a_draw_is_answered_when_kagetsu_has_found_its_move() {
    for accepts in [false, true] {
        let mut table = table(NEW);
        play(&mut table, "h8");
        let move_task = task(&table);
        assert!(matches!(move_task.job, Job::Answer { .. }), "{move_task:?}");
        obey(&mut table, Command::OfferDraw);
        obey(&mut table, Command::Hint);
        assert!(!move_task.stop.is_raised(), "the search goes on");
        let answer = JobResult::Answer(Seat::Second, Some(FOUND));
        take(&mut table, &move_task, answer);
        assert_eq!(table.session.steps().len(), 1, "the move waits");
        let draw_task = task(&table);
        assert!(matches!(draw_task.job, Job::Draw { .. }), "{draw_task:?}");
        let answer = JobResult::Draw(Seat::Second, accepts);
        take(&mut table, &draw_task, answer);
        assert_eq!(logged(&table, &Event::DrawDeclined), !accepts);
        assert_eq!(table.session.outcome().is_some(), accepts);
        assert_eq!(table.session.steps().len(), 2 - usize::from(accepts));
        assert!(table.task(&[]).is_none());
    }
}

#[test]
fn a_search_ends_for_what_goes_before_it_and_for_nothing_else() {
    let mut table = table(r#"{"begins":"two","level":"1"}"#);
    for text in ["h8", "i9", "j10"] {
        play(&mut table, text);
    }
    obey(&mut table, Command::Analyse { on: true, by: None });
    let analysis = task(&table);
    obey(&mut table, Command::Teach { on: false });
    assert!(!analysis.stop.is_raised(), "it is still due");
    obey(&mut table, Command::Review);
    assert!(analysis.stop.is_raised());
    let judgement = task(&table);
    assert!(matches!(judgement.job, Job::Judge(_)), "{judgement:?}");
    obey(&mut table, Command::CompareLines { most: 1 });
    assert!(!judgement.stop.is_raised(), "the analysis waits");
    obey(&mut table, Command::Hint);
    assert!(judgement.stop.is_raised());
    assert!(matches!(task(&table).job, Job::Hint), "the wish stays");
}

#[test]
fn a_proof_that_was_stopped_leaves_the_wish_for_another_position() {
    let mut table = table(r#"{"begins":"two","level":"1"}"#);
    play(&mut table, "h8");
    for at in [Some(Place::Moves { moves: 0 }), None] {
        let before = table.task(&[]);
        obey(&mut table, Command::Prove { on: true, at });
        if let Some(stopped) = before {
            assert!(stopped.stop.is_raised());
            table.take(stopped.result_if_stopped().expect("what is left of it"));
        }
        assert!(View::of(&table).proving);
    }
}

#[test]
fn a_late_hint_is_no_answer_to_the_next_wish() {
    let mut table = table(r#"{"begins":"two","level":"1"}"#);
    obey(&mut table, Command::Hint);
    let asked = task(&table);
    play(&mut table, "h8");
    obey(&mut table, Command::Hint);
    take(&mut table, &asked, JobResult::Hint(Some(FOUND)));
    assert!(matches!(task(&table).job, Job::Hint), "the wish stays");
}

#[test]
fn an_answer_for_another_state_is_not_taken() {
    let mut table = table(NEW);
    play(&mut table, "h8");
    let task = task(&table);
    obey(&mut table, Command::Undo);
    assert!(task.stop.is_raised(), "the search ends");
    play(&mut table, "h9");
    let answer = JobResult::Answer(Seat::Second, Some(FOUND));
    take(&mut table, &task, answer);
    assert_eq!(table.session.steps().len(), 1);
}

#[test]
fn a_program_that_thinks_declines_and_goes_on() {
    let mut table = table(r#"{"begins":"person","level":"1","program":"other"}"#);
    play(&mut table, "h8");
    let task = task(&table);
    obey(&mut table, Command::OfferDraw);
    obey(&mut table, Command::Hint);
    assert!(!task.stop.is_raised(), "the program is not ended");
    assert!(logged(&table, &Event::DrawDeclined));
    let answer = JobResult::Answer(Seat::Second, Some(FOUND));
    take(&mut table, &task, answer);
    assert_eq!(table.session.steps().len(), 2);
}

#[test]
fn the_chances_of_positions_that_were_taken_back_are_forgotten() {
    let mut table = table(r#"{"begins":"two","level":"1"}"#);
    for (text, rate) in [("h8", 0.6), ("h9", 0.7)] {
        play(&mut table, text);
        let line = Line {
            moves: vec![GameMove::One(Spot::new(0, 0))],
            rate,
            rank: 0,
            depth: 1,
            value: Value::Units(0),
            nodes: 1,
            tree: None,
        };
        let ticket = table.session.ticket();
        let line = LineView::of(table.session.game(), ticket, None, &line);
        table.hear(line);
    }
    assert_eq!(known(&table), [1, 2]);
    obey(&mut table, Command::Undo);
    play(&mut table, "a1");
    assert_eq!(known(&table), [1]);
}

#[test]
fn a_review_grades_mistakes_and_tells_the_accuracy_of_both_sides() {
    let mut table = table(r#"{"begins":"two","level":"1"}"#);
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
    let mut table = table(r#"{"begins":"two","level":"1"}"#);
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
fn a_program_keeps_no_seat_in_a_game_that_it_does_not_play() {
    let mut table = table(r#"{"begins":"person","level":"1","program":"other"}"#);
    assert_eq!(table.open("reversi f5d6"), Err(Refusal::NotInThisGame));
    assert!(table.check_text("reversi f5d6").is_err());
    assert_eq!(table.open("renju 15 h8"), Ok(()));
}

#[test]
fn a_shallower_search_does_not_blame_the_move_of_a_hint() {
    let hint = || Step::stone(Spot::new(7, 7));
    for (name, mistakes) in [("h8", 0), ("h9", 1)] {
        let mut table = table(r#"{"begins":"two","level":"1"}"#);
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
    let mut table = table(r#"{"begins":"two","level":"1"}"#);
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
    let mut table = table(r#"{"begins":"two","level":"1"}"#);
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

pub(super) fn opponents() -> Opponents {
    Opponents::new(1, Arc::new(FakeClock::new()), None)
}

/// Does all searches that the table asks for.
pub(super) fn search(table: &mut Table, opponents: &mut Opponents) {
    while let Some(task) = table.task(&[]) {
        if let Some(found) = task.run(opponents, &mut |_| {}) {
            table.take(found);
        }
    }
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
        let mut table = table(r#"{"begins":"two","level":"1"}"#);
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

/// A host may do tasks in another process, such as a worker of a browser: they and what they find are handed over as JSON.
#[test]
fn a_task_and_what_it_finds_are_handed_over_as_text() {
    let mut table = table(r#"{"begins":"kagetsu","level":"1","rule":"renju"}"#);
    let text = serde_json::to_string(&task(&table)).expect("plain data");
    let there: Task = serde_json::from_str(&text).expect("the same");
    let found = there.run(&mut opponents(), &mut |_| {});
    let found = found.expect("a move");
    let text = serde_json::to_string(&found).expect("plain data");
    table.take(serde_json::from_str(&text).expect("the same"));
    assert_eq!(table.session.steps().len(), 1);
}

#[test]
fn guests_answer_draws_and_begin_a_rematch_after_the_end_only() {
    let mut table = table(r#"{"begins":"remote","level":"1"}"#);
    let guest = |table: &mut Table, command| {
        let ticket = Some(table.session.ticket());
        table.obey(Who::Guest(0), Request { ticket, command })
    };
    play(&mut table, "h8");
    let agree = || Command::AnswerDraw { agrees: true };
    // Without an offer an answer is none, and not an offer either.
    assert!(guest(&mut table, agree()).is_err());
    assert!(guest(&mut table, Command::Rematch).is_err());
    assert_eq!(table.session.draw_offer(), None);
    obey(&mut table, Command::OfferDraw);
    assert!(guest(&mut table, agree()).is_ok());
    assert!(table.session.outcome().is_some());
    assert!(guest(&mut table, Command::Rematch).is_ok());
    obey(&mut table, Command::Rematch);
    assert!(table.session.steps().is_empty());
}

#[test]
fn a_program_that_was_not_asked_yet_does_not_fail_by_a_stop() {
    let mut table = table(&format!(
        r#"{{"begins":"person","level":"1","program":"{PROGRAM}"}}"#
    ));
    obey(&mut table, Command::Teach { on: true });
    play(&mut table, "h8");
    assert!(matches!(task(&table).job, Job::Judge(_)));
    obey(&mut table, Command::Stop);
    assert_eq!(table.trouble(), None);
    while let Job::Judge(Question::Position(steps)) = task(&table).job {
        let judged = Judged {
            black: 0.5,
            best: None,
        };
        let task = task(&table);
        take(&mut table, &task, JobResult::Judged(steps, judged));
    }
    obey(&mut table, Command::Stop);
    assert!(table.trouble().is_some(), "now it was asked");
}

#[test]
fn a_person_who_takes_the_seat_of_a_program_moves_without_a_wish_of_before() {
    let mut table = table(r#"{"begins":"person","level":"1","program":"other"}"#);
    play(&mut table, "h8");
    let asked = task(&table);
    let failed = JobResult::Failed(Seat::Second, OutsideFault::Unknown);
    take(&mut table, &asked, failed);
    obey(&mut table, Command::MoveForMe);
    let by = Successor::Person;
    obey(&mut table, Command::TakeOver { by });
    assert!(table.task(&[]).is_none(), "the person is to move");
}

#[test]
fn a_move_for_a_person_is_as_good_as_a_hint() {
    let mut table = table(NEW);
    obey(&mut table, Command::MoveForMe);
    let best = Mover::Kagetsu(Level::HIGHEST);
    assert_eq!(table.to_answer(), Some((Seat::First, best)));
}

#[test]
fn the_analysis_of_a_game_does_not_go_on_in_the_next_one() {
    for next in [Command::Rematch, Command::new_game(NEW)] {
        let mut table = table(NEW);
        obey(&mut table, Command::Resign);
        obey(&mut table, Command::Analyse { on: true, by: None });
        obey(&mut table, next);
        assert!(!View::of(&table).analysis.analysing);
    }
}

#[test]
fn the_analysis_compares_as_many_moves_as_were_chosen() {
    let mut table = table(NEW);
    obey(&mut table, Command::Analyse { on: true, by: None });
    let lines = |table: &Table| match task(table).job {
        Job::Analyse(_, _, lines) => lines,
        other => panic!("{other:?}"),
    };
    assert_eq!(lines(&table), 5);
    obey(&mut table, Command::CompareLines { most: 1 });
    assert_eq!(
        (lines(&table), View::of(&table).analysis.most_lines),
        (1, 1)
    );
    for most in [0, 11] {
        let refused = table.obey(Who::Owner, Command::CompareLines { most }.into());
        let expected = Refusal::Number {
            given: most,
            most: 10,
        };
        assert_eq!(refused, Err(expected));
    }
    assert_eq!(lines(&table), 1);
}

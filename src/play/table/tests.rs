//! The table without anybody who shows it: which searches it asks for, and what happens with their results.

use std::sync::Arc;

use kagetsu_kernel::FakeClock;

use crate::game::{GameMove, Line, Refusal, Seat, Spot, Step, Value};
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

pub(super) const NEW: &str = r#"{"begins":"person","level":"1"}"#;
/// Two persons.
pub(super) const TWO: &str = r#"{"begins":"two","level":"1"}"#;
const PROGRAM: &str = "other";
/// A move that was found.
pub(super) const FOUND: Step = Step::stone(Spot::new(0, 0));

pub(super) fn table(new: &str) -> Table {
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
pub(super) fn take(table: &mut Table, task: &Task, finding: JobResult) {
    let ticket = task.ticket;
    table.take(TaskResult { ticket, finding });
}

fn known(table: &Table) -> Vec<usize> {
    let curve = View::of(table).analysis.curve;
    curve.into_iter().map(|(moves, _)| moves).collect()
}

#[test]
fn a_move_may_be_typed_in_letters_of_double_width() {
    let mut table = table(TWO);
    play(&mut table, "ｈ８");
    assert_eq!(table.session.steps().len(), 1);
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
    let mut table = table(TWO);
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
    let mut table = table(TWO);
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
    let mut table = table(TWO);
    obey(&mut table, Command::Hint);
    let asked = task(&table);
    play(&mut table, "h8");
    obey(&mut table, Command::Hint);
    take(&mut table, &asked, JobResult::Hint(Some(FOUND)));
    assert!(matches!(task(&table).job, Job::Hint), "the wish stays");
    let asked = task(&table);
    obey(&mut table, Command::MoveForMe);
    assert!(asked.stop.is_raised());
    take(&mut table, &asked, JobResult::Hint(Some(FOUND)));
    let wanted = task(&table).job;
    assert!(matches!(wanted, Job::Answer { .. }), "{wanted:?}");
    assert_eq!(table.hint(), None);
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
    let mut table = table(TWO);
    for (text, rate) in [("h8", 0.6), ("h9", 0.7)] {
        play(&mut table, text);
        let line = Line {
            moves: vec![GameMove::One(Spot::new(0, 0))],
            rate,
            rank: 0,
            depth: 1,
            value: Value::Units(0),
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
fn a_program_keeps_no_seat_in_a_game_that_it_does_not_play() {
    let mut table = table(r#"{"begins":"person","level":"1","program":"other"}"#);
    assert_eq!(table.open("reversi f5d6"), Err(Refusal::NotInThisGame));
    assert!(table.check_text("reversi f5d6").is_err());
    assert_eq!(table.open("renju 15 h8"), Ok(()));
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

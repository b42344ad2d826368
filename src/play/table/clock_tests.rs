//! Clocks at the table: when Kagetsu is told to move, and when they wait.

use std::sync::Arc;
use std::time::Duration;

use kagetsu_kernel::FakeClock;

use super::command::{Command, Request};
use super::people::Who;
use super::table::Table;
use super::task::Job;
use super::tests::{obey, opponents, play, search, task};
use crate::registry::Format;

/// A table with a new game, and its time.
fn timed(new: &str) -> (Table, Arc<FakeClock>) {
    let time = Arc::new(FakeClock::new());
    let mut table = Table::new(Vec::new(), time.clone()).expect("a new game");
    obey(&mut table, Command::new_game(new));
    (table, time)
}

#[test]
fn kagetsu_is_told_to_move_before_its_time_is_over_and_the_clock_is_kept_at_the_end() {
    let new = r#"{"begins":"person","level":"10","time":{"per_move":1000}}"#;
    let (mut table, time) = timed(new);
    play(&mut table, "h8");
    let asked = task(&table);
    for (milliseconds, left) in [(849, 1), (1, 150)] {
        time.advance(Duration::from_millis(milliseconds));
        assert!(!asked.stop.is_raised() && !table.tick());
        assert_eq!(table.time_left(), Some(left));
    }
    assert!(asked.stop.is_raised());
    assert!(table.unsaved().is_some() && table.unsaved().is_none());
    table.close();
    assert!(table.unsaved().is_some());
}

#[test]
fn what_goes_before_the_move_does_not_cost_kagetsu_the_game() {
    let new = r#"{"begins":"person","level":"10","time":{"per_move":1000}}"#;
    let (mut table, time) = timed(new);
    obey(&mut table, Command::Teach { on: true });
    play(&mut table, "h8");
    let judgement = task(&table);
    assert!(matches!(judgement.job, Job::Judge(_)), "{judgement:?}");
    time.advance(Duration::from_millis(850));
    table.tick();
    assert!(judgement.stop.is_raised());
    let answer = task(&table);
    assert!(matches!(answer.job, Job::Answer { .. }), "{answer:?}");
    assert!(answer.stop.is_raised(), "there is no time for a search");
    obey(&mut table, Command::OfferDraw);
    let draw = task(&table);
    assert!(matches!(draw.job, Job::Draw { .. }), "{draw:?}");
    assert!(draw.stop.is_raised(), "nor for one about the offer");
    search(&mut table, &mut opponents());
    assert_eq!(table.session.steps().len(), 2);
    assert_eq!(table.session.draw_offer(), None);
    assert!(!table.stop.is_raised(), "later searches have their time");
}

#[test]
fn kagetsu_moves_for_a_person_before_the_time_of_that_person_is_over() {
    let left = 850;
    for limit in ["per_move", "per_game"] {
        let new = format!(r#"{{"begins":"two","level":"1","time":{{"{limit}":1000}}}}"#);
        let (mut table, time) = timed(&new);
        play(&mut table, "h8");
        obey(&mut table, Command::MoveForMe);
        assert_eq!(table.time_left(), Some(left), "{limit}");
        let asked = task(&table);
        time.advance(Duration::from_millis(left));
        assert!(!table.tick() && asked.stop.is_raised(), "{limit}");
    }
}

#[test]
fn a_game_from_a_file_has_the_times_of_the_file_and_no_limit() {
    let new = r#"{"begins":"two","level":"1","time":{"per_game":1000}}"#;
    let (mut table, _) = timed(new);
    for text in ["h8", "i9"] {
        play(&mut table, text);
    }
    let text = table.written(Format::Json).expect("it can be written");
    let text = text.replace("[0,0]", "[2000,35]");
    assert_eq!(table.open(&text), Ok(()));
    assert!(!table.tick());
    let clocks = table.session.clocks();
    assert_eq!((clocks.used, clocks.left), ([2_000, 35], [None; 2]));
}

#[test]
fn the_clocks_of_a_game_with_a_guest_wait_for_the_first_steps() {
    let new = r#"{"begins":"remote","level":"1","time":{"per_game":300000}}"#;
    let (mut table, time) = timed(new);
    let wait = |table: &mut Table| {
        time.advance(Duration::from_secs(100));
        table.tick();
        table.session.clocks().left
    };
    assert_eq!(wait(&mut table), [Some(300_000); 2]);
    play(&mut table, "h8");
    // The guest may not have come yet.
    assert!(table.session.clocks_stand());
    assert_eq!(wait(&mut table), [Some(300_000); 2]);
    let ticket = Some(table.session.ticket());
    let command = Command::enter("h9");
    let answered = table.obey(Who::Guest(0), Request { ticket, command });
    assert_eq!(answered, Ok(()));
    assert!(!table.session.clocks_stand());
    assert_eq!(wait(&mut table), [Some(200_000), Some(300_000)]);
    // Whoever lays several stones first does not begin the time of the other.
    let new = r#"{"begins":"remote","level":"1","opening":"swap2","time":{"per_game":300000}}"#;
    obey(&mut table, Command::new_game(new));
    for text in ["h8", "i9", "j10"] {
        play(&mut table, text);
    }
    assert!(table.session.clocks_stand());
    assert_eq!(wait(&mut table), [Some(300_000); 2]);
}

#[test]
fn after_a_restart_the_clocks_of_a_game_with_a_guest_wait_for_the_next_step() {
    let new = r#"{"begins":"remote","level":"1","time":{"per_game":300000}}"#;
    let (mut table, time) = timed(new);
    let play = |table: &mut Table, who, text| {
        let ticket = Some(table.session.ticket());
        let command = Command::enter(text);
        assert_eq!(table.obey(who, Request { ticket, command }), Ok(()));
    };
    play(&mut table, Who::Owner, "h8");
    play(&mut table, Who::Guest(0), "h9");
    time.advance(Duration::from_secs(100));
    let mut again = Table::restore(table.save(), Vec::new(), time.clone()).expect("a table");
    time.advance(Duration::from_secs(1_000));
    assert!(!again.tick() && again.session.clocks_stand());
    // What was used before counts.
    assert_eq!(again.session.clocks().left, [Some(200_000), Some(300_000)]);
    play(&mut again, Who::Owner, "i8");
    time.advance(Duration::from_secs(50));
    assert_eq!(again.session.clocks().left, [Some(200_000), Some(250_000)]);
}

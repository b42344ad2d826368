//! Sessions: undo, clocks under a clock that stands still, ends of games, and saving.

use std::sync::Arc;
use std::time::Duration;

use kagetsu_kernel::FakeClock;

use crate::game::{Colour, EndReason, Outcome, Refusal, Seat, Spot, Step};
use crate::gomoku::{Rule, Setup};
use crate::opening::Procedure;

use super::{Event, Level, Occupant, Recorded, Saved, Session, TimeRules, read_file, write_file};

fn persons() -> [Occupant; 2] {
    [Occupant::Person, Occupant::Person]
}

fn against_kagetsu() -> [Occupant; 2] {
    [Occupant::Person, Occupant::Kagetsu(Level::Auto)]
}

fn session(setup: Setup, seats: [Occupant; 2], rules: TimeRules) -> (Session, Arc<FakeClock>) {
    let time = Arc::new(FakeClock::new());
    let session =
        Session::new(setup.into(), seats, rules, time.clone()).expect("the setup is sound");
    (session, time)
}

/// A usual game.
fn usual(seats: [Occupant; 2], rules: TimeRules) -> (Session, Arc<FakeClock>) {
    session(Setup::square(Rule::Freestyle, 15), seats, rules)
}

fn play(session: &mut Session, moves: &[&str]) -> Vec<Event> {
    let mut last = Vec::new();
    for text in moves {
        let at = session.game().read_move(text).expect("a point");
        let seat = session.to_act().expect("the game goes on");
        last = session.act(seat, Step::Move(at)).expect("a legal move");
    }
    last
}

#[test]
fn undo_returns_to_the_persons_turn_and_redo_brings_the_reply_back() {
    let (mut session, _) = usual(against_kagetsu(), TimeRules::default());
    assert_eq!(session.undo(), Err(Refusal::NothingToUndo));
    play(&mut session, &["h8", "i9", "j10", "k11"]);
    let after = session.steps().to_vec();
    assert_eq!(session.undo(), Ok(vec![Event::TakenBack { steps: 2 }]));
    assert_eq!(session.to_act(), Some(Seat::First));
    assert_eq!(session.steps().len(), 2);
    assert_eq!(session.redo(), Ok(vec![Event::BroughtBack { steps: 2 }]));
    assert_eq!(session.steps(), after);
    // While Kagetsu thinks, only the person's own move comes back.
    play(&mut session, &["h9"]);
    assert_eq!(session.undo(), Ok(vec![Event::TakenBack { steps: 1 }]));
    play(&mut session, &["a1"]);
    assert_eq!(session.redo(), Err(Refusal::NothingToRedo));
    // A resignation stands: no step comes back after it.
    assert!(session.undo().is_ok() && session.undone() > 0);
    assert!(session.resign(Seat::First).is_ok());
    assert_eq!(session.redo(), Err(Refusal::NothingToRedo));
    assert!(session.outcome().is_some());
}

#[test]
fn a_game_with_a_limit_of_no_time_does_not_begin() {
    let rules = TimeRules::default();
    let (mut session, _) = usual(persons(), rules);
    let (per_move, per_game) = (Some(0), Some(0));
    for rules in [
        TimeRules { per_move, ..rules },
        TimeRules { per_game, ..rules },
    ] {
        let setup = session.setup().clone();
        let begun = session.restart(setup, persons(), rules);
        assert_eq!(begun, Err(Refusal::NoTime));
        assert_eq!(session.time_rules(), TimeRules::default());
    }
}

#[test]
fn a_step_in_the_place_of_one_of_the_opening_is_none_of_it() {
    let (mut session, _) = usual(persons(), TimeRules::default());
    play(&mut session, &["h8", "i9", "j10", "k11"]);
    let before = session.clone();
    let recorded = Recorded {
        given: 3,
        ..Recorded::NOTHING
    };
    assert_eq!(session.take_record(&before, recorded), None);
    for given in [3, 2, 1] {
        assert!(session.undo().is_ok());
        assert_eq!(session.given(), given);
    }
    assert!(session.redo().is_ok());
    play(&mut session, &["a1", "a2"]);
    assert_eq!((session.given(), session.steps().len()), (2, 4));
}

#[test]
fn a_row_wins_and_is_shown_from_the_bottom_row() {
    let (mut session, _) = usual(persons(), TimeRules::default());
    let moves = ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1"];
    let events = play(&mut session, &moves);
    let outcome = Outcome {
        winner: Some(Seat::First),
        reason: EndReason::Row,
    };
    assert_eq!(session.outcome(), Some(outcome));
    assert_eq!(events.len(), 2);
    let picture = session.game().picture();
    let row: Vec<Spot> = (0..5).map(|x| Spot::new(x, 14)).collect();
    assert_eq!(picture.winning, row);
    assert_eq!(
        session.act(Seat::Second, Step::Pass),
        Err(Refusal::GameOver)
    );
}

#[test]
fn clocks_count_end_the_game_and_come_back_with_undo() {
    let rules = TimeRules {
        per_move: Some(5_000),
        per_game: Some(8_000),
        increment: 1_000,
    };
    let (mut session, time) = usual(persons(), rules);
    play(&mut session, &["h8", "h9"]);
    time.advance(Duration::from_secs(4));
    assert_eq!(session.clocks().step_left, Some(1_000));
    play(&mut session, &["i8"]);
    assert_eq!(session.clocks().left, [Some(6_000), Some(9_000)]);
    time.advance(Duration::from_secs(2));
    play(&mut session, &["i9"]);
    assert!(session.undo().is_ok());
    assert_eq!(session.clocks().left, [Some(6_000), Some(9_000)]);
    time.advance(Duration::from_secs(5));
    let ended = session.tick();
    assert!(matches!(
        ended[..],
        [Event::Ended {
            outcome: Outcome {
                winner: Some(Seat::First),
                reason: EndReason::Time
            },
            ..
        }]
    ));
    assert!(session.tick().is_empty());
}

#[test]
fn clocks_that_were_held_go_on_when_the_sides_change() {
    let rules = TimeRules {
        per_move: Some(5_000),
        ..TimeRules::default()
    };
    let (mut session, time) = usual(persons(), rules);
    play(&mut session, &["h8"]);
    session.hold();
    time.advance(Duration::from_secs(4));
    assert_eq!(session.clocks().step_left, Some(5_000));
    assert!(session.exchange_sides().is_ok());
    time.advance(Duration::from_secs(4));
    assert_eq!(session.clocks().step_left, Some(1_000));
}

#[test]
fn clocks_run_from_the_first_step_on() {
    let rules = TimeRules {
        per_move: Some(5_000),
        per_game: Some(60_000),
        increment: 0,
    };
    let (mut session, time) = usual(persons(), rules);
    let nobody_moves = |session: &mut Session| {
        time.advance(Duration::from_secs(3_600));
        assert!(session.tick().is_empty());
        assert_eq!(session.clocks().left, [Some(60_000); 2]);
        assert_eq!(session.clocks().used, [0; 2]);
        assert!(session.clocks_stand());
    };
    nobody_moves(&mut session);
    session.hold();
    session.start_clocks();
    nobody_moves(&mut session);
    let mut again = Session::restore(session.save(), time.clone()).expect("it is sound");
    nobody_moves(&mut again);
    play(&mut session, &["h8"]);
    time.advance(Duration::from_secs(2));
    assert!(!session.clocks_stand());
    assert_eq!(session.clocks().left, [Some(60_000), Some(58_000)]);
    // Back at the first step nobody has begun.
    assert!(session.undo().is_ok());
    nobody_moves(&mut session);
    play(&mut session, &["h8"]);
    assert!(session.rematch().is_ok());
    nobody_moves(&mut session);
}

#[test]
fn undo_takes_back_what_ended_the_game_and_no_step() {
    let rules = TimeRules {
        per_move: Some(5_000),
        ..TimeRules::default()
    };
    for seats in [persons(), against_kagetsu()] {
        for moves in [&["h8"][..], &["h8", "h9", "i8", "i9"]] {
            let (mut session, time) = usual(seats.clone(), rules);
            play(&mut session, moves);
            let ends: [&dyn Fn(&mut Session); 4] = [
                &|session| drop(session.resign(Seat::First)),
                &|session| drop(session.fail(Seat::Second)),
                &|session| {
                    drop((
                        session.offer_draw(Seat::First),
                        session.offer_draw(Seat::Second),
                    ));
                },
                &|session| {
                    time.advance(Duration::from_secs(6));
                    session.tick();
                },
            ];
            for end in ends {
                let before = session.to_act();
                end(&mut session);
                assert!(session.outcome().is_some() && session.can_undo());
                assert_eq!(session.undo(), Ok(vec![Event::EndTakenBack]));
                assert_eq!(session.outcome(), None);
                assert_eq!(session.steps().len(), moves.len());
                assert_eq!(session.to_act(), before);
                assert!(session.tick().is_empty(), "the time is not over at once");
            }
            assert!(session.undo().is_ok());
            assert!(session.steps().len() < moves.len());
        }
    }
    // Giving up before the first stone can be taken back as well; with a guest nothing is.
    let (mut begun, _) = usual(persons(), rules);
    assert!(begun.resign(Seat::First).is_ok());
    assert_eq!(begun.undo(), Ok(vec![Event::EndTakenBack]));
    let with_a_guest = [Occupant::Person, Occupant::Guest("Ada".to_string())];
    let (mut begun, _) = usual(with_a_guest, rules);
    play(&mut begun, &["h8"]);
    assert!(begun.resign(Seat::First).is_ok());
    assert!(!begun.can_undo());
    assert_eq!(begun.undo(), Err(Refusal::NeedsConsent));
}

#[test]
fn a_game_counts_once_for_the_level_that_follows_the_results() {
    let (mut session, _) = usual(against_kagetsu(), TimeRules::default());
    play(&mut session, &["h8"]);
    let before = session.level(Seat::Second);
    for _ in 0..3 {
        assert!(session.resign(Seat::First).is_ok());
        assert_eq!(session.level(Seat::Second), before.map(|level| level - 1));
        assert!(session.undo().is_ok());
    }
    assert!(session.resign(Seat::First).is_ok() && session.rematch().is_ok());
    assert!(session.resign(Seat::Second).is_ok());
    assert_eq!(session.level(Seat::First), before.map(|level| level - 2));
}

#[test]
fn undo_is_offered_where_it_takes_something_back() {
    let seats = [Occupant::Kagetsu(Level::Auto), Occupant::Person];
    let (mut session, _) = usual(seats, TimeRules::default());
    for text in ["h8", "h9", "i8"] {
        play(&mut session, &[text]);
        let mut after = session.clone();
        assert_eq!(session.can_undo(), after.undo().is_ok(), "{text}");
        assert_eq!(session.can_undo(), text != "h8");
    }
}

#[test]
fn a_draw_needs_both_and_a_move_declines_it() {
    let (mut session, _) = usual(persons(), TimeRules::default());
    assert!(session.offer_draw(Seat::First).is_ok());
    let declined = session.answer_draw(Seat::First, false);
    assert_eq!(declined, Err(Refusal::NoDrawOffer));
    play(&mut session, &["h8"]);
    assert_eq!(session.draw_offer(), Some(Seat::First));
    play(&mut session, &["h9"]);
    assert_eq!(session.draw_offer(), None);
    assert!(session.offer_draw(Seat::Second).is_ok());
    assert!(session.offer_draw(Seat::First).is_ok());
    let reason = session.outcome().map(|outcome| outcome.reason);
    assert_eq!(reason, Some(EndReason::Agreed));
}

#[test]
fn a_player_elsewhere_is_asked_for_a_draw_once_in_ten_moves() {
    let seats = [Occupant::Person, Occupant::Guest("Ada".to_string())];
    let (mut session, _) = usual(seats, TimeRules::default());
    assert!(session.offer_draw(Seat::First).is_ok());
    assert!(session.answer_draw(Seat::Second, false).is_ok());
    let again = session.offer_draw(Seat::First);
    assert_eq!(again, Err(Refusal::OfferedBefore));
    let moves = ["a1", "a3", "a5", "a7", "a9", "c1", "c3", "c5", "c7"];
    play(&mut session, &moves);
    assert!(session.offer_draw(Seat::First).is_err());
    // A move that is taken back does not shorten the wait.
    assert!(session.ask_takeback(Seat::First).is_ok());
    assert!(session.answer_takeback(Seat::Second, true).is_ok());
    assert!(session.offer_draw(Seat::First).is_err());
    play(&mut session, &["c7", "c9"]);
    assert!(session.offer_draw(Seat::First).is_ok());
    // What one has asked for does not bind the other one.
    assert!(session.offer_draw(Seat::Second).is_ok());
    assert!(session.outcome().is_some());
}

#[test]
fn two_passes_in_a_row_draw() {
    let (mut session, _) = usual(persons(), TimeRules::default());
    play(&mut session, &["h8"]);
    assert!(session.act(Seat::Second, Step::Pass).is_ok());
    play(&mut session, &["h9"]);
    assert!(session.act(Seat::Second, Step::Pass).is_ok());
    assert!(session.act(Seat::First, Step::Pass).is_ok());
    let reason = session.outcome().map(|outcome| outcome.reason);
    assert_eq!(reason, Some(EndReason::BothPassed));
}

#[test]
fn a_guest_is_not_overruled() {
    let seats = [Occupant::Person, Occupant::Guest("Ada".to_string())];
    let (mut session, _) = usual(seats, TimeRules::default());
    play(&mut session, &["h8"]);
    assert_eq!(session.undo(), Err(Refusal::NeedsConsent));
    assert_eq!(session.redo(), Err(Refusal::NeedsConsent));
    assert_eq!(session.exchange_sides(), Err(Refusal::NeedsConsent));
}

#[test]
fn without_a_guest_nobody_is_asked_to_take_a_step_back() {
    let (mut session, _) = usual(persons(), TimeRules::default());
    play(&mut session, &["h8"]);
    let asked = session.ask_takeback(Seat::First);
    assert_eq!(asked, Err(Refusal::NotInThisGame));
    assert_eq!(session.takeback(), None);
}

#[test]
fn a_step_is_taken_back_when_the_other_player_agrees() {
    let seats = [Occupant::Person, Occupant::Guest("Ada".to_string())];
    let (mut session, _) = usual(seats, TimeRules::default());
    assert_eq!(
        session.ask_takeback(Seat::First),
        Err(Refusal::NothingToUndo)
    );
    play(&mut session, &["h8", "h9", "i8"]);
    let colour = Colour::White;
    let asked = session.ask_takeback(Seat::Second);
    assert_eq!(asked, Ok(vec![Event::TakebackAsked { colour }]));
    // Nobody answers for himself, and a step is an answer too.
    let own = session.answer_takeback(Seat::Second, true);
    assert_eq!(own, Err(Refusal::NoTakeback));
    play(&mut session, &["i9"]);
    assert_eq!(session.takeback(), None);
    assert!(session.ask_takeback(Seat::First).is_ok());
    let declined = session.answer_takeback(Seat::Second, false);
    assert_eq!(declined, Ok(vec![Event::TakebackDeclined]));
    assert_eq!((session.steps().len(), session.moves_asked_back()), (4, 0));
    assert!(session.ask_takeback(Seat::First).is_ok());
    assert_eq!(session.moves_asked_back(), 2);
    let agreed = session.answer_takeback(Seat::Second, true);
    assert_eq!(agreed, Ok(vec![Event::TakenBack { steps: 2 }]));
    assert_eq!(
        (session.steps().len(), session.to_act()),
        (2, Some(Seat::First))
    );
    assert_eq!(session.undone(), 0);
}

#[test]
fn a_saved_file_comes_back_and_damaged_ones_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.json");
    let setup = Setup::square(Rule::Renju, 15).with_opening(Procedure::Soosyrv8);
    let (mut session, time) = session(setup, persons(), TimeRules::default());
    play(&mut session, &["h8", "h9", "i10"]);
    write_file(&session.save(), &path).expect("the folder can be written");
    let restored = || {
        let saved: Option<Saved> = read_file(&path)?;
        let restored = saved.map(|saved| Session::restore(saved, time.clone()));
        restored.transpose()
    };
    let again = restored().expect("it is sound");
    assert_eq!(again.map(|again| again.save()), Some(session.save()));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&path, &link).expect("the folder can be written");
        write_file(&session.save(), &link).expect("the folder can be written");
        assert!(link.is_symlink(), "a link stays");
        let about = std::fs::metadata(&path).expect("it is there");
        assert_eq!(about.permissions().mode() & 0o777, 0o600);
    }
    let text = std::fs::read_to_string(&path).expect("it is there");
    std::fs::write(&path, "").expect("the folder can be written");
    assert!(matches!(restored(), Ok(None)), "it is empty");
    for damaged in [
        "{}",
        &text.replacen("\"version\":1", "\"version\":9", 1),
        &text.replacen("\"x\":7,\"y\":7", "\"x\":7,\"y\":99", 1),
        &text.replacen("\"seat\":\"first\"", "\"seat\":\"second\"", 1),
    ] {
        std::fs::write(&path, damaged).expect("the folder can be written");
        assert!(restored().is_err(), "{damaged}");
    }
}

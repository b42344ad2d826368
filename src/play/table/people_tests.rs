//! Two people at the table: names, phrases, another game, and the analysis after the end.

use std::sync::Arc;

use kagetsu_kernel::FakeClock;

use crate::game::{Colour, Refusal, Seat};
use crate::registry::Format;
use crate::session::{Level, Occupant};

use super::command::{Command, Request};
use super::people::{Phrase, Who};
use super::table::Table;
use super::tests::{TWO, table};
use super::view::View;

const GUEST: Who = Who::Guest(0);

/// A game of the owner, with Black, against a guest.
fn with_a_guest() -> Table {
    let mut table = Table::usual();
    let new = Command::new_game(r#"{"begins":"remote","level":"1"}"#);
    obey(&mut table, Who::Owner, new).expect("a new game");
    table
}

fn obey(table: &mut Table, who: Who, command: Command) -> Result<(), Refusal> {
    let ticket = Some(table.session().ticket());
    table.obey(who, Request { ticket, command })
}

fn name(name: &str) -> Command {
    let name = name.to_string();
    Command::Rename { name }
}

fn say(phrase: Phrase) -> Command {
    Command::Say { phrase }
}

#[test]
fn a_name_and_a_phrase_are_taken_although_the_game_has_gone_on() {
    let mut table = with_a_guest();
    let ticket = Some(table.session().ticket());
    obey(&mut table, Who::Owner, Command::enter("h8")).expect("a move");
    let mut late = |command| table.obey(GUEST, Request { ticket, command });
    assert_eq!(late(name("Boris")), Ok(()));
    assert_eq!(late(say(Phrase::Hello)), Ok(()));
    assert_eq!(late(Command::Resign), Err(Refusal::Stale));
}

#[test]
fn two_who_ask_to_take_back_have_agreed() {
    let mut table = with_a_guest();
    for (who, text) in [(Who::Owner, "h8"), (GUEST, "i9")] {
        obey(&mut table, who, Command::enter(text)).expect("a move");
    }
    for who in [Who::Owner, GUEST] {
        obey(&mut table, who, Command::AskTakeback).expect("a step");
    }
    let session = table.session();
    assert_eq!((session.steps().len(), session.takeback()), (0, None));
}

#[test]
fn nobody_gives_up_for_kagetsu() {
    let mut table = with_a_guest();
    let new = Command::new_game(r#"{"begins":"watch","level":"1"}"#);
    obey(&mut table, Who::Owner, new).expect("a new game");
    for command in [Command::Resign, Command::OfferDraw] {
        let refused = obey(&mut table, Who::Owner, command);
        assert_eq!(refused, Err(Refusal::NotAllowed));
    }
}

#[test]
fn the_players_of_a_file_keep_their_names_until_another_game_begins() {
    let mut table = with_a_guest();
    obey(&mut table, Who::Owner, name("Aiko")).expect("a name");
    let load = |table: &mut Table, text: &str| {
        let text = text.to_string();
        obey(table, Who::Owner, Command::Load { text }).expect("a game");
    };
    load(
        &mut table,
        "(;GM[4]SZ[15]PB[Анна]PW[Bo\u{202e}ris];B[hh];W[ii])",
    );
    let names = |table: &Table| View::of(table).game.names;
    let both = [Some("Анна".to_string()), Some("Boris".to_string())];
    assert_eq!(names(&table), both);
    obey(&mut table, Who::Owner, Command::Undo).expect("a step back");
    let sgf = table.written(Format::Sgf).expect("an SGF");
    assert!(
        sgf.contains("PB[Анна]") && sgf.contains("PW[Boris]"),
        "{sgf}"
    );
    let saved = serde_json::to_string(&table.save()).expect("it can be written");
    let saved = serde_json::from_str(&saved).expect("it can be read");
    let again = Table::restore(saved, Vec::new(), Arc::new(FakeClock::new()));
    assert_eq!(names(&again.expect("a table")), both);
    // White begins, and is called as the text calls White.
    load(
        &mut table,
        "(;GM[4]SZ[15]PB[Анна]PW[Boris]AB[hh]AW[ii]PL[W];W[kk])",
    );
    assert_eq!(names(&table), [both[1].clone(), both[0].clone()]);
    let begun = table.written(Format::Sgf).expect("an SGF");
    assert!(
        begun.contains("PB[Анна]") && begun.contains("PW[Boris]"),
        "{begun}"
    );
    // Of a game that was over nobody here has a seat, until it goes on.
    let new = Command::new_game(r#"{"begins":"person","level":"1"}"#);
    obey(&mut table, Who::Owner, new).expect("a new game");
    let played = ";B[hh];W[ii])";
    let ended = format!("(;GM[4]SZ[15]PB[Анна]PW[Boris]RE[B+Time]{played}");
    table.open(&ended).expect("a game");
    let again = table.written(Format::Sgf).expect("an SGF");
    for part in ["PB[Анна]", "PW[Boris]", "RE[B+Time]"] {
        assert!(again.contains(part), "{again}");
    }
    obey(&mut table, Who::Owner, Command::Undo).expect("the end");
    assert_eq!(names(&table), [Some("Aiko".to_string()), None]);
    obey(&mut table, Who::Owner, Command::Resign).expect("an end of its own");
    assert_eq!(names(&table), [Some("Aiko".to_string()), None]);
    // A game of people without names has none, and another game has its own people.
    load(&mut table, "(;GM[4]SZ[15]PB[Person]PW[Person];B[hh])");
    assert_eq!(names(&table), [None, None]);
    load(&mut table, &sgf);
    let new = Command::new_game(TWO);
    obey(&mut table, Who::Owner, new).expect("a new game");
    assert_eq!(names(&table), [None, None]);
}

#[test]
fn two_people_of_a_file_take_their_names_into_a_rematch() {
    let mut table = Table::usual();
    let text = "(;GM[4]SZ[15]PB[Анна]PW[Boris]RE[B+Resign];B[hh];W[ii])".to_string();
    obey(&mut table, Who::Owner, Command::Load { text }).expect("a game");
    obey(&mut table, Who::Owner, Command::Rematch).expect("another game");
    let names = ["Boris", "Анна"].map(|name| Some(name.to_string()));
    assert_eq!(View::of(&table).game.names, names, "the sides are changed");
}

#[test]
fn people_are_called_as_they_like_on_the_page_and_in_files() {
    let mut table = with_a_guest();
    obey(&mut table, Who::Owner, name("Aiko")).expect("a name");
    obey(&mut table, GUEST, name(" Bo\u{202e}\u{7}b\u{200b} ")).expect("a name");
    let names = |table: &Table| View::of(table).game.names;
    let both = [Some("Aiko".to_string()), Some("Bob".to_string())];
    assert_eq!(names(&table), both, "signs that nobody sees are left out");
    let sgf = table.written(Format::Sgf).expect("an SGF");
    assert!(sgf.contains("PB[Aiko]") && sgf.contains("PW[Bob]"), "{sgf}");

    // The names stay with the people when the sides are changed.
    obey(&mut table, GUEST, Command::Resign).expect("the end");
    obey(&mut table, Who::Owner, Command::Rematch).expect("a wish");
    obey(&mut table, GUEST, Command::Rematch).expect("another game");
    assert_eq!(names(&table), [both[1].clone(), both[0].clone()]);

    let long = "x".repeat(100);
    obey(&mut table, GUEST, name(&long)).expect("a name");
    assert_eq!(names(&table)[0].as_deref().map(str::len), Some(24));
    obey(&mut table, GUEST, name("")).expect("no name");
    assert_eq!(names(&table)[0], None);
    for nobody in [
        "\u{ffff}\u{fffe}",
        "\u{2800}",
        "\u{3164}\u{34f}",
        "kagetsu",
        "Kagetsu 10",
        "KAGETSU  auto",
        "Ka\u{ad}getsu",
    ] {
        obey(&mut table, GUEST, name(nobody)).expect("no name");
        assert_eq!(names(&table)[0], None, "{nobody:?}");
    }
    obey(&mut table, GUEST, name("김민수 Ли-2")).expect("a name");
    assert_eq!(names(&table)[0].as_deref(), Some("김민수 Ли-2"));
    let spectator = obey(&mut table, Who::Spectator, name("Eve"));
    assert_eq!(spectator, Err(Refusal::OnlyWatching));
}

#[test]
fn another_game_with_a_guest_needs_both() {
    let mut table = with_a_guest();
    let early = obey(&mut table, Who::Owner, Command::Rematch);
    assert_eq!(early, Err(Refusal::NeedsConsent), "the game runs");
    obey(&mut table, GUEST, Command::Resign).expect("the end");
    let games = View::of(&table).game.games;
    let begun = |table: &Table| View::of(table).game.games - games;

    obey(&mut table, GUEST, Command::Rematch).expect("a wish");
    obey(&mut table, GUEST, Command::Rematch).expect("the same wish");
    assert_eq!(begun(&table), 0);
    assert_eq!(View::of(&table).game.rematch, Some(Seat::Second));
    obey(&mut table, Who::Owner, Command::DeclineRematch).expect("no");
    assert_eq!(View::of(&table).game.rematch, None);

    obey(&mut table, Who::Owner, Command::Rematch).expect("a wish");
    assert_eq!(begun(&table), 0);
    obey(&mut table, GUEST, Command::Rematch).expect("yes");
    assert_eq!(begun(&table), 1);
    let view = View::of(&table).game;
    assert_eq!(view.rematch, None);
    assert_eq!(view.guests, [Some(0), None], "the sides are changed");
}

#[test]
fn what_was_said_goes_with_its_game() {
    let mut table = with_a_guest();
    obey(&mut table, GUEST, say(Phrase::Hello)).expect("a phrase");
    obey(&mut table, GUEST, Command::Resign).expect("the end");
    for who in [GUEST, Who::Owner] {
        obey(&mut table, who, Command::Rematch).expect("another game");
    }
    // The guest sits on the other seat now.
    assert!(View::of(&table).game.said.is_empty());
    obey(&mut table, GUEST, say(Phrase::Thanks)).expect("a phrase");
    let said = View::of(&table).game.said;
    let heard = said.iter().map(|said| (said.seat, said.number));
    assert_eq!(heard.collect::<Vec<_>>(), [(Seat::First, 2)]);
}

#[test]
fn phrases_are_said_between_people_only() {
    let mut table = with_a_guest();
    obey(&mut table, GUEST, say(Phrase::Hello)).expect("a phrase");
    obey(&mut table, Who::Owner, say(Phrase::GoodLuck)).expect("a phrase");
    let said = View::of(&table).game.said;
    let heard = said
        .iter()
        .map(|said| (said.seat, said.phrase, said.number));
    let all = [
        (Seat::Second, Phrase::Hello, 1),
        (Seat::First, Phrase::GoodLuck, 2),
    ];
    assert_eq!(heard.collect::<Vec<_>>(), all);
    for _ in 0..100 {
        obey(&mut table, GUEST, say(Phrase::Thanks)).expect("a phrase");
    }
    let said = View::of(&table).game.said;
    assert!(said.len() <= 20 && said.last().is_some_and(|last| last.number == 102));
    let spectator = obey(&mut table, Who::Spectator, say(Phrase::Bye));
    assert_eq!(spectator, Err(Refusal::OnlyWatching));

    let mut alone = Table::usual();
    let to_kagetsu = obey(&mut alone, Who::Owner, say(Phrase::Hello));
    assert_eq!(to_kagetsu, Err(Refusal::NotInThisGame));
}

#[test]
fn both_players_analyse_a_game_that_is_over() {
    let mut table = with_a_guest();
    let analyse = || Command::Analyse { on: true, by: None };
    assert!(obey(&mut table, GUEST, analyse()).is_err(), "the game runs");
    obey(&mut table, Who::Owner, Command::enter("h8")).expect("a move");
    obey(&mut table, Who::Owner, Command::Resign).expect("the end");
    obey(&mut table, GUEST, analyse()).expect("the analysis");
    assert!(View::of(&table).analysis.analysing);
    obey(&mut table, GUEST, Command::Review).expect("a review");
    let foreign = Command::Edit {
        stones: Vec::new(),
        to_move: Colour::Black,
    };
    let refused = obey(&mut table, GUEST, foreign);
    assert_eq!(refused, Err(Refusal::NotAllowed));
    assert!(obey(&mut table, Who::Spectator, analyse()).is_err());
    // What a guest has begun does not help the owner in the next game.
    let new = Command::new_game(r#"{"begins":"person","level":"1"}"#);
    obey(&mut table, Who::Owner, new).expect("a new game");
    assert!(!View::of(&table).analysis.analysing);
}

#[test]
fn the_analysis_ends_with_the_game() {
    let mut table = Table::usual();
    let analyse = Command::Analyse { on: true, by: None };
    obey(&mut table, Who::Owner, analyse).expect("the analysis");
    let text = "freestyle 15 h8 a1 h9 a2 h10 a3 h11 a4 h12".to_string();
    obey(&mut table, Who::Owner, Command::Load { text }).expect("a game");
    assert!(!View::of(&table).analysis.analysing);
}

#[test]
fn a_game_that_was_given_up_is_over_when_it_is_opened_and_may_go_on_against_kagetsu() {
    let mut table = with_a_guest();
    let load = |table: &mut Table, result: &str| {
        let text = format!("(;GM[4]SZ[15]{result};B[hh];W[ii];B[jj])");
        obey(table, Who::Owner, Command::Load { text }).expect("a game");
    };
    let ended = |table: &Table| table.session().outcome().map(|end| end.winner);
    let level = Level::Fixed(3);
    for (result, winner) in [("RE[B+Resign]", Some(Seat::First)), ("RE[Draw]", None)] {
        load(&mut table, result);
        assert_eq!(ended(&table), Some(winner));
        let refused = obey(&mut table, Who::Owner, Command::PlayOn { level });
        assert_eq!(refused, Err(Refusal::GameOver));
    }
    // The end alone is taken back.
    obey(&mut table, Who::Owner, Command::Undo).expect("the end");
    assert_eq!((ended(&table), table.session().steps().len()), (None, 3));
    load(&mut table, "");
    assert_eq!(ended(&table), None);
    // White is to move: Kagetsu takes Black.
    obey(&mut table, Who::Owner, Command::PlayOn { level }).expect("another player");
    let seats = [Occupant::Kagetsu(level), Occupant::Person];
    assert_eq!(*table.session().seats(), seats);
    let again = obey(&mut table, Who::Owner, Command::PlayOn { level });
    assert_eq!(again, Err(Refusal::NotInThisGame));
}

#[test]
fn the_clock_of_a_program_is_kept_at_the_end_as_well() {
    let new = r#"{"begins":"person","level":"1","program":"other","time":{"per_move":1000}}"#;
    let mut table = table(new);
    obey(&mut table, Who::Owner, Command::enter("h8")).expect("a move");
    assert!(table.unsaved().is_some());
    table.close();
    assert!(table.unsaved().is_some());
}

//! Dialogues in both dialects, and hostile input.

use proptest::prelude::*;

use super::super::board::Side;
use super::super::turn::Turn;
use kagetsu_kernel::line_host::Effect;

use super::{Action, Dialect, Session, Setting};

fn session(dialect: Dialect) -> Session {
    Session::new(dialect, "Kagetsu")
}

fn say(text: &str) -> Vec<Action> {
    vec![Action::Say(text.to_owned())]
}

fn is_remark(actions: &[Action]) -> bool {
    matches!(actions, [Action::Remark(_)])
}

#[test]
fn a_game_as_black_in_the_sau_dialect() {
    let mut session = session(Dialect::Sau);
    assert_eq!(session.line("name?"), say("name Kagetsu"));
    assert_eq!(session.line("new black\r\n"), [Action::Think]);
    assert_eq!(
        session.answer(Turn::parse("JJ").unwrap()),
        Ok("move JJ".to_owned())
    );
    assert_eq!(session.line("move IIKK"), [Action::Think]);
    assert_eq!(
        session.answer(Turn::parse("LJHJ").unwrap()),
        Ok("move HJLJ".to_owned())
    );
    assert!(is_remark(&session.line("move IIAA")));
    assert_eq!(session.line("move AABB"), [Action::Think]);
    assert_eq!(session.line("end black"), []);
    assert!(is_remark(&session.line("move CCDD")));
    assert_eq!(session.line("new white"), []);
    assert!(session.game().turns().is_empty());
    assert_eq!(session.line("quit"), []);
}

#[test]
fn both_forms_of_the_first_stone_are_read_and_either_is_written() {
    for text in ["move JJ", "move JJ@@", "move jj"] {
        let mut session = session(Dialect::Sau);
        assert_eq!(session.line("new white"), []);
        assert_eq!(session.line(text), [Action::Think], "{text}");
        assert_eq!(session.game().board().side(), Side::White);
    }
    let mut padded = session(Dialect::Sau);
    padded.is_padded = true;
    padded.line("new black");
    assert_eq!(
        padded.answer(Turn::parse("JJ").unwrap()),
        Ok("move JJ@@".to_owned())
    );
}

#[test]
fn each_dialect_has_its_last_words_and_all_words_that_stop() {
    for (dialect, line, effect) in [
        (Dialect::Sau, "quit", Effect::Ends),
        (Dialect::Sau, "end black", Effect::Interrupts),
        (Dialect::Sau, "QUIT", Effect::Interrupts),
        (Dialect::Sau, "new black", Effect::Interrupts),
        (Dialect::Sau, "new green", Effect::None),
        (Dialect::Cloudict, "exit", Effect::Ends),
        (Dialect::Cloudict, "stop", Effect::Interrupts),
        (Dialect::Cloudict, "new white", Effect::Interrupts),
        (Dialect::Gomocup, "End", Effect::Ends),
        (Dialect::Gomocup, "E\0ND\0", Effect::Ends),
        (Dialect::Gomocup, "\u{7}\tSTOP\0", Effect::Interrupts),
        (Dialect::Gomocup, "quit", Effect::Interrupts),
        (Dialect::Gomocup, "new white", Effect::None),
        (Dialect::Gomocup, "ABOUT", Effect::None),
    ] {
        assert_eq!(dialect.effect(line), effect, "{dialect:?} {line}");
    }
}

#[test]
fn words_of_other_games_are_ignored() {
    let mut session = session(Dialect::Sau);
    for word in ["accept", "refuse", "take", "taked", "", "   "] {
        assert_eq!(session.line(word), []);
    }
    assert!(is_remark(&session.line("error")));
    assert!(is_remark(&session.line("new green")));
    assert!(is_remark(&session.line("dance")));
    assert!(is_remark(&session.line("move")));
}

#[test]
fn a_line_with_a_word_too_many_is_not_followed() {
    for dialect in [Dialect::Sau, Dialect::Cloudict] {
        let mut session = session(dialect);
        assert_eq!(session.line("new white"), []);
        for line in ["move JJ KK", "move JJ@@ x", "new black x"] {
            assert!(is_remark(&session.line(line)), "{line}");
        }
        assert!(session.game().turns().is_empty());
        assert_eq!(session.line(" move \t JJ \r\n"), [Action::Think]);
    }
}

#[test]
fn a_position_is_set_up_in_the_dialect_of_cloudict() {
    let mut session = session(Dialect::Cloudict);
    assert_eq!(session.line("name"), say("name Kagetsu"));
    assert_eq!(session.line("depth 4"), [Action::Set(Setting::Depth(4))]);
    assert_eq!(
        session.line("unvcf"),
        [Action::Set(Setting::Threats(false))]
    );
    assert!(is_remark(&session.line("depth 0")));
    assert!(is_remark(&session.line("white JJKK")));
    assert_eq!(session.line("black JJ"), []);
    assert_eq!(session.line("white IIKK"), []);
    assert_eq!(session.line("next"), [Action::Think]);
    assert_eq!(
        session.answer(Turn::parse("HJLJ").unwrap()),
        Ok("move HJLJ".to_owned())
    );
    assert_eq!(session.line("move AABB"), [Action::Think]);
    let picture = session.line("print");
    assert_eq!(picture.len(), 20);
    assert_eq!(picture[10], Action::Say("J .......X.X.X.......".to_owned()));
}

#[test]
fn a_won_game_is_not_answered() {
    let mut session = session(Dialect::Sau);
    session.line("new white");
    for (theirs, ours) in [("JJ", "AABB"), ("KJLJ", "CCEE")] {
        assert_eq!(session.line(&format!("move {theirs}")), [Action::Think]);
        session.answer(Turn::parse(ours).unwrap()).unwrap();
    }
    assert_eq!(session.line("move MJNJ"), [Action::Think]);
    session.answer(Turn::parse("GGHA").unwrap()).unwrap();
    assert!(is_remark(&session.line("move OJPJ")));
    let mut other = Session::new(Dialect::Cloudict, "Kagetsu");
    for line in [
        "black JJ",
        "white AABB",
        "black KJLJ",
        "white CCEE",
        "black MJNJ",
        "white GGHA",
        "black OJPJ",
    ] {
        assert_eq!(other.line(line), [], "{line}");
    }
    let over = "the game is over: Black has six in a row";
    assert_eq!(other.line("next"), [Action::Remark(over.to_owned())]);
}

proptest! {
    #[test]
    fn no_dialogue_breaks_the_game(lines in proptest::collection::vec("((new|move|black|white|next|end|print|depth) ?(black|white|[A-T@]{0,5}))|(START 19|BEGIN|DONE|RESTART|BOARD|((TURN|TAKEBACK|BOARD)? ?[0-9],[0-9](,[12])?( [0-9],[0-9](,[12])?)?))", 0..40)) {
        for dialect in [Dialect::Sau, Dialect::Cloudict, Dialect::Gomocup] {
            let mut session = session(dialect);
            for line in &lines {
                for action in session.line(line) {
                    if action == Action::Think {
                        let mut empties = session.game().board().empties();
                        let (a, b) = (empties.next().unwrap(), empties.next().unwrap());
                        drop(empties);
                        let one = session.game().turns().is_empty();
                        let turn = if one { Turn::One(a) } else { Turn::pair(a, b).unwrap() };
                        prop_assert!(session.answer(turn).is_ok());
                    }
                }
                prop_assert!(session.game().board().audit());
            }
        }
    }
}

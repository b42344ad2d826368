//! Every claim of the chapters against the rules, the solver and the engine.

use std::collections::BTreeSet;

use super::chapter::{Chapters, Step};
use super::goal::Goal;
use super::right_answers::{right_answers, stones};
use super::*;
use crate::game::{Foul, Kind, Spot, Step as Played};
use crate::gomoku::Rule;
use crate::opening::Procedure;
use crate::text::{Catalogue, Language, Message};

fn chapters() -> Chapters {
    Chapters::shipped().expect("the chapters are sound")
}

fn all_steps(chapters: &Chapters) -> impl Iterator<Item = &Step> {
    let chapters = chapters.list().iter();
    chapters.flat_map(|chapter| chapter.steps.iter())
}

#[test]
fn the_right_answers_are_those_of_the_rules_the_solver_and_the_engine() {
    let chapters = chapters();
    let mut wrong = Vec::new();
    for step in all_steps(&chapters) {
        let Some(goal) = step.goal() else {
            continue;
        };
        let expected = right_answers(step, goal);
        let claimed: BTreeSet<String> = step.answers().iter().cloned().collect();
        if claimed != expected || claimed.is_empty() {
            wrong.push((&step.text, goal, claimed, expected));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_answer_is_judged_as_it_is_claimed() {
    let chapters = chapters();
    for step in all_steps(&chapters) {
        let Some(goal) = step.goal() else {
            let shown = step.view(&Request::default()).expect("a view");
            assert!(shown.done, "{}", step.text);
            continue;
        };
        let answered = |answer: &str, found: Vec<String>| {
            let request = Request {
                answer: Some(answer.to_string()),
                found,
                ..Request::default()
            };
            step.view(&request).expect("a view")
        };
        let mut found: Vec<String> = Vec::new();
        for answer in step.answers() {
            // One that is named twice counts once.
            let view = answered(answer, [found.clone(), found.clone()].concat());
            assert_eq!(view.right, Some(true), "{} {answer}", step.text);
            if goal.wants_all() {
                found.push(answer.clone());
            }
            let is_last = found.is_empty() || found.len() == step.answers().len();
            assert_eq!(view.done, is_last, "{} {answer}", step.text);
        }
        let given_up = Request {
            gives_up: true,
            ..Request::default()
        };
        let view = step.view(&given_up).expect("a view");
        assert_eq!(view.answers, step.answers());
        assert!(!view.done, "{}", step.text);
        let others = step
            .options()
            .into_iter()
            .chain(step.wrong().keys().cloned());
        for other in others.filter(|other| !step.answers().contains(other)) {
            let view = answered(&other, Vec::new());
            assert_eq!((view.right, view.done), (Some(false), false), "{other}");
        }
    }
}

/// Clicks on all points, one after the other, where one click is an answer.
#[test]
fn every_click_gets_an_answer_that_is_a_text() {
    let chapters = chapters();
    let catalogues = Language::ALL.map(|language| Catalogue::of(language).expect("texts"));
    let check = |message: &Message| {
        for catalogue in &catalogues {
            assert!(catalogue.has(&message.key), "{message:?}");
            for place in catalogue.places(&message.key) {
                assert!(message.arguments.contains_key(&place), "{message:?}");
            }
        }
    };
    for step in all_steps(&chapters) {
        let game = step.game().expect("a position");
        let picture = game.picture();
        let is_single = game.move_input().clicks == 1 && !step.goal().is_some_and(Goal::is_choice);
        check(&Message::new(step.text.as_str()));
        for key in step.options().iter().chain(step.wrong().values()) {
            if key.parse::<u8>().is_err() {
                check(&Message::new(key.as_str()).with("at", ""));
            }
        }
        if step.goal().is_none() || !is_single {
            continue;
        }
        for at in Spot::all(picture.width, picture.height) {
            let request = Request {
                clicks: vec![at],
                ..Request::default()
            };
            let view = step.view(&request).expect("a view");
            let name = picture.name(at);
            let is_right = step.answers().contains(&name);
            assert_eq!(view.right, Some(is_right), "{} {name}", step.text);
            check(&view.said.expect("an answer"));
        }
    }
}

#[test]
fn wrong_examples_are_wrong_for_the_reason_that_is_given() {
    let chapters = chapters();
    for step in all_steps(&chapters) {
        for (name, why) in step.wrong() {
            let mut game = step.game().expect("a position");
            let mover = game.to_move();
            let mv = game.read_move(name).expect("a move");
            game.play(Played::Move(mv)).expect("a legal move");
            let stones = stones(game.as_ref());
            let five = |length: usize| {
                let at = mv.last();
                let (x, y) = (i16::from(at.x), i16::from(at.y));
                let own = |n: i16, (right, down): (i16, i16)| {
                    let column = u8::try_from(x + n * right).ok();
                    let row = u8::try_from(y + n * down).ok();
                    let at = column.zip(row).map(|(x, y)| Spot::new(x, y));
                    at.and_then(|at| stones.stone(at)) == Some(mover)
                };
                [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|way| {
                    let ahead = (1..22).take_while(|&n| own(n, way)).count();
                    let behind = (1..22).take_while(|&n| own(-n, way)).count();
                    ahead + behind + 1 == length
                })
            };
            let holds = match why.as_str() {
                "learn-why-one-end" => stones.fives(mover).len() == 1,
                "learn-why-still-open" => !stones.open_fours(mover.opponent()).is_empty(),
                "learn-why-six" => five(6) && game.outcome().is_none(),
                "learn-why-closed" => five(5) && game.outcome().is_none(),
                other => panic!("{other} is not proved"),
            };
            assert!(holds, "{} {name}: {why}", step.text);
        }
    }
}

#[test]
fn a_forbidden_point_has_a_step_that_explains_it() {
    let chapters = chapters();
    for foul in [Foul::DoubleThree, Foul::DoubleFour, Foul::Overline] {
        let renju = chapters.chapter("renju").expect("a chapter");
        let mut about = renju.steps.iter().filter(|step| step.about() == Some(foul));
        let step = about.next().expect("a step");
        let forbidden = step.game().expect("a position").picture().forbidden;
        assert!(
            forbidden.iter().all(|&(_, known)| known == foul),
            "{foul:?}"
        );
        assert!(about.next().is_none());
    }
}

#[test]
fn every_game_rule_and_opening_has_a_chapter_with_a_title() {
    let chapters = chapters();
    for game in Kind::ALL {
        assert!(
            !chapters
                .of_game(game, Rule::Freestyle, Procedure::Free)
                .is_empty()
        );
    }
    for opening in Procedure::ALL
        .into_iter()
        .filter(|&it| it != Procedure::Free)
    {
        let last = chapters.of_game(Kind::Gomoku, Rule::Renju, opening);
        assert_eq!(
            last.last().map(|chapter| chapter.id.as_str()),
            Some(opening.name())
        );
    }
    for rule in Rule::ALL {
        assert!(
            !chapters
                .of_game(Kind::Gomoku, rule, Procedure::Free)
                .is_empty()
        );
    }
    for language in Language::ALL {
        let catalogue = Catalogue::of(language).expect("texts");
        for chapter in chapters.list() {
            assert!(
                catalogue.has(&format!("learn-{}", chapter.id)),
                "{}",
                chapter.id
            );
        }
    }
}

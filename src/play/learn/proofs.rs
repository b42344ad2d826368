//! Every claim of the chapters against the rules, the solver and the engine.

use std::collections::BTreeSet;
use std::sync::Arc;

use kagetsu_kernel::{StopSignal, WallClock};
use kagetsu_oxhorn::{Point, Rules, Side, State, Table};

use super::chapter::{Chapters, Step};
use super::goal::Goal;
use super::*;
use crate::game::{
    Cell, Colour, EndReason, Foul, Game, Picture, Seat, Spot, Spots, Step as Played,
};
use crate::gomoku::proof::{Finding, Proof};
use crate::gomoku::{Gomoku, Setup, Stones};
use crate::player::{EnginePlayer, GomokuPlayer};
use crate::session::Level;
use crate::text::{Catalogue, Language, Message};

/// Memory and nodes of the solver for a question.
const BYTES: usize = 16 << 20;
const NODES: u64 = 400_000;
/// Share of wins from which on a side is said to be better.
const BETTER: f64 = 0.6;

fn chapters() -> Chapters {
    Chapters::shipped().expect("the chapters are sound")
}

fn all_steps(chapters: &Chapters) -> impl Iterator<Item = &Step> {
    let chapters = chapters.list().iter();
    chapters.flat_map(|chapter| chapter.steps.iter())
}

/// The game after each legal move, by the name of the move.
fn after_moves(game: &dyn Game) -> Vec<(String, Box<dyn Game>)> {
    let moves = game.legal().into_iter().filter_map(|step| match step {
        Played::Move(mv) => Some(mv),
        _ => None,
    });
    let after = |mv: Spots| {
        let mut after = game.boxed();
        after.play(Played::Move(mv)).expect("a legal move");
        (game.write_move(mv), after)
    };
    moves.map(after).collect()
}

/// The moves after which something holds.
fn moves_where(game: &dyn Game, holds: impl Fn(&dyn Game) -> bool) -> BTreeSet<String> {
    let after = after_moves(game).into_iter();
    let right = after.filter(|(_, after)| holds(after.as_ref()));
    right.map(|(name, _)| name).collect()
}

fn stones(game: &dyn Game) -> &Stones {
    let game: &Gomoku = game.downcast_ref().expect("a game of gomoku");
    game.stones()
}

/// Has the side that moved last won, or does it win by fours after every answer?
fn is_won(game: &dyn Game) -> bool {
    if let Some(outcome) = game.outcome() {
        return outcome.reason == EndReason::Row;
    }
    let mut answers = after_moves(game).into_iter().map(|(_, after)| after);
    answers.all(|after| after.outcome().is_none() && wins_by_fours(after.as_ref()))
}

/// Does the side to move win by fours?
fn wins_by_fours(game: &dyn Game) -> bool {
    let mut proof = Proof::new(stones(game), BYTES, NODES, &StopSignal::new());
    match proof.wins_by_fours() {
        Finding::Yes(_) => true,
        Finding::No => false,
        Finding::Open => panic!("the solver does not know"),
    }
}

fn names(picture: &Picture, spots: impl IntoIterator<Item = Spot>) -> BTreeSet<String> {
    spots.into_iter().map(|at| picture.name(at)).collect()
}

fn free(picture: &Picture) -> Vec<Spot> {
    let rows = 0..picture.height;
    let spots = rows.flat_map(|y| (0..picture.width).map(move |x| Spot::new(x, y)));
    spots
        .filter(|&at| picture.cell(at) == Cell::Empty)
        .collect()
}

/// The rows of six points of a board of Connect6 without a stone of one colour, as the empty points that the other would need;
/// those that need at most two.
fn threats(picture: &Picture, attacker: Colour) -> Vec<BTreeSet<Spot>> {
    const ROW: i16 = 6;
    let mut all = Vec::new();
    for y in 0..i16::from(picture.height) {
        for x in 0..i16::from(picture.width) {
            for (right, down) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let end = (x + (ROW - 1) * right, y + (ROW - 1) * down);
                let last = (i16::from(picture.width), i16::from(picture.height));
                if end.0 >= last.0 || end.1 < 0 || end.1 >= last.1 {
                    continue;
                }
                let row = (0..ROW).map(|n| Spot::new((x + n * right) as u8, (y + n * down) as u8));
                let cells: Vec<(Spot, Cell)> = row.map(|at| (at, picture.cell(at))).collect();
                let own =
                    |cell: &Cell| matches!(cell, Cell::Piece { colour, .. } if *colour == attacker);
                if cells
                    .iter()
                    .any(|(_, cell)| *cell != Cell::Empty && !own(cell))
                {
                    continue;
                }
                let empty = cells.iter().filter(|(_, cell)| *cell == Cell::Empty);
                let empty: BTreeSet<Spot> = empty.map(|&(at, _)| at).collect();
                if (1..=2).contains(&empty.len()) {
                    all.push(empty);
                }
            }
        }
    }
    all
}

/// The sets of so many stones that stop all threats.
fn covers(threats: &[BTreeSet<Spot>], stones: usize) -> BTreeSet<BTreeSet<Spot>> {
    let Some(threat) = threats.first() else {
        return BTreeSet::from([BTreeSet::new()]);
    };
    let mut all = BTreeSet::new();
    if stones == 0 {
        return all;
    }
    for &at in threat {
        let rest: Vec<_> = threats
            .iter()
            .filter(|row| !row.contains(&at))
            .cloned()
            .collect();
        for mut cover in covers(&rest, stones - 1) {
            cover.insert(at);
            all.insert(cover);
        }
    }
    all
}

/// Pairs of points by their names.
fn pairs(picture: &Picture, sets: impl IntoIterator<Item = BTreeSet<Spot>>) -> BTreeSet<String> {
    let sets = sets.into_iter();
    sets.map(|set| {
        names(picture, set)
            .into_iter()
            .collect::<Vec<_>>()
            .join(" ")
    })
    .collect()
}

fn oxhorn_state(game: &dyn Game) -> State {
    let picture = game.picture();
    let numbered = |colour: Colour| {
        let points = Point::all().filter(|point| {
            let at = picture.spot(&point.to_string()).expect("a point");
            matches!(picture.cell(at), Cell::Piece { colour: of, .. } if of == colour)
        });
        points.collect::<Vec<_>>()
    };
    let (red, blue) = (numbered(Colour::Black), numbered(Colour::White));
    let side = match game.to_move() {
        Colour::Black => Side::Red,
        Colour::White => Side::Blue,
    };
    State::new(side, red[0], [blue[0], blue[1]]).expect("three points")
}

/// What perfect play is worth for the side that moved last.
fn value_for_mover(game: &dyn Game) -> i8 {
    let state = oxhorn_state(game);
    let table = Table::new(Rules::default());
    table
        .solution(state)
        .value
        .for_side(state.side().opponent())
}

fn corner_moves(game: &dyn Game) -> BTreeSet<String> {
    let corners = ["a1", "h1", "a8", "h8"].map(String::from);
    let moves = moves_where(game, |_| true);
    moves
        .into_iter()
        .filter(|name| corners.contains(name))
        .collect()
}

fn is_better(game: &dyn Game) -> &'static str {
    let gomoku: &Gomoku = game.downcast_ref().expect("a game of gomoku");
    let stones = gomoku.stones();
    let setup = Setup {
        stones: stones.stones(),
        to_move: stones.to_move(),
        ..Setup::square(stones.rule(), stones.size().0)
    };
    let started = Gomoku::start(&setup).expect("a position");
    let mut player = GomokuPlayer::new(Level::HIGHEST, 0, Arc::new(WallClock::start()));
    let line = player.judge(&started, &StopSignal::new()).expect("a value");
    let black = match started.to_move() {
        Colour::Black => line.rate,
        Colour::White => 1.0 - line.rate,
    };
    if black >= BETTER {
        "black"
    } else if black <= 1.0 - BETTER {
        "white"
    } else {
        "nobody"
    }
}

fn choice_of(step: &Step, goal: Goal, game: &dyn Game) -> String {
    let picture = game.picture();
    let mark = step.marks().expect("marks").first().copied();
    match goal {
        Goal::Reason => {
            let mark = mark.expect("a mark");
            let known = picture.forbidden.iter().find(|(at, _)| *at == mark);
            match known.map(|known| known.1) {
                Some(Foul::DoubleThree) => "foul-double-three",
                Some(Foul::DoubleFour) => "foul-double-four",
                Some(Foul::Overline) => "foul-overline",
                None => "learn-allowed",
            }
            .to_string()
        }
        Goal::Better => is_better(game).to_string(),
        Goal::Acts => match game.to_act() {
            Seat::First => "learn-first",
            Seat::Second => "learn-second",
        }
        .to_string(),
        Goal::Needed => {
            let threats = threats(&picture, game.to_move().other());
            let needed = (1..=4).find(|&count| !covers(&threats, count).is_empty());
            needed.expect("a number").to_string()
        }
        Goal::Turned => {
            let mark = mark.expect("a mark");
            let paths = game.turn().paths.expect("few moves");
            let path = paths.iter().find(|path| path.spots == mark.into());
            path.expect("a legal move").flips.len().to_string()
        }
        Goal::Lead => match game.outcome().expect("the end").winner {
            Some(Seat::First) => "black",
            Some(Seat::Second) => "white",
            None => "learn-draw",
        }
        .to_string(),
        _ => panic!("{goal:?} is no choice"),
    }
}

/// The right answers by the rules, the solver or the engine.
fn right_answers(step: &Step, goal: Goal) -> BTreeSet<String> {
    let game = step.game().expect("a position");
    let game = game.as_ref();
    let picture = game.picture();
    let mover = game.to_move();
    match goal {
        Goal::Five => moves_where(game, |after| {
            after
                .outcome()
                .is_some_and(|end| end.reason == EndReason::Row)
        }),
        Goal::OpenFour => names(&picture, stones(game).open_fours(mover)),
        Goal::Stop if game.kind() == crate::game::Kind::Gomoku => {
            names(&picture, stones(game).stops())
        }
        Goal::Stop => pairs(&picture, covers(&threats(&picture, mover.other()), 2)),
        Goal::Hold => moves_where(game, |after| !wins_by_fours(after)),
        Goal::Force => moves_where(game, is_won),
        Goal::Fouls => names(&picture, picture.forbidden.iter().map(|&(at, _)| at)),
        Goal::Legal | Goal::LegalAll => moves_where(game, |_| true),
        Goal::Twin => {
            let legal = game.legal();
            let free = free(&picture).into_iter();
            let twins = free.filter(|&at| !legal.contains(&Played::Offer(at.into())));
            let offered = &picture.offered;
            names(&picture, twins.filter(|at| !offered.contains(at)))
        }
        Goal::Six => pairs(&picture, threats(&picture, mover)),
        Goal::Corner => corner_moves(game),
        Goal::GivesCorner => moves_where(game, |after| !corner_moves(after).is_empty()),
        Goal::Silence => moves_where(game, |after| after.turn().must_pass),
        Goal::Trap => moves_where(game, |after| {
            after
                .outcome()
                .is_some_and(|end| end.reason == EndReason::Trapped)
        }),
        Goal::Escape => moves_where(game, |after| {
            after
                .outcome()
                .is_some_and(|end| end.reason == EndReason::Escaped)
        }),
        Goal::Best => {
            let after = after_moves(game);
            let best = after
                .iter()
                .map(|(_, after)| value_for_mover(after.as_ref()));
            let best = best.max().expect("a move");
            moves_where(game, |after| value_for_mover(after) == best)
        }
        _ => BTreeSet::from([choice_of(step, goal, game)]),
    }
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
            wrong.push((step.text(), goal, claimed, expected));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_answer_is_judged_as_it_is_claimed() {
    let chapters = chapters();
    for chapter in chapters.list() {
        for (number, step) in chapter.steps.iter().enumerate() {
            let Some(goal) = step.goal() else {
                let shown = step.view(&Request::default()).expect("a view");
                assert!(shown.done, "{}", step.text());
                continue;
            };
            let mut found = Vec::new();
            for answer in step.answers() {
                let mut request = Request::answer(&chapter.id, number, answer);
                request.found.clone_from(&found);
                let view = step.view(&request).expect("a view");
                assert_eq!(view.right, Some(true), "{} {answer}", step.text());
                if goal.wants_all() {
                    found.push(answer.clone());
                }
                let is_last = found.is_empty() || found.len() == step.answers().len();
                assert_eq!(view.done, is_last, "{} {answer}", step.text());
            }
            let others = step
                .options()
                .into_iter()
                .chain(step.wrong().keys().cloned());
            for other in others.filter(|other| !step.answers().contains(other)) {
                let view = step.view(&Request::answer(&chapter.id, number, &other));
                let view = view.expect("a view");
                assert_eq!((view.right, view.done), (Some(false), false), "{other}");
            }
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
        let is_single = game.turn().clicks == 1 && !step.goal().is_some_and(Goal::is_choice);
        check(&Message::new(step.text()));
        for key in step.options().iter().chain(step.wrong().values()) {
            if key.parse::<u8>().is_err() {
                check(&Message::new(key.as_str()).with("at", ""));
            }
        }
        if step.goal().is_none() || !is_single {
            continue;
        }
        for y in 0..picture.height {
            for at in (0..picture.width).map(|x| Spot::new(x, y)) {
                let request = Request {
                    clicks: vec![at],
                    ..Request::default()
                };
                let view = step.view(&request).expect("a view");
                let name = picture.name(at);
                let is_right = step.answers().contains(&name);
                assert_eq!(view.right, Some(is_right), "{} {name}", step.text());
                check(&view.said.expect("an answer"));
            }
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
                "learn-why-still-open" => !stones.open_fours(mover.other()).is_empty(),
                "learn-why-six" => five(6) && game.outcome().is_none(),
                "learn-why-closed" => five(5) && game.outcome().is_none(),
                other => panic!("{other} is not proved"),
            };
            assert!(holds, "{} {name}: {why}", step.text());
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
    use crate::game::Kind;
    use crate::gomoku::Rule;
    use crate::opening::Procedure;
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

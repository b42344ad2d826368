//! Players: legal answers, the same answer to the same question, levels in order.

use std::sync::Arc;

use kagetsu_kernel::{FakeClock, StopSignal};

use crate::game::{Ask, EndReason, Game, Seat, Spot, Step};
use crate::gomoku::thinker::Value;
use crate::gomoku::{Gomoku, Rule, Setup};
use crate::opening::Procedure;
use crate::session::Level;

use super::{Beginner, Kagetsu, Player, Skill};

fn kagetsu(level: u8, seed: u64) -> Kagetsu {
    Kagetsu::new(level, seed, Arc::new(FakeClock::new()))
}

/// Plays a game to its end; the first player begins.
fn play(mut game: Gomoku, players: &mut [&mut dyn Player; 2]) -> Gomoku {
    let stop = StopSignal::new();
    let mut quiet = |_: &_| {};
    while game.ask() != Ask::Nothing {
        let player = game.to_act().index();
        let answer = players[player].answer(&game, &stop, &mut quiet);
        let answer = answer.expect("the game is not over");
        assert!(game.legal().contains(&answer), "{answer:?}");
        game.play(answer).expect("a legal step");
    }
    game
}

fn start(rule: Rule, side: u8, procedure: Procedure) -> Gomoku {
    Gomoku::start(&Setup::square(rule, side).with_opening(procedure)).expect("a sound setup")
}

/// Half points of the first of two players over a number of games with colours exchanged.
fn match_points(one: &mut dyn Player, other: &mut dyn Player, games: usize) -> usize {
    let mut points = 0;
    for number in 0..games {
        let empty = start(Rule::Freestyle, 15, Procedure::Free);
        let (ended, seat) = if number % 2 == 0 {
            (play(empty, &mut [&mut *one, &mut *other]), Seat::First)
        } else {
            (play(empty, &mut [&mut *other, &mut *one]), Seat::Second)
        };
        points += match ended.outcome().and_then(|outcome| outcome.winner) {
            None => 1,
            Some(winner) if winner == seat => 2,
            Some(_) => 0,
        };
    }
    points
}

#[test]
fn every_procedure_is_played_by_kagetsu_against_itself() {
    for (seed, procedure) in Procedure::ALL.into_iter().enumerate() {
        let mut game = start(Rule::Renju, 15, procedure);
        let mut player = kagetsu(1, seed as u64);
        while !game.opening_is_done() || game.stones().stones().len() < 6 {
            let answer = player.answer(&game, &StopSignal::new(), &mut |_| {});
            let answer = answer.expect("the game goes on");
            assert!(game.legal().contains(&answer), "{procedure} {answer:?}");
            game.play(answer).expect("a legal step");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let game = |seed| {
        let empty = start(Rule::Standard, 11, Procedure::Free);
        let (mut one, mut other) = (kagetsu(3, seed), kagetsu(2, seed + 1));
        play(empty, &mut [&mut one, &mut other]).stones().stones()
    };
    assert_eq!(game(5), game(5));
    assert_ne!(game(5), game(6));
}

#[test]
fn a_stronger_level_beats_a_weaker_one() {
    let points = match_points(&mut kagetsu(6, 1), &mut kagetsu(1, 2), 4);
    assert!(points >= 6, "{points} of 8 half points");
    let points = match_points(&mut kagetsu(5, 3), &mut Beginner::new(4), 4);
    assert!(points >= 6, "{points} of 8 half points");
}

#[test]
fn skills_only_grow() {
    let skills: Vec<Skill> = (Level::LOWEST..=Level::HIGHEST).map(Skill::of).collect();
    for pair in skills.windows(2) {
        assert!(pair[0].nodes < pair[1].nodes);
        assert!(pair[0].overlook >= pair[1].overlook);
        assert!(pair[0].softness > pair[1].softness);
        assert!(pair[0].reach <= pair[1].reach);
        assert!(pair[0].overlooks(0) <= pair[0].overlooks(9));
    }
    assert_eq!(Skill::of(0), Skill::of(1));
    assert_eq!(Skill::of(200), Skill::of(10));
}

#[test]
fn wins_beyond_the_reach_of_a_level_seem_undecided() {
    let skill = Skill {
        reach: 3,
        ..Skill::of(1)
    };
    assert!(skill.sees_win(Value::WinIn(3)) && !skill.sees_win(Value::WinIn(5)));
    assert!(!skill.sees_win(Value::LossIn(2)));
    assert!(skill.units(Value::LossIn(2)) < skill.units(Value::Units(-1000)));
    assert!(skill.units(Value::LossIn(4)).abs() < 1.0);
    assert!((skill.units(Value::Units(70)) - 70.0).abs() < 1.0);
    assert!(Skill::faultless(10).sees_win(Value::WinIn(99)));
}

/// An open three of the side to move: an open four wins in three plies at either end.
#[test]
fn a_win_that_is_not_seen_is_only_one_of_the_choices() {
    let mut game = start(Rule::Freestyle, 15, Procedure::Free);
    for text in ["h8", "c3", "i8", "m3", "j8", "c12"] {
        let at = game.read_move(text).expect("a point");
        game.play(Step::Move(at)).expect("a legal move");
    }
    let others = |reach: u16| {
        let skill = Skill {
            nodes: 600,
            lines: 10,
            overlook: 0.0,
            softness: 500.0,
            reach,
        };
        let other = |&seed: &u64| {
            let mut player = kagetsu(1, seed).with_skill(skill);
            let answer = player.answer(&game, &StopSignal::new(), &mut |_| {});
            let Ok(Step::Move(at)) = answer else {
                panic!("{answer:?}");
            };
            !game.stones().open_fours(game.to_move()).contains(&at)
        };
        (1..=8).filter(other).count()
    };
    assert_eq!(others(3), 0);
    assert!(others(1) >= 4, "{} of 8", others(1));
}

#[test]
fn strong_levels_stop_fours_and_complete_fives() {
    let mut game = start(Rule::Freestyle, 15, Procedure::Free);
    for text in ["h8", "a1", "i8", "c1", "j8", "g8", "k8"] {
        let at = game.read_move(text).expect("a point");
        game.play(Step::Move(at)).expect("a legal move");
    }
    let stops = |level: u8, seed: u64| {
        let answer = kagetsu(level, seed).answer(&game, &StopSignal::new(), &mut |_| {});
        answer == Ok(Step::Move(Spot::new(11, 7)))
    };
    // Levels below the highest overlook a four once in some hundred times.
    for level in 8..Level::HIGHEST {
        assert!((1..=5).filter(|&seed| stops(level, seed)).count() >= 4);
    }
    assert!(stops(Level::HIGHEST, 1));
    game.play(Step::Pass).expect("a pass is legal");
    for level in Level::LOWEST..=Level::HIGHEST {
        let mut after = game.clone();
        let answer = kagetsu(level, 1).answer(&after, &StopSignal::new(), &mut |_| {});
        after
            .play(answer.expect("the game goes on"))
            .expect("a legal step");
        let reason = after.outcome().map(|outcome| outcome.reason);
        assert_eq!(reason, Some(EndReason::Row));
    }
}

//! Players: legal answers, the same answer to the same question, levels in order.

use std::sync::Arc;

use kagetsu_kernel::{FakeClock, StopSignal};
use proptest::prelude::*;

use crate::game::{Ask, Colour, EndReason, Game, GameMove, Seat, Spot, Step, Value, stones_of};
use crate::gomoku::stones::AfterStone;
use crate::gomoku::{Gomoku, Rule, Setup, Stones};
use crate::opening::Procedure;
use crate::session::Level;

use super::scripted::{Manner, Script};
use super::skill::overlooked;
use super::{EnginePlayer, GomokuPlayer, Skill};

/// The lowest level that overlooks no four.
const FIRST_THAT_SEES_FOURS: u8 = 3;

/// Kagetsu with some abilities and a seed.
struct Kagetsu {
    player: GomokuPlayer,
    skill: Skill,
    seed: u64,
}

fn with_skill(skill: Skill, seed: u64) -> Kagetsu {
    let player = GomokuPlayer::new(Arc::new(FakeClock::new()));
    Kagetsu {
        player,
        skill,
        seed,
    }
}

fn kagetsu(level: u8, seed: u64) -> Kagetsu {
    with_skill(Skill::of(level), seed)
}

/// Whoever answers for a seat.
type Player<'a> = &'a mut dyn FnMut(&Gomoku) -> Option<Step>;

/// The step of Kagetsu.
fn step(kagetsu: &mut Kagetsu, game: &Gomoku) -> Option<Step> {
    let (player, stop) = (&mut kagetsu.player, StopSignal::new());
    player.answer_with(game, kagetsu.skill, kagetsu.seed, &stop, &mut |_| {})
}

/// Plays a game to its end; the first player begins.
fn play(mut game: Gomoku, players: [Player<'_>; 2]) -> Gomoku {
    let [first, second] = players;
    while game.ask() != Ask::Nothing {
        let answer = match game.to_act() {
            Seat::First => first(&game),
            Seat::Second => second(&game),
        };
        let answer = answer.expect("the game is not over");
        assert!(game.legal().contains(&answer), "{answer:?}");
        game.play(answer).expect("a legal step");
    }
    game
}

fn start(rule: Rule, side: u8, procedure: Procedure) -> Gomoku {
    Gomoku::start(&Setup::square(rule, side).with_opening(procedure)).expect("a sound setup")
}

/// A game after these moves.
fn freestyle_after(moves: &[&str]) -> Gomoku {
    let mut game = start(Rule::Freestyle, 15, Procedure::Free);
    for text in moves {
        let at = game.read_move(text).expect("a point");
        game.play(Step::Move(at)).expect("a legal move");
    }
    game
}

/// Half points of the first of two players over a number of games with colours exchanged.
fn match_points(one: Player<'_>, other: Player<'_>, games: usize) -> usize {
    let mut points = 0;
    for number in 0..games {
        let empty = start(Rule::Freestyle, 15, Procedure::Free);
        let (ended, seat) = if number % 2 == 0 {
            (play(empty, [&mut *one, &mut *other]), Seat::First)
        } else {
            (play(empty, [&mut *other, &mut *one]), Seat::Second)
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
            let answer = step(&mut player, &game);
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
        let mut one = |game: &Gomoku| step(&mut one, game);
        let mut other = |game: &Gomoku| step(&mut other, game);
        play(empty, [&mut one, &mut other]).stones().stones()
    };
    assert_eq!(game(5), game(5));
    assert_ne!(game(5), game(6));
}

#[test]
fn a_stronger_level_beats_a_weaker_one() {
    let (mut upper, mut lower) = (kagetsu(6, 1), kagetsu(1, 2));
    let lower = &mut |game: &Gomoku| step(&mut lower, game);
    let points = match_points(&mut |game| step(&mut upper, game), lower, 4);
    assert!(points >= 6, "{points} of 8 half points");
    let (mut upper, mut beginner) = (kagetsu(5, 3), Script::new(Manner::Beginner, 4));
    let lower = &mut |game: &Gomoku| beginner.answer(game);
    let points = match_points(&mut |game| step(&mut upper, game), lower, 4);
    assert!(points >= 6, "{points} of 8 half points");
}

#[test]
fn skills_only_grow() {
    let skills: Vec<Skill> = (Level::LOWEST..=Level::HIGHEST).map(Skill::of).collect();
    for pair in skills.windows(2) {
        assert!(pair[0].nodes < pair[1].nodes);
        assert!(pair[0].overlook_five >= pair[1].overlook_five);
        assert!(pair[0].overlook_four >= pair[1].overlook_four);
        assert!(pair[0].miss_four >= pair[1].miss_four);
        assert!(pair[0].lines >= pair[1].lines);
        assert!(pair[0].softness > pair[1].softness || pair[0].lines > pair[1].lines);
        assert!(pair[0].reach <= pair[1].reach);
        assert!(pair[0].caution <= pair[1].caution);
        let five = |distance| overlooked(pair[0].overlook_five, distance);
        assert!(five(0) <= five(9));
    }
    assert_eq!(Skill::of(0), Skill::of(1));
    assert_eq!(Skill::of(200), Skill::of(10));
}

#[test]
fn wins_beyond_the_reach_of_a_level_seem_undecided() {
    let skill = Skill {
        reach: 3,
        caution: 3,
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
    let game = freestyle_after(&["h8", "c3", "i8", "m3", "j8", "c12"]);
    let others = |reach: u16| {
        let skill = Skill {
            lines: 10,
            softness: 500.0,
            reach,
            ..Skill::faultless(600)
        };
        let other = |&seed: &u64| {
            let answer = step(&mut with_skill(skill, seed), &game);
            let Some(Step::Move(GameMove::One(at))) = answer else {
                panic!("{answer:?}");
            };
            !game.stones().open_fours(game.to_move()).contains(&at)
        };
        (1..=8).filter(other).count()
    };
    assert_eq!(others(3), 0);
    assert!(others(1) >= 4, "{} of 8", others(1));
}

/// May a stone of the colour complete a winning row at once? By laying it.
fn winning_points(stones: &Stones, of: Colour) -> Vec<Spot> {
    let laid = stones.stones();
    let turned = Stones::set_up(stones.size(), stones.rule(), &laid, of).expect("the same stones");
    // A stone that completes a row touches another stone of it.
    let touches = |at: &Spot| {
        let beside = |stone: Spot| stone.x.abs_diff(at.x) <= 1 && stone.y.abs_diff(at.y) <= 1;
        laid.iter()
            .any(|&(stone, colour)| colour == of && beside(stone))
    };
    let wins = |&at: &Spot| matches!(turned.clone().play(at), Ok(AfterStone::Win(_)));
    turned.empty().filter(touches).filter(wins).collect()
}

/// A board with stones among which rows are likely, as a setup for either side.
fn setup_with_rows() -> impl Strategy<Value = Setup> {
    let rules = proptest::sample::select(Rule::ALL.to_vec());
    let ways = proptest::sample::select(vec![(1, 0), (0, 1), (1, 1), (1, -1)]);
    let row = (0..22_i16, 0..22_i16, ways, 0..63_u8, 0..2_usize);
    let rows = proptest::collection::vec(row, 2..6);
    (rules, 5..=22_u8, 5..=22_u8, rows, 0..2_usize).prop_map(
        |(rule, width, height, rows, mover)| {
            let colours = Colour::BOTH;
            let mut stones: Vec<(Spot, Colour)> = Vec::new();
            for (x, y, (dx, dy), mask, colour) in rows {
                let (x, y) = (x % i16::from(width), y % i16::from(height));
                for step in (0..6_i16).filter(|step| mask >> step & 1 == 1) {
                    let (x, y) = (x + step * dx, y + step * dy);
                    let inside =
                        (0..i16::from(width)).contains(&x) && (0..i16::from(height)).contains(&y);
                    let at = Spot::new(x as u8, y as u8);
                    if inside && stones.iter().all(|&(taken, _)| taken != at) {
                        stones.push((at, colours[colour]));
                    }
                }
            }
            Setup {
                rule,
                width,
                height,
                opening: Procedure::Free,
                stones,
                to_move: colours[mover],
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn no_level_from_three_up_overlooks_a_four(
        setup in setup_with_rows(),
        level in FIRST_THAT_SEES_FOURS..=Level::HIGHEST,
        seed: u64,
    ) {
        let Ok(game) = Gomoku::start(&setup) else {
            return Ok(());
        };
        let (stones, own) = (game.stones(), game.to_move());
        let wins = winning_points(stones, own);
        let threats = winning_points(stones, own.opponent());
        if wins.is_empty() && threats.is_empty() {
            return Ok(());
        }
        let stops = |at: Spot| {
            let mut after = stones.clone();
            after.play(at).is_ok() && winning_points(&after, own.opponent()).is_empty()
        };
        // Most fours are stopped on the last point of their row.
        let can_stop = threats.iter().copied().chain(stones.empty()).any(stops);
        // Fewer nodes are no excuse.
        let skill = Skill { nodes: 300, ..Skill::of(level) };
        let mut kagetsu = with_skill(skill, seed);
        let answers = [
            step(&mut kagetsu, &game),
            kagetsu.player.hint(&game, seed, &StopSignal::new()),
        ];
        for answer in answers {
            let Some(Step::Move(GameMove::One(at))) = answer else {
                return Err(TestCaseError::fail(format!("{answer:?}")));
            };
            if !wins.is_empty() {
                prop_assert!(wins.contains(&at), "{} does not win", game.name(at));
            } else if can_stop {
                prop_assert!(stops(at), "{} stops nothing", game.name(at));
            }
        }
        prop_assert!(!kagetsu.player.accepts_draw(&game, level, &StopSignal::new()));
    }
}

#[test]
fn a_draw_is_agreed_to_where_no_row_is_left_and_not_by_a_search_that_was_stopped() {
    const ROWS: [&str; 5] = ["xxoox", "ooxxo", "xxoox", "ooxxo", "xxo.."];
    let setup = Setup {
        to_move: Colour::White,
        stones: stones_of(&ROWS),
        ..Setup::square(Rule::Freestyle, 5)
    };
    let game = Gomoku::start(&setup).expect("a sound setup");
    let (mut kagetsu, stop) = (kagetsu(4, 1), StopSignal::new());
    assert!(kagetsu.player.accepts_draw(&game, 4, &stop));
    stop.raise();
    assert!(!kagetsu.player.accepts_draw(&game, 4, &stop));
}

/// The row that won the first game of many, and one with a turn.
#[test]
fn a_player_who_never_looks_up_wins_no_game_from_level_four_up() {
    let lines: [&[&str]; 3] = [
        &["h8", "g7", "f6", "e5", "d4"],
        &["h8", "g7", "i9", "j10", "k11"],
        &[],
    ];
    let empty = || start(Rule::Freestyle, 15, Procedure::Free);
    for (seed, line) in (1..).zip(lines.iter()) {
        for level in 4..=7 {
            let read = |text: &&str| empty().read_spot(text).expect("a point");
            let line = line.iter().map(read).collect();
            let mut script = Script::new(Manner::Extender, seed).with_line(line);
            let mut kagetsu = kagetsu(level, seed);
            let script = &mut |game: &Gomoku| script.answer(game);
            let ended = play(empty(), [script, &mut |game| step(&mut kagetsu, game)]);
            let winner = ended.outcome().and_then(|outcome| outcome.winner);
            assert_ne!(winner, Some(Seat::First), "level {level}, seed {seed}");
        }
    }
}

/// A beginner stops a plain four more often than not.
#[test]
fn the_lowest_levels_stop_most_fours() {
    let game = freestyle_after(&["h8", "a1", "i8", "c1", "j8", "g8", "k8"]);
    for level in [1, 2] {
        let stops = |&seed: &u64| {
            let answer = step(&mut kagetsu(level, seed), &game);
            answer == Some(Step::stone(Spot::new(11, 7)))
        };
        let stopped = (1..=40).filter(stops).count();
        assert!(
            (21..40).contains(&stopped),
            "level {level}: {stopped} of 40"
        );
    }
}

#[test]
fn every_level_completes_five() {
    let game = freestyle_after(&["h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1"]);
    for level in Level::LOWEST..=Level::HIGHEST {
        let mut after = game.clone();
        let answer = step(&mut kagetsu(level, 1), &after);
        after
            .play(answer.expect("the game goes on"))
            .expect("a legal step");
        let reason = after.outcome().map(|outcome| outcome.reason);
        assert_eq!(reason, Some(EndReason::Row));
    }
}

//! Tests of what every search must do under any limits: answer a legal move, the forced move, an immediate win, the
//! longest defence. The positions come from games of a player without search. The slow referee judges the answers.

use std::time::Duration;

use kagetsu_gomoku::board::{Board, Position, Rule, Side, Threat};
use kagetsu_gomoku::engine::{Engine, Thought};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_gomoku::search::{DepthReport, NullSearchObserver, RootEvent, SearchObserver};
use kagetsu_kernel::{Score, SearchLimits, StopSignal, TimeControl};
use kagetsu_test_support::cases::point;
use kagetsu_test_support::oracle::{legal_moves, winner_after};
use kagetsu_test_support::play::{Game, positions_where, rectangle, square};
use kagetsu_test_support::searching::{depth, engine, from_now, nodes, picture, think};

fn turn(engine: &Engine, limit: Duration) -> SearchLimits {
    from_now(engine, TimeControl::per_move(limit))
}

/// The limits under which the simplest duties must be met.
pub(super) fn short_limits(engine: &Engine) -> [SearchLimits; 4] {
    [
        turn(engine, Duration::ZERO),
        turn(engine, Duration::from_millis(1)),
        nodes(1),
        depth(1),
    ]
}

#[test]
fn a_lone_four_is_always_stopped() -> Result<(), String> {
    for rule in Rule::ALL {
        for size in [square(15), rectangle(8, 20)] {
            let four = |board: &Board| {
                let side = board.side_to_move();
                board.count(side, Threat::Five) == 0
                    && board.count(side.opponent(), Threat::Five) > 0
            };
            for position in positions_where(rule, size, 30, four) {
                let board = Board::from_position(&position);
                let side = board.side_to_move();
                let stops: Vec<Point> = board
                    .five_defences(side.opponent())
                    .iter()
                    .filter(|&stop| !board.is_foul(side, stop))
                    .collect();
                let mut engine = engine(1);
                for limits in short_limits(&engine) {
                    let best = think(&mut engine, &position, &limits)?.best;
                    assert!(
                        legal_moves(&position).contains(best),
                        "{best:?}: {}",
                        picture(&position)
                    );
                    assert!(
                        stops.is_empty() || stops.contains(&best),
                        "{best:?}: {}",
                        picture(&position)
                    );
                }
            }
        }
    }
    Ok(())
}

#[test]
fn a_five_is_made_at_once_even_when_the_opponent_threatens_one() -> Result<(), String> {
    for rule in Rule::ALL {
        let four = |board: &Board| board.count(board.side_to_move().opponent(), Threat::Five) > 0;
        let mut fives = positions_where(rule, square(15), 20, four);
        for position in &mut fives {
            position.pass();
        }
        for side in Side::BOTH {
            fives.push(placed(rule, side, "c2 d2 e2 f2", "h8 i8 j8 k8")?);
            fives.push(placed(rule, side, "c2 d2 f2 g2 h3", "h8 h9 h11 h12 a15")?);
        }
        for position in fives {
            let mut engine = engine(1);
            for limits in short_limits(&engine) {
                let Thought { best, report, .. } = think(&mut engine, &position, &limits)?;
                let winner = winner_after(&position, best);
                assert_eq!(
                    winner,
                    Some(position.side_to_move()),
                    "{best:?}: {}",
                    picture(&position)
                );
                assert_eq!(report.score, Score::win_in(1), "{}", picture(&position));
            }
        }
    }
    Ok(())
}

/// A position of stones given by their names, on 15x15.
pub(super) fn placed(
    rule: Rule,
    to_move: Side,
    black: &str,
    white: &str,
) -> Result<Position, String> {
    let mut position = Position::new(square(15), rule);
    for (side, names) in [(Side::Black, black), (Side::White, white)] {
        for name in names.split_whitespace() {
            position
                .place(point(name)?, side)
                .map_err(|error| error.to_string())?;
        }
    }
    position.set_side_to_move(to_move);
    Ok(position)
}

#[test]
fn a_lost_game_is_prolonged_by_fours() -> Result<(), String> {
    // White has two open threes. Every closed three of Black's puts the end off by a four and its stop.
    let threes = "h8 i8 j8 h13 i13 j13";
    for rule in Rule::ALL {
        let one = placed(rule, Side::Black, "c2 d2 e2", &format!("b2 {threes}"))?;
        let two = placed(
            rule,
            Side::Black,
            "c2 d2 e2 j2 k2 l2",
            &format!("b2 i2 {threes}"),
        )?;
        for (position, plies) in [(one, 6), (two, 8)] {
            for limits in [depth(plies), depth(plies + 2)] {
                let Thought { best, report, .. } = think(&mut engine(1), &position, &limits)?;
                assert_eq!(
                    report.score,
                    Score::loss_in(plies as usize),
                    "{}",
                    picture(&position)
                );
                let class = Board::from_position(&position).threat(Side::Black, best);
                assert!(
                    Threat::FOURS.contains(&class),
                    "{best:?}: {}",
                    picture(&position)
                );
            }
        }
        let none = placed(rule, Side::Black, "c2 d2", &format!("b2 {threes}"))?;
        let report = think(&mut engine(1), &none, &depth(4))?.report;
        assert_eq!(report.score, Score::loss_in(4), "{}", picture(&none));
    }
    Ok(())
}

/// Plays on with the engine for both sides until somebody wins.
pub(super) fn play_out(
    engine: &mut Engine,
    position: &Position,
    limits: &SearchLimits,
) -> Result<Option<Side>, String> {
    let mut position = position.clone();
    while !legal_moves(&position).is_empty() {
        let best = think(engine, &position, limits)?.best;
        if let Some(winner) = winner_after(&position, best) {
            return Ok(Some(winner));
        }
        position.play(best).map_err(|error| error.to_string())?;
    }
    Ok(None)
}

#[test]
fn proved_wins_are_brought_home() -> Result<(), String> {
    /// Plies of a win that needs some searching.
    const LONG: usize = 5;
    let mut long_wins = 0;
    for rule in Rule::ALL {
        for seed in 0..40 {
            let game = Game::new(square(15), rule, 0, 40, 9000 + seed);
            let game = game.until(8 + seed as usize % 12);
            let report = think(&mut engine(1), &game.position, &depth(6))?.report;
            let Some(distance) = report.score.distance() else {
                continue;
            };
            let mover = game.position.side_to_move();
            let expected = if report.score.is_win() {
                mover
            } else {
                mover.opponent()
            };
            let end = play_out(&mut engine(1), &game.position, &depth(6))?;
            let shown = picture(&game.position);
            assert_eq!(end, Some(expected), "{report:?}: {shown}");
            long_wins += usize::from(distance >= LONG);
        }
    }
    assert!(long_wins >= 15, "{long_wins}");
    Ok(())
}

#[test]
fn a_win_that_the_table_has_proved_is_found_again_at_once() -> Result<(), String> {
    /// Plies of a win that neither threats at sight nor fours alone show after its first two moves.
    const LONG: usize = 11;
    let mut kept = 0;
    for seed in 0..60 {
        let game = Game::new(square(15), Rule::Freestyle, 0, 40, 9000 + seed);
        let game = game.until(8 + seed as usize % 12);
        let mut engine = engine(1);
        let report = think(&mut engine, &game.position, &depth(8))?.report;
        let Some(distance) = report.score.distance().filter(|&distance| distance >= LONG) else {
            continue;
        };
        let mut position = game.position.clone();
        for &point in &report.pv[..2] {
            position.play(point).map_err(|error| error.to_string())?;
        }
        let again = think(&mut engine, &position, &depth(1))?.report;
        let shown = picture(&game.position);
        let is_same = again.score.is_win() == report.score.is_win();
        let left = again.score.distance().unwrap_or(usize::MAX);
        assert!(
            is_same && left <= distance - 2,
            "{report:?}: {again:?}: {shown}"
        );
        kept += 1;
    }
    assert!(kept >= 3, "{kept}");
    Ok(())
}

/// Boards of every kind of shape, the extreme ones among them.
pub(super) fn all_sizes() -> [BoardSize; 7] {
    [
        square(5),
        rectangle(5, 22),
        rectangle(22, 5),
        rectangle(6, 7),
        square(15),
        square(20),
        square(22),
    ]
}

#[test]
fn moves_are_legal_on_every_board_under_every_rule() -> Result<(), String> {
    for rule in Rule::ALL {
        for size in all_sizes() {
            let mut engine = engine(1);
            let mut games: Vec<Game> = (0..3)
                .map(|seed| Game::new(size, rule, seed * 3, 60, seed as u64))
                .collect();
            for stones in 0..size.area() {
                for game in &mut games {
                    let legal = legal_moves(&game.position);
                    for limits in [turn(&engine, Duration::ZERO), nodes(50), depth(2)] {
                        if stones % 7 == 0 && !legal.is_empty() {
                            let best = think(&mut engine, &game.position, &limits)?.best;
                            assert!(
                                legal.contains(best),
                                "{best:?}: {}",
                                picture(&game.position)
                            );
                        }
                    }
                }
                games.retain_mut(|game| game.step().is_some());
            }
        }
    }
    Ok(())
}

#[test]
fn a_search_that_is_stopped_before_it_begins_still_answers() -> Result<(), String> {
    let stop = StopSignal::new();
    stop.raise();
    for rule in Rule::ALL {
        for position in positions_where(rule, square(15), 10, |board| board.occupied() == 12) {
            let answer = engine(1).think(&position, &depth(30), &stop, &mut NullSearchObserver);
            let best = answer.map_err(|error| error.to_string())?.best;
            assert!(
                legal_moves(&position).contains(best),
                "{best:?}: {}",
                picture(&position)
            );
        }
    }
    Ok(())
}

#[test]
fn node_limits_are_respected() -> Result<(), String> {
    // One node may begin a search by fours, which has a limit of its own.
    const OVERSHOOT: u64 = 2_000;
    for rule in Rule::ALL {
        for position in positions_where(rule, square(15), 3, |board| board.occupied() == 16) {
            for limit in [1, 100, 1_000, 20_000] {
                let report = think(&mut engine(1), &position, &nodes(limit))?.report;
                assert!(
                    report.nodes <= limit + OVERSHOOT,
                    "{} of {limit}: {}",
                    report.nodes,
                    picture(&position)
                );
                let early = report.score.is_decided() || report.nodes >= limit;
                assert!(early, "{} of {limit}: {}", report.nodes, picture(&position));
            }
        }
    }
    Ok(())
}

/// Hears which move of the root was better than those before it. The first move of a pass over the moves says nothing: it
/// has no other before it.
#[derive(Default)]
struct BetterMove {
    searched: Vec<Point>,
    better: Option<Point>,
}

impl SearchObserver for BetterMove {
    fn depth_report(&mut self, _: &DepthReport) {}

    fn root_event(&mut self, event: RootEvent) {
        match event {
            RootEvent::IterationStarted => self.searched.clear(),
            // Another pass begins where a move is searched again.
            RootEvent::Searching(point) if self.searched.contains(&point) => self.searched.clear(),
            RootEvent::Searching(_) => {}
            RootEvent::Searched(point) | RootEvent::Lost(point) => self.searched.push(point),
            RootEvent::Best(point) => self.better = (self.searched.len() > 1).then_some(point),
        }
    }
}

#[test]
fn a_better_move_is_played_wherever_the_nodes_end() -> Result<(), String> {
    let mut seen = 0;
    for rule in Rule::ALL {
        for position in positions_where(rule, square(15), 12, |board| board.occupied() == 12) {
            for limit in (5..20).map(|n| 100 * n) {
                let mut heard = BetterMove::default();
                let answer =
                    engine(1).think(&position, &nodes(limit), &StopSignal::new(), &mut heard);
                let best = answer.map_err(|error| error.to_string())?.best;
                let drawn = picture(&position);
                assert_eq!(heard.better.unwrap_or(best), best, "{limit}: {drawn}");
                seen += usize::from(heard.better.is_some());
            }
        }
    }
    assert!(seen >= 20, "{seen}");
    Ok(())
}

#[test]
fn one_thread_searches_the_same_tree_every_time() -> Result<(), String> {
    for rule in Rule::ALL {
        for position in positions_where(rule, square(15), 3, |board| board.occupied() == 20) {
            let mut used = engine(1);
            let first = think(&mut used, &position, &depth(6))?;
            used.clear_hash();
            for again in [
                think(&mut engine(1), &position, &depth(6))?,
                think(&mut used, &position, &depth(6))?,
            ] {
                assert_eq!(again.best, first.best, "{}", picture(&position));
                assert_eq!(
                    again.report.nodes,
                    first.report.nodes,
                    "{}",
                    picture(&position)
                );
                assert_eq!(
                    again.report.score,
                    first.report.score,
                    "{}",
                    picture(&position)
                );
                assert_eq!(again.report.pv, first.report.pv, "{}", picture(&position));
            }
        }
    }
    Ok(())
}

//! Tests of the tree search: what it must never do, and what it must find.

use std::time::Duration;

use kagetsu_gomoku::board::{Position, Rule, Side};
use kagetsu_gomoku::engine::{
    Engine, EngineConfig, EngineError, SearchMethod, SearchRequest, Thought,
};
use kagetsu_gomoku::geometry::{Point, PointSet};
use kagetsu_gomoku::search::{NullSearchObserver, RootFilter};
use kagetsu_kernel::{Score, SearchLimits, StopSignal, TimeControl};
use kagetsu_test_support::oracle::{legal_moves, winner_after};
use kagetsu_test_support::play::{Game, square};
use kagetsu_test_support::searching::{
    config, engine_that_looks, from_now, nodes, picture, several, think,
};

use super::search::placed;

fn tree_engine() -> Engine {
    tree_engine_that_looks(Duration::from_micros(100))
}

fn tree_engine_that_looks(look: Duration) -> Engine {
    let mut engine = engine_that_looks(look, 1);
    engine.configure(EngineConfig {
        search: SearchMethod::Mcts,
        ..config(1)
    });
    engine
}

/// A position of a careless game.
fn position(rule: Rule, length: usize, stones: usize, seed: u64) -> Position {
    Game::new(square(length), rule, 2, 30, seed)
        .until(stones)
        .position
}

fn positions() -> Vec<Position> {
    let mut found = Vec::new();
    for (number, rule) in (0..).zip(Rule::ALL) {
        for (length, stones) in [(15, 0), (15, 8), (15, 30), (9, 40), (6, 30), (5, 24)] {
            found.push(position(
                rule,
                length,
                stones,
                70 + number * 10 + stones as u64,
            ));
        }
    }
    found.retain(|position| !legal_moves(position).is_empty());
    found
}

fn ask(
    engine: &mut Engine,
    position: &Position,
    filter: &RootFilter,
    limits: &SearchLimits,
) -> Result<Thought, EngineError> {
    let stop = StopSignal::new();
    let request = SearchRequest {
        filter,
        ..SearchRequest::new(position, limits, &stop)
    };
    engine.answer(request, &mut NullSearchObserver)
}

/// Does a line of a decided score end with a five, if it is as long as the score says?
fn ends_as_promised(position: &Position, line: &[Point], score: Score) -> bool {
    let mut board = position.clone();
    for (ply, &point) in (1..).zip(line) {
        if !legal_moves(&board).contains(point) {
            return false;
        }
        let winner = winner_after(&board, point);
        if board.play(point).is_err() || (winner.is_some() && ply < line.len()) {
            return false;
        }
        if let Some(plies) = score.distance()
            && winner.is_some()
        {
            return plies == ply && (winner == Some(position.side_to_move())) == score.is_win();
        }
    }
    true
}

#[test]
fn a_tree_search_plays_legal_moves_of_the_filter_within_its_playouts() -> Result<(), String> {
    for position in positions() {
        let legal = legal_moves(&position);
        let half: PointSet = legal.iter().step_by(2).collect();
        for filter in [
            RootFilter::ALL,
            RootFilter::without(half),
            RootFilter::only(half),
        ] {
            let limits = several(4, nodes(150));
            match ask(&mut tree_engine(), &position, &filter, &limits) {
                Err(EngineError::AllExcluded) if half == legal => {}
                Err(error) => return Err(format!("{error}: {}", picture(&position))),
                Ok(thought) => {
                    assert!(thought.report.nodes <= 150);
                    let firsts: Vec<Point> = thought.lines().map(|line| line.pv[0]).collect();
                    for (place, first) in firsts.iter().enumerate() {
                        assert!(
                            legal.contains(*first) && filter.allows(*first),
                            "{}",
                            picture(&position)
                        );
                        assert!(!firsts[..place].contains(first), "the lines differ");
                    }
                    for line in thought.lines() {
                        assert!(
                            ends_as_promised(&position, &line.pv, line.score),
                            "{line:?} {}",
                            picture(&position)
                        );
                    }
                    let visits: u32 = thought.moves.iter().map(|played| played.visits).sum();
                    assert!(visits <= 150);
                    let priors: f32 = thought.moves.iter().map(|played| played.prior).sum();
                    assert!((priors - 1.0).abs() < 1e-3, "{priors}");
                }
            }
        }
    }
    Ok(())
}

#[test]
fn a_tree_search_answers_at_once_and_in_time() -> Result<(), String> {
    let look = Duration::from_millis(1);
    for position in positions() {
        for milliseconds in [0, 1, 50, 400] {
            let mut engine = tree_engine_that_looks(look);
            let time = TimeControl::per_move(Duration::from_millis(milliseconds));
            let limits = from_now(&engine, time);
            let thought = think(&mut engine, &position, &limits)?;
            assert!(legal_moves(&position).contains(thought.best));
            // Some looks at the clock belong to the answer.
            assert!(
                engine.clock().now() <= limits.started + Duration::from_millis(milliseconds + 20)
            );
        }
        let stop = StopSignal::new();
        stop.raise();
        let stopped = tree_engine().think(
            &position,
            &SearchLimits::default(),
            &stop,
            &mut NullSearchObserver,
        );
        assert!(stopped.is_ok_and(|thought| legal_moves(&position).contains(thought.best)));
    }
    Ok(())
}

#[test]
fn the_same_tree_search_finds_the_same_and_a_kept_tree_counts_anew() -> Result<(), String> {
    let mut position = position(Rule::Freestyle, 15, 9, 3);
    let mut engine = tree_engine();
    let (first, again) = (
        think(&mut engine, &position, &nodes(300))?,
        think(&mut tree_engine(), &position, &nodes(300))?,
    );
    assert_eq!(first.moves, again.moves);
    assert_eq!(
        (&first.report.pv, first.report.score),
        (&again.report.pv, again.report.score)
    );
    for &point in first.report.pv.iter().take(2) {
        position.play(point).map_err(|error| error.to_string())?;
    }
    let next = think(&mut engine, &position, &nodes(300))?;
    assert!(next.report.nodes <= 300);
    let visits: u32 = next.moves.iter().map(|played| played.visits).sum();
    assert!(
        next.report.score.is_decided() || visits >= 300,
        "the tree was not kept: {visits}"
    );
    // Another game: nothing of it is used.
    let other = self::position(Rule::Renju, 13, 7, 8);
    let fresh = think(&mut tree_engine(), &other, &nodes(200))?;
    assert_eq!(think(&mut engine, &other, &nodes(200))?.moves, fresh.moves);
    Ok(())
}

#[test]
fn a_tree_search_makes_five_stops_five_and_proves_a_loss() -> Result<(), String> {
    let four = "f8 g8 h8 i8";
    let solve = |black: &str, white: &str, side| {
        let position = placed(Rule::Freestyle, side, black, white)?;
        let thought = think(&mut tree_engine(), &position, &nodes(2_000))?;
        assert!(
            ends_as_promised(&position, &thought.report.pv, thought.report.score),
            "{}",
            picture(&position)
        );
        Ok::<_, String>(thought)
    };
    let thought = solve(four, "e8 a1 a3", Side::Black)?;
    assert_eq!(
        (thought.best, thought.report.score),
        (Point::at(9, 7), Score::win_in(1))
    );
    let thought = solve(four, "e8 a1 a3", Side::White)?;
    assert_eq!(thought.best, Point::at(9, 7));
    assert!(!thought.report.score.is_loss());
    let thought = solve(four, "a15 a1 a3", Side::White)?;
    assert_eq!(thought.report.score, Score::loss_in(2));
    // Two open threes that cross nowhere: one of them becomes an open four.
    let (threes, far) = ("d4 e4 f4 j11 k11 l11", "a15 o1 a8 o15 h1");
    let thought = solve(threes, far, Side::White)?;
    assert!(thought.report.score.is_loss(), "{:?}", thought.report);
    let thought = solve(threes, far, Side::Black)?;
    assert_eq!(thought.report.score, Score::win_in(3));
    Ok(())
}

#[test]
fn a_tree_search_finds_several_lines_beside_a_win() -> Result<(), String> {
    let position = placed(Rule::Freestyle, Side::Black, "f8 g8 h8 i8", "e8 a1 a3")?;
    let limits = several(3, nodes(500));
    let thought = think(&mut tree_engine(), &position, &limits)?;
    let scores: Vec<Score> = thought.lines().map(|line| line.score).collect();
    assert_eq!(scores.len(), 3);
    assert_eq!(scores[0], Score::win_in(1));
    assert!(!scores[1..].contains(&Score::win_in(1)), "{scores:?}");
    Ok(())
}

#[test]
fn a_tree_search_leaves_alpha_beta_as_it_was() -> Result<(), String> {
    let position = position(Rule::Standard, 15, 11, 5);
    let mut engine = tree_engine();
    think(&mut engine, &position, &nodes(200))?;
    engine.configure(config(1));
    let after = think(&mut engine, &position, &nodes(3_000))?;
    let fresh = think(
        &mut engine_that_looks(Duration::from_micros(100), 1),
        &position,
        &nodes(3_000),
    )?;
    assert_eq!(
        (after.report.nodes, after.report.pv, after.moves),
        (fresh.report.nodes, fresh.report.pv, Vec::new())
    );
    Ok(())
}

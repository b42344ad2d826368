//! Tests of the scores that a search shows: every distance to the end of a game is possible, whatever the number of lines,
//! the depth, and the moment at which the search was stopped. The slow referee replays the lines.

use std::collections::{HashMap, HashSet};

use kagetsu_gomoku::board::{Board, Position, Rule, Side};
use kagetsu_gomoku::engine::{EngineConfig, SearchMethod, SearchRequest};
use kagetsu_gomoku::eval::{Evaluator, Nnue};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_gomoku::search::solver::{Order, Question, Solver, Verdict};
use kagetsu_gomoku::search::{DepthReport, NullSearchObserver, RootFilter};
use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{Score, SearchLimits, StopSignal};
use kagetsu_test_support::oracle::{legal_moves, winner_after};
use kagetsu_test_support::play::{Game, square};
use kagetsu_test_support::searching::{ask, config, depth, engine, picture, think};

use super::lines::Recorder;
use super::puzzles::drawn;

/// Positions of careless games, with few and with many stones, on large and on small boards.
fn positions(rule: Rule) -> Vec<Position> {
    const SEEDS: u64 = 12;
    let boards = [(15, 9), (15, 17), (15, 40), (9, 30), (7, 44), (5, 18)];
    let mut found = Vec::new();
    for seed in 0..SEEDS {
        for (length, stones) in boards {
            let game = Game::new(square(length), rule, seed as usize % 3, 20, 500 + seed);
            let game = game.until(stones);
            if !legal_moves(&game.position).is_empty() {
                found.push(game.position);
            }
        }
    }
    found
}

/// What is wrong with a score and its line, if anything is.
fn fault_of(position: &Position, line: &DepthReport) -> Option<String> {
    let mut board = position.clone();
    let mut five_after = None;
    for (ply, &point) in (1..).zip(&line.pv) {
        if five_after.is_some() || !legal_moves(&board).contains(point) {
            return Some(format!("move {ply} of the line cannot be played"));
        }
        five_after = winner_after(&board, point).map(|_| ply);
        if board.play(point).is_err() {
            return Some(format!("move {ply} of the line is refused"));
        }
    }
    let score = line.score;
    if !score.is_decided() {
        return five_after.map(|ply| format!("a five after {ply} plies is not seen"));
    }
    let Some(distance) = score.distance() else {
        return Some("a bound is shown as a score".to_string());
    };
    let by_mover = distance % 2 == 1;
    if distance == 0 || by_mover != score.is_win() {
        return Some("who makes the five cannot be".to_string());
    }
    if distance > position.empty_points().len() {
        return Some("the board is full before the five".to_string());
    }
    if line.pv.len() > distance || five_after.is_some_and(|ply| ply != distance) {
        return Some("the line is longer than the game".to_string());
    }
    (line.pv.len() == distance && five_after.is_none()).then(|| "the line has no five".to_string())
}

/// Checks every group of reports of one search: the lines at one moment.
fn check(position: &Position, reports: &[DepthReport], lines: usize) -> Result<(), String> {
    let mut wins: HashMap<Point, Score> = HashMap::new();
    for group in reports.chunk_by(|_, next| next.pv_index > 0) {
        let moves: HashSet<Point> = group.iter().map(|line| line.pv[0]).collect();
        let is_sorted = group.is_sorted_by(|first, next| first.score >= next.score);
        if moves.len() < group.len() || !is_sorted || group.len() > lines {
            return Err(format!("the lines are not distinct and sorted: {group:?}"));
        }
        for line in group {
            if let Some(fault) = fault_of(position, line) {
                return Err(format!("{fault}: {line:?}"));
            }
            let known = wins.entry(line.pv[0]).or_insert(-Score::MAX_EVALUATION);
            if known.is_win() && line.score < *known {
                return Err(format!("a win is taken back: {known}, then {line:?}"));
            }
            *known = line.score;
        }
    }
    Ok(())
}

#[test]
fn every_distance_that_a_search_shows_is_possible() -> Result<(), String> {
    let mut rng = Rng::new(77);
    let mut faults = Vec::new();
    let (mut decided, mut shown) = (0, 0);
    for rule in Rule::ALL {
        for position in positions(rule) {
            let lines = 1 + rng.below(5);
            let magnitude = 4 + rng.below(11);
            let limits = SearchLimits {
                multi_pv: lines,
                // Every other search is stopped somewhere.
                nodes: (rng.below(2) == 0).then(|| 1 + rng.below(1 << magnitude) as u64),
                ..depth(1 + rng.below(12) as u32)
            };
            let mut recorder = Recorder::default();
            let thought = engine(1)
                .think(&position, &limits, &StopSignal::new(), &mut recorder)
                .map_err(|error| error.to_string())?;
            let answer: Vec<DepthReport> = thought.lines().cloned().collect();
            let searched = answer.iter().filter(|line| line.depth > 0);
            recorder.reports.extend(searched.cloned());
            shown += answer.len();
            decided += answer.iter().filter(|line| line.score.is_decided()).count();
            if let Err(fault) = check(&position, &recorder.reports, lines) {
                faults.push(format!("{limits:?}: {fault}: {}", picture(&position)));
            }
        }
    }
    assert!(5 * decided > shown, "{decided} of {shown} are decided");
    assert!(
        faults.is_empty(),
        "{}: {}",
        faults.len(),
        faults.join("\n\n")
    );
    Ok(())
}

#[test]
fn who_has_no_legal_move_left_has_not_lost() -> Result<(), String> {
    // After White's move on the empty point above both others are overlines of Black's. White's open four leaves Black no
    // move either, nor does it after Black's move before.
    const BOARDS: [(&str, Side); 3] = [
        (
            "OOX.OO\nOXOOOO\nOOXOOO\nXXOOXX\nXXX.XX\nXX.XXX",
            Side::White,
        ),
        (
            "XXOOXX\nXXOXXX\n..OOO.\nXXXXOX\nXXXOXX\nXXOXXX",
            Side::White,
        ),
        (
            "XXOOXX\nXXOXXX\n..OOO.\nXXXXOX\nXX.OXX\nXXOXXX",
            Side::Black,
        ),
    ];
    const QUESTIONS: [Question; 5] = [
        Question::Fours(Order::Any),
        Question::Threats,
        Question::Everything,
        Question::Loss,
        Question::LossByThreats,
    ];
    for (rows, turn) in BOARDS {
        let position = drawn(Rule::Renju, turn, rows)?;
        for search in [SearchMethod::AlphaBeta, SearchMethod::Mcts] {
            let mut engine = engine(1);
            engine.configure(EngineConfig {
                search,
                ..config(1)
            });
            let score = think(&mut engine, &position, &depth(5))?.report.score;
            assert_eq!(score, Score::ZERO, "{search:?}: {}", picture(&position));
        }
        for question in QUESTIONS {
            let mut board = Board::from_position(&position);
            let mut solver = Solver::with_bytes(1 << 20);
            assert_eq!(
                ask(&mut solver, &mut board, question, u64::MAX),
                Verdict::None,
                "{question:?}: {}",
                picture(&position)
            );
        }
    }
    Ok(())
}

#[test]
fn who_has_legal_moves_far_from_all_stones_alone_has_not_drawn()
-> Result<(), Box<dyn std::error::Error>> {
    let (overline, reply) = (Point::at(3, 0), Point::at(1, 4));
    let mut position = Position::new(BoardSize::square(15)?, Rule::Renju);
    for x in [0, 1, 2, 4, 5] {
        position.place(Point::at(x, 0), Side::Black)?;
    }
    position.place(Point::at(0, 4), Side::White)?;
    for point in position.empty_points() {
        let is_far = point.x() > 8 && point.y() > 8;
        if !is_far && point != overline && point != reply {
            position.block(point)?;
        }
    }
    position.set_side_to_move(Side::White);
    // After White's only move near a stone the empty point near Black's stones is forbidden.
    let mut board = Board::from_position(&position);
    board.make(reply);
    let mut evaluation = Nnue::new(Rule::Renju, position.size());
    evaluation.refresh(&board);
    let value = evaluation.evaluate(&board);
    let (limits, stop) = (depth(2), StopSignal::new());
    let request = SearchRequest {
        filter: &RootFilter::only([reply].into_iter().collect()),
        ..SearchRequest::new(&position, &limits, &stop)
    };
    let thought = engine(1).answer(request, &mut NullSearchObserver)?;
    assert!(value != 0 && thought.report.score == -Score::evaluation(value));
    Ok(())
}

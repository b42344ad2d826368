//! Tests of the lines that a search reports, of several best moves, and of moves that are excluded or that alone are
//! allowed. The positions come from games of a player without search.

use std::collections::HashSet;

use kagetsu_gomoku::board::{Board, Outcome, Position, Rule, Side, Threat};
use kagetsu_gomoku::engine::{Engine, EngineConfig, EngineError, SearchRequest, Thought};
use kagetsu_gomoku::geometry::{Point, PointSet};
use kagetsu_gomoku::search::threat_space::forcing::two_threats;
use kagetsu_gomoku::search::{
    DepthReport, NullSearchObserver, RootEvent, RootFilter, SearchObserver, WinCheck,
};
use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{Score, SearchLimits, StopSignal};
use kagetsu_notation::position_text::parse_position;
use kagetsu_notation::reader::ReadOptions;
use kagetsu_test_support::oracle::legal_moves;
use kagetsu_test_support::play::{Game, positions_where, rectangle, square};
use kagetsu_test_support::searching::{config, depth, engine, nodes, picture, several, think};

/// Keeps all that a search reports.
#[derive(Default)]
pub(super) struct Recorder {
    pub(super) reports: Vec<DepthReport>,
    marked: Vec<Point>,
}

impl SearchObserver for Recorder {
    fn depth_report(&mut self, report: &DepthReport) {
        self.reports.push(report.clone());
    }

    fn root_event(&mut self, event: RootEvent) {
        if let RootEvent::Best(point) = event {
            self.marked.push(point);
        }
    }
}

fn position(rule: Rule, length: usize, stones: usize, seed: u64) -> Position {
    Game::new(square(length), rule, 2, 40, seed)
        .until(stones)
        .position
}

/// Positions with few and with many stones under all rules.
fn positions() -> Vec<Position> {
    let mut found = Vec::new();
    for (number, rule) in Rule::ALL.into_iter().enumerate() {
        for (side, stones) in [(15, 1), (15, 7), (15, 24), (9, 40), (6, 34)] {
            let seed = 9000 + number as u64 * 10 + stones as u64;
            found.push(position(rule, side, stones, seed));
        }
    }
    found.retain(|position| !legal_moves(position).is_empty());
    found
}

/// Positions in which the side to move wins by fours or makes five, which the engine answers without a search.
fn won_positions() -> Result<Vec<Position>, String> {
    const COUNT: usize = 4;
    let mut won = Vec::new();
    for rule in Rule::ALL {
        let (mut found, mut seed) = (0, 0);
        while found < COUNT {
            let position = position(rule, 15, 12, seed);
            let thought = think(&mut engine(1), &position, &depth(1))?;
            if thought.report.score.is_win() {
                won.push(position);
                found += 1;
            }
            seed += 1;
        }
    }
    Ok(won)
}

/// Engines of all kinds: with one thread and with two, with a solver and without.
fn engines() -> Vec<Engine> {
    let engines = [
        (1, WinCheck::Off),
        (1, WinCheck::Threats),
        (2, WinCheck::Off),
    ];
    engines
        .into_iter()
        .map(|(threads, win_check)| {
            let mut engine = engine(threads);
            engine.configure(EngineConfig {
                win_check,
                ..config(threads)
            });
            engine
        })
        .collect()
}

/// Searches among the moves of a filter. The text of an error shows what chose a move that is not allowed.
fn search(
    engine: &mut Engine,
    position: &Position,
    filter: &RootFilter,
    limits: &SearchLimits,
) -> Result<Thought, String> {
    let (mut recorder, stop) = (Recorder::default(), StopSignal::new());
    let request = SearchRequest {
        filter,
        ..SearchRequest::new(position, limits, &stop)
    };
    let thought = engine
        .answer(request, &mut recorder)
        .map_err(|error| format!("{error}: {}", picture(position)))?;
    let legal = legal_moves(position);
    let lines = recorder.reports.iter().chain(thought.lines());
    for line in lines {
        let first = line.pv[0];
        if !filter.allows(first) || !legal.contains(first) {
            return Err(format!("{line:?}: {}", picture(position)));
        }
    }
    let bad = recorder.marked.iter().find(|&&point| !filter.allows(point));
    match bad {
        Some(point) => Err(format!("{point:?} was marked: {}", picture(position))),
        None => Ok(thought),
    }
}

/// A depth. The nodes bound the proof before the search, which takes half of them.
fn shallow(plies: u32) -> SearchLimits {
    SearchLimits {
        nodes: Some(20_000),
        ..depth(plies)
    }
}

/// Limits of every kind. A test asks under one of them at each position, another at the next.
fn limits() -> [SearchLimits; 4] {
    [nodes(1), nodes(800), shallow(3), several(3, nodes(1500))]
}

#[test]
fn an_excluded_move_is_never_chosen() -> Result<(), String> {
    const REPETITIONS: usize = 2;
    let mut rng = Rng::new(20);
    let mut tried = positions();
    tried.extend(won_positions()?);
    for mut engine in engines() {
        for (position, limits) in tried.iter().zip(limits().into_iter().cycle()) {
            let legal: Vec<Point> = legal_moves(position).iter().collect();
            // The best move of the search before, which no shortcut may bring back, and some others.
            let mut excluded = PointSet::EMPTY;
            for _ in 0..REPETITIONS {
                excluded.insert(legal[rng.below(legal.len())]);
                let filter = RootFilter::without(excluded);
                if legal.iter().all(|&point| excluded.contains(point)) {
                    break;
                }
                excluded.insert(search(&mut engine, position, &filter, &limits)?.best);
            }
        }
    }
    Ok(())
}

#[test]
fn a_move_that_alone_is_allowed_is_chosen_whatever_it_is() -> Result<(), String> {
    let mut rng = Rng::new(21);
    for mut engine in engines() {
        for (position, limits) in positions().iter().zip(limits().into_iter().cycle()) {
            let legal: Vec<Point> = legal_moves(position).iter().collect();
            let wanted = legal[rng.below(legal.len())];
            let filter = RootFilter::only([wanted].into_iter().collect());
            let thought = search(&mut engine, position, &filter, &limits)?;
            assert_eq!((thought.best, thought.others.len()), (wanted, 0));
        }
    }
    Ok(())
}

#[test]
fn a_search_without_an_allowed_move_is_refused() {
    for position in positions() {
        let legal = legal_moves(&position);
        for filter in [
            RootFilter::without(legal),
            RootFilter::without(position.size().all()),
            RootFilter::only(PointSet::EMPTY),
            RootFilter {
                excluded: legal,
                ..RootFilter::only(legal)
            },
        ] {
            let (limits, stop) = (depth(2), StopSignal::new());
            let request = SearchRequest {
                filter: &filter,
                ..SearchRequest::new(&position, &limits, &stop)
            };
            let refused = engine(1).answer(request, &mut NullSearchObserver);
            assert_eq!(refused.err(), Some(EngineError::AllExcluded));
        }
    }
}

#[test]
fn lines_are_distinct_and_sorted_at_every_depth_and_the_first_is_played() -> Result<(), String> {
    const LINES: usize = 4;
    for mut engine in engines() {
        let bounds = [shallow(6), shallow(2), limits()[1]];
        for (position, bounds) in positions().iter().zip(bounds.into_iter().cycle()) {
            let bounds = several(LINES, bounds);
            let mut recorder = Recorder::default();
            let stop = StopSignal::new();
            let thought = engine
                .think(position, &bounds, &stop, &mut recorder)
                .map_err(|error| error.to_string())?;
            check_groups(&recorder.reports, &thought)
                .map_err(|fault| format!("{fault}: {}", picture(position)))?;
        }
    }
    Ok(())
}

/// Each group of reports begins with the best line, and the last one is the answer.
fn check_groups(reports: &[DepthReport], thought: &Thought) -> Result<(), String> {
    let answer: Vec<DepthReport> = thought.lines().cloned().collect();
    let mut groups: Vec<&[DepthReport]> = reports.chunk_by(|_, next| next.pv_index > 0).collect();
    groups.push(&answer);
    for group in &groups {
        let moves: HashSet<Point> = group.iter().map(|line| line.pv[0]).collect();
        let is_sorted = group.is_sorted_by(|first, next| first.score >= next.score);
        let is_numbered = group
            .iter()
            .enumerate()
            .all(|(place, line)| line.pv_index == place && line.depth == group[0].depth);
        if moves.len() < group.len() || !is_sorted || !is_numbered {
            return Err(format!("{group:?}"));
        }
    }
    let key = |line: &DepthReport| (line.pv_index, line.score, line.pv.clone());
    let last = groups.len().checked_sub(2).map(|place| groups[place]);
    let agrees = last.is_none_or(|last| last.iter().map(key).eq(answer.iter().map(key)));
    if agrees && thought.best == answer[0].pv[0] {
        Ok(())
    } else {
        Err(format!("{last:?} but {answer:?}"))
    }
}

#[test]
fn one_line_costs_what_a_search_without_lines_costs() -> Result<(), String> {
    for position in positions() {
        let plain = think(&mut engine(1), &position, &depth(6))?;
        let one = several(1, depth(6));
        let filter = RootFilter::without(PointSet::EMPTY);
        let single = search(&mut engine(1), &position, &filter, &one)?;
        assert_eq!(plain.report.nodes, single.report.nodes);
        assert_eq!(
            (plain.best, plain.report.pv),
            (single.best, single.report.pv)
        );
    }
    Ok(())
}

#[test]
fn the_first_of_several_lines_wins_where_a_single_one_does() -> Result<(), String> {
    for position in won_positions()? {
        let thought = think(&mut engine(1), &position, &several(3, depth(4)))?;
        assert!(thought.report.score.is_win(), "{}", picture(&position));
    }
    Ok(())
}

fn reports(position: &Position, limits: &SearchLimits) -> Result<Vec<DepthReport>, String> {
    let mut recorder = Recorder::default();
    engine(1)
        .think(position, limits, &StopSignal::new(), &mut recorder)
        .map_err(|error| error.to_string())?;
    Ok(recorder.reports)
}

/// What is wrong with a line: an illegal move, moves after the end of the game, or an end that the score denies.
fn fault(position: &Position, report: &DepthReport) -> Option<String> {
    let mut board = Board::from_position(position);
    let mut end = None;
    for (index, &point) in report.pv.iter().enumerate() {
        if end.is_some() {
            return Some(format!("{point:?} follows the end of the game"));
        }
        match board.play(point) {
            Err(error) => return Some(format!("move {}: {error}", index + 1)),
            Ok(Outcome::Running) => {}
            Ok(outcome) => end = Some((outcome, index + 1)),
        }
    }
    match end {
        Some((Outcome::Win(side), plies)) => {
            let score = if side == position.side_to_move() {
                Score::win_in(plies)
            } else {
                Score::loss_in(plies)
            };
            (report.score != score).then(|| format!("the line ends with {score:?}"))
        }
        _ => report.pv.is_empty().then(|| "there is no line".to_string()),
    }
}

#[test]
fn every_reported_line_can_be_played() -> Result<(), String> {
    for rule in Rule::ALL {
        for (size, stones) in [
            (square(15), 9),
            (square(15), 30),
            (rectangle(9, 7), 40),
            (square(20), 20),
        ] {
            for seed in 500..502 {
                let position = Game::new(size, rule, 2, 40, seed).until(stones).position;
                if legal_moves(&position).is_empty() {
                    continue;
                }
                for lines in [1, 3] {
                    for report in reports(&position, &several(lines, depth(7)))? {
                        assert_eq!(
                            fault(&position, &report),
                            None,
                            "{report:?} {}",
                            picture(&position)
                        );
                    }
                }
            }
        }
    }
    Ok(())
}

#[test]
fn several_best_moves_are_different() -> Result<(), String> {
    const LINES: usize = 4;
    const DEPTH: u32 = 5;
    // Without a four, an open four or two threats at once in sight nothing is demanded, and every candidate is a move
    // to report.
    let peaceful = |board: &Board| {
        let forcing = |side| -> usize {
            let fours = Threat::FOURS.iter().map(|&class| board.count(side, class));
            fours.sum::<usize>() + board.count(side, Threat::Five)
        };
        board.occupied() >= 10
            && Side::BOTH.into_iter().map(forcing).sum::<usize>() == 0
            && two_threats(board).is_none()
    };
    for rule in Rule::ALL {
        for position in positions_where(rule, square(15), 6, peaceful) {
            let reports = reports(&position, &several(LINES, depth(DEPTH)))?;
            for depth in 1..=DEPTH {
                let lines = reports.iter().filter(|report| report.depth == depth);
                let moves: HashSet<Point> = lines.clone().map(|report| report.pv[0]).collect();
                let places: Vec<usize> = lines.map(|report| report.pv_index).collect();
                let shown = picture(&position);
                assert_eq!(
                    places,
                    (0..LINES).collect::<Vec<_>>(),
                    "depth {depth}: {shown}"
                );
                assert_eq!(moves.len(), LINES, "depth {depth}: {shown}");
            }
        }
    }
    Ok(())
}

/// A position of 15x15 under a rule after these moves.
fn played(rule: Rule, moves: &str) -> Result<Position, String> {
    let options = ReadOptions {
        rule: Some(rule),
        ..ReadOptions::default()
    };
    parse_position(moves, &options).map_err(|error| error.to_string())
}

#[test]
fn every_five_of_the_root_wins() -> Result<(), String> {
    let fives: PointSet = [Point::at(4, 7), Point::at(9, 7)].into_iter().collect();
    for rule in Rule::ALL {
        let position = played(rule, "f8 a1 g8 a3 h8 a5 i8 a7")?;
        let thought = think(&mut engine(1), &position, &several(2, depth(2)))?;
        for report in thought.lines() {
            assert_eq!(report.score, Score::win_in(1), "{rule}: {report:?}");
            assert!(fives.contains(report.pv[0]), "{rule}: {report:?}");
        }
        for last in fives {
            let filter = RootFilter::without(fives - [last].into_iter().collect());
            let thought = search(&mut engine(1), &position, &filter, &depth(2))?;
            assert_eq!(
                (thought.best, thought.report.score),
                (last, Score::win_in(1))
            );
            assert_eq!(thought.report.pv, [last], "{rule}");
        }
    }
    Ok(())
}

#[test]
fn points_that_are_forbidden_but_make_no_four_do_not_hide_two_threats() -> Result<(), String> {
    // Black's n11 would be a double three.
    let position = played(Rule::Renju, "l11 f8 m11 g8 n9 h6 n10 h7 a1")?;
    let board = Board::from_position(&position);
    assert_eq!(board.count(Side::Black, Threat::Foul), 1);
    assert!(two_threats(&board).is_some());
    Ok(())
}

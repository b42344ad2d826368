//! Tests of what every search must do under any limits: answer a legal move, the forced move, an immediate win, the
//! longest defence. The positions come from games of a player without search. The slow referee judges the answers.

use std::collections::HashSet;
use std::time::Duration;

use kagetsu_gomoku::board::{Board, Outcome, Position, Rule, Side, Threat};
use kagetsu_gomoku::engine::{Engine, EngineError, Thought};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_gomoku::search::threat_space::forcing::two_threats;
use kagetsu_gomoku::search::{DepthReport, NullSearchObserver, RootEvent, SearchObserver};
use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{Score, SearchLimits, StopSignal, TimeControl};
use kagetsu_test_support::oracle::{legal_moves, winner_after};
use kagetsu_test_support::play::Game;
use kagetsu_test_support::searching::{depth, engine, picture, think};

fn nodes(nodes: u64) -> SearchLimits {
    SearchLimits {
        nodes: Some(nodes),
        ..SearchLimits::default()
    }
}

fn turn(engine: &Engine, limit: Duration) -> SearchLimits {
    SearchLimits {
        time: TimeControl::per_move(limit),
        started: engine.clock().now(),
        ..SearchLimits::default()
    }
}

fn point(name: &str) -> Result<Point, String> {
    kagetsu_gomoku::geometry::Rows::FromTop
        .parse(name, kagetsu_gomoku::geometry::BoardSize::LARGEST)
        .map_err(|error| format!("{error}"))
}

fn square(side: usize) -> BoardSize {
    BoardSize::square(side).expect("a legal size")
}

fn rectangle(width: usize, height: usize) -> BoardSize {
    BoardSize::new(width, height).expect("a legal size")
}

/// Positions of careless games with `wanted` true, at most one of each game.
fn positions(
    rule: Rule,
    size: BoardSize,
    count: usize,
    wanted: fn(&Board) -> bool,
) -> Vec<Position> {
    let mut found = Vec::new();
    for seed in 0..10_000 {
        if found.len() >= count {
            break;
        }
        let mut game = Game::new(size, rule, seed as usize % 2 * 3, 30, seed);
        while game.step().is_some() {
            if wanted(&game.board) {
                found.push(game.position);
                break;
            }
        }
    }
    assert_eq!(found.len(), count, "{rule} {size}");
    found
}

/// The limits under which the simplest duties must be met.
fn short_limits(engine: &Engine) -> [SearchLimits; 4] {
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
            for position in positions(rule, size, 30, four) {
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
        let mut fives = positions(rule, square(15), 20, four);
        for position in &mut fives {
            position.set_side_to_move(position.side_to_move().opponent());
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

/// A position of stones given by their names.
fn placed(rule: Rule, to_move: Side, black: &str, white: &str) -> Result<Position, String> {
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

/// The exact score by trying everything. Nobody wins where a side has no legal move.
fn exact(board: &mut Board, ply: usize) -> Score {
    let mut best = None;
    for point in *board.empty() {
        let Ok(outcome) = board.play(point) else {
            continue;
        };
        let score = match outcome {
            Outcome::Win(_) => Score::win_in(ply + 1),
            Outcome::Draw => Score::ZERO,
            Outcome::Running => -exact(board, ply + 1),
        };
        board.unmake();
        best = best.max(Some(score));
    }
    best.unwrap_or(Score::ZERO)
}

/// Boards filled at random up to a few free points, with either side to move. Nobody has won yet.
fn nearly_full(rule: Rule, free: usize, count: usize) -> Vec<Position> {
    let sizes = [square(5), square(6), rectangle(5, 7), rectangle(7, 6)];
    let mut rng = Rng::new(free as u64);
    let mut found = Vec::new();
    while found.len() < count {
        let size = sizes[rng.below(sizes.len())];
        let mut board = Board::new(size, rule);
        let mut position = Position::new(size, rule);
        while board.empty_count() > free {
            let mover = board.side_to_move();
            let playable: Vec<Point> = board
                .empty()
                .iter()
                .filter(|&point| board.threat(mover, point) < Threat::Five)
                .collect();
            if playable.is_empty() {
                break;
            }
            let point = playable[rng.below(playable.len())];
            board.make(point);
            if position.play(point).is_err() {
                break;
            }
        }
        if board.empty_count() == free {
            for side in Side::BOTH {
                position.set_side_to_move(side);
                found.push(position.clone());
            }
        }
    }
    found
}

#[test]
fn scores_on_nearly_full_boards_are_true() -> Result<(), String> {
    for rule in Rule::ALL {
        for free in 1..=7 {
            for position in nearly_full(rule, free, 50) {
                if legal_moves(&position).is_empty() {
                    continue;
                }
                let truth = exact(&mut Board::from_position(&position), 0);
                let Thought { best, report, .. } = think(&mut engine(1), &position, &depth(20))?;
                let what = || {
                    format!(
                        "{best:?} {:?}, truly {truth:?}: {}",
                        report.score,
                        picture(&position)
                    )
                };
                if truth.is_decided() {
                    // A win may be found that is not the shortest, never one that is too short.
                    assert_eq!(report.score.is_win(), truth.is_win(), "{}", what());
                    assert_eq!(report.score.is_loss(), truth.is_loss(), "{}", what());
                    assert!(report.score.distance() >= truth.distance(), "{}", what());
                } else if !rule.black_forbidden() {
                    assert_eq!(report.score, Score::ZERO, "{}", what());
                } else {
                    // Black may have been left without a legal move, which no rule gives a score.
                    assert!(!report.score.is_decided(), "{}", what());
                }
            }
        }
    }
    Ok(())
}

/// Plays on with the engine for both sides until somebody wins.
fn play_out(position: &Position, limits: &SearchLimits) -> Result<Option<Side>, String> {
    let mut position = position.clone();
    let mut engine = engine(1);
    while !legal_moves(&position).is_empty() {
        let best = think(&mut engine, &position, limits)?.best;
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
            let mut game = Game::new(square(15), rule, 0, 40, 9000 + seed);
            while game.board.occupied() < 8 + seed as usize % 12 && game.step().is_some() {}
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
            let end = play_out(&game.position, &depth(6))?;
            let shown = picture(&game.position);
            assert_eq!(end, Some(expected), "{report:?}: {shown}");
            long_wins += usize::from(distance >= LONG);
        }
    }
    assert!(long_wins >= 15, "{long_wins}");
    Ok(())
}

/// Boards of every kind of shape, the extreme ones among them.
fn all_sizes() -> [BoardSize; 7] {
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
fn the_last_legal_points_are_found_and_forbidden_ones_never_played() {
    let (mut few, mut none) = (0, 0);
    for free in 1..=6 {
        for position in nearly_full(Rule::Renju, free, 400) {
            let legal = legal_moves(&position);
            if position.side_to_move() == Side::White || legal.len() == free {
                continue;
            }
            let mut engine = engine(1);
            for limits in short_limits(&engine) {
                let answer = engine.think(
                    &position,
                    &limits,
                    &StopSignal::new(),
                    &mut NullSearchObserver,
                );
                match answer {
                    Ok(thought) => {
                        assert!(
                            legal.contains(thought.best),
                            "{:?}: {}",
                            thought.best,
                            picture(&position)
                        );
                        few += 1;
                    }
                    Err(error) => {
                        assert_eq!(error, EngineError::NoLegalMove);
                        assert!(legal.is_empty(), "{}", picture(&position));
                        none += 1;
                    }
                }
            }
        }
    }
    assert!(
        few > 100 && none > 10,
        "{few} positions with few moves, {none} with none"
    );
}

#[test]
fn a_full_board_has_no_move() {
    for rule in Rule::ALL {
        for size in all_sizes() {
            let mut position = Position::new(size, rule);
            for place in size.points() {
                assert_eq!(position.block(place), Ok(()));
            }
            let mut engine = engine(1);
            for limits in short_limits(&engine) {
                let answer = engine.think(
                    &position,
                    &limits,
                    &StopSignal::new(),
                    &mut NullSearchObserver,
                );
                assert_eq!(answer.err(), Some(EngineError::NoLegalMove));
            }
        }
    }
}

#[test]
fn a_search_that_is_stopped_before_it_begins_still_answers() -> Result<(), String> {
    let stop = StopSignal::new();
    stop.raise();
    for rule in Rule::ALL {
        for position in positions(rule, square(15), 10, |board| board.occupied() == 12) {
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
        for position in positions(rule, square(15), 3, |board| board.occupied() == 16) {
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
    for rule in Rule::ALL {
        for position in positions(rule, square(15), 12, |board| board.occupied() == 12) {
            for limit in (5..30).map(|n| 100 * n) {
                let mut heard = BetterMove::default();
                let answer =
                    engine(1).think(&position, &nodes(limit), &StopSignal::new(), &mut heard);
                let best = answer.map_err(|error| error.to_string())?.best;
                let drawn = picture(&position);
                assert_eq!(heard.better.unwrap_or(best), best, "{limit}: {drawn}");
            }
        }
    }
    Ok(())
}

#[test]
fn one_thread_searches_the_same_tree_every_time() -> Result<(), String> {
    for rule in Rule::ALL {
        for position in positions(rule, square(15), 3, |board| board.occupied() == 20) {
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

#[derive(Default)]
struct Recorder(Vec<DepthReport>);

impl SearchObserver for Recorder {
    fn depth_report(&mut self, report: &DepthReport) {
        self.0.push(report.clone());
    }
}

fn reports(position: &Position, limits: &SearchLimits) -> Result<Vec<DepthReport>, String> {
    let mut recorder = Recorder::default();
    engine(1)
        .think(position, limits, &StopSignal::new(), &mut recorder)
        .map_err(|error| error.to_string())?;
    Ok(recorder.0)
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
            let mut found = Vec::new();
            for seed in 0..2 {
                let mut game = Game::new(size, rule, 2, 40, 500 + seed);
                while game.board.occupied() < stones && game.step().is_some() {}
                found.push(game.position);
            }
            for position in found {
                if legal_moves(&position).is_empty() {
                    continue;
                }
                for multi_pv in [1, 3] {
                    let limits = SearchLimits {
                        multi_pv,
                        ..depth(7)
                    };
                    for report in reports(&position, &limits)? {
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
        for position in positions(rule, square(15), 6, peaceful) {
            let limits = SearchLimits {
                multi_pv: LINES,
                ..depth(DEPTH)
            };
            let reports = reports(&position, &limits)?;
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

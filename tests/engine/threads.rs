//! Tests of what a search must do on any number of threads. The interleaving of threads differs from run to run, so no
//! test depends on speed or on which of several good moves is chosen.

use std::collections::HashSet;
use std::time::Duration;

use kagetsu_gomoku::board::{Board, Position, Rule, Side};
use kagetsu_gomoku::geometry::Point;
use kagetsu_gomoku::search::threat_space::VcfSolver;
use kagetsu_gomoku::search::threat_space::vcf::VcfResult;
use kagetsu_gomoku::search::{DepthReport, SearchObserver};
use kagetsu_kernel::{Score, SearchLimits, StopSignal, TimeControl};
use kagetsu_test_support::oracle::legal_moves;
use kagetsu_test_support::play::{Game, square};
use kagetsu_test_support::puzzles::puzzles;
use kagetsu_test_support::searching::{
    config, depth, engine, from_now, nodes, picture, several, think,
};

use super::search::{placed, play_out};

const COUNTS: [usize; 3] = [2, 3, 8];

/// A position of a careless game.
fn lively(rule: Rule, stones: usize, seed: u64) -> Position {
    Game::new(square(15), rule, 0, 40, seed)
        .until(stones)
        .position
}

/// Remembers the reports, and ends the search at one of them.
#[derive(Default)]
struct Recorder {
    reports: Vec<DepthReport>,
    /// At which report, and how.
    stop: Option<(usize, StopSignal)>,
}

impl SearchObserver for Recorder {
    fn depth_report(&mut self, report: &DepthReport) {
        self.reports.push(report.clone());
        if let Some((count, stop)) = &self.stop
            && self.reports.len() >= *count
        {
            stop.raise();
        }
    }
}

#[test]
fn stored_wins_are_found() -> Result<(), String> {
    for (place, threads) in COUNTS.into_iter().enumerate() {
        let mut engine = engine(threads);
        for puzzle in puzzles()?.into_iter().skip(place).step_by(COUNTS.len()) {
            // With several lines the search goes on after the win by fours, so that the helpers work as well.
            for lines in [1, 2] {
                let limits = several(lines, depth(3));
                let report = think(&mut engine, &puzzle.position, &limits)?.report;
                assert!(report.score.is_win(), "{}", picture(&puzzle.position));
            }
        }
    }
    Ok(())
}

#[test]
fn wins_that_take_more_than_fours_are_found_and_brought_home() -> Result<(), String> {
    const VCF_NODES: u64 = 20_000;
    let mut wins = 0;
    for rule in Rule::ALL {
        for seed in 0..30 {
            let position = lively(rule, 8 + seed as usize % 12, 9000 + seed);
            let mut board = Board::from_position(&position);
            if VcfSolver::default().solve(&mut board, VCF_NODES) != VcfResult::None {
                continue;
            }
            let threads = COUNTS[seed as usize % COUNTS.len()];
            let mut engine = engine(threads);
            let score = think(&mut engine, &position, &depth(6))?.report.score;
            if !score.is_decided() {
                continue;
            }
            let mover = position.side_to_move();
            let expected = if score.is_win() {
                mover
            } else {
                mover.opponent()
            };
            let end = play_out(&mut engine, &position, &depth(6))?;
            assert_eq!(end, Some(expected), "{score}: {}", picture(&position));
            wins += usize::from(score.is_win());
        }
    }
    assert!(wins >= 5, "{wins}");
    Ok(())
}

#[test]
fn a_lost_game_is_put_off_as_long_as_possible() -> Result<(), String> {
    // White has two open threes, Black one closed three that puts the end off.
    let threes = "b2 h8 i8 j8 h13 i13 j13";
    let position = placed(Rule::Freestyle, Side::Black, "c2 d2 e2", threes)?;
    for threads in COUNTS {
        let report = think(&mut engine(threads), &position, &depth(8))?.report;
        assert_eq!(report.score, Score::loss_in(6), "{threads}: {report:?}");
    }
    Ok(())
}

#[test]
fn node_limits_hold_for_all_threads_together() -> Result<(), String> {
    // What a thread may visit between two polls: a few hundred, and a search by fours with a limit of its own.
    const OVERSHOOT: u64 = 2_000;
    for threads in COUNTS {
        for rule in Rule::ALL {
            let position = lively(rule, 16, 7);
            for limit in [1, 1_000, 30_000] {
                let report = think(&mut engine(threads), &position, &nodes(limit))?.report;
                let most = limit + OVERSHOOT * threads as u64;
                assert!(report.nodes <= most, "{} of {limit}", report.nodes);
                let early = report.score.is_decided() || report.nodes >= limit;
                assert!(early, "{} of {limit}", report.nodes);
            }
        }
    }
    Ok(())
}

#[test]
fn a_stop_from_outside_ends_all_threads() -> Result<(), String> {
    for threads in COUNTS {
        let mut engine = engine(threads);
        for reports in [0, 1, 5] {
            let position = lively(Rule::Renju, 12, 3);
            let stop = StopSignal::new();
            if reports == 0 {
                stop.raise();
            }
            let mut recorder = Recorder {
                stop: Some((reports, stop.clone())),
                ..Recorder::default()
            };
            // Without any limit: it returns only if every thread ends.
            let limits = SearchLimits::default();
            let thought = engine
                .think(&position, &limits, &stop, &mut recorder)
                .map_err(|error| error.to_string())?;
            assert!(legal_moves(&position).contains(thought.best));
            let nodes = recorder.reports.iter().map(|report| report.nodes);
            assert!(nodes.is_sorted(), "{:?}", recorder.reports);
        }
    }
    Ok(())
}

#[test]
fn time_limits_end_all_threads() -> Result<(), String> {
    for threads in COUNTS {
        let mut engine = engine(threads);
        for millis in [0, 1, 50] {
            let time = TimeControl::per_move(Duration::from_millis(millis));
            let limits = from_now(&engine, time);
            let position = lively(Rule::Caro, 14, 5);
            let best = think(&mut engine, &position, &limits)?.best;
            assert!(legal_moves(&position).contains(best));
        }
    }
    Ok(())
}

#[test]
fn the_number_of_threads_can_change_between_moves() -> Result<(), String> {
    let position = lively(Rule::Standard, 14, 11);
    let fresh = think(&mut engine(1), &position, &depth(6))?.report;
    let mut engine = engine(1);
    for threads in [1, 4, 2, 0, 256, 3] {
        engine.configure(config(threads));
        let best = think(&mut engine, &position, &depth(5))?.best;
        assert!(legal_moves(&position).contains(best), "{threads}");
    }
    // And one thread is the same again as if there had never been more.
    engine.configure(config(1));
    engine.clear_hash();
    let again = think(&mut engine, &position, &depth(6))?.report;
    assert_eq!(
        (again.nodes, again.score, again.pv),
        (fresh.nodes, fresh.score, fresh.pv)
    );
    Ok(())
}

#[test]
fn several_best_moves_are_different_and_the_best_is_answered() -> Result<(), String> {
    const LINES: usize = 4;
    for threads in COUNTS {
        for rule in Rule::ALL {
            let position = lively(rule, 6, 2);
            let limits = several(LINES, depth(5));
            let mut recorder = Recorder::default();
            let thought = engine(threads)
                .think(&position, &limits, &StopSignal::new(), &mut recorder)
                .map_err(|error| error.to_string())?;
            let last = &recorder.reports[recorder.reports.len().saturating_sub(LINES)..];
            let moves: HashSet<Point> = last.iter().map(|report| report.pv[0]).collect();
            assert_eq!(moves.len(), LINES, "{last:?} {}", picture(&position));
            assert_eq!(last[0].pv[0], thought.best, "{last:?}");
        }
    }
    Ok(())
}

#[test]
fn every_reported_line_can_be_played_and_the_last_is_the_answer() -> Result<(), String> {
    for threads in COUNTS {
        for rule in Rule::ALL {
            let position = lively(rule, 10, 4);
            let mut recorder = Recorder::default();
            let thought = engine(threads)
                .think(&position, &depth(8), &StopSignal::new(), &mut recorder)
                .map_err(|error| error.to_string())?;
            for report in &recorder.reports {
                let mut board = Board::from_position(&position);
                for &point in &report.pv {
                    let played = board.play(point);
                    assert!(played.is_ok(), "{report:?} {}", picture(&position));
                }
            }
            let last = recorder.reports.last().map(|report| report.pv[0]);
            assert_eq!(last, Some(thought.best), "{}", picture(&position));
        }
    }
    Ok(())
}

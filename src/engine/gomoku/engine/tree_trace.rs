//! The Monte Carlo tree search of a position, traced playout by playout.

use crate::board::{Board, Position};
use crate::geometry::Point;
use crate::search::mcts::trace_playout;
use crate::search::{PlayoutTrace, RootFilter};
use kagetsu_kernel::StopSignal;

use super::engine::{Engine, check_moves};
use super::request::EngineError;

impl Engine {
    /// The last one of so many playouts of a position, at least one, and how many there were: fewer, where the result was
    /// known before. The answer depends on the position and the number alone, and comes at once where the tree of the last
    /// call goes on. `None` when it was stopped.
    ///
    /// # Errors
    /// [`EngineError::NoLegalMove`] when there is no legal move.
    pub fn trace_playout(
        &mut self,
        position: &Position,
        playouts: u32,
        stop: &StopSignal,
    ) -> Result<Option<(u32, PlayoutTrace<Point>)>, EngineError> {
        self.begin(position.size(), position.rule());
        let board = Board::from_position(position);
        check_moves(&RootFilter::ALL, &board)?;
        let evaluation = self.evaluation(position.rule(), position.size());
        Ok(trace_playout(
            &mut self.traced,
            board,
            evaluation,
            playouts,
            stop,
        ))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kagetsu_kernel::{FakeClock, Score, SearchLimits};

    use super::*;
    use crate::board::{Outcome, Rule, Side};
    use crate::engine::{EngineConfig, SearchMethod};
    use crate::geometry::{BoardSize, Rows};
    use crate::search::{MoveTerms, NullSearchObserver, Proved};

    fn position(stones: &[(usize, usize)]) -> Position {
        let size = BoardSize::square(15).expect("a legal size");
        let moves = stones.iter().map(|&(x, y)| Point::at(x, y));
        Position::from_moves(size, Rule::Freestyle, moves).expect("legal moves")
    }

    #[test]
    fn a_traced_playout_depends_on_the_position_and_the_number_alone() {
        let engine = || Engine::new(EngineConfig::default(), Arc::new(FakeClock::new()));
        let (mut engine_of_steps, stop) = (engine(), StopSignal::new());
        let open = position(&[(7, 7), (8, 8)]);
        for playouts in [1, 2, 12, 112, 12] {
            let trace = |engine: &mut Engine| {
                let traced = engine.trace_playout(&open, playouts, &stop);
                traced.expect("there are moves").expect("it is not stopped")
            };
            let (count, traced) = trace(&mut engine_of_steps);
            assert_eq!(count, playouts);
            assert_eq!((count, traced.clone()), trace(&mut engine()), "{playouts}");
            assert_eq!(traced.after[0].visits, playouts);
        }
        // Black has four in a row, open at one end: the search ends when White has answered or lost.
        let four = position(&[(7, 7), (6, 7), (8, 7), (0, 0), (9, 7), (0, 14), (10, 7)]);
        let traced = engine_of_steps.trace_playout(&four, 50, &stop);
        let (_, traced) = traced.expect("there are moves").expect("it is not stopped");
        assert_eq!(traced.after[0].side, Side::White);
        assert_eq!(traced.playout.path[0], Point::at(11, 7));
        let five = [
            (7, 7),
            (0, 0),
            (8, 7),
            (0, 1),
            (9, 7),
            (0, 3),
            (10, 7),
            (0, 5),
        ];
        let won = engine_of_steps.trace_playout(&position(&five), 50, &stop);
        let (count, traced) = won.expect("there are moves").expect("it is not stopped");
        assert!(count < 50 && traced.after[0].proved.is_some(), "{count}");
    }

    /// A position from its moves in notation, such as `e5a1e6`.
    fn played(length: usize, rule: Rule, moves: &str) -> Position {
        let size = BoardSize::square(length).expect("a legal size");
        let moves = Rows::FromTop.parse_moves(moves, size).expect("moves");
        Position::from_moves(size, rule, moves).expect("legal moves")
    }

    #[test]
    fn a_move_that_is_known_to_win_is_tried_first_and_solves_the_root() {
        let stop = StopSignal::new();
        for (rule, moves, plies) in [
            // Five at both ends of an own four, whether or not the opponent has a four too.
            (Rule::Freestyle, "e5a1e6a2e7a3e8a4", 1),
            (Rule::Standard, "e5a1e6a2e7a3e8b9", 1),
            (Rule::Renju, "e5a1e6a2e7a3e8a4", 1),
            (Rule::Renju, "e5a1e6a2e7a3a9a4e1", 1),
            // An own open three, and the opponent's three at the edge.
            (Rule::Freestyle, "e5a1e6a2e7b9", 3),
            (Rule::Renju, "e5a1e6a2e7b9", 3),
        ] {
            let position = played(9, rule, moves);
            let side = position.side_to_move();
            let mut engine = Engine::new(EngineConfig::default(), Arc::new(FakeClock::new()));
            let traced = engine.trace_playout(&position, 50, &stop);
            let (count, traced) = traced.expect("moves").expect("it is not stopped");
            let root = &traced.after[0];
            assert_eq!((count, root.side), (1, side), "{moves}");
            assert_eq!(root.proved, Some(Proved::Win(plies)), "{moves}");
            assert_eq!(root.value.to_bits(), 1_f32.to_bits(), "{moves}");
            let first = traced.playout.path[0];
            let sum: f32 = root.moves.iter().map(|terms| terms.prior).sum();
            assert!((sum - 1.0).abs() < 1e-4, "{moves}: {sum}");
            let fives = |terms: &&MoveTerms<Point>| {
                let after = Board::from_position(&position).play(terms.point);
                after == Ok(Outcome::Win(side))
            };
            let wins = root.moves.iter().filter(fives).count();
            let leading = root.moves.iter().take(wins);
            assert_eq!(
                leading.filter(fives).count(),
                wins,
                "{moves}: all fives lead"
            );
            let won = root.moves.iter().find(|terms| terms.point == first);
            assert_eq!(won.and_then(|won| won.proved), root.proved, "{moves}");
            if plies == 1 {
                let outcome = Board::from_position(&position).play(first);
                assert_eq!(outcome, Ok(Outcome::Win(side)), "{moves}");
            }
        }
    }

    #[test]
    fn what_is_weighed_lies_between_loss_and_win() {
        let stop = StopSignal::new();
        let mut engine = Engine::new(EngineConfig::default(), Arc::new(FakeClock::new()));
        // Black has an open four: White loses whatever it does.
        let position = played(9, Rule::Freestyle, "e5a1e6a2e7a3e8");
        for playouts in [1, 2, 5, 20] {
            let traced = engine.trace_playout(&position, playouts, &stop);
            let (_, traced) = traced.expect("moves").expect("it is not stopped");
            for view in traced.before.iter().chain(&traced.after) {
                for terms in &view.moves {
                    assert!((-1.0..=1.0).contains(&terms.value), "{terms:?}");
                }
            }
        }
    }

    #[test]
    fn the_tree_search_begins_with_the_win_that_alpha_beta_proves() {
        for (moves, plies) in [
            ("e5a1e6a2e7a3e8a4", 1),
            ("e5a1e6a2e7a3a9a4e1", 1),
            ("e5a1e6a2e7b9", 3),
            // Two open twos that cross: fours win.
            ("e5a1e6c9e7a9f5g9g5b1", 3),
        ] {
            let position = played(9, Rule::Freestyle, moves);
            let think = |method| {
                let config = EngineConfig {
                    search: method,
                    ..EngineConfig::default()
                };
                let mut engine = Engine::new(config, Arc::new(FakeClock::new()));
                let limits = SearchLimits {
                    nodes: Some(200),
                    ..SearchLimits::default()
                };
                let observer = &mut NullSearchObserver;
                engine
                    .think(&position, &limits, &StopSignal::new(), observer)
                    .expect("it thinks")
            };
            let (by_tree, proved) = (think(SearchMethod::Mcts), think(SearchMethod::AlphaBeta));
            assert_eq!(proved.report.score, Score::win_in(plies), "{moves}");
            assert_eq!(by_tree.report.score, proved.report.score, "{moves}");
            assert_eq!(
                by_tree.report.pv.len(),
                plies,
                "{moves}: the line ends with the five"
            );
            let first = by_tree.moves.first().expect("there are moves");
            assert_eq!(first.point, by_tree.best, "{moves}");
            assert_eq!(first.proved, Some(Proved::Win(plies as u16)), "{moves}");
        }
    }

    #[test]
    fn a_stopped_tree_gives_nothing() {
        let mut engine = Engine::new(EngineConfig::default(), Arc::new(FakeClock::new()));
        let stop = StopSignal::new();
        stop.raise();
        let stopped = engine.trace_playout(&position(&[(7, 7)]), 50, &stop);
        assert_eq!(stopped, Ok(None));
    }
}

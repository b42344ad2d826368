//! The tree search of a position, watched playout by playout.

use crate::board::{Board, Position};
use crate::geometry::Point;
use crate::search::mcts::WatchedTree;
use crate::search::{RootFilter, Watched};
use kagetsu_kernel::StopSignal;

use super::engine::{Engine, check_moves};
use super::request::EngineError;

/// Memory of the tree: enough for tens of thousands of playouts.
const WATCHED_BYTES: usize = 32 << 20;

impl Engine {
    /// The last one of so many playouts of a position, at least one, and how many there were: fewer, where the result was
    /// known before. The answer depends on the position and the number alone, and comes at once where the tree of the last
    /// call goes on. `None` when it was stopped.
    ///
    /// # Errors
    /// [`EngineError::NoLegalMove`] when no point is empty and allowed.
    pub fn watch_tree(
        &mut self,
        position: &Position,
        playouts: u32,
        stop: &StopSignal,
    ) -> Result<Option<(u32, Watched<Point>)>, EngineError> {
        self.begin(position);
        let board = Board::from_position(position);
        check_moves(&RootFilter::ALL, &board)?;
        let evaluation = self.evaluation(position.rule(), position.size());
        let tree = self
            .watched
            .get_or_insert_with(|| WatchedTree::with_bytes(WATCHED_BYTES));
        Ok(tree.watch(board, evaluation, playouts.max(1), stop))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kagetsu_kernel::FakeClock;

    use super::*;
    use crate::board::{Rule, Side};
    use crate::engine::EngineConfig;
    use crate::geometry::BoardSize;

    fn position(stones: &[(usize, usize)]) -> Position {
        let size = BoardSize::square(15).expect("a legal size");
        let mut position = Position::new(size, Rule::Freestyle);
        for &(x, y) in stones {
            position.play(Point::at(x, y)).expect("a legal move");
        }
        position
    }

    #[test]
    fn a_watched_tree_depends_on_the_position_and_the_number_alone() {
        let engine = || Engine::new(EngineConfig::default(), Arc::new(FakeClock::new()));
        let (mut engine_of_steps, stop) = (engine(), StopSignal::new());
        let open = position(&[(7, 7), (8, 8)]);
        for playouts in [1, 2, 12, 112, 12] {
            let watch = |engine: &mut Engine| {
                let watched = engine.watch_tree(&open, playouts, &stop);
                watched
                    .expect("there are moves")
                    .expect("it is not stopped")
            };
            let (count, watched) = watch(&mut engine_of_steps);
            assert_eq!(count, playouts);
            assert_eq!((count, watched.clone()), watch(&mut engine()), "{playouts}");
            assert_eq!(watched.after[0].visits, playouts);
        }
        // Black has four in a row, open at one end: the search ends when White has answered or lost.
        let four = position(&[(7, 7), (6, 7), (8, 7), (0, 0), (9, 7), (0, 14), (10, 7)]);
        let watched = engine_of_steps.watch_tree(&four, 50, &stop);
        let (_, watched) = watched
            .expect("there are moves")
            .expect("it is not stopped");
        assert_eq!(watched.after[0].side, Side::White);
        assert_eq!(watched.playout.path[0], Point::at(11, 7));
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
        let won = engine_of_steps.watch_tree(&position(&five), 50, &stop);
        let (count, watched) = won.expect("there are moves").expect("it is not stopped");
        assert!(count < 50 && watched.after[0].solved.is_some(), "{count}");
    }

    #[test]
    fn a_stopped_tree_gives_nothing() {
        let mut engine = Engine::new(EngineConfig::default(), Arc::new(FakeClock::new()));
        let stop = StopSignal::new();
        stop.raise();
        let stopped = engine.watch_tree(&position(&[(7, 7)]), 50, &stop);
        assert_eq!(stopped, Ok(None));
    }
}

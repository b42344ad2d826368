//! The search as self-play uses it: one thread, few nodes and no clock. Its tables are cleared between games.

use kagetsu_gomoku::board::Board;
use kagetsu_gomoku::eval::Nnue;
use kagetsu_gomoku::geometry::Point;
use kagetsu_gomoku::search::params::Params;
use kagetsu_gomoku::search::{
    KnownPositions, NullSearchObserver, RootFilter, Task, ThreadData, search,
};
use kagetsu_kernel::table::{Entries, Table};
use kagetsu_kernel::{NoClock, Score, SearchLimits, StopSignal};

/// Size of the transposition table, in bytes: a game visits some hundred thousand nodes.
const TABLE_BYTES: usize = 8 << 20;

/// A move with its score for the side to move.
pub(super) type Valued = (Point, Score);

/// Searches the positions of one game after another.
#[derive(Debug)]
pub(super) struct Thinker {
    table: Table,
    threads: [ThreadData; 1],
    stop: StopSignal,
}

impl Thinker {
    /// A thinker whose searches end when the signal is raised.
    pub(super) fn new(stop: StopSignal) -> Self {
        Self {
            table: Table::with_bytes(TABLE_BYTES),
            threads: [ThreadData::default()],
            stop,
        }
    }

    /// Clears all tables, so that later searches do not depend on earlier ones.
    pub(super) fn forget(&mut self) {
        self.table = Table::with_bytes(TABLE_BYTES);
        self.threads = [ThreadData::default()];
    }

    /// True if the stop signal was raised.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_raised()
    }

    /// What the searches since the last [`Thinker::forget`] have stored.
    pub(super) fn entries(&mut self) -> Entries<'_> {
        self.table.begin_search()
    }

    /// The `lines` best moves in order, or all moves if there are fewer. The list is empty if there is no legal move.
    /// If a win was found, the list holds only the winning move.
    pub(super) fn think(&mut self, board: &Board, nodes: u64, lines: usize) -> Vec<Valued> {
        let limits = SearchLimits {
            nodes: Some(nodes),
            multi_pv: lines,
            ..SearchLimits::default()
        };
        let task = Task {
            board: board.clone(),
            limits: &limits,
            budget: None,
            filter: RootFilter::ALL,
            known: KnownPositions::default(),
            proved: None,
            searches_only_move: false,
            stop: &self.stop,
            clock: &NoClock,
            params: &Params::default(),
        };
        let lines = search(
            task,
            &mut self.table,
            Nnue::new(board.rule(), board.size()),
            &mut self.threads,
            &mut NullSearchObserver,
        );
        let mut moves: Vec<Valued> = lines
            .unwrap_or_default()
            .iter()
            .map(|line| (line.pv[0], line.score))
            .collect();
        if moves.first().is_some_and(|best| best.1.is_win()) {
            moves.truncate(1);
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;

    use super::*;
    use kagetsu_gomoku::board::Rule;
    use kagetsu_gomoku::geometry::{BoardSize, Rows};

    fn board(moves: &str) -> Board {
        let mut board = Board::new(
            BoardSize::square(15).expect("a legal size"),
            Rule::Freestyle,
        );
        for point in Rows::FromTop
            .parse_moves(moves, BoardSize::LARGEST)
            .expect("points")
        {
            board.play(point).expect("a legal move");
        }
        board
    }

    #[test]
    fn several_lines_are_different_moves_in_order() {
        let mut thinker = Thinker::new(StopSignal::new());
        let lines = thinker.think(&board("h8i9h10g7"), 3000, 3);
        assert_eq!(lines.len(), 3);
        assert!(lines[0].0 != lines[1].0 && lines[1].0 != lines[2].0 && lines[0].0 != lines[2].0);
        assert!(lines.is_sorted_by_key(|line| Reverse(line.1)), "{lines:?}");
        assert_eq!(thinker.think(&board("h8i9h10g7"), 3000, 1).len(), 1);
    }

    #[test]
    fn a_win_is_told_whatever_the_number_of_lines() {
        let three = board("h8a1h9a3h10a5");
        for lines in [1, 3] {
            let mut thinker = Thinker::new(StopSignal::new());
            let found = thinker.think(&three, 500, lines);
            assert!(found.len() == 1 && found[0].1.is_win(), "{found:?}");
        }
    }

    #[test]
    fn what_is_forgotten_has_no_effect() {
        let mut thinker = Thinker::new(StopSignal::new());
        let position = board("h8i9h10g7j8");
        let first = thinker.think(&position, 2000, 3);
        thinker.think(&board("h8i9"), 2000, 1);
        thinker.forget();
        assert_eq!(thinker.think(&position, 2000, 3), first);
    }
}

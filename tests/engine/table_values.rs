//! What a search leaves in the table is true: a static value there is that of the position and of no other.

use kagetsu_gomoku::board::{Board, Position, Rule};
use kagetsu_gomoku::eval::{Evaluator, PolicyScores};
use kagetsu_gomoku::geometry::{BoardSize, PointSet, Rows};
use kagetsu_gomoku::search::params::Params;
use kagetsu_gomoku::search::{
    KnownPositions, NullSearchObserver, RootFilter, Task, ThreadData, search,
};
use kagetsu_kernel::table::{Entries, Table};
use kagetsu_kernel::{FakeClock, SearchLimits, StopSignal};

/// The number of stones tells one position of a line from the others.
const WORTH_OF_A_STONE: i32 = 3;

/// An evaluation that counts stones, and whose policy scores are highest where both sides can build.
#[derive(Clone, Debug)]
struct Counting;

impl Evaluator for Counting {
    fn refresh(&mut self, _board: &Board) {}

    fn undo(&mut self, _made: usize) {}

    fn evaluate(&mut self, board: &Board) -> i32 {
        board.occupied() as i32 * WORTH_OF_A_STONE
    }

    fn policy_scores(&mut self, board: &Board, set: PointSet, policy_scores: &mut PolicyScores) {
        let side = board.side_to_move();
        policy_scores.extend(set.iter().map(|point| {
            let threats = [side, side.opponent()].map(|side| board.threat(side, point) as i32);
            (50 * threats.iter().sum::<i32>(), point)
        }));
    }
}

/// What entries say of the positions that lie at most so many plies from the board: how many have a static value that is
/// not theirs, and how many a score.
fn wrong_values(board: &mut Board, table: Entries<'_>, plies: usize) -> (usize, usize) {
    let (mut wrong, mut entries) = (0, 0);
    if let Some(entry) = table.probe(board.key(), 0) {
        let told = entry.evaluation.map(i32::from);
        entries += 1;
        wrong += usize::from(told.is_some_and(|told| told != Counting.evaluate(board)));
    }
    if plies > 0 {
        for point in board.candidates() {
            board.make(point);
            let (more_wrong, more) = wrong_values(board, table, plies - 1);
            board.unmake();
            wrong += more_wrong;
            entries += more;
        }
    }
    (wrong, entries)
}

#[test]
fn a_static_value_in_the_table_is_that_of_its_position() -> Result<(), String> {
    let size = BoardSize::square(12).map_err(|error| error.to_string())?;
    let moves = Rows::FromTop
        .parse_moves("f6 g7 f7 g6 f5 f8 e6 h7", size)
        .map_err(|error| error.to_string())?;
    let position =
        Position::from_moves(size, Rule::Freestyle, moves).map_err(|error| error.to_string())?;
    let mut board = Board::from_position(&position);
    let mut table = Table::with_bytes(1 << 24);
    let limits = SearchLimits {
        depth: Some(6),
        ..SearchLimits::default()
    };
    let mut params = Params::default();
    params.four_plus_bonus = 0;
    // So deep are the nodes below the root: they are tested as those of deeper searches are.
    params.singular_depth = 5;
    let task = Task {
        board: board.clone(),
        limits: &limits,
        budget: None,
        filter: RootFilter::ALL,
        known: KnownPositions::default(),
        proved: None,
        searches_only_move: false,
        stop: &StopSignal::new(),
        clock: &FakeClock::new(),
        params: &params,
    };
    let report = search(
        task,
        &mut table,
        Counting,
        &mut [ThreadData::default()],
        &mut NullSearchObserver,
    );
    assert!(report.is_some());
    let (wrong, entries) = wrong_values(&mut board, table.begin_search(), 3);
    assert!(entries > 100, "only {entries} entries");
    assert_eq!(wrong, 0, "of {entries} entries");
    Ok(())
}

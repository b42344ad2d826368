//! Counting turn sequences, to compare the rules with other implementations.

use super::board::{Board, Stage};
use super::geometry::Cell;

/// The number of sequences of exactly `turns` legal turns; a won game ends. The last turn is counted, not made.
///
/// ```
/// use kagetsu_connect6::{Board, perft};
/// assert_eq!(perft(&mut Board::new(), 1), 361);
/// ```
pub fn perft(board: &mut Board, turns: u32) -> u64 {
    if turns == 0 {
        return 1;
    }
    if board.has_won(board.side().opponent()) {
        return 0;
    }
    let empties: Vec<Cell> = board.empties().collect();
    let count = empties.len() as u64;
    if turns == 1 {
        return match board.stage() {
            Stage::One => count,
            Stage::Two => count * count.saturating_sub(1) / 2,
        };
    }
    let mut sum = 0;
    for (index, &first) in empties.iter().enumerate() {
        let whole = board.stage() == Stage::Two;
        board.play(first);
        if whole {
            for &second in &empties[index + 1..] {
                board.play(second);
                sum += perft(board, turns - 1);
                board.unplay(second);
            }
        } else {
            sum += perft(board, turns - 1);
        }
        board.unplay(first);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::board::Side;
    use super::*;

    #[test]
    fn known_counts() {
        let mut board = Board::new();
        let counts: Vec<u64> = (0..3).map(|turns| perft(&mut board, turns)).collect();
        assert_eq!(counts, [1, 361, 23_327_820]);
        assert!(board.audit());
    }

    #[test]
    fn a_won_game_is_not_continued() {
        // All cells but four are full; White has five of a row, and one of the four completes it.
        let row: Vec<Cell> = (0..5).filter_map(|column| Cell::at(column, 0)).collect();
        let open: Vec<Cell> = (5..9).filter_map(|column| Cell::at(column, 0)).collect();
        let rest: Vec<Cell> = Cell::all()
            .filter(|cell| !row.contains(cell) && !open.contains(cell))
            .collect();
        let (black, white): (Vec<Cell>, Vec<Cell>) = rest
            .into_iter()
            .partition(|cell| (cell.column() / 2 + cell.row()).is_multiple_of(2));
        let white: Vec<Cell> = white
            .into_iter()
            .filter(|cell| cell.row() > 0)
            .chain(row)
            .collect();
        let mut board = Board::with_stones(&black, &white, Side::White);
        let open = board.empties().count() as u64;
        let pairs = |cells: u64| cells * (cells - 1) / 2;
        assert_eq!(perft(&mut board, 1), pairs(open));
        // Pairs with the winning cell end the game.
        assert_eq!(perft(&mut board, 2), pairs(open - 1) * pairs(open - 2));
    }
}

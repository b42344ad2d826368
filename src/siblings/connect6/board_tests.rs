//! The board against recomputation from its stones, and random boards for other tests.

use std::ops::Range;

use kagetsu_kernel::rng::Rng;

use super::board::{Board, Side, Stage};
use super::geometry::{CELLS, Cell};
use super::turn::Turn;

/// A stone in the middle and random ones, in turns, in these columns and rows until there are so many.
pub(super) fn random_board(rng: &mut Rng, square: Range<usize>, stones: usize) -> Board {
    let mut board = Board::new();
    board.play(Cell::CENTRE);
    while board.count() < stones {
        let [column, row] = [(); 2].map(|()| square.start + rng.below(square.len()));
        let cell = Cell::at(column, row).unwrap();
        if board.is_empty(cell) {
            board.play(cell);
        }
    }
    board
}

/// The cells of turns such as `JJKJ LJ`.
pub(super) fn cells(text: &str) -> Vec<Cell> {
    text.split(' ')
        .flat_map(|turn| Turn::parse(turn).unwrap().cells())
        .collect()
}

#[test]
fn random_play_and_take_back_pass_the_audit() {
    let mut rng = Rng::new(3);
    for _ in 0..20 {
        let mut board = Board::new();
        let start = board.clone();
        let mut played = Vec::new();
        for step in 0..rng.below(CELLS) {
            let empties: Vec<Cell> = board.empties().collect();
            let cell = empties[rng.below(empties.len())];
            board.play(cell);
            played.push(cell);
            if step % 16 == 0 {
                assert!(board.audit());
            }
        }
        while let Some(cell) = played.pop() {
            board.unplay(cell);
        }
        assert!(board.audit());
        assert_eq!(board.key(), start.key());
        assert_eq!((board.side(), board.stage()), (Side::Black, Stage::One));
    }
}

#[test]
fn the_order_of_stones_inside_a_turn_does_not_change_the_key() {
    let mut rng = Rng::new(4);
    for _ in 0..1000 {
        let mut cells: Vec<Cell> = Cell::all().collect();
        rng.shuffle(&mut cells);
        let [mut one, mut two] = [(); 2].map(|()| Board::new());
        one.play(cells[0]);
        two.play(cells[0]);
        let start = one.key();
        one.play(cells[1]);
        assert_ne!(one.key(), start);
        one.play(cells[2]);
        two.play(cells[2]);
        two.play(cells[1]);
        assert_eq!(one.key(), two.key());
    }
}

#[test]
fn bare_stones_leave_no_trace() {
    let mut board = Board::new();
    board.play(Cell::CENTRE);
    let near = Cell::at(10, 10).unwrap();
    board.put_bare(near, Side::White);
    assert_eq!(board.live(Side::White, 1).len(), 24 - 5);
    board.lift_bare(near, Side::White);
    assert!(board.audit());
}

#[test]
fn seven_in_a_row_win_too() {
    let row: Vec<Cell> = (3..10).filter_map(|column| Cell::at(column, 4)).collect();
    for cells in [&row[..6], &row[..]] {
        let board = Board::with_stones(&[], cells, Side::Black);
        assert!(board.has_won(Side::White) && !board.has_won(Side::Black));
    }
    let board = Board::with_stones(&[], &row[..5], Side::Black);
    assert!(!board.has_won(Side::White));
}

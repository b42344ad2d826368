//! Covers against brute force over all cells and pairs, and against the count by scan.

use kagetsu_kernel::rng::Rng;

use super::bits::CellSet;
use super::board::{Board, Side};
use super::cover::{Cover, THREAT, all_defences, can_win, completing_pair, cover};
use super::geometry::{Cell, ROW, WINDOWS, window_cells};

/// The row of the board on which threats are counted.
const LINE: usize = 9;

/// The number of threats by sliding a window along [`LINE`], from left to right: when it holds at least four own stones, no
/// enemy and no marked cell, count one threat and mark its empty cells (Wu, Huang and Chang, "Connect6", 2005). This is the
/// number of stones that the enemy needs there.
fn count_by_scan(board: &Board, attacker: Side) -> usize {
    let mut threats = 0;
    let mut marked = CellSet::EMPTY;
    let is_on_line = |&window: &usize| window_cells(window).iter().all(|cell| cell.row() == LINE);
    for window in (0..WINDOWS).filter(is_on_line) {
        let live = (THREAT..ROW).any(|stones| board.live(attacker, stones).contains(window));
        let clean = board
            .empties_of(window)
            .all(|cell| !marked.contains(cell.index()));
        if live && clean {
            threats += 1;
            for cell in board.empties_of(window) {
                marked.insert(cell.index());
            }
        }
    }
    threats
}

/// A board with stones thrown densely into a square, so that many threats stand and nobody has six.
fn crowded(rng: &mut Rng, side: usize) -> Board {
    loop {
        let corner = rng.below(19 - side);
        let mut board = Board::new();
        for _ in 0..side * side * 2 / 5 {
            let [column, row] = [(); 2].map(|()| corner + rng.below(side));
            let cell = Cell::at(column, row).unwrap();
            if board.is_empty(cell) {
                let colour = if rng.below(4) == 0 {
                    Side::White
                } else {
                    Side::Black
                };
                board.put(cell, colour);
            }
        }
        if !board.has_won(Side::Black) && !board.has_won(Side::White) {
            return board;
        }
    }
}

/// The empty cells of each window that Black would complete, by plain counting.
fn threats(board: &Board) -> Vec<Vec<Cell>> {
    let owns = |side: Side| move |cell: &&Cell| board.stones(side).contains(cell.index());
    (0..WINDOWS)
        .map(window_cells)
        .filter(|cells| !cells.iter().any(|cell| owns(Side::White)(&cell)))
        .filter(|cells| (THREAT..ROW).contains(&cells.iter().filter(owns(Side::Black)).count()))
        .map(|cells| {
            cells
                .iter()
                .copied()
                .filter(|&cell| board.is_empty(cell))
                .collect()
        })
        .collect()
}

fn by_brute_force(board: &Board) -> Cover {
    let threats = threats(board);
    let stops = |stones: &[Cell]| {
        threats
            .iter()
            .all(|cells| cells.iter().any(|cell| stones.contains(cell)))
    };
    if threats.is_empty() {
        return Cover::Zero;
    }
    let empties: Vec<Cell> = board.empties().collect();
    let singles: Vec<Cell> = empties
        .iter()
        .copied()
        .filter(|&cell| stops(&[cell]))
        .collect();
    if !singles.is_empty() {
        return Cover::One(singles);
    }
    let mut pairs = Vec::new();
    for (index, &a) in empties.iter().enumerate() {
        pairs.extend(
            empties[index + 1..]
                .iter()
                .filter(|&&b| stops(&[a, b]))
                .map(|&b| (a, b)),
        );
    }
    if pairs.is_empty() {
        Cover::Lost
    } else {
        Cover::Two(pairs)
    }
}

#[test]
fn covers_equal_brute_force() {
    let mut rng = Rng::new(21);
    let mut seen = [0; 4];
    for round in 0..1500 {
        let board = crowded(&mut rng, 6 + round % 4);
        let slow = by_brute_force(&board);
        let mut fast = cover(&board, Side::Black);
        match &mut fast {
            Cover::One(cells) => cells.sort_unstable(),
            Cover::Two(pairs) => pairs.sort_unstable(),
            Cover::Zero | Cover::Lost => {}
        }
        assert_eq!(fast, slow);
        assert_eq!(can_win(&board, Side::Black), fast != Cover::Zero);
        seen[fast.stones()] += 1;
    }
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
}

#[test]
fn on_one_line_the_scan_counts_the_stones_needed() {
    let mut rng = Rng::new(8);
    let mut seen = [0; 4];
    for _ in 0..4000 {
        let mut board = Board::new();
        for column in 0..19 {
            let cell = Cell::at(column, LINE).unwrap();
            match rng.below(8) {
                0..4 => board.put(cell, Side::Black),
                4 => board.put(cell, Side::White),
                _ => {}
            }
        }
        if !board.has_won(Side::Black) {
            let count = count_by_scan(&board, Side::Black);
            assert_eq!(count.min(3), cover(&board, Side::Black).stones());
            seen[count.min(3)] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

#[test]
fn a_completing_pair_wins() {
    let mut rng = Rng::new(2);
    for _ in 0..300 {
        let mut board = crowded(&mut rng, 8);
        if let Some((a, b)) = completing_pair(&board, Side::Black) {
            board.put(a, Side::Black);
            board.put(b, Side::Black);
            assert!(board.has_won(Side::Black));
        } else {
            assert!(!can_win(&board, Side::Black));
        }
    }
}

#[test]
fn all_defences_joins_the_pairs() {
    let [a, b, c] = [1, 2, 3].map(|index| Cell::from_index(index).unwrap());
    assert!(all_defences(&[(a, b), (b, c)]).iter().eq([1, 2, 3]));
}

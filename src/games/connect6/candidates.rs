//! Pairs of cells worth a search: the answers that threats force, else the best first stones by gain and for each of
//! them the best second stones. Of all these pairs the best are kept: a good pair may have a second stone that is not among
//! the best few.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::bits::CellSet;
use super::board::{Board, Side};
use super::cover::{Cover, cover};
use super::geometry::{CELLS, Cell};

/// How many cells are considered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width {
    /// For the first stone of a turn.
    pub first: usize,
    /// For the second one, given the first.
    pub second: usize,
    /// Of their pairs, those of the highest worth that are kept; half as many more where cells are asked for.
    pub pairs: usize,
}

/// A pair with its worth for the ordering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// First cell.
    pub a: Cell,
    /// Second cell.
    pub b: Cell,
    /// The gains of both stones.
    pub worth: i32,
}

/// What the side to move can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Candidates {
    /// The opponent completes a row whatever is played.
    Lost,
    /// Both stones are needed against threats; these are all ways.
    Forced(Vec<Candidate>),
    /// The best pairs, best first; without those that leave a threat standing.
    Free(Vec<Candidate>),
}

impl Candidates {
    /// The pairs, best first.
    pub fn pairs(self) -> Vec<Candidate> {
        match self {
            Self::Lost => Vec::new(),
            Self::Forced(pairs) | Self::Free(pairs) => pairs,
        }
    }
}

/// Added to the gain of cells that are asked for.
const WANTED: i32 = 40;
/// Cells that are asked for and are considered beside those of the highest gain.
const MORE_WANTED: usize = 6;
/// A power of two above the number of cells.
const KEY_STEP: i32 = 512;

/// The candidates of the side to move, which has a whole turn ahead. Cells in `wanted` are preferred.
pub fn candidates(board: &mut Board, width: Width, wanted: &CellSet) -> Candidates {
    let side = board.side();
    let mut pairs = Vec::with_capacity(width.first * width.second);
    match cover(board, side.opponent()) {
        Cover::Lost => return Candidates::Lost,
        Cover::Two(cells) => {
            let worth = |(a, b)| board.gain(a, side) + board.gain(b, side);
            pairs.extend(cells.into_iter().map(|(a, b)| Candidate {
                a,
                b,
                worth: worth((a, b)),
            }));
            pairs.sort_by_key(|pair| -pair.worth);
            return Candidates::Forced(pairs);
        }
        Cover::One(cells) => {
            let mut done = CellSet::EMPTY;
            for a in cells {
                done.insert(a.index());
                // The second stone is free: both widths together are as many pairs as without a threat.
                add_seconds(
                    board,
                    a,
                    (width.first + width.second, wanted, &done),
                    &mut pairs,
                );
            }
        }
        Cover::Zero => {
            let mut done = CellSet::EMPTY;
            for (_, a) in best_cells(board, side, width.first, wanted, &CellSet::EMPTY) {
                done.insert(a.index());
                add_seconds(board, a, (width.second, wanted, &done), &mut pairs);
            }
        }
    }
    pairs.sort_by_key(|pair| -pair.worth);
    let most = if wanted.is_empty() {
        width.pairs
    } else {
        width.pairs + width.pairs / 2
    };
    pairs.truncate(most);
    Candidates::Free(pairs)
}

/// Adds the pairs of `a` with the best of its second cells, by number, preference and exclusion.
fn add_seconds(
    board: &mut Board,
    a: Cell,
    (most, wanted, done): (usize, &CellSet, &CellSet),
    pairs: &mut Vec<Candidate>,
) {
    let side = board.side();
    let preferred = |cell: Cell| {
        if wanted.contains(cell.index()) {
            WANTED
        } else {
            0
        }
    };
    let worth = board.gain(a, side) + preferred(a);
    board.play(a);
    let seconds = best_cells(board, side, most, wanted, done);
    pairs.extend(seconds.into_iter().map(|(gain, b)| Candidate {
        a,
        b,
        worth: worth + gain,
    }));
    board.unplay(a);
}

/// A number that orders cells by gain, and those of the same gain by their index from the last one down.
const fn order_key(gain: i32, cell: Cell) -> i32 {
    gain * KEY_STEP + (KEY_STEP - 1 - cell.index() as i32)
}

/// Gain and cell of such a number.
fn of_order_key(key: i32) -> Option<(i32, Cell)> {
    let index = KEY_STEP - 1 - key.rem_euclid(KEY_STEP);
    Cell::from_index(index as usize).map(|cell| (key.div_euclid(KEY_STEP), cell))
}

/// The empty cells of the highest gain for `side`, best first, and after them some more of those in `wanted`.
fn best_cells(
    board: &Board,
    side: Side,
    most: usize,
    wanted: &CellSet,
    skip: &CellSet,
) -> Vec<(i32, Cell)> {
    let taken = board.occupied().union(skip);
    let mut keys = ArrayVec::<i32, CELLS>::new();
    for cell in Cell::all() {
        if !taken.contains(cell.index()) {
            let preference = if wanted.contains(cell.index()) {
                WANTED
            } else {
                0
            };
            keys.push(order_key(board.gain(cell, side) + preference, cell));
        }
    }
    if keys.len() > most {
        keys.select_nth_unstable_by_key(most, |&key| Reverse(key));
        keys.truncate(most);
    }
    keys.sort_unstable_by_key(|&key| Reverse(key));
    let mut best: Vec<(i32, Cell)> = Vec::with_capacity(keys.len() + MORE_WANTED);
    best.extend(keys.iter().filter_map(|&key| of_order_key(key)));
    let mut more: Vec<(i32, Cell)> = wanted
        .iter()
        .filter_map(Cell::from_index)
        .filter(|cell| !taken.contains(cell.index()))
        .map(|cell| (board.gain(cell, side) + WANTED, cell))
        .filter(|found| !best.contains(found))
        .collect();
    more.sort_by_key(|&(gain, _)| Reverse(gain));
    best.extend(more.into_iter().take(MORE_WANTED));
    best
}

#[cfg(test)]
mod tests {
    use kagetsu_kernel::rng::Rng;

    use super::super::cover::can_win;
    use super::*;

    const WIDTH: Width = Width {
        first: 8,
        second: 5,
        pairs: 30,
    };

    #[test]
    fn no_candidate_leaves_a_threat_or_comes_twice() {
        let mut rng = Rng::new(30);
        let mut kinds = [0; 3];
        for _ in 0..2000 {
            let mut board = Board::new();
            board.play(Cell::CENTRE);
            while board.count() < 31 {
                let [column, row] = [(); 2].map(|()| 6 + rng.below(7));
                let cell = Cell::at(column, row).unwrap();
                if board.is_empty(cell) {
                    board.play(cell);
                }
            }
            let found = candidates(&mut board, WIDTH, &CellSet::EMPTY);
            kinds[match found {
                Candidates::Lost => 0,
                Candidates::Forced(_) => 1,
                Candidates::Free(_) => 2,
            }] += 1;
            let pairs = found.pairs();
            assert!(pairs.is_sorted_by_key(|pair| -pair.worth));
            for (index, pair) in pairs.iter().enumerate() {
                let same = |other: &Candidate| {
                    (other.a, other.b) == (pair.a, pair.b) || (other.b, other.a) == (pair.a, pair.b)
                };
                assert!(pair.a != pair.b && !pairs[index + 1..].iter().any(same));
                let side = board.side();
                board.put(pair.a, side);
                board.put(pair.b, side);
                assert!(!can_win(&board, side.opponent()));
                board.lift(pair.b, side);
                board.lift(pair.a, side);
            }
            assert!(board.audit());
        }
        assert!(kinds.iter().all(|&count| count > 0), "{kinds:?}");
    }

    #[test]
    fn wanted_cells_come_first() {
        let mut board = Board::new();
        board.play(Cell::CENTRE);
        let far = Cell::at(5, 5).unwrap();
        let wanted = CellSet::from_iter([far.index()]);
        let first =
            |wanted: &CellSet, board: &mut Board| candidates(board, WIDTH, wanted).pairs()[0];
        assert_ne!(first(&CellSet::EMPTY, &mut board).a, far);
        let pair = first(&wanted, &mut board);
        assert!([pair.a, pair.b].contains(&far));
    }
}

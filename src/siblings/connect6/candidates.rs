//! Pairs of cells worth a search: the answers that threats force, else the best first stones and for each of them the best
//! second stones, by the policy of the network. Of all these pairs the best are kept: a good pair may have a second stone
//! that is not among the best few. Without a network the gains by windows take the place of the policy.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::bits::CellSet;
use super::board::Board;
use super::cover::{Cover, cover};
use super::geometry::{CELLS, Cell};
use super::network::{CellScores, Policy};

/// How many cells are considered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Width {
    /// For the first stone of a turn.
    pub first: usize,
    /// For the second one, given the first.
    pub second: usize,
    /// Of their pairs, those of the highest worth that are kept; half as many more where cells are asked for.
    pub pairs: usize,
}

/// A pair with its worth for the ordering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    /// First cell.
    pub a: Cell,
    /// Second cell.
    pub b: Cell,
    /// The scores of both stones together.
    pub worth: i32,
}

impl Candidate {
    /// Its cells, the lower one first.
    pub(crate) fn cells(self) -> (Cell, Cell) {
        (self.a.min(self.b), self.a.max(self.b))
    }
}

/// What the side to move can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Candidates {
    /// The opponent completes a row whatever is played.
    Lost,
    /// Both stones are needed against threats; these are all ways.
    Forced(Vec<Candidate>),
    /// The best pairs, best first; without those that leave a threat standing.
    Free(Vec<Candidate>),
}

impl Candidates {
    /// The pairs, best first.
    pub(crate) fn pairs(self) -> Vec<Candidate> {
        match self {
            Self::Lost => Vec::new(),
            Self::Forced(pairs) | Self::Free(pairs) => pairs,
        }
    }
}

/// Added to the worth of cells that are asked for.
const WANTED: i32 = 40;
/// Cells that are asked for and are considered beside those of the highest worth.
const MORE_WANTED: usize = 6;
/// A power of two above the number of cells.
const KEY_STEP: i32 = 512;

/// The gains of the side to move.
fn gains(board: &Board) -> CellScores {
    let side = board.side();
    let mut scores = [0; CELLS];
    for cell in Cell::all() {
        scores[cell.index()] = board.gain(cell, side);
    }
    scores
}

/// The candidates of the side to move, which has a whole turn ahead. Cells in `wanted` are preferred.
pub(crate) fn candidates(board: &mut Board, width: Width, wanted: &CellSet) -> Candidates {
    let stopping = match cover(board, board.side().opponent()) {
        Cover::Lost => return Candidates::Lost,
        Cover::Two(pairs) => return Candidates::Forced(answers(board, &pairs)),
        Cover::One(cells) => Some(cells),
        Cover::Zero => None,
    };
    let network = board.network().cloned();
    let policy = network
        .as_ref()
        .map(|network| Policy::new(network, &board.view()));
    let first = match &policy {
        Some(policy) => *policy.first(),
        None => gains(board),
    };
    let (firsts, seconds) = if let Some(cells) = stopping {
        // The second stone is free: both widths together are as many pairs as without a threat.
        (cells, width.first + width.second)
    } else {
        let best = best_cells(board, &first, width.first, wanted, &CellSet::EMPTY);
        let cells = best.into_iter().map(|(_, cell)| cell).collect();
        (cells, width.second)
    };
    let mut pairs = Vec::with_capacity(firsts.len() * seconds);
    let mut done = CellSet::EMPTY;
    for a in firsts {
        done.insert(a.index());
        let worth = first[a.index()] + preference(wanted, a);
        board.play(a);
        let second = match &policy {
            Some(policy) => policy.second(&board.view(), a),
            None => gains(board),
        };
        let best = best_cells(board, &second, seconds, wanted, &done);
        board.unplay(a);
        pairs.extend(best.into_iter().map(|(more, b)| Candidate {
            a,
            b,
            worth: worth + more,
        }));
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

/// The pairs that stop all threats, by gain.
fn answers(board: &Board, pairs: &[(Cell, Cell)]) -> Vec<Candidate> {
    let side = board.side();
    let mut answers: Vec<Candidate> = pairs
        .iter()
        .map(|&(a, b)| Candidate {
            a,
            b,
            worth: board.gain(a, side) + board.gain(b, side),
        })
        .collect();
    answers.sort_by_key(|pair| -pair.worth);
    answers
}

/// What is added to the worth of a cell for being asked for.
const fn preference(wanted: &CellSet, cell: Cell) -> i32 {
    if wanted.contains(cell.index()) {
        WANTED
    } else {
        0
    }
}

/// A number that orders cells by worth, and those of the same worth by their index from the last one down.
const fn order_key(worth: i32, cell: Cell) -> i32 {
    worth * KEY_STEP + (KEY_STEP - 1 - cell.index() as i32)
}

/// Worth and cell of such a number.
fn of_order_key(key: i32) -> Option<(i32, Cell)> {
    let index = KEY_STEP - 1 - key.rem_euclid(KEY_STEP);
    Cell::from_index(index as usize).map(|cell| (key.div_euclid(KEY_STEP), cell))
}

/// The empty cells of the highest worth, best first, and after them some more of those in `wanted`.
fn best_cells(
    board: &Board,
    scores: &CellScores,
    most: usize,
    wanted: &CellSet,
    skip: &CellSet,
) -> Vec<(i32, Cell)> {
    let taken = board.occupied().union(skip);
    let mut keys = ArrayVec::<i32, CELLS>::new();
    for cell in Cell::all() {
        if !taken.contains(cell.index()) {
            let worth = scores[cell.index()] + preference(wanted, cell);
            keys.push(order_key(worth, cell));
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
        .cells()
        .filter(|cell| !taken.contains(cell.index()))
        .map(|cell| (scores[cell.index()] + WANTED, cell))
        .filter(|found| !best.contains(found))
        .collect();
    more.sort_by_key(|&(worth, _)| Reverse(worth));
    best.extend(more.into_iter().take(MORE_WANTED));
    best
}

#[cfg(test)]
mod tests {
    use kagetsu_kernel::rng::Rng;

    use super::super::board_tests::random_board;
    use super::super::cover::can_win;
    use super::super::evaluation::Evaluation;
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
            let mut board = random_board(&mut rng, 6..13, 31);
            let found = candidates(&mut board, WIDTH, &CellSet::EMPTY);
            kinds[match found {
                Candidates::Lost => 0,
                Candidates::Forced(_) => 1,
                Candidates::Free(_) => 2,
            }] += 1;
            let pairs = found.pairs();
            assert!(pairs.is_sorted_by_key(|pair| -pair.worth));
            for (index, pair) in pairs.iter().enumerate() {
                let same = |other: &Candidate| other.cells() == pair.cells();
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
    fn wanted_cells_come_first_by_windows_and_are_always_tried() {
        let far = Cell::at(5, 5).unwrap();
        let wanted = CellSet::from_iter([far.index()]);
        let found = |evaluation: &Evaluation, wanted: &CellSet| {
            let mut board = Board::new().evaluated_by(evaluation);
            board.play(Cell::CENTRE);
            candidates(&mut board, WIDTH, wanted).pairs()
        };
        let holds = |pair: &Candidate| [pair.a, pair.b].contains(&far);
        let windows = Evaluation::by_windows();
        assert!(!holds(&found(&windows, &CellSet::EMPTY)[0]));
        assert!(holds(&found(&windows, &wanted)[0]));
        let network = Evaluation::default();
        assert!(found(&network, &wanted).iter().any(holds));
    }
}

//! The pairs of stones that make two or three threats, for the search of wins by continuous double threats.

use arrayvec::ArrayVec;

use super::board::{Board, Side};
use super::candidates::Candidate;
use super::cover::{Cover, Edge, THREAT, cover, empties_of_live, stones_needed};
use super::geometry::{CELLS, Cell};
use super::weights::OUTLOOK;

/// Most pairs that are tried in one position.
const MOST_PAIRS: usize = 48;
/// Most threat windows of one pair that are looked at.
const MOST_EDGES: usize = 24;
/// Most cells in windows of three stones that are looked at.
const MOST_STRONG: usize = 64;
/// Most windows of three stones through one cell that are looked at.
const MOST_THROUGH: usize = 12;
/// The cells that share a window with another one: five on each side in four directions.
const NEIGHBOURS: usize = 40;
/// Most windows that hold two given cells.
const MOST_SHARED: usize = 5;

/// The pairs of one position.
pub(super) enum Generated {
    /// This pair makes three threats.
    Wins(Cell, Cell),
    /// Pairs that make two, best first.
    Pairs(Vec<Candidate>),
}

/// The pairs of the attacker, who has no window of four stones, that make two or three threats and leave none of the
/// defender's standing. With `only_wins` those that make two are left out.
pub(super) fn generate(board: &mut Board, attacker: Side, only_wins: bool) -> Generated {
    let mut collector = Collector {
        attacker,
        only_wins,
        pairs: Vec::new(),
        wins: None,
    };
    match cover(board, attacker.opponent()) {
        Cover::Zero => collector.add_all(board),
        Cover::One(cells) => {
            for a in cells {
                collector.add_with(board, a, |_| true);
            }
        }
        Cover::Two(pairs) => {
            for (a, b) in pairs {
                collector.add_with(board, a, |cell| cell == b);
            }
        }
        Cover::Lost => {}
    }
    if let Some((a, b)) = collector.wins {
        return Generated::Wins(a, b);
    }
    let mut pairs = collector.pairs;
    pairs.sort_by_key(|pair| -pair.worth);
    pairs.truncate(MOST_PAIRS);
    Generated::Pairs(pairs)
}

/// A cell that completes a threat with one stone: the rests of the windows of three through it.
struct Strong {
    cell: Cell,
    rests: ArrayVec<Edge, MOST_THROUGH>,
}

/// A cell that shares windows of two stones with another cell: the rests of these windows.
struct Shared {
    cell: Cell,
    rests: ArrayVec<Edge, MOST_SHARED>,
}

/// No place in a list, in an index by cell.
const NOWHERE: u8 = u8::MAX;

struct Collector {
    attacker: Side,
    only_wins: bool,
    pairs: Vec<Candidate>,
    wins: Option<(Cell, Cell)>,
}

impl Collector {
    /// Adds all pairs, when the defender has no threat. Every threat comes from a window of three stones through one of
    /// the cells or from a window of two stones through both.
    fn add_all(&mut self, board: &Board) {
        let mut place = [NOWHERE; CELLS];
        let mut strong = ArrayVec::new();
        add_strong(board, self.attacker, &mut place, &mut strong);
        let mut shared = ArrayVec::new();
        if strong.is_empty() && self.only_wins {
            // A single line gives two threats at most.
            return;
        }
        let at = |cell: Cell| strong.get(usize::from(place[cell.index()]));
        let twos = empties_of_live(board, self.attacker, [THREAT - 2]);
        let mut cells = twos;
        for one in &strong {
            cells.insert(one.cell.index());
        }
        for a in cells.cells() {
            let own = at(a);
            shared.clear();
            if twos.contains(a.index()) {
                add_shared(board, self.attacker, a, &mut shared);
            }
            for one in &shared {
                let other = at(one.cell);
                if own.is_some() || other.is_some() || one.rests.len() > 1 {
                    self.add(board, a, one.cell, &one.rests, [own, other]);
                }
            }
            if own.is_some() {
                for other in strong.iter().filter(|other| other.cell > a) {
                    if !shared.iter().any(|one| one.cell == other.cell) {
                        self.add(board, a, other.cell, &[], [own, Some(other)]);
                    }
                }
            }
            if self.wins.is_some() {
                return;
            }
        }
    }

    /// Adds a pair if the windows that it leaves with four or five stones need two stones or more.
    fn add(
        &mut self,
        board: &Board,
        a: Cell,
        b: Cell,
        shared: &[Edge],
        strong: [Option<&Strong>; 2],
    ) {
        let mut edges: ArrayVec<Edge, MOST_EDGES> = shared.iter().copied().collect();
        for (one, other) in [(strong[0], b), (strong[1], a)] {
            for &(first, second) in one.iter().flat_map(|one| &one.rests) {
                let rest = if first == other {
                    (second, second)
                } else if second == other {
                    (first, first)
                } else {
                    (first, second)
                };
                // What does not fit is dropped: then fewer stones seem to be needed.
                let _ = edges.try_push(rest);
            }
        }
        match stones_needed(&edges) {
            0 | 1 => {}
            2 if self.only_wins => {}
            2 => self.pairs.push(Candidate {
                a,
                b,
                worth: outlook(board, a, self.attacker) + outlook(board, b, self.attacker),
            }),
            _ => self.wins = Some((a, b)),
        }
    }

    /// Adds the pairs of `a` with allowed second cells.
    fn add_with(&mut self, board: &mut Board, a: Cell, allowed: impl Fn(Cell) -> bool) {
        if self.wins.is_some() {
            return;
        }
        let worth = outlook(board, a, self.attacker);
        board.put_bare(a, self.attacker);
        let seconds = empties_of_live(board, self.attacker, [THREAT - 1]);
        for b in seconds.cells().filter(|&b| allowed(b)) {
            match threats_with(board, b, self.attacker) {
                0 | 1 => {}
                2 if self.only_wins => {}
                2 => self.pairs.push(Candidate {
                    a,
                    b,
                    worth: worth + outlook(board, b, self.attacker),
                }),
                _ => {
                    self.wins = Some((a, b));
                    break;
                }
            }
        }
        board.lift_bare(a, self.attacker);
    }
}

/// Lists the cells in live windows of three stones; `place` gets the place of each in the list.
fn add_strong(
    board: &Board,
    side: Side,
    place: &mut [u8; CELLS],
    strong: &mut ArrayVec<Strong, MOST_STRONG>,
) {
    for window in board.live(side, THREAT - 1).iter() {
        let Some([x, y, z]) = board.exactly(window) else {
            continue;
        };
        for (cell, rest) in [(x, (y, z)), (y, (x, z)), (z, (x, y))] {
            let index = &mut place[cell.index()];
            if *index == NOWHERE && !strong.is_full() {
                *index = strong.len() as u8;
                strong.push(Strong {
                    cell,
                    rests: ArrayVec::new(),
                });
            }
            if let Some(one) = strong.get_mut(usize::from(*index)) {
                // What does not fit is dropped: then fewer stones seem to be needed.
                let _ = one.rests.try_push(rest);
            }
        }
    }
}

/// Lists the cells behind `a` that share live windows of two stones with it.
fn add_shared(board: &Board, side: Side, a: Cell, shared: &mut ArrayVec<Shared, NEIGHBOURS>) {
    let twos = board.live(side, THREAT - 2);
    for place in a.windows() {
        if !twos.contains(place.window.into()) {
            continue;
        }
        let Some(cells) = board.exactly::<4>(place.window.into()) else {
            continue;
        };
        for (at, &cell) in cells.iter().enumerate() {
            if cell <= a {
                continue;
            }
            let mut others = cells
                .iter()
                .enumerate()
                .filter(|&(other, &empty)| other != at && empty != a)
                .map(|(_, &empty)| empty);
            let (Some(x), Some(y)) = (others.next(), others.next()) else {
                continue;
            };
            let rest = (x, y);
            let index = shared.iter().rposition(|one| one.cell == cell);
            if let Some(index) = index {
                let _ = shared[index].rests.try_push(rest);
            } else {
                let mut rests = ArrayVec::new();
                rests.push(rest);
                let _ = shared.try_push(Shared { cell, rests });
            }
        }
    }
}

/// The stones needed against all threats once `b` is added.
fn threats_with(board: &Board, b: Cell, attacker: Side) -> usize {
    let mut edges = ArrayVec::<Edge, MOST_EDGES>::new();
    let mut push = |window: usize| {
        let mut empties = board.empties_of(window).filter(|&cell| cell != b);
        if let Some(first) = empties.next() {
            let _ = edges.try_push((first, empties.next().unwrap_or(first)));
        }
    };
    let threes = board.live(attacker, THREAT - 1);
    for place in b.windows() {
        if threes.contains(place.window.into()) {
            push(place.window.into());
        }
    }
    for window in board.live(attacker, THREAT).iter() {
        push(window);
    }
    stones_needed(&edges)
}

/// The potential of a cell beyond its threats: the live windows through it, weighted by their stones.
fn outlook(board: &Board, cell: Cell, side: Side) -> i32 {
    let of_window = |window: usize| OUTLOOK[usize::from(board.code(window))][side.index()];
    cell.windows()
        .iter()
        .map(|place| of_window(place.window.into()))
        .sum()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use kagetsu_kernel::rng::Rng;

    use super::super::board::Stage;
    use super::super::board_tests::random_board;
    use super::super::cover::can_win;
    use super::*;

    /// A crowded position with Black to move, without a window of four.
    fn quiet(rng: &mut Rng) -> Board {
        loop {
            let mut board = random_board(rng, 6..14, 19);
            board.set_turn(Side::Black, Stage::Two);
            if Side::BOTH.iter().all(|&side| !can_win(&board, side)) {
                return board;
            }
        }
    }

    /// The stones needed against Black's threats after these stones of his.
    fn needed(board: &mut Board, stones: &[Cell]) -> usize {
        board.with_bare(Side::Black, stones, |board| {
            cover(board, Side::Black).stones()
        })
    }

    #[test]
    fn the_pairs_are_those_that_need_two_stones() {
        let mut rng = Rng::new(23);
        let (mut found, mut wins) = (0, 0);
        for _ in 0..60 {
            let mut board = quiet(&mut rng);
            let mut collector = Collector {
                attacker: Side::Black,
                only_wins: false,
                pairs: Vec::new(),
                wins: None,
            };
            collector.add_all(&board);
            if let Some((a, b)) = collector.wins {
                assert_eq!(needed(&mut board, &[a, b]), 3);
                wins += 1;
                continue;
            }
            let mut listed = BTreeSet::new();
            for pair in &collector.pairs {
                assert!(pair.a < pair.b, "each pair once, the lower cell first");
                assert!(listed.insert((pair.a, pair.b)));
                assert_eq!(needed(&mut board, &[pair.a, pair.b]), 2);
            }
            found += listed.len();
            let empties: Vec<Cell> = board.empties().collect();
            let alone: Vec<bool> = empties
                .iter()
                .map(|&cell| needed(&mut board, &[cell]) >= 2)
                .collect();
            for (index, &a) in empties.iter().enumerate() {
                for (other, &b) in empties.iter().enumerate().skip(index + 1) {
                    // With a stone that needs two by itself, the other one may lie anywhere.
                    if !alone[index] && !alone[other] && needed(&mut board, &[a, b]) >= 2 {
                        assert!(listed.contains(&(a, b)), "{a}{b}");
                    }
                }
            }
        }
        assert!(found > 100 && wins > 5, "{found} {wins}");
    }
}

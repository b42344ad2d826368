//! The game in which the defender only blocks. An attacker who cannot fill a row there cannot win the real game
//! either: the defender plays the same replies. It is far smaller, so draws on small boards are shown by it.
//!
//! Only for attackers who win with five or more, whatever closes the ends: then a further stone never harms, and a
//! stone on no open row is worth nothing.

use crate::board::{Board, Side};
use crate::geometry::{Direction, Point};
use kagetsu_kernel::FastMap;

use super::guard::Guard;

/// Cells of a row that wins.
const ROW: u32 = 5;
/// Most points that a position can have here: each is a bit of a word.
const MAX_POINTS: usize = u64::BITS as usize;
/// What the rows of a position may weigh while blocking the heaviest row each time still holds, with the defender to
/// move (Erdős and Selfridge, "On a combinatorial game", 1973).
const SAFE_WEIGHT: u32 = 1 << ROW;

/// What a known position takes besides its rows: its place in the map and its allocation, in words.
const POSITION_WORDS: usize = 12;

/// A set of points, each by its place in the list of empty points.
type Bits = u64;

/// Can the attacker be kept from every row? `None` if this game says nothing about the position, or the limits came
/// first. Positions that are known take at most about so many bytes.
pub(super) fn attacker_cannot_win(
    board: &Board,
    attacker: Side,
    max_bytes: usize,
    guard: &mut Guard<'_>,
) -> Option<bool> {
    let rule = board.rule();
    // Elsewhere a further stone may make an overline, a closed row may win nothing, or a point may not be blocked.
    if rule.exact_five(attacker)
        || rule.void_if_closed()
        || rule.may_foul(attacker.opponent())
        || board.empty_count() > MAX_POINTS
    {
        return None;
    }
    let mut game = BlockingGame::within(max_bytes);
    let rows = open_rows(board, attacker)?;
    if board.side_to_move() == attacker {
        game.holds_after_attack(&rows, guard)
    } else {
        game.holds(&rows, guard)
    }
}

/// Is the attacker kept from every row so surely that it needs no search? Holds under every rule, because a blocked row
/// wins under none; a defender with forbidden points may not be able to block, so for him no row must be left.
pub(super) fn attacker_cannot_win_at_sight(board: &Board, attacker: Side) -> bool {
    if board.empty_count() > MAX_POINTS {
        return false;
    }
    let Some(rows) = open_rows(board, attacker) else {
        return false;
    };
    let safe_weight = if board.side_to_move() == attacker {
        SAFE_WEIGHT / 2
    } else {
        SAFE_WEIGHT
    };
    rows.is_empty()
        || !board.rule().may_foul(attacker.opponent())
            && (weight(&rows) < safe_weight || has_pairs(&rows))
}

/// The empty points of each row that the attacker can still fill; `None` if one is full.
fn open_rows(board: &Board, attacker: Side) -> Option<Vec<Bits>> {
    let empty: Vec<Point> = board.empty().iter().collect();
    let mut rows = Vec::new();
    for start in board.size().points() {
        for direction in Direction::ALL {
            match open_row(board, attacker, &empty, start, direction) {
                Some(0) => return None,
                Some(row) => rows.push(row),
                None => {}
            }
        }
    }
    Some(reduced(rows))
}

fn open_row(
    board: &Board,
    attacker: Side,
    empty: &[Point],
    start: Point,
    direction: Direction,
) -> Option<Bits> {
    let (dx, dy) = direction.delta();
    let mut row = 0;
    for step in 0..ROW as isize {
        let x = usize::try_from(start.x() as isize + step * dx).ok()?;
        let y = usize::try_from(start.y() as isize + step * dy).ok()?;
        let point = board.size().point(x, y)?;
        if let Ok(place) = empty.binary_search(&point) {
            row |= 1 << place;
        } else if board.stone(point) != Some(attacker) {
            return None;
        }
    }
    Some(row)
}

/// The rows in order, without those that contain another: who fills them has filled that one.
fn reduced(mut rows: Vec<Bits>) -> Vec<Bits> {
    rows.sort_unstable_by_key(|row| (row.count_ones(), *row));
    let mut kept: Vec<Bits> = Vec::with_capacity(rows.len());
    for row in rows {
        if !kept.iter().any(|&other| other & !row == 0) {
            kept.push(row);
        }
    }
    kept
}

fn weight(rows: &[Bits]) -> u32 {
    rows.iter().map(|row| SAFE_WEIGHT >> row.count_ones()).sum()
}

/// The points of the rows, those first whose rows weigh most.
fn points(rows: &[Bits]) -> Vec<Bits> {
    let mut all = rows.iter().fold(0, |all, row| all | row);
    let mut list = Vec::new();
    while all != 0 {
        let point = all & all.wrapping_neg();
        all ^= point;
        let through: u32 = rows
            .iter()
            .filter(|&&row| row & point != 0)
            .map(|row| SAFE_WEIGHT >> row.count_ones())
            .sum();
        list.push((through, point));
    }
    list.sort_unstable_by(|left, right| right.cmp(left));
    list.into_iter().map(|(_, point)| point).collect()
}

/// A position is its open rows, which is all that matters.
struct BlockingGame {
    /// What is known. When it is full it starts anew.
    held: FastMap<Vec<Bits>, bool>,
    words: usize,
    max_words: usize,
}

impl BlockingGame {
    fn within(max_bytes: usize) -> Self {
        Self {
            held: FastMap::default(),
            words: 0,
            max_words: max_bytes / size_of::<Bits>(),
        }
    }

    fn remember(&mut self, rows: &[Bits], held: bool) {
        let cost = rows.len() + POSITION_WORDS;
        if self.words + cost > self.max_words {
            self.held.clear();
            self.words = 0;
        }
        self.words += cost;
        self.held.insert(rows.to_vec(), held);
    }

    /// The attacker is to move: does the defender hold?
    fn holds_after_attack(&mut self, rows: &[Bits], guard: &mut Guard<'_>) -> Option<bool> {
        if weight(rows) < SAFE_WEIGHT / 2 || has_pairs(rows) {
            return Some(true);
        }
        // The rows stand in order: the first lacks the fewest stones.
        if rows.first().is_some_and(|row| row.is_power_of_two()) {
            return Some(false);
        }
        for point in points(rows) {
            let next = reduced(rows.iter().map(|row| row & !point).collect());
            if !self.holds(&next, guard)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The defender is to move: does he hold?
    fn holds(&mut self, rows: &[Bits], guard: &mut Guard<'_>) -> Option<bool> {
        let lacking_one = rows.iter().take_while(|row| row.is_power_of_two());
        let urgent: Vec<Bits> = lacking_one.copied().collect();
        if urgent.len() > 1 {
            return Some(false);
        }
        if weight(rows) < SAFE_WEIGHT {
            return Some(true);
        }
        if let Some(&known) = self.held.get(rows) {
            return Some(known);
        }
        if !guard.visit() {
            return None;
        }
        let replies = if urgent.is_empty() {
            points(rows)
        } else {
            urgent
        };
        let mut held = false;
        for reply in replies {
            let open = rows.iter().filter(|&&row| row & reply == 0);
            let next: Vec<Bits> = open.copied().collect();
            if self.holds_after_attack(&next, guard)? {
                held = true;
                break;
            }
        }
        self.remember(rows, held);
        Some(held)
    }
}

/// Can every row be given two of its points, none to two rows? Then the defender answers on the other point of a pair
/// (Hales and Jewett, "Regularity and positional games", 1963).
fn has_pairs(rows: &[Bits]) -> bool {
    let mut owner = [None; MAX_POINTS];
    (0..2 * rows.len()).all(|want| {
        let mut seen = 0;
        augment(rows, want, &mut owner, &mut seen)
    })
}

/// One augmenting path of a matching in which each row wants two points.
fn augment(
    rows: &[Bits],
    want: usize,
    owner: &mut [Option<usize>; MAX_POINTS],
    seen: &mut Bits,
) -> bool {
    loop {
        let open = rows[want / 2] & !*seen;
        if open == 0 {
            return false;
        }
        let place = open.trailing_zeros() as usize;
        *seen |= 1 << place;
        let free = match owner[place] {
            None => true,
            Some(other) => augment(rows, other, owner, seen),
        };
        if free {
            owner[place] = Some(want);
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::guard::SolverLimits;
    use super::*;
    use crate::board::{Position, Rule};
    use crate::geometry::BoardSize;
    use kagetsu_kernel::{FakeClock, StopSignal};

    #[test]
    fn known_positions_stay_within_their_memory() {
        const WORDS: usize = 5000;
        let size = BoardSize::square(8).expect("a legal size");
        let board = Board::from_position(&Position::new(size, Rule::Freestyle));
        let rows = open_rows(&board, Side::White).expect("an empty board");
        let (clock, stop) = (FakeClock::new(), StopSignal::new());
        let words = |max_bytes| {
            let mut game = BlockingGame::within(max_bytes);
            let mut guard = Guard::new(SolverLimits {
                nodes: 1000,
                deadline: None,
                clock: &clock,
                stop: &stop,
            });
            assert_eq!(game.holds(&rows, &mut guard), None);
            let held = game.held.keys();
            let words: usize = held.map(|rows| rows.len() + POSITION_WORDS).sum();
            assert_eq!(words, game.words);
            words
        };
        let (unbounded, bounded) = (words(usize::MAX), words(WORDS * size_of::<Bits>()));
        assert!(
            bounded > 0 && bounded <= WORDS && WORDS < unbounded,
            "{bounded} {unbounded}"
        );
    }
}

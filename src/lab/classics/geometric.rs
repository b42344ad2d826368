//! `geometric`: the worth of a point is a product along each line, so that it grows geometrically with the stones.
//!
//! From a point, five cells are looked at either way, up to an enemy stone or the edge. An own stone multiplies the
//! worth of the line by eight; every empty cell that was passed before it on its side halves its factor. A line without
//! room for five is worth nothing. The four lines are added, for both sides; on equal sums the point that is worth more
//! to the own side is taken, then the first. The description names the reach and the product and leaves the factors
//! open: eight and its halves are ours. It was made for no size in particular.

use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::geometry::{Direction, Point};

use crate::Classic;
use crate::grid::{Cell, Grid};
use crate::scored::first_best;
use crate::window::CELLS;

/// Cells that are looked at either way.
const REACH: isize = 5;
/// Factor of a stone with no empty cell before it, as a power of two; each empty cell takes one off.
const STONE_POWER: u32 = 3;

/// The program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Geometric;

/// The power of two and the free cells of one side of a line.
fn arm(cell: impl Fn(isize) -> Cell, stone: Cell) -> (u32, usize) {
    let (mut power, mut passed, mut free) = (0, 0, 0);
    for cell in (1..=REACH).map(cell) {
        if cell == Cell::Empty {
            passed += 1;
        } else if cell == stone {
            power += STONE_POWER.saturating_sub(passed);
        } else {
            break;
        }
        free += 1;
    }
    (power, free)
}

/// What a point is worth to a side.
fn worth(grid: &Grid, point: Point, stone: Cell) -> i64 {
    let line = |direction| {
        let (after, right) = arm(|steps| grid.along(point, direction, steps), stone);
        let (before, left) = arm(|steps| grid.along(point, direction, -steps), stone);
        if left + 1 + right >= CELLS {
            1 << (after + before)
        } else {
            0
        }
    };
    Direction::ALL.into_iter().map(line).sum()
}

impl Classic for Geometric {
    fn choose(&mut self, position: &Position) -> Option<Point> {
        let grid = Grid::new(position);
        let total = |point| {
            let [own, enemy] = Cell::STONES.map(|stone| worth(&grid, point, stone));
            (own + enemy, own)
        };
        grid.opening_move()
            .or_else(|| first_best(grid.legal(), total).map(|(_, point)| point))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{at, position};

    #[test]
    fn the_worth_of_a_line_is_a_product() {
        for (stones, walls, expected) in [
            (&[][..], &[][..], 4),
            (&[(6, 7)][..], &[][..], 3 + 8),
            (&[(5, 7)][..], &[][..], 3 + 4),
            (&[(5, 7), (6, 7)][..], &[][..], 3 + 64),
            (&[(6, 7), (8, 7)][..], &[][..], 3 + 64),
            (&[(3, 7), (4, 7), (5, 7), (6, 7)][..], &[][..], 3 + 4096),
            // An enemy stone cuts the line; with another one on the other side there is no room for five.
            (&[(5, 7), (6, 7)][..], &[(4, 7)][..], 3 + 64),
            (&[(5, 7), (6, 7)][..], &[(4, 7), (8, 7)][..], 3),
        ] {
            let grid = Grid::new(&position(15, stones, walls));
            assert_eq!(
                worth(&grid, at(7, 7), Cell::Own),
                expected,
                "{stones:?} {walls:?}"
            );
            let mirrored = Grid::new(&position(15, walls, stones));
            assert_eq!(worth(&mirrored, at(7, 7), Cell::Enemy), expected);
        }
    }

    /// The free ends of the two fours have equal sums, and the enemy's comes first.
    #[test]
    fn of_equal_sums_the_own_point_is_taken() {
        let own = [(3, 11), (4, 11), (5, 11), (6, 11)];
        let enemy = [(3, 3), (4, 3), (5, 3), (6, 3)];
        let chosen = Geometric.choose(&position(15, &own, &enemy));
        assert_eq!(chosen, Some(at(7, 11)));
    }

    #[test]
    fn two_fours_that_meet_are_counted() {
        let row: Vec<_> = (3..12).filter(|&x| x != 7).map(|x| (x, 7)).collect();
        let chosen = Geometric.choose(&position(15, &row, &[]));
        assert_eq!(chosen, Some(at(7, 7)));
    }
}

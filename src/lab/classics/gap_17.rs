//! `gap-17`: scores a point by the groups of stones that a stone there would belong to, for either side.
//!
//! A group is live with two open ends, half-live with one and dead with none; it may have a gap of one cell. Own stones
//! count more than the enemy's. A point is worth the best group of each direction and side; the first of the best points
//! is played. Dead groups are worth nothing unless they are a five. The description gives one number for a half-live two or
//! three, which counts with and without a gap, and it was made for 17x17; nothing in it depends on the size.

use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::geometry::{Direction, Point};

use crate::Classic;
use crate::grid::{Cell, Grid};
use crate::group::{Group, groups_through};
use crate::scored::first_best;

/// The program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gap17;

const LIVE: usize = 2;
const HALF_LIVE: usize = 1;

/// Worth of a group to its own side: for the side to move, and for the enemy.
const fn worth(group: Group) -> [i64; 2] {
    match (group.stones, group.gap, group.open_ends) {
        (2, false, LIVE) => [60, 50],
        (2, true, LIVE) => [40, 35],
        (2, _, HALF_LIVE) => [10, 10],
        (3, false, LIVE) => [950, 700],
        (3, true, LIVE) => [900, 650],
        (3, _, HALF_LIVE) => [100, 100],
        (4, false, LIVE) => [6000, 3500],
        (4, true, LIVE) => [5000, 3000],
        (4, false, HALF_LIVE) => [4000, 800],
        (4, true, HALF_LIVE) => [3600, 750],
        (5.., false, _) => [20_000, 15_000],
        (5.., true, _) => [10_000, 3300],
        _ => [0, 0],
    }
}

/// What a point is worth: the best group of each direction, for both sides.
fn point_worth(grid: &Grid, point: Point) -> i64 {
    let side = |number: usize| {
        Direction::ALL.map(|direction| {
            groups_through(grid, point, direction, Cell::STONES[number])
                .map(|group| worth(group)[number])
                .max()
                .unwrap_or(0)
        })
    };
    [side(0), side(1)].into_iter().flatten().sum()
}

impl Classic for Gap17 {
    fn choose(&mut self, position: &Position) -> Option<Point> {
        let grid = Grid::new(position);
        grid.opening_move().or_else(|| {
            first_best(grid.legal(), |point| point_worth(&grid, point)).map(|(_, point)| point)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{at, position};

    #[test]
    fn points_are_worth_their_groups() {
        for (own, enemy, point, expected) in [
            // Stones alone on a line are worth nothing; the pair of the row is live.
            (&[(7, 8)][..], &[][..], (8, 8), 60),
            (&[][..], &[(7, 8)][..], (8, 8), 50),
            (&[(6, 8)][..], &[][..], (8, 8), 40),
            (&[(7, 8)][..], &[(6, 8)][..], (8, 8), 10),
            (&[(6, 8), (7, 8)][..], &[][..], (8, 8), 950),
            (&[][..], &[(5, 8), (7, 8)][..], (8, 8), 650),
            (&[(6, 8), (7, 8), (10, 8)][..], &[][..], (8, 8), 5000),
            (&[(6, 8), (7, 8), (9, 8)][..], &[(5, 8)][..], (8, 8), 4000),
            (
                &[(5, 8), (6, 8), (7, 8), (9, 8)][..],
                &[(4, 8), (10, 8)][..],
                (8, 8),
                20_000,
            ),
            // Three in the row for the own side, two in the column for the enemy.
            (&[(6, 8), (7, 8)][..], &[(8, 9)][..], (8, 8), 950 + 50),
        ] {
            let grid = Grid::new(&position(17, own, enemy));
            assert_eq!(
                point_worth(&grid, at(point.0, point.1)),
                expected,
                "{own:?} {enemy:?}"
            );
        }
    }

    #[test]
    fn an_own_five_goes_before_the_enemys() {
        let own = [(2, 2), (3, 2), (4, 2), (5, 2)];
        let enemy = [(2, 9), (3, 9), (4, 9), (5, 9)];
        assert_eq!(Gap17.choose(&position(17, &own, &enemy)), Some(at(1, 2)));
        assert_eq!(
            Gap17.choose(&position(17, &[(9, 9)], &enemy)),
            Some(at(1, 9))
        );
    }
}

//! `window-20`: scores a point by the twenty windows of five cells that contain it, once for the attack and once for the
//! defence.
//!
//! A window with stones of one side only counts by their number, for the own side a power of five and for the enemy's a
//! power of four. A point that completes a five goes first, then one where the enemy would complete it; what counts as
//! a five, and whether a longer row does, is left to the rule. A bonus of less than one unit draws the stones to the
//! centre. The choice falls by chance on one of the points that are at most one unit worse than the best. The method
//! was described for no size in particular.

use kagetsu_gomoku::board::{Board, Position, Side, Threat};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_kernel::rng::Rng;

use crate::Classic;
use crate::grid::{Cell, Grid};
use crate::scored::any_best;
use crate::window::{CELLS, windows_through};

/// Worth of a window by the number of own stones in it.
const ATTACK: [i64; CELLS] = [0, 1, 5, 25, 125];
/// Worth of a window by the number of enemy stones in it.
const DEFENCE: [i64; CELLS] = [0, 1, 4, 16, 64];
/// Parts of a unit, so that the bonus for the centre stays below one unit.
const UNIT: i64 = BoardSize::MAX as i64;

/// The program.
#[derive(Clone, Debug)]
pub(crate) struct Window20 {
    rng: Rng,
}

impl Window20 {
    pub(crate) const fn new(seed: u64) -> Self {
        Self {
            rng: Rng::new(seed),
        }
    }
}

/// What a point is worth in units, the bonus for the centre left out.
fn worth(grid: &Grid, point: Point) -> i64 {
    let value = |table: [i64; CELLS], count: Option<usize>| {
        count
            .and_then(|count| table.get(count).copied())
            .unwrap_or(0)
    };
    windows_through(grid, point)
        .map(|window| {
            value(ATTACK, window.alone(Cell::Own)) + value(DEFENCE, window.alone(Cell::Enemy))
        })
        .sum()
}

/// The first point where this side completes a five.
fn five(board: &Board, side: Side, grid: &Grid) -> Option<Point> {
    let fives = board.points(side, Threat::Five);
    fives.iter().find(|point| grid.legal().contains(point))
}

impl Classic for Window20 {
    fn choose(&mut self, position: &Position) -> Option<Point> {
        let grid = Grid::new(position);
        if let Some(centre) = grid.opening_move() {
            return Some(centre);
        }
        let board = Board::from_position(position);
        let own = position.side_to_move();
        let forced = five(&board, own, &grid).or_else(|| five(&board, own.opponent(), &grid));
        if forced.is_some() {
            return forced;
        }
        let centre = grid.size().centre();
        let total = |point: Point| {
            let bonus = (UNIT - 1 - point.distance(centre) as i64).max(0);
            worth(&grid, point) * UNIT + bonus
        };
        any_best(grid.legal(), total, UNIT, &mut self.rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{at, position};

    #[test]
    fn points_are_worth_their_windows() {
        for (own, enemy, point, expected) in [
            // Four windows of the row hold one stone; those of two enemy stones count four each.
            (&[(6, 7)][..], &[][..], (7, 7), 4),
            (&[][..], &[(6, 7)][..], (7, 7), 4),
            (&[(5, 7), (6, 7)][..], &[][..], (7, 7), 3 * 5 + 1),
            (&[][..], &[(5, 7), (6, 7)][..], (7, 7), 3 * 4 + 1),
            // Only the window from 3 to 7 is free of the enemy, and the one of the enemy's stone alone.
            (&[(5, 7), (6, 7)][..], &[(8, 7)][..], (7, 7), 5 + 1),
        ] {
            let grid = Grid::new(&position(15, own, enemy));
            assert_eq!(
                worth(&grid, at(point.0, point.1)),
                expected,
                "{own:?} {enemy:?}"
            );
        }
    }

    #[test]
    fn fives_go_first_and_long_rows_count_by_the_rule() {
        let four = [(3, 2), (4, 2), (5, 2), (6, 2)];
        let other = [(3, 9), (4, 9), (5, 9), (6, 9)];
        let mut program = Window20::new(1);
        let chosen = program.choose(&position(15, &four, &other));
        assert_eq!(chosen, Some(at(2, 2)));
        // Six in a row are no five by the rule standard, so the enemy's four is stopped instead.
        let mut exact = position(15, &[(1, 2), (2, 2), (3, 2), (5, 2), (6, 2)], &other);
        assert_eq!(program.choose(&exact), Some(at(4, 2)));
        exact.set_rule(kagetsu_gomoku::board::Rule::Standard);
        assert_eq!(program.choose(&exact), Some(at(2, 9)));
    }

    #[test]
    fn the_choice_stays_near_the_best() {
        let start = position(15, &[(7, 7)], &[(8, 8)]);
        let grid = Grid::new(&start);
        let most = start
            .empty_points()
            .iter()
            .map(|point| worth(&grid, point))
            .max();
        for seed in 0..20 {
            let chosen = Window20::new(seed).choose(&start).expect("a move");
            assert!(worth(&grid, chosen) >= most.expect("points") - 1);
        }
    }
}

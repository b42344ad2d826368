//! `table-192`: counts the stones of each side in every window of five cells, of which a 10x10 board has 192.
//!
//! A point is worth the sum over its windows that hold no enemy stone, by the number of own stones in them. The point
//! that is worth most to the own side is the attack, the point that is worth most to the enemy is the defence; the one
//! that is worth more is played, the attack if both are worth the same. On other sizes the windows are those of that
//! board.
//!
//! The printed program assigned the defence after the attack without an `else`, so that it always defended, and of
//! equal points it took the last. Here the larger value decides, and of equal points the first, row by row, is taken.

use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::geometry::Point;

use crate::Classic;
use crate::grid::{Cell, Grid};
use crate::scored::first_best;
use crate::window::{CELLS, windows_through};

/// What a window is worth by the number of stones in it.
const WORTH: [i64; CELLS] = [0, 5, 50, 100, 400];

/// The program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table192;

/// What a point is worth to a side.
fn worth(grid: &Grid, point: Point, stone: Cell) -> i64 {
    windows_through(grid, point)
        .filter_map(|window| WORTH.get(window.alone(stone)?))
        .sum()
}

impl Classic for Table192 {
    fn choose(&mut self, position: &Position) -> Option<Point> {
        let grid = Grid::new(position);
        if let Some(centre) = grid.opening_move() {
            return Some(centre);
        }
        let [attack, defence] =
            Cell::STONES.map(|stone| first_best(grid.legal(), |point| worth(&grid, point, stone)));
        let ((attack_worth, attack), (defence_worth, defence)) = attack.zip(defence)?;
        Some(if attack_worth >= defence_worth {
            attack
        } else {
            defence
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{at, position};

    #[test]
    fn windows_count_by_their_stones_and_not_with_an_enemy_stone() {
        let grid = Grid::new(&position(10, &[(2, 4), (3, 4)], &[(7, 4)]));
        // On row 4: the windows from 0, 1 and 2 hold two own stones, the one from 3 holds one and the enemy's.
        assert_eq!(worth(&grid, at(4, 4), Cell::Own), 3 * 50);
        // The windows of the enemy's stone without own ones: from 4 and 5 on row 4.
        assert_eq!(worth(&grid, at(6, 4), Cell::Enemy), 2 * 5);
        // Two windows on row 4, and on the diagonal through (3,4) none.
        assert_eq!(worth(&grid, at(1, 4), Cell::Own), 2 * 50);
    }

    #[test]
    fn it_attacks_when_the_attack_is_worth_more() {
        let own = [(3, 3), (4, 3), (5, 3)];
        let enemy = [(1, 7), (5, 8)];
        let grid = Grid::new(&position(10, &own, &enemy));
        // Windows of one, two, three and three stones contain the right end of the row, one less the left end.
        assert_eq!(worth(&grid, at(6, 3), Cell::Own), 5 + 50 + 100 + 100);
        assert_eq!(worth(&grid, at(2, 3), Cell::Own), 50 + 100 + 100);
        let chosen = Table192.choose(&position(10, &own, &enemy));
        assert_eq!(chosen, Some(at(6, 3)));
        let defended = Table192.choose(&position(10, &enemy, &own));
        assert_eq!(defended, Some(at(6, 3)));
    }

    #[test]
    fn of_equal_points_the_first_is_taken() {
        // Both ends of a row of three are worth the same by symmetry.
        let chosen = Table192.choose(&position(15, &[(6, 7), (7, 7), (8, 7)], &[]));
        assert_eq!(chosen, Some(at(5, 7)));
    }
}

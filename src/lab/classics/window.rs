//! Windows: five neighbouring cells of a line, the places where a five can come to lie.

use kagetsu_gomoku::geometry::{Direction, Point};

use crate::grid::{Cell, Grid};

/// Cells of a window.
pub(crate) const CELLS: usize = 5;

/// How many stones of each side a window holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) own: usize,
    pub(crate) enemy: usize,
}

impl Window {
    /// The stones of one side, if there are none of the other: only then can it still make five here.
    pub(crate) const fn alone(self, stone: Cell) -> Option<usize> {
        match (stone, self.own, self.enemy) {
            (Cell::Own, own, 0) => Some(own),
            (Cell::Enemy, 0, enemy) => Some(enemy),
            _ => None,
        }
    }
}

/// The window that begins so many steps from a point; `None` when a cell of it is wall.
fn window(grid: &Grid, point: Point, direction: Direction, first: isize) -> Option<Window> {
    let mut window = Window { own: 0, enemy: 0 };
    for steps in first..first + CELLS as isize {
        match grid.along(point, direction, steps) {
            Cell::Empty => {}
            Cell::Own => window.own += 1,
            Cell::Enemy => window.enemy += 1,
            Cell::Wall => return None,
        }
    }
    Some(window)
}

/// The windows that contain a point: 20 in the middle of the board, fewer near the edge.
pub(crate) fn windows_through(grid: &Grid, point: Point) -> impl Iterator<Item = Window> {
    Direction::ALL.into_iter().flat_map(move |direction| {
        (1 - CELLS as isize..=0).filter_map(move |first| window(grid, point, direction, first))
    })
}

#[cfg(test)]
mod tests {
    use kagetsu_gomoku::board::{Position, Rule};
    use kagetsu_gomoku::geometry::BoardSize;

    use super::*;

    #[test]
    fn a_board_has_as_many_windows_as_its_size_allows() {
        for (side, windows) in [
            (9, 140),
            (10, 192),
            (15, 572),
            (17, 780),
            (19, 1020),
            (20, 1152),
        ] {
            let size = BoardSize::square(side).expect("a legal size");
            let grid = Grid::new(&Position::new(size, Rule::Freestyle));
            let seen: usize = size
                .points()
                .map(|point| windows_through(&grid, point).count())
                .sum();
            assert_eq!(seen, windows * CELLS, "{side}");
        }
    }
}

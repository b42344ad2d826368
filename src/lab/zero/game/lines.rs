//! Rows through a cell.

use super::Cell;
use super::rules::{Exactness, Rules};

/// A step along a row.
#[derive(Clone, Copy)]
struct Direction {
    dx: isize,
    dy: isize,
}

impl Direction {
    /// Those of all rows, each in one of its two senses.
    const ALL: [Self; 4] = [
        Self { dx: 1, dy: 0 },
        Self { dx: 0, dy: 1 },
        Self { dx: 1, dy: 1 },
        Self { dx: 1, dy: -1 },
    ];

    const fn back(self) -> Self {
        Self {
            dx: -self.dx,
            dy: -self.dy,
        }
    }
}

/// The cells of a direction from a cell on, without that cell, until the edge, or once round a torus.
fn ray(rules: &Rules, cell: Cell, direction: Direction) -> impl Iterator<Item = Cell> {
    let rules = *rules;
    let start = cell as usize;
    let (mut x, mut y) = (
        (start % rules.columns) as isize,
        (start / rules.columns) as isize,
    );
    std::iter::from_fn(move || {
        (x, y) = (x + direction.dx, y + direction.dy);
        let (columns, rows) = (rules.columns as isize, rules.rows as isize);
        if rules.torus {
            (x, y) = (x.rem_euclid(columns), y.rem_euclid(rows));
        } else if !(0..columns).contains(&x) || !(0..rows).contains(&y) {
            return None;
        }
        let next = (y * columns + x) as usize;
        (next != start).then_some(next as Cell)
    })
    .fuse()
}

/// The cells of the rows through a cell that are at most so far away, without that cell.
pub(crate) fn near_in_rows(
    rules: &Rules,
    cell: Cell,
    distance: usize,
) -> impl Iterator<Item = Cell> {
    Direction::ALL.into_iter().flat_map(move |direction| {
        [direction, direction.back()]
            .into_iter()
            .flat_map(move |direction| ray(rules, cell, direction).take(distance))
    })
}

/// Is a cell in a row that counts, with the other cells that satisfy a test? It need not satisfy it itself.
pub(crate) fn makes_row(rules: &Rules, cell: Cell, is_same: impl Fn(Cell) -> bool + Copy) -> bool {
    row_lengths(rules, cell, is_same).any(|length| match rules.exactness {
        Exactness::AtLeast => length >= rules.row,
        Exactness::Exactly => length == rules.row,
    })
}

/// The lengths of the rows through a cell whose other cells satisfy a test, direction by direction.
fn row_lengths<'a>(
    rules: &'a Rules,
    cell: Cell,
    is_same: impl Fn(Cell) -> bool + Copy + 'a,
) -> impl Iterator<Item = usize> + 'a {
    Direction::ALL.into_iter().map(move |direction| {
        let ahead = ray(rules, cell, direction)
            .take_while(|&cell| is_same(cell))
            .count();
        if rules.torus && ahead == ray(rules, cell, direction).count() {
            // The whole ring, which is seen in both directions.
            return 1 + ahead;
        }
        let behind = ray(rules, cell, direction.back())
            .take_while(|&cell| is_same(cell))
            .count();
        1 + ahead + behind
    })
}

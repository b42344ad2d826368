//! Rows through a cell.

use super::{Cell, rules::Rules};

/// The directions of rows.
const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The cells of a direction from a cell on, without that cell, until the edge, or once round a torus.
fn ray(rules: &Rules, cell: Cell, (dx, dy): (isize, isize)) -> impl Iterator<Item = Cell> {
    let rules = *rules;
    let start = cell as usize;
    let (mut x, mut y) = (
        (start % rules.columns) as isize,
        (start / rules.columns) as isize,
    );
    std::iter::from_fn(move || {
        (x, y) = (x + dx, y + dy);
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

/// The lengths of the rows through a cell whose other cells satisfy a test, direction by direction.
pub(super) fn row_lengths<'a>(
    rules: &'a Rules,
    cell: Cell,
    is_same: impl Fn(Cell) -> bool + Copy + 'a,
) -> impl Iterator<Item = usize> + 'a {
    DIRECTIONS.into_iter().map(move |(dx, dy)| {
        let ahead = ray(rules, cell, (dx, dy))
            .take_while(|&cell| is_same(cell))
            .count();
        let all = ray(rules, cell, (dx, dy)).count();
        if rules.torus && ahead == all {
            // The whole ring, which is seen in both directions.
            return 1 + all;
        }
        let behind = ray(rules, cell, (-dx, -dy))
            .take_while(|&cell| is_same(cell))
            .count();
        1 + ahead + behind
    })
}

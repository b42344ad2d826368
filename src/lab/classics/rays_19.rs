//! `rays-19`: looks from a point along eight rays of five cells, and plays on a point with the highest sum, by chance
//! among equals.
//!
//! A ray is worth the row of stones of one colour that begins next to the point, ten times as much for each further
//! stone, and twice as much if an empty cell follows the row. The rays of both colours are added. It knows no forbidden
//! points; in renju those are passed over here. The description asks for eight rays and one long score and leaves the
//! table open: powers of ten are ours. It was made for 19x19; nothing in it depends on the size.

use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::geometry::{Direction, Point};
use kagetsu_kernel::rng::Rng;

use crate::Classic;
use crate::grid::{Cell, Grid};
use crate::scored::any_best;

/// Cells of a ray.
const REACH: isize = 5;
/// Worth of a row by the number of its stones.
const WORTH: [i64; REACH as usize + 1] = [0, 10, 100, 1_000, 10_000, 100_000];

/// The program.
#[derive(Clone, Debug)]
pub(crate) struct Rays19 {
    rng: Rng,
}

impl Rays19 {
    pub(crate) const fn new(seed: u64) -> Self {
        Self {
            rng: Rng::new(seed),
        }
    }
}

fn ray(cell: impl Fn(isize) -> Cell) -> i64 {
    let colour = cell(1);
    if !Cell::STONES.contains(&colour) {
        return 0;
    }
    let row = (1..=REACH)
        .take_while(|&steps| cell(steps) == colour)
        .count();
    let worth = WORTH[row];
    let is_open = cell(row as isize + 1) == Cell::Empty;
    if is_open { 2 * worth } else { worth }
}

/// The sum of the eight rays of a point.
fn worth(grid: &Grid, point: Point) -> i64 {
    let both_ways = |direction| {
        let forward = ray(|steps| grid.along(point, direction, steps));
        forward + ray(|steps| grid.along(point, direction, -steps))
    };
    Direction::ALL.into_iter().map(both_ways).sum()
}

impl Classic for Rays19 {
    fn choose(&mut self, position: &Position) -> Option<Point> {
        let grid = Grid::new(position);
        grid.opening_move()
            .or_else(|| any_best(grid.legal(), |point| worth(&grid, point), 0, &mut self.rng))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{at, position};

    #[test]
    fn points_are_worth_their_rays() {
        for (own, enemy, expected) in [
            (&[][..], &[][..], 0),
            (&[(10, 9)][..], &[][..], 20),
            (&[(8, 8)][..], &[][..], 20),
            (&[(10, 9)][..], &[(11, 9)][..], 10),
            (&[(10, 9), (11, 9)][..], &[][..], 200),
            (&[(10, 9), (8, 9)][..], &[][..], 40),
            (&[(10, 9)][..], &[(9, 10), (9, 11), (9, 12)][..], 20 + 2000),
            (&[(10, 9), (11, 9), (12, 9), (13, 9)][..], &[][..], 20_000),
        ] {
            let grid = Grid::new(&position(19, own, enemy));
            assert_eq!(worth(&grid, at(9, 9)), expected, "{own:?} {enemy:?}");
        }
    }

    #[test]
    fn ties_are_broken_by_the_seed_alone() {
        let start = position(19, &[], &[(9, 9)]);
        let chosen = |seed| Rays19::new(seed).choose(&start);
        let all: std::collections::BTreeSet<_> = (0..40).map(chosen).collect();
        assert_eq!(all.len(), 8, "all neighbours of the stone");
        assert_eq!(chosen(3), chosen(3));
    }
}

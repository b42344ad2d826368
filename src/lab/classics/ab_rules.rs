//! `ab-rules`: ranks the situation of either side by the first rule that matches, and searches by alpha-beta.
//!
//! The situations from the best: a five; an open four, two closed fours, or a closed four with an open three; two open
//! threes; an open and a closed three; a closed four; an open three; two open twos; a closed three; an open two; a
//! closed two. The score of a position is the situation of the side to move less that of its opponent. The search looks
//! four plies ahead at the most promising points near stones; of equal moves it takes the first. It does not look for
//! forbidden points beyond its own move, and counts rows of more than five as won. Nothing in it depends on the size.
//!
//! The printed program listed six directions for the four lines of a point, so that two lines counted twice, and gave the
//! open two twice, with ten and with five. Here every line counts once; ten is for neighbouring stones, five for a gap.

use std::cmp::Reverse;

use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::geometry::{Direction, Point};

use crate::Classic;
use crate::grid::{Cell, Grid};
use crate::group::{Group, begins_group, groups_through};
use crate::window::CELLS as FIVE;

/// The program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AbRules;

/// Plies of the search.
const DEPTH: i32 = 4;
/// Points that are searched in a position.
const WIDTH: usize = 10;
/// Farthest that a point that is searched lies from a stone.
const NEAR: usize = 2;
const WON: i32 = 100_000;
/// Room that an open shape needs: a cell more than a five on one side.
const OPEN_ROOM: usize = FIVE + 1;

/// What a group can become, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    ClosedTwo,
    GappedOpenTwo,
    OpenTwo,
    ClosedThree,
    OpenThree,
    ClosedFour,
    OpenFour,
    Five,
}

const SHAPES: usize = Shape::Five as usize + 1;
/// What a shape adds to the priority of a point where the search looks first.
const PROMISE: [i64; SHAPES] = [3, 5, 10, 50, 200, 500, 10_000, 100_000];

fn shape(group: Group) -> Option<Shape> {
    if group.stones >= FIVE && !group.gap {
        return Some(Shape::Five);
    }
    if group.room < FIVE {
        return None;
    }
    let open = group.open_ends == 2 && group.room >= OPEN_ROOM;
    match (group.stones, group.gap, open) {
        (4, false, _) if group.open_ends == 2 => Some(Shape::OpenFour),
        (4.., _, _) => Some(Shape::ClosedFour),
        (3, _, true) => Some(Shape::OpenThree),
        (3, _, false) => Some(Shape::ClosedThree),
        (2, false, true) => Some(Shape::OpenTwo),
        (2, true, true) => Some(Shape::GappedOpenTwo),
        (2, _, false) => Some(Shape::ClosedTwo),
        _ => None,
    }
}

/// The best shape of a point along a direction.
fn shape_at(grid: &Grid, point: Point, direction: Direction, stone: Cell) -> Option<Shape> {
    groups_through(grid, point, direction, stone)
        .filter_map(shape)
        .max()
}

/// How many shapes of each kind a side has.
fn counts(grid: &Grid, stone: Cell) -> [usize; SHAPES] {
    let mut counts = [0; SHAPES];
    for &point in grid
        .stones()
        .iter()
        .filter(|&&point| grid.cell(point) == stone)
    {
        for direction in Direction::ALL {
            if begins_group(grid, point, direction, stone)
                && let Some(shape) = shape_at(grid, point, direction, stone)
            {
                counts[shape as usize] += 1;
            }
        }
    }
    counts
}

/// The score of the first rule that matches.
fn situation(counts: [usize; SHAPES]) -> i32 {
    let [
        closed_two,
        gapped_two,
        open_two,
        closed_three,
        open_three,
        closed_four,
        open_four,
        five,
    ] = counts;
    let rules = [
        (five > 0, WON),
        (
            open_four > 0 || closed_four > 1 || (closed_four > 0 && open_three > 0),
            10_000,
        ),
        (open_three > 1, 5000),
        (closed_three > 0 && open_three > 0, 1000),
        (closed_four > 0, 500),
        (open_three > 0, 200),
        (open_two + gapped_two > 1, 100),
        (closed_three > 0, 50),
        (open_two > 0, 10),
        (gapped_two > 0, 5),
        (closed_two > 0, 3),
    ];
    rules
        .into_iter()
        .find(|&(holds, _)| holds)
        .map_or(0, |(_, score)| score)
}

/// The score of a position for a side.
fn score(grid: &Grid, stone: Cell) -> i32 {
    situation(counts(grid, stone)) - situation(counts(grid, stone.other()))
}

/// The most promising of some points for a side, the best first.
fn promising(grid: &Grid, points: impl Iterator<Item = Point>, stone: Cell) -> Vec<Point> {
    let priority = |point: Point, stone: Cell| -> i64 {
        Direction::ALL
            .into_iter()
            .filter_map(|direction| shape_at(grid, point, direction, stone))
            .map(|shape| PROMISE[shape as usize])
            .sum()
    };
    let mut rated: Vec<(i64, Point)> = points
        .map(|point| {
            (
                2 * priority(point, stone) + priority(point, stone.other()),
                point,
            )
        })
        .collect();
    rated.sort_by_key(|&(priority, _)| Reverse(priority));
    rated.truncate(WIDTH);
    rated.into_iter().map(|(_, point)| point).collect()
}

/// Empty points near stones, row by row.
fn near_stones(grid: &Grid) -> impl Iterator<Item = Point> {
    grid.size().points().filter(|&point| {
        grid.cell(point) == Cell::Empty
            && grid
                .stones()
                .iter()
                .any(|&stone| stone.distance(point) <= NEAR)
    })
}

fn makes_five(grid: &Grid, point: Point, stone: Cell) -> bool {
    Direction::ALL
        .into_iter()
        .any(|direction| shape_at(grid, point, direction, stone) == Some(Shape::Five))
}

/// The scores between which the exact value matters to the side to move.
#[derive(Clone, Copy, Debug)]
struct ScoreWindow {
    alpha: i32,
    beta: i32,
}

impl ScoreWindow {
    /// The same window, seen by the other side.
    const fn of_opponent(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

/// The value of a stone on a point for the side that puts it there.
fn value_of(grid: &mut Grid, point: Point, stone: Cell, depth: i32, window: ScoreWindow) -> i32 {
    if makes_five(grid, point, stone) {
        // The sooner the better.
        return WON + depth;
    }
    grid.put(point, stone);
    let value = -search(grid, stone.other(), depth - 1, window.of_opponent());
    grid.take_back();
    value
}

/// The value of a position for the side to move.
fn search(grid: &mut Grid, stone: Cell, depth: i32, mut window: ScoreWindow) -> i32 {
    if depth <= 0 {
        return score(grid, stone);
    }
    let points = promising(grid, near_stones(grid), stone);
    if points.is_empty() {
        return 0;
    }
    let mut best = i32::MIN + 1;
    for point in points {
        best = best.max(value_of(grid, point, stone, depth, window));
        window.alpha = window.alpha.max(best);
        if window.alpha >= window.beta {
            break;
        }
    }
    best
}

impl Classic for AbRules {
    fn choose(&mut self, position: &Position) -> Option<Point> {
        let mut grid = Grid::new(position);
        if let Some(centre) = grid.opening_move() {
            return Some(centre);
        }
        let legal = grid.legal().to_vec();
        let near = near_stones(&grid).filter(|point| legal.contains(point));
        let mut points = promising(&grid, near, Cell::Own);
        if points.is_empty() {
            points = legal;
            points.truncate(1);
        }
        let mut window = ScoreWindow {
            alpha: i32::MIN + 1,
            beta: i32::MAX,
        };
        let mut best = None;
        for point in points {
            let value = value_of(&mut grid, point, Cell::Own, DEPTH, window);
            if best.is_none() || value > window.alpha {
                best = Some(point);
                window.alpha = window.alpha.max(value);
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{at, position};

    fn own_situation(own: &[(usize, usize)], enemy: &[(usize, usize)]) -> i32 {
        situation(counts(&Grid::new(&position(15, own, enemy)), Cell::Own))
    }

    #[test]
    fn situations_have_their_scores() {
        let row = |xs: &[usize]| xs.iter().map(|&x| (x, 7)).collect::<Vec<_>>();
        let both = |row: &[(usize, usize)], column: &[(usize, usize)]| [row, column].concat();
        let three = row(&[5, 6, 7]);
        for (own, enemy, expected) in [
            (row(&[4, 5, 6, 7, 8]), vec![], 100_000),
            (row(&[5, 6, 7, 8]), vec![], 10_000),
            (row(&[5, 6, 7, 8]), vec![(4, 7)], 500),
            (row(&[5, 6, 8, 9]), vec![], 500),
            (
                both(&row(&[0, 1, 2, 3]), &[(9, 2), (9, 3), (9, 4)]),
                vec![],
                10_000,
            ),
            (both(&three, &[(5, 8), (5, 9)]), vec![], 5000),
            (both(&three, &[(14, 0), (14, 1), (14, 2)]), vec![], 1000),
            (three.clone(), vec![], 200),
            (row(&[5, 6, 8]), vec![], 200),
            (three.clone(), vec![(4, 7)], 50),
            (three.clone(), vec![(4, 7), (8, 7)], 0),
            (both(&row(&[6, 7]), &[(1, 1), (1, 2)]), vec![], 100),
            (row(&[6, 7]), vec![], 10),
            (row(&[6, 8]), vec![], 5),
            (row(&[6, 7]), vec![(5, 7)], 3),
            (row(&[7]), vec![], 0),
        ] {
            assert_eq!(own_situation(&own, &enemy), expected, "{own:?} {enemy:?}");
        }
    }

    #[test]
    fn every_line_counts_once() {
        // With lines counted twice a single open three would pass for two of them.
        for (dx, dy) in [(1, 0), (0, 1), (1, 1)] {
            let stones: Vec<(usize, usize)> = (0..3).map(|n| (5 + n * dx, 5 + n * dy)).collect();
            assert_eq!(own_situation(&stones, &[]), 200);
        }
        assert_eq!(own_situation(&[(5, 9), (6, 8), (7, 7)], &[]), 200);
    }

    #[test]
    fn the_enemy_counts_against() {
        let grid = Grid::new(&position(15, &[(2, 2), (3, 2)], &[(8, 8), (9, 8), (10, 8)]));
        assert_eq!(score(&grid, Cell::Own), 10 - 200);
        assert_eq!(score(&grid, Cell::Enemy), 200 - 10);
    }

    #[test]
    fn the_search_wins_and_defends() {
        let four = [(3, 7), (4, 7), (5, 7), (6, 7)];
        let chosen = AbRules.choose(&position(15, &four, &[(2, 7), (9, 9), (9, 10), (9, 11)]));
        assert_eq!(chosen, Some(at(7, 7)));
        let chosen = AbRules.choose(&position(15, &[(2, 7), (9, 9), (9, 10)], &four));
        assert_eq!(chosen, Some(at(7, 7)));
        // An open three becomes an open four.
        let chosen = AbRules.choose(&position(
            15,
            &[(5, 7), (6, 7), (7, 7)],
            &[(2, 2), (12, 2), (2, 12)],
        ));
        assert!([at(4, 7), at(8, 7)].contains(&chosen.expect("a move")));
    }
}

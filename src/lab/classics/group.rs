//! Groups: stones of one side on a line, with at most one empty cell between them.

use kagetsu_gomoku::geometry::{Direction, Point};

use crate::grid::{Cell, Grid};

/// Stones of one side on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    /// Number of stones.
    pub(crate) stones: usize,
    /// There is an empty cell between them.
    pub(crate) gap: bool,
    /// Ends, of two, that are followed by an empty cell.
    pub(crate) open_ends: usize,
    /// Cells of the line, counted up to [`REACH`] on either side of the point, that the other side has not taken.
    pub(crate) room: usize,
}

/// How far from a point its line is looked at.
const REACH: isize = 5;

/// Stones of one side without a gap.
#[derive(Clone, Copy, Debug)]
struct Run {
    stones: usize,
    /// An empty cell follows the last stone.
    is_open: bool,
}

/// What lies on one side of a point.
#[derive(Clone, Copy, Debug)]
struct Arm {
    /// The stones that follow the point without a gap.
    near: Run,
    /// The stones beyond a single empty cell; none if there are none.
    beyond: Run,
    /// Cells that are empty or hold own stones.
    room: usize,
}

fn run(cell: impl Fn(isize) -> Cell, from: isize, stone: Cell) -> Run {
    let mut next = from;
    while cell(next) == stone {
        next += 1;
    }
    Run {
        stones: (next - from) as usize,
        is_open: cell(next) == Cell::Empty,
    }
}

fn arm(cell: impl Fn(isize) -> Cell, stone: Cell) -> Arm {
    let near = run(&cell, 1, stone);
    let beyond = if near.is_open {
        run(&cell, near.stones as isize + 2, stone)
    } else {
        Run {
            stones: 0,
            is_open: false,
        }
    };
    let free = |&steps: &isize| cell(steps) == stone || cell(steps) == Cell::Empty;
    let room = (1..=REACH).take_while(free).count();
    Arm { near, beyond, room }
}

/// The groups that a stone on the point belongs to along a direction: the one without a gap first, then those with one.
/// The point itself counts as a stone, whatever lies there.
pub(crate) fn groups_through(
    grid: &Grid,
    point: Point,
    direction: Direction,
    stone: Cell,
) -> impl Iterator<Item = Group> {
    let after = arm(|steps| grid.along(point, direction, steps), stone);
    let before = arm(|steps| grid.along(point, direction, -steps), stone);
    let group = move |one: Run, other: Run, gap| Group {
        stones: 1 + one.stones + other.stones,
        gap,
        open_ends: usize::from(one.is_open) + usize::from(other.is_open),
        room: 1 + after.room + before.room,
    };
    let joined = |arm: Arm| Run {
        stones: arm.near.stones + arm.beyond.stones,
        is_open: arm.beyond.is_open,
    };
    let gapped_after = (after.beyond.stones > 0).then(|| group(joined(after), before.near, true));
    let gapped_before = (before.beyond.stones > 0).then(|| group(after.near, joined(before), true));
    [
        Some(group(after.near, before.near, false)),
        gapped_after,
        gapped_before,
    ]
    .into_iter()
    .flatten()
}

/// Do no other stones of the side lie one or two cells before this one, so that a group begins here?
pub(crate) fn begins_group(grid: &Grid, point: Point, direction: Direction, stone: Cell) -> bool {
    let before = |steps: isize| grid.along(point, direction, -steps);
    before(1) != stone && (before(1) != Cell::Empty || before(2) != stone)
}

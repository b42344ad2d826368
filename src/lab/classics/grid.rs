//! The board as the side to move sees it: own stones, enemy stones, empty cells and walls.

use kagetsu_gomoku::board::{Board, Position};
use kagetsu_gomoku::geometry::{BoardSize, Direction, Point};

/// What lies on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    Empty,
    /// A stone of the side to move.
    Own,
    /// A stone of the other side.
    Enemy,
    /// Outside the board, or blocked.
    Wall,
}

impl Cell {
    /// The two kinds of stones.
    pub(crate) const STONES: [Self; 2] = [Self::Own, Self::Enemy];

    /// The stones of the other side.
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Own => Self::Enemy,
            Self::Enemy => Self::Own,
            cell => cell,
        }
    }
}

/// The cells of a position, and where the side to move may play.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    size: BoardSize,
    cells: Vec<Cell>,
    legal: Vec<Point>,
    stones: Vec<Point>,
}

const CELLS: usize = BoardSize::MAX_AREA;

const fn index(x: usize, y: usize) -> usize {
    y * BoardSize::MAX + x
}

impl Grid {
    pub(crate) fn new(position: &Position) -> Self {
        let size = position.size();
        let own = position.side_to_move();
        let mut grid = Self {
            size,
            cells: vec![Cell::Wall; CELLS],
            legal: Vec::new(),
            stones: Vec::new(),
        };
        for point in size.points() {
            grid.set(point, Cell::Empty);
        }
        for &point in position.blocked() {
            grid.set(point, Cell::Wall);
        }
        for &(point, side) in position.stones() {
            let cell = if side == own { Cell::Own } else { Cell::Enemy };
            grid.put(point, cell);
        }
        let forbidden = Board::from_position(position).fouls(own);
        grid.legal = (position.empty_points() - forbidden).iter().collect();
        grid
    }

    pub(crate) const fn size(&self) -> BoardSize {
        self.size
    }

    /// The points where the side to move may play, row by row.
    pub(crate) fn legal(&self) -> &[Point] {
        &self.legal
    }

    /// The points that hold stones.
    pub(crate) fn stones(&self) -> &[Point] {
        &self.stones
    }

    pub(crate) fn cell(&self, point: Point) -> Cell {
        self.cells[index(point.x(), point.y())]
    }

    fn set(&mut self, point: Point, cell: Cell) {
        self.cells[index(point.x(), point.y())] = cell;
    }

    /// The cell so many steps from a point along a direction.
    pub(crate) fn along(&self, point: Point, direction: Direction, steps: isize) -> Cell {
        let (dx, dy) = direction.delta();
        let x = point.x().checked_add_signed(steps * dx);
        let y = point.y().checked_add_signed(steps * dy);
        match (x, y) {
            (Some(x), Some(y)) if x < BoardSize::MAX && y < BoardSize::MAX => {
                self.cells[index(x, y)]
            }
            _ => Cell::Wall,
        }
    }

    /// Puts a stone on an empty point.
    pub(crate) fn put(&mut self, point: Point, stone: Cell) {
        self.set(point, stone);
        self.stones.push(point);
    }

    /// Takes the stone that was put last off the board.
    pub(crate) fn take_back(&mut self) {
        if let Some(point) = self.stones.pop() {
            self.set(point, Cell::Empty);
        }
    }

    /// The middle of a board without stones, where a program begins whatever it counts.
    pub(crate) fn opening_move(&self) -> Option<Point> {
        let centre = self.size.centre();
        (self.stones.is_empty() && self.legal.contains(&centre)).then_some(centre)
    }
}

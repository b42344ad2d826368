//! The board of 19 x 19 cells and its 924 windows: the runs of six cells in a line where a row of six can stand.

use std::fmt;
use std::sync::LazyLock;

use arrayvec::ArrayVec;

use super::bits::CellSet;

/// Cells in a row of the board.
pub const SIZE: usize = 19;
/// Cells of the board.
pub(crate) const CELLS: usize = SIZE * SIZE;
/// Stones in a row that win; more win too.
pub const ROW: usize = 6;
/// Windows: 266 across, 266 down, 196 on each kind of diagonal.
pub(crate) const WINDOWS: usize = 924;
/// Column and row of a step in each direction: right, down, down and right, down and left.
const STEPS: [(isize, isize); DIRECTIONS] = [(1, 0), (0, 1), (1, 1), (-1, 1)];
/// Lines through a cell.
pub(crate) const DIRECTIONS: usize = 4;
/// Most windows that a cell lies in.
const CELL_WINDOWS: usize = DIRECTIONS * ROW;

/// A cell, numbered row by row from the top left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u16);

impl Cell {
    /// The middle of the board.
    pub const CENTRE: Self = Self((CELLS / 2) as u16);

    /// The cell of a number below 361.
    pub(crate) const fn from_index(index: usize) -> Option<Self> {
        if index < CELLS {
            Some(Self(index as u16))
        } else {
            None
        }
    }

    /// The cell in a column from the left and a row from the top, both from zero.
    pub const fn at(column: usize, row: usize) -> Option<Self> {
        if column < SIZE && row < SIZE {
            Some(Self((row * SIZE + column) as u16))
        } else {
            None
        }
    }

    /// All cells.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..CELLS as u16).map(Self)
    }

    /// The number of the cell.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, from the left.
    pub const fn column(self) -> usize {
        self.index() % SIZE
    }

    /// The row, from the top.
    pub const fn row(self) -> usize {
        self.index() / SIZE
    }

    /// The name on the board, column from the left and row from the bottom, such as `j10` for the middle.
    pub fn name(self) -> String {
        let letter = char::from(b'a' + self.column() as u8);
        format!("{letter}{}", SIZE - self.row())
    }

    /// Steps to the nearest edge: 0 at the edge, 9 in the middle.
    pub(crate) fn edge_distance(self) -> usize {
        let [column, row] = [self.column(), self.row()].map(|along| along.min(SIZE - 1 - along));
        column.min(row)
    }

    /// The cell so many steps along a line of a direction; none beyond the edge.
    pub(crate) fn along(self, direction: usize, steps: isize) -> Option<Self> {
        let (columns, rows) = STEPS[direction];
        let column = self.column().checked_add_signed(columns * steps)?;
        let row = self.row().checked_add_signed(rows * steps)?;
        Self::at(column, row)
    }

    /// The windows that the cell lies in.
    #[inline]
    pub fn windows(self) -> &'static [WindowPlace] {
        &GEOMETRY.of_cell[self.index()]
    }
}

impl CellSet {
    /// The cells of the set, in rising order of their numbers.
    #[inline]
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        self.iter().filter_map(Cell::from_index)
    }
}

/// As match platforms write it, two capital letters, column from the left and row from the top: `JJ` is the middle.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |along: usize| char::from(b'A' + along as u8);
        write!(f, "{}{}", letter(self.column()), letter(self.row()))
    }
}

/// Where a cell lies in a window.
#[derive(Clone, Copy, Debug)]
pub struct WindowPlace {
    /// The window.
    pub window: u16,
    /// The cell's bit in the masks of that window.
    pub bit: u16,
}

/// The cells of a window, in order.
#[inline]
pub(crate) fn window_cells(window: usize) -> &'static [Cell; ROW] {
    &GEOMETRY.of_window[window]
}

struct Geometry {
    of_window: Vec<[Cell; ROW]>,
    of_cell: Vec<ArrayVec<WindowPlace, CELL_WINDOWS>>,
}

static GEOMETRY: LazyLock<Geometry> = LazyLock::new(geometry);

fn geometry() -> Geometry {
    let mut made = Geometry {
        of_window: Vec::with_capacity(WINDOWS),
        of_cell: vec![ArrayVec::new(); CELLS],
    };
    let starts =
        (0..DIRECTIONS).flat_map(|direction| Cell::all().map(move |start| (start, direction)));
    let windows = starts.filter_map(|(start, direction)| window_from(start, direction));
    for (window, cells) in windows.enumerate() {
        for (place, cell) in cells.iter().enumerate() {
            made.of_cell[cell.index()].push(WindowPlace {
                window: window as u16,
                bit: 1 << place,
            });
        }
        made.of_window.push(cells);
    }
    made
}

/// The window that starts in a cell; none if it leaves the board.
fn window_from(start: Cell, direction: usize) -> Option<[Cell; ROW]> {
    let mut cells = [start; ROW];
    for (place, cell) in cells.iter_mut().enumerate() {
        *cell = start.along(direction, place as isize)?;
    }
    Some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_924_windows_of_four_kinds() {
        let mut kinds = [0; 4];
        for window in 0..WINDOWS {
            let cells = window_cells(window);
            let step = cells[1].index() - cells[0].index();
            assert!(
                cells
                    .windows(2)
                    .all(|pair| pair[1].index() - pair[0].index() == step)
            );
            kinds[[1, SIZE, SIZE + 1, SIZE - 1]
                .iter()
                .position(|&kind| kind == step)
                .unwrap()] += 1;
        }
        assert_eq!(kinds, [266, 266, 196, 196]);
    }

    #[test]
    fn a_cell_lies_in_at_most_24_windows_and_knows_its_place_in_each() {
        let mut places = 0;
        for cell in Cell::all() {
            for place in cell.windows() {
                let at = place.bit.trailing_zeros() as usize;
                assert_eq!(window_cells(place.window.into())[at], cell);
            }
            places += cell.windows().len();
        }
        assert_eq!(places, WINDOWS * ROW);
        assert_eq!(Cell::CENTRE.windows().len(), CELL_WINDOWS);
        assert_eq!(Cell::at(0, 0).unwrap().windows().len(), 3);
    }

    #[test]
    fn cells_have_names() {
        assert_eq!(Cell::CENTRE.to_string(), "JJ");
        assert_eq!(Cell::at(18, 0).unwrap().to_string(), "SA");
        assert_eq!(Cell::at(19, 0), None);
        assert_eq!(Cell::from_index(CELLS), None);
        assert_eq!(Cell::CENTRE.edge_distance(), 9);
    }
}

//! What the network sees of a cell: for each of the four directions, the eight cells nearest to it on that line.
//!
//! A line is a code of eight pairs of bits, from the farthest neighbour before the cell to the farthest one after it. A code
//! and its mirror image share a row of the network.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use arrayvec::ArrayVec;

use super::super::geometry::{CELLS, Cell, DIRECTIONS};
use kagetsu_kernel::Side;

/// Neighbours on either side of a cell.
const REACH: usize = 4;
/// Neighbours on a line.
const NEIGHBOURS: usize = 2 * REACH;
/// Bits of a neighbour: none for an empty cell, the first for a black stone, the second for a white one, both for a
/// place beyond the edge.
const BITS: u32 = 2;
const OUTSIDE: u16 = 3;
/// The first bit of every neighbour.
const FIRST_BITS: u16 = 0x5555;
/// Number of codes.
const CODES: usize = 1 << (BITS as usize * NEIGHBOURS);

/// The codes of the four lines through a cell.
pub(in super::super) type LineCodes = [u16; DIRECTIONS];

/// A cell that has another one as its neighbour.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Neighbour {
    /// The cell.
    pub(in super::super) cell: u16,
    /// The line on which they lie.
    pub(in super::super) direction: u8,
    /// Where the other one stands in the code of this line.
    pub(in super::super) shift: u8,
}

/// Most cells that have a cell as their neighbour.
const MOST_NEIGHBOURS: usize = DIRECTIONS * NEIGHBOURS;

struct Neighbourhood {
    of_cell: Vec<ArrayVec<Neighbour, MOST_NEIGHBOURS>>,
    empty: [LineCodes; CELLS],
}

static NEIGHBOURHOOD: LazyLock<Neighbourhood> = LazyLock::new(neighbourhood);

fn neighbourhood() -> Neighbourhood {
    let mut made = Neighbourhood {
        of_cell: vec![ArrayVec::new(); CELLS],
        empty: [[0; DIRECTIONS]; CELLS],
    };
    let lines = Cell::all().flat_map(|cell| (0..DIRECTIONS).map(move |line| (cell, line)));
    for (cell, direction) in lines {
        for place in 0..NEIGHBOURS {
            // Places before the cell come first, its own place is left out.
            let after = isize::from(place >= REACH);
            let steps = place as isize - REACH as isize + after;
            let shift = BITS * place as u32;
            let Some(other) = cell.along(direction, steps) else {
                made.empty[cell.index()][direction] |= OUTSIDE << shift;
                continue;
            };
            made.of_cell[other.index()].push(Neighbour {
                cell: cell.index() as u16,
                direction: direction as u8,
                shift: shift as u8,
            });
        }
    }
    made
}

/// The cells that have this one as a neighbour.
#[inline]
pub(in super::super) fn neighbours(cell: Cell) -> &'static [Neighbour] {
    &NEIGHBOURHOOD.of_cell[cell.index()]
}

/// The codes of all cells of the empty board.
#[inline]
pub(in super::super) fn empty_codes() -> &'static [LineCodes; CELLS] {
    &NEIGHBOURHOOD.empty
}

/// What a stone of this side changes in a code, at shift 0.
#[inline]
pub(in super::super) const fn stone_bits(side: Side) -> u16 {
    1 << side.index()
}

/// The code with both colours exchanged.
const fn exchanged(code: u16) -> u16 {
    (code & FIRST_BITS) << 1 | (code >> 1) & FIRST_BITS
}

/// The code read from the other end.
fn mirrored(code: u16) -> u16 {
    (0..NEIGHBOURS).fold(0, |mirrored, place| {
        mirrored << BITS | (code >> (BITS as usize * place)) & OUTSIDE
    })
}

/// Can the line be on a board? Beyond a place beyond the edge there are only such places.
fn is_possible(code: u16) -> bool {
    let outside = |place: usize| (code >> (BITS as usize * place)) & OUTSIDE == OUTSIDE;
    let before = (1..REACH).all(|place| !outside(place) || outside(place - 1));
    let after = (REACH + 1..NEIGHBOURS).all(|place| !outside(place - 1) || outside(place));
    before && after
}

/// The rows of the network by code.
pub(in super::super) struct RowNumbers {
    /// By the side to move, which counts as Black: the row of each code.
    of: [Vec<u16>; 2],
    /// Number of rows.
    pub(in super::super) count: usize,
}

/// Which row belongs to which code.
pub(in super::super) static ROW_NUMBERS: LazyLock<RowNumbers> = LazyLock::new(|| {
    let mut of_black = vec![0; CODES];
    let mut count = 0;
    for code in 0..=u16::MAX {
        if !is_possible(code) {
            continue;
        }
        let mirror = mirrored(code);
        if mirror < code {
            of_black[usize::from(code)] = of_black[usize::from(mirror)];
        } else {
            of_black[usize::from(code)] = count as u16;
            count += 1;
        }
    }
    let of_white = (0..=u16::MAX)
        .map(|code| of_black[usize::from(exchanged(code))])
        .collect();
    RowNumbers {
        of: [of_black, of_white],
        count,
    }
});

/// Rows that know fewer neighbours.
pub(in super::super) struct NearerRows {
    /// The nearer row of each row.
    pub(in super::super) of_row: Vec<usize>,
    /// Number of nearer rows.
    pub(in super::super) count: usize,
}

/// The bits of so many neighbours on either side.
const fn near_bits(reach: usize) -> u16 {
    let all = (1_u32 << (BITS as usize * 2 * reach)) - 1;
    (all << (BITS as usize * (REACH - reach))) as u16
}

impl RowNumbers {
    /// The rows when only so many neighbours on either side are looked at.
    pub(in super::super) fn by_reach(&self, reach: usize) -> NearerRows {
        let mut of_row = vec![0; self.count];
        let mut numbers = BTreeMap::new();
        for code in (0..=u16::MAX).filter(|&code| is_possible(code)) {
            let near = code & near_bits(reach);
            let key = near.min(mirrored(near));
            let next = numbers.len();
            let number = *numbers.entry(key).or_insert(next);
            of_row[usize::from(self.of[Side::Black.index()][usize::from(code)])] = number;
        }
        NearerRows {
            of_row,
            count: numbers.len(),
        }
    }

    /// The rows of the four lines through a cell, as `side` sees them.
    #[inline]
    pub(in super::super) fn rows(&self, codes: LineCodes, side: Side) -> [usize; DIRECTIONS] {
        let of = &self.of[side.index()];
        codes.map(|code| usize::from(of[usize::from(code)]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of lines whose sides have so many contents each: pairs of contents without order.
    const fn unordered(contents: usize) -> usize {
        contents * (contents + 1) / 2
    }

    const ROWS: usize = unordered(121);

    #[test]
    fn every_possible_line_has_a_row_that_it_shares_with_its_mirror_image() {
        let rows = &*ROW_NUMBERS;
        assert_eq!(rows.count, ROWS);
        for code in (0..=u16::MAX).filter(|&code| is_possible(code)) {
            assert_eq!(mirrored(mirrored(code)), code);
            assert_eq!(exchanged(exchanged(code)), code);
            let of = |code: u16, side| rows.rows([code; DIRECTIONS], side)[0];
            assert!(of(code, Side::Black) < ROWS);
            assert_eq!(of(code, Side::Black), of(mirrored(code), Side::Black));
            assert_eq!(of(code, Side::Black), of(exchanged(code), Side::White));
        }
    }

    #[test]
    fn nearer_rows_know_fewer_neighbours() {
        let rows = &*ROW_NUMBERS;
        for (reach, side) in [(4, 121), (3, 40), (2, 13)] {
            assert_eq!(rows.by_reach(reach).count, unordered(side));
        }
    }

    #[test]
    fn a_cell_in_the_middle_is_a_neighbour_of_32_cells_and_one_in_the_corner_of_12() {
        assert_eq!(neighbours(Cell::CENTRE).len(), MOST_NEIGHBOURS);
        assert_eq!(neighbours(Cell::at(0, 0).unwrap()).len(), 3 * REACH);
        assert_eq!(empty_codes()[Cell::CENTRE.index()], [0; DIRECTIONS]);
    }

    #[test]
    fn a_stone_stands_where_it_is_seen() {
        let seen = neighbours(Cell::CENTRE)
            .iter()
            .find(|other| usize::from(other.cell) == Cell::CENTRE.index() - 2)
            .unwrap();
        // Two steps to the right: the second place after the cell.
        assert_eq!(seen.direction, 0);
        assert_eq!(u32::from(seen.shift), BITS * (REACH as u32 + 1));
    }
}

//! The stones as line words, and the windows cut out of them. The only code where a rule becomes a constant
//! of compilation: one `match` for each stone, and loops over windows of fixed width behind it.

use crate::geometry::{BoardSize, Direction, Point};

use super::observer::{BoardObserver, Window};
use super::rule::Rule;
use super::shape::Shape;
use super::shape_spec::{EMPTY, OTHER, OWN, WALL};
use super::shape_table::{NARROW_LEN, ShapeTable, WIDE_LEN, shape_table};
use super::side::Side;
use super::threat_map::ThreatMap;

const BITS: u32 = 0x5555_5555;
const EVEN_BITS: u64 = (BITS as u64) << 32 | BITS as u64;
/// Lines of a diagonal family on the index grid, rounded up to a power of two.
const FAMILY: usize = 2 * Point::STRIDE;

/// What can lie on a cell, as a word holds it: Black's view of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    Stone(Side),
    Blocked,
}

impl Content {
    const fn bits(self) -> u64 {
        (match self {
            Self::Stone(Side::Black) => OWN,
            Self::Stone(Side::White) => OTHER,
            Self::Blocked => WALL,
        }) as u64
    }
}

/// The four families of lines, each a word of 32 cells of two bits.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Words([[u64; FAMILY]; Direction::COUNT]);

/// The lines of a board.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    words: Box<Words>,
    table: &'static ShapeTable,
}

impl PartialEq for Lines {
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}

/// Number of the line through an index and the place of the index on it.
#[inline]
const fn locate(direction: Direction, index: usize) -> (usize, u32) {
    let (row, column) = (index / Point::STRIDE, index % Point::STRIDE);
    let (line, place) = match direction {
        Direction::Horizontal => (row, column),
        Direction::Vertical => (column, row),
        Direction::Diagonal => (column + Point::STRIDE - row, column),
        Direction::AntiDiagonal => (column + row, column),
    };
    (line % FAMILY, place as u32)
}

/// Cuts the window of `HALF` cells on each side of a place out of a word, the place itself left out.
#[inline]
const fn window<const HALF: u32>(word: u64, place: u32) -> usize {
    let low = (1 << (2 * HALF)) - 1;
    let cut = word >> (2 * (place - HALF) % 64);
    (cut & low | cut >> 2 & (low << (2 * HALF))) as usize
}

const NARROW: u32 = 4;
const WIDE: u32 = 5;

impl Lines {
    /// The lines of an empty board: everything outside it is wall.
    pub(crate) fn new(size: BoardSize, rule: Rule) -> Self {
        let mut words = Box::new(Words([[u64::MAX; FAMILY]; Direction::COUNT]));
        for point in size.points() {
            for direction in Direction::ALL {
                let (line, place) = locate(direction, point.index());
                words.0[direction as usize][line] ^= u64::from(WALL) << (2 * place);
            }
        }
        Self {
            words,
            table: shape_table(rule),
        }
    }

    fn toggle(&mut self, point: Point, content: Content) {
        for direction in Direction::ALL {
            let (line, place) = locate(direction, point.index());
            self.words.0[direction as usize][line] ^= content.bits() << (2 * place % 64);
        }
    }

    /// Puts something on an empty cell and gives every empty point in reach its new shapes.
    #[inline]
    pub(crate) fn put(
        &mut self,
        point: Point,
        content: Content,
        map: &mut ThreatMap,
        observer: &mut impl BoardObserver,
    ) {
        match self.table {
            ShapeTable::Narrow(table) => {
                put_with::<NARROW, NARROW_LEN>(
                    &mut self.words,
                    table,
                    point,
                    content,
                    map,
                    observer,
                );
            }
            ShapeTable::Wide(table) => {
                put_with::<WIDE, WIDE_LEN>(&mut self.words, table, point, content, map, observer);
            }
        }
    }

    /// Takes the last thing off its cell; the shapes are restored elsewhere.
    #[inline]
    pub(crate) fn take(&mut self, point: Point, content: Content) {
        self.toggle(point, content);
    }

    /// The table's byte for the line through a point in one direction, with the word as it is or with one more
    /// stone on it.
    fn byte(&self, direction: Direction, index: usize, extra: Option<(usize, Side)>) -> u8 {
        let (line, place) = locate(direction, index);
        let mut word = self.words.0[direction as usize][line];
        if let Some((other, side)) = extra {
            let (_, other_place) = locate(direction, other);
            word |= Content::Stone(side).bits() << (2 * other_place);
        }
        match self.table {
            ShapeTable::Narrow(table) => table[window::<NARROW>(word, place) % NARROW_LEN],
            ShapeTable::Wide(table) => table[window::<WIDE>(word, place) % WIDE_LEN],
        }
    }

    /// The table's bytes for a point in all directions.
    pub(crate) fn bytes(&self, point: Point) -> [u8; Direction::COUNT] {
        Direction::ALL.map(|direction| self.byte(direction, point.index(), None))
    }

    /// What lies near a point in all directions.
    pub(crate) fn windows(&self, point: Point) -> [Window; Direction::COUNT] {
        Direction::ALL.map(|direction| {
            let (line, place) = locate(direction, point.index());
            window::<NARROW>(self.words.0[direction as usize][line], place) as Window
        })
    }

    /// The shape of a point for `side`, if `other` had a stone of `extra` on the same line.
    pub(crate) fn shape_with(
        &self,
        side: Side,
        direction: Direction,
        point: Point,
        extra: (Point, Side),
    ) -> Shape {
        let byte = self.byte(direction, point.index(), Some((extra.0.index(), extra.1)));
        Shape::from_bits(u32::from(byte) >> (4 * side.index()))
    }

    /// Is the cell `steps` along a direction empty? Steps stay within the widest window.
    pub(crate) fn empty_along(
        &self,
        direction: Direction,
        point: Point,
        steps: isize,
    ) -> Option<Point> {
        let index = point.index_along(direction, steps);
        (self.content_bits(direction, index) == u64::from(EMPTY)).then(|| Point::from_raw(index))
    }

    /// Does a stone of `side` lie `steps` along a direction?
    pub(crate) fn stone_along(
        &self,
        direction: Direction,
        point: Point,
        steps: isize,
        side: Side,
    ) -> bool {
        self.content_bits(direction, point.index_along(direction, steps))
            == Content::Stone(side).bits()
    }

    fn content_bits(&self, direction: Direction, index: usize) -> u64 {
        let (line, place) = locate(direction, index);
        self.words.0[direction as usize][line] >> (2 * place) & 3
    }

    /// The stone on a point.
    pub(crate) fn stone(&self, point: Point) -> Option<Side> {
        let bits = self.content_bits(Direction::Horizontal, point.index());
        Side::BOTH
            .into_iter()
            .find(|&side| Content::Stone(side).bits() == bits)
    }
}

#[inline]
fn put_with<const HALF: u32, const LEN: usize>(
    words: &mut Words,
    table: &[u8; LEN],
    point: Point,
    content: Content,
    map: &mut ThreatMap,
    observer: &mut impl BoardObserver,
) {
    put_direction::<HALF, LEN, 0>(words, table, point, content, map, observer);
    put_direction::<HALF, LEN, 1>(words, table, point, content, map, observer);
    put_direction::<HALF, LEN, 2>(words, table, point, content, map, observer);
    put_direction::<HALF, LEN, 3>(words, table, point, content, map, observer);
}

#[inline]
fn put_direction<const HALF: u32, const LEN: usize, const DIRECTION: usize>(
    words: &mut Words,
    table: &[u8; LEN],
    point: Point,
    content: Content,
    map: &mut ThreatMap,
    observer: &mut impl BoardObserver,
) {
    let direction = Direction::ALL[DIRECTION];
    let (line, place) = locate(direction, point.index());
    let before = words.0[DIRECTION][line];
    let word = before ^ content.bits() << (2 * place % 64);
    words.0[DIRECTION][line] = word;
    let (dx, dy) = direction.delta();
    let step = dy * Point::STRIDE as isize + dx;
    let reach = (1 << (2 * (2 * HALF + 1))) - 1;
    let mut empty = !(word | word >> 1) & EVEN_BITS & reach << (2 * (place - HALF) % 64);
    while empty != 0 {
        let other = empty.trailing_zeros() / 2;
        empty &= empty - 1;
        let index = (point.index() as isize + (other as isize - place as isize) * step) as usize;
        let byte = table[window::<HALF>(word, other) % LEN];
        map.update::<DIRECTION>(index, byte, observer);
        let (old, new) = (
            window::<NARROW>(before, other),
            window::<NARROW>(word, other),
        );
        // Every window of a narrow table holds the new stone.
        if HALF == NARROW || old != new {
            observer.window(Point::from_raw(index), old as Window, new as Window);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_at_the_edge_and_at_stones() {
        let size = BoardSize::square(15).expect("a legal size");
        let mut lines = Lines::new(size, Rule::Standard);
        lines.toggle(Point::at(3, 3), Content::Stone(Side::White));
        let corner = Point::at(0, 0);
        assert_eq!(lines.stone(Point::at(3, 3)), Some(Side::White));
        assert_eq!(lines.empty_along(Direction::Diagonal, corner, 3), None);
        assert_eq!(
            lines.empty_along(Direction::Diagonal, corner, 4),
            Some(Point::at(4, 4))
        );
        assert_eq!(lines.empty_along(Direction::Horizontal, corner, -1), None);
        assert!(lines.stone_along(Direction::Diagonal, corner, 3, Side::White));
    }

    #[test]
    fn words_of_all_lines_are_apart() {
        for direction in Direction::ALL {
            let mut seen = crate::kernel::FastSet::default();
            for y in 0..22 {
                for x in 0..22 {
                    assert!(
                        seen.insert(locate(direction, Point::at(x, y).index())),
                        "{direction:?} {x},{y}"
                    );
                }
            }
        }
    }
}

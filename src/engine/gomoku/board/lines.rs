//! The stones as line words, and the windows cut out of them. Only here does a rule become a compile-time constant, the
//! width of its windows: one `match` for each stone, and then loops over windows of fixed width.

use crate::geometry::{BoardSize, Direction, Point};

use super::line_deltas::{LineDelta, LineDeltas};
use super::line_snapshot::{LinePattern, LineSnapshot, NARROW, SPAN, WIDE, pattern_at};
use super::rule::Rule;
use super::shape::Shape;
use super::shape_spec::{EMPTY, OTHER, OWN, WALL};
use super::shape_table::{ShapeTable, shape_table};
use super::threat_map::ThreatMap;
use kagetsu_kernel::Side;

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
pub(crate) struct BoardLines {
    words: Words,
    table: &'static ShapeTable,
}

impl PartialEq for BoardLines {
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
    // No line has a greater number; the remainder shows it to the compiler, which saves a check.
    (line % FAMILY, place as u32)
}

impl BoardLines {
    /// The lines of an empty board: everything outside it is wall.
    pub(crate) fn new(size: BoardSize, rule: Rule) -> Self {
        let mut words = Words([[u64::MAX; FAMILY]; Direction::COUNT]);
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

    /// Puts something on an empty cell, or takes it off again.
    #[inline]
    pub(crate) fn toggle(&mut self, point: Point, content: Content) {
        for direction in Direction::ALL {
            let (line, place) = locate(direction, point.index());
            self.words.0[direction as usize][line] ^= content.bits() << (2 * place % 64);
        }
    }

    /// What lies round an empty point, where something is to be put.
    #[inline]
    pub(crate) fn around(&self, point: Point, content: Content) -> LineSnapshot {
        let lines = Direction::ALL.map(|direction| {
            let (line, place) = locate(direction, point.index());
            let word = self.words.0[direction as usize][line];
            word.rotate_right(2 * place).rotate_left(2 * SPAN)
        });
        LineSnapshot::new(point, content.bits(), lines)
    }

    /// Gives the empty points near by the shapes that they have after something was put. The changes are looked up in what
    /// `deltas` remembers of this rule.
    #[inline]
    pub(crate) fn update_shapes(
        &self,
        around: &LineSnapshot,
        deltas: &mut LineDeltas,
        map: &mut ThreatMap,
    ) {
        match self.table {
            ShapeTable::Narrow(table) => {
                update::<NARROW>(around, deltas, map, |line, cell| table.byte(line, cell));
            }
            ShapeTable::Wide(table) => {
                update::<WIDE>(around, deltas, map, |line, cell| table.byte(line, cell));
            }
        }
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
            ShapeTable::Narrow(table) => table.byte(word, place),
            ShapeTable::Wide(table) => table.byte(word, place),
        }
    }

    /// The table's bytes for a point in all directions.
    pub(crate) fn bytes(&self, point: Point) -> [u8; Direction::COUNT] {
        Direction::ALL.map(|direction| self.byte(direction, point.index(), None))
    }

    /// The shapes of a point for `side`, looked up.
    pub(crate) fn shapes(&self, side: Side, point: Point) -> [Shape; Direction::COUNT] {
        self.bytes(point)
            .map(|byte| Shape::from_bits(u32::from(byte) >> (4 * side.index())))
    }

    /// What lies near a point in all directions.
    pub(crate) fn line_patterns(&self, point: Point) -> [LinePattern; Direction::COUNT] {
        Direction::ALL.map(|direction| {
            let (line, place) = locate(direction, point.index());
            pattern_at(self.words.0[direction as usize][line], place)
        })
    }

    /// The shape of a point for `side`, if the empty point `extra` on the same line had a stone of `extra_side`.
    pub(crate) fn shape_with(
        &self,
        side: Side,
        direction: Direction,
        point: Point,
        extra: Point,
        extra_side: Side,
    ) -> Shape {
        let byte = self.byte(direction, point.index(), Some((extra.index(), extra_side)));
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

/// Changes the shapes of the empty points no farther than `REACH`.
#[inline]
fn update<const REACH: u32>(
    around: &LineSnapshot,
    deltas: &mut LineDeltas,
    map: &mut ThreatMap,
    byte: impl Fn(u64, u32) -> u8,
) {
    let changes = around
        .lines()
        .map(|[before, after]| delta::<REACH>(deltas, before, after, &byte));
    map.update::<REACH>(around.point(), changes);
}

/// How the shapes on one line change, by its cells before and after something was put on it.
#[inline]
fn delta<const REACH: u32>(
    deltas: &mut LineDeltas,
    before: u64,
    after: u64,
    byte: impl Fn(u64, u32) -> u8,
) -> LineDelta {
    deltas.of::<REACH>(after, || {
        LineDelta::new::<REACH>(|cell| {
            if (after >> (2 * cell)) as u32 & 3 == EMPTY {
                byte(before, cell) ^ byte(after, cell)
            } else {
                0
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_at_the_edge_and_at_stones() {
        let size = BoardSize::square(15).expect("a legal size");
        let mut lines = BoardLines::new(size, Rule::Standard);
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
            let mut seen = kagetsu_kernel::FastSet::default();
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

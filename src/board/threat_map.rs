//! Codes and classes of all points for both sides, kept up to date with every stone, counted, and restored
//! exactly.

use crate::geometry::{Direction, Point, PointSet};

use super::code::{CLASS_SHIFT, Code, CodeTable, class_of};
use super::observer::BoardObserver;
use super::rule::Rule;
use super::shape::Shape;
use super::side::Side;
use super::threat::Threat;

/// What is known of one point, so small that saving and restoring it is one move.
///
/// `packed` holds Black's four shapes in the lower half and White's in the upper one, four bits each; `entries` what the
/// code tables say of them, Black's first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(16))]
struct Cell {
    packed: u32,
    entries: [u32; 2],
    index: u32,
}

/// Bits of a class in an entry.
const CLASS: u32 = !0 << CLASS_SHIFT;
/// Bits of a class that are set only in tracked ones, which are the numbers from 4 on.
const TRACKED: u32 = !3 << CLASS_SHIFT;
const _: () = assert!(Threat::OpenThree as u32 == 4 && Threat::COUNT <= 16);

impl Cell {
    #[inline]
    const fn packed(self, side: Side) -> u32 {
        self.packed >> (16 * side.index()) & 0xFFFF
    }

    #[inline]
    const fn code(self, side: Side) -> Code {
        self.entries[side.index()] as Code
    }

    /// The codes for Black and White.
    #[inline]
    fn codes(self) -> [Code; 2] {
        Side::BOTH.map(|side| self.code(side))
    }

    #[inline]
    const fn threat(self, side: Side) -> Threat {
        class_of(self.entries[side.index()])
    }

    #[inline]
    const fn index(self) -> usize {
        self.index as usize % Point::COUNT
    }
}

/// Number of empty points of every tracked class, for both sides.
pub(super) type Counts = [[u8; Threat::SPACE]; 2];

/// Updates that a game on the largest board can log, rounded up to a power of two: each stone
/// changes at most 40 points.
const LOG_LEN: usize = 1 << 15;

/// The classes of all points. Cells of points that are not empty are out of date and not counted.
///
/// Only classes from [`Threat::OpenThree`] on are counted and listed: the lower ones change with
/// nearly every stone and no search asks for them.
#[derive(Clone, Debug)]
pub(super) struct ThreatMap {
    tables: [CodeTable; 2],
    cells: Box<[Cell; Point::COUNT]>,
    counts: Counts,
    points: Box<[[PointSet; Threat::SPACE]; 2]>,
    log: Box<[Cell; LOG_LEN]>,
    log_len: usize,
    toggles: Vec<Toggle>,
}

/// A point that entered or left the list of a class.
#[derive(Clone, Copy, Debug)]
struct Toggle {
    side: Side,
    class: u8,
    point: Point,
}

/// How far updates were logged, to be given to [`ThreatMap::restore`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    log_len: usize,
    toggles: usize,
}

impl ThreatMap {
    /// A map on which no point is counted yet.
    pub(super) fn new(rule: Rule) -> Self {
        Self {
            tables: Side::BOTH.map(|side| CodeTable::of(rule, side)),
            cells: Box::new([Cell::default(); Point::COUNT]),
            counts: Counts::default(),
            points: Box::new([[PointSet::EMPTY; Threat::SPACE]; 2]),
            log: vec![Cell::default(); LOG_LEN]
                .try_into()
                .unwrap_or_else(|_| unreachable!("the vector was made with this length")),
            log_len: 0,
            toggles: Vec::with_capacity(LOG_LEN),
        }
    }

    /// The cell of an index with these packed shapes.
    #[inline]
    fn cell(&self, index: u32, packed: u32) -> Cell {
        let [black, white] = self.tables;
        Cell {
            packed,
            entries: [black.entry(packed & 0xFFFF), white.entry(packed >> 16)],
            index,
        }
    }

    /// Starts to count a point with the given shapes (the table's byte for each direction).
    pub(super) fn enter(&mut self, point: Point, bytes: [u8; Direction::COUNT]) {
        let pack = |shift: u32| {
            bytes.iter().rev().fold(0, |packed, &byte| {
                packed << 4 | u32::from(byte) >> shift & 15
            })
        };
        let cell = self.cell(point.index() as u32, pack(0) | pack(4) << 16);
        self.cells[point.index()] = cell;
        self.recount(Cell::default(), cell);
    }

    /// Stops counting a point because something is put there.
    #[inline]
    pub(super) fn leave(&mut self, point: Point, observer: &mut impl BoardObserver) {
        let cell = self.cells[point.index() % Point::COUNT];
        observer.put(point, cell.codes());
        self.recount(
            cell,
            Cell {
                index: point.index() as u32,
                ..Cell::default()
            },
        );
    }

    /// Counts a cell's change of classes.
    #[inline]
    fn recount(&mut self, before: Cell, after: Cell) {
        let ([black, white], [new_black, new_white]) = (before.entries, after.entries);
        let changed = ((black ^ new_black) | (white ^ new_white)) & CLASS != 0;
        if changed && (black | new_black | white | new_white) & TRACKED != 0 {
            self.recount_tracked(after.index, before.entries, after.entries);
        }
    }

    fn recount_tracked(&mut self, index: u32, before: [u32; 2], after: [u32; 2]) {
        let point = Point::from_raw(index as usize % Point::COUNT);
        for side in Side::BOTH {
            let [old, new] = [before, after].map(|entries| class_of(entries[side.index()]));
            if old == new {
                continue;
            }
            for (threat, change) in [(old, u8::MAX), (new, 1)] {
                if threat >= Threat::OpenThree {
                    let class = threat as usize % Threat::SPACE;
                    let count = &mut self.counts[side.index()][class];
                    *count = count.wrapping_add(change);
                    self.points[side.index()][class].toggle(point);
                    self.toggles.push(Toggle {
                        side,
                        class: class as u8,
                        point,
                    });
                }
            }
        }
    }

    /// Gives a point the shapes of a table byte in one direction, and logs what was there before.
    #[expect(
        clippy::inline_always,
        reason = "called some twenty times for each stone; apart, a fifth of it is saving registers"
    )]
    #[inline(always)]
    pub(super) fn update<const DIRECTION: usize>(
        &mut self,
        index: usize,
        byte: u8,
        observer: &mut impl BoardObserver,
    ) {
        let old = self.cells[index % Point::COUNT];
        let byte = u32::from(byte);
        let shapes = (byte & 15 | byte >> 4 << 16) << (4 * DIRECTION);
        let packed = old.packed & !(0x000F_000F << (4 * DIRECTION)) | shapes;
        if packed == old.packed {
            return;
        }
        // Half of this is idle when only one side changes: a branch on it is mispredicted too often.
        self.log[self.log_len % LOG_LEN] = old;
        self.log_len += 1;
        let new = self.cell(old.index, packed);
        self.cells[index % Point::COUNT] = new;
        observer.codes(old.codes(), new.codes());
        self.recount(old, new);
    }

    /// How far updates are logged.
    #[inline]
    pub(super) fn mark(&self) -> Mark {
        Mark {
            log_len: self.log_len,
            toggles: self.toggles.len(),
        }
    }

    /// Drops the log: everything up to here is final.
    pub(super) fn forget_log(&mut self) {
        self.log_len = 0;
        self.toggles.clear();
    }

    /// Takes back everything since a mark, when these were the counts.
    #[inline]
    pub(super) fn restore(&mut self, mark: Mark, counts: &Counts) {
        for slot in mark.log_len..self.log_len {
            // A stone changes a point once: the order does not matter.
            let before = self.log[slot % LOG_LEN];
            self.cells[before.index()] = before;
        }
        self.log_len = mark.log_len;
        for toggle in self.toggles.drain(mark.toggles..) {
            self.points[toggle.side.index()][toggle.class as usize % Threat::SPACE]
                .toggle(toggle.point);
        }
        self.counts = *counts;
    }

    #[inline]
    pub(super) fn threat(&self, side: Side, point: Point) -> Threat {
        self.cells[point.index() % Point::COUNT].threat(side)
    }

    #[inline]
    pub(super) fn code(&self, side: Side, point: Point) -> Code {
        self.cells[point.index() % Point::COUNT].code(side)
    }

    pub(super) fn shapes(&self, side: Side, point: Point) -> [Shape; Direction::COUNT] {
        let packed = self.cells[point.index() % Point::COUNT].packed(side);
        [0, 4, 8, 12].map(|shift| Shape::from_bits(packed >> shift))
    }

    pub(super) const fn counts(&self) -> &Counts {
        &self.counts
    }

    #[inline]
    pub(super) fn points(&self, side: Side, threat: Threat) -> &PointSet {
        debug_assert!(threat >= Threat::OpenThree);
        &self.points[side.index()][threat as usize % Threat::SPACE]
    }

    /// The class that a point would have with another shape in one direction.
    pub(super) fn threat_with(
        &self,
        side: Side,
        point: Point,
        direction: Direction,
        shape: Shape,
    ) -> Threat {
        let shift = 4 * direction as u32;
        let packed = self.cells[point.index() % Point::COUNT].packed(side);
        let packed = packed & !(15 << shift) | (shape as u32) << shift;
        class_of(self.tables[side.index()].entry(packed))
    }
}

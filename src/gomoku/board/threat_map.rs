//! The shapes of all points for both sides, kept up to date with every stone and restored exactly, and the points of every
//! class.

use crate::geometry::{Direction, Point, PointSet};

use super::branchless_buffer::BranchlessBuffer;
use super::code::{CodeTables, PatternCode, PointShapes};
use super::rule::Rule;
use super::shape::Shape;
use super::side::Side;
use super::threat::Threat;

/// New shapes of a point in one direction, as the bits of its [`PointShapes`] that differ.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ShapeDelta {
    bits: u32,
    index: u32,
}

impl ShapeDelta {
    /// Does anything differ?
    #[inline]
    pub(super) const fn is_any(self) -> bool {
        self.bits != 0
    }
}

/// All points that something put on the board gives new shapes, each once.
pub(super) type ShapeDeltas = BranchlessBuffer<ShapeDelta>;

/// An empty point that has new shapes.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShapeChange {
    index: u32,
    before: PointShapes,
    after: PointShapes,
}

/// Number of empty points of every tracked class, for both sides; the numbers of other classes mean nothing. A class can
/// have more than 255 of the 484 points of a board.
pub(super) type ThreatCounts = [[u16; Threat::SPACE]; 2];

/// The shapes of all points, and the lists of their classes. Points that are not empty keep the shapes that they had last,
/// and are in no list.
///
/// Only classes from [`Threat::OpenThree`] on are counted and listed: the lower ones change with
/// nearly every stone and no search asks for them.
#[derive(Clone, Debug)]
pub(super) struct ThreatMap {
    tables: CodeTables,
    shapes: Box<[PointShapes; Point::COUNT]>,
    counts: ThreatCounts,
    points: Box<[[PointSet; Threat::SPACE]; 2]>,
    log: Vec<ShapeChange>,
    moves: Vec<ClassMove>,
}

/// A point that goes from one class to another for Black, White or both.
#[derive(Clone, Copy, Debug)]
struct ClassMove {
    index: u32,
    before: [u8; 2],
    after: [u8; 2],
}

/// How far changes were logged, to be given to [`ThreatMap::restore`].
#[derive(Clone, Copy, Debug)]
pub(super) struct LogPosition {
    log: usize,
    moves: usize,
}

/// Stones of a long search path and points changed by each, for which memory is taken at once.
const PATH: usize = 128;
const CHANGES: usize = 32;

impl ThreatMap {
    /// A map on which no point is counted yet.
    pub(super) fn new(rule: Rule) -> Self {
        Self {
            tables: CodeTables::of(rule),
            shapes: Box::new([PointShapes::default(); Point::COUNT]),
            counts: ThreatCounts::default(),
            points: Box::new([[PointSet::EMPTY; Threat::SPACE]; 2]),
            log: Vec::with_capacity(PATH * CHANGES),
            moves: Vec::with_capacity(PATH * CHANGES),
        }
    }

    /// A copy with an empty log.
    pub(super) fn without_log(&self) -> Self {
        Self {
            shapes: self.shapes.clone(),
            points: self.points.clone(),
            log: Vec::new(),
            moves: Vec::new(),
            ..*self
        }
    }

    /// Starts to count a point with the given shapes (the table's byte for each direction).
    pub(super) fn enter(&mut self, point: Point, bytes: [u8; Direction::COUNT]) {
        let pack = |shift: u32| {
            bytes.iter().rev().fold(0, |packed, &byte| {
                packed << 4 | u32::from(byte) >> shift & 15
            })
        };
        let shapes = PointShapes(pack(0) | pack(4) << 16);
        self.shapes[point.index()] = shapes;
        if shapes.any_strong(shapes) {
            self.move_to(point.index() as u32, [0; 2], self.tables.classes(shapes));
        }
    }

    /// Stops counting a point because something is put there.
    #[inline]
    pub(super) fn leave(&mut self, point: Point) {
        let shapes = self.at(point);
        if shapes.any_strong(shapes) {
            let classes = self.tables.classes(shapes);
            self.move_to(point.index() as u32, classes, [0; 2]);
        }
    }

    /// Moves a point to other classes. Those that are not tracked are counted as well, and mean nothing: branches on them
    /// would be mispredicted too often.
    #[inline]
    fn move_to(&mut self, index: u32, before: [u8; 2], after: [u8; 2]) {
        let class_move = ClassMove {
            index,
            before,
            after,
        };
        self.moves.push(class_move);
        self.toggle(class_move);
        for side in Side::BOTH.map(Side::index) {
            let counts = &mut self.counts[side];
            let left = &mut counts[usize::from(before[side]) % Threat::SPACE];
            *left = left.wrapping_sub(1);
            let entered = &mut counts[usize::from(after[side]) % Threat::SPACE];
            *entered = entered.wrapping_add(1);
        }
    }

    /// Moves a point from one list to another, for both sides; the same again moves it back.
    #[inline]
    fn toggle(&mut self, class_move: ClassMove) {
        let point = Point::from_raw(class_move.index as usize % Point::COUNT);
        for side in Side::BOTH.map(Side::index) {
            let lists = &mut self.points[side];
            lists[usize::from(class_move.before[side]) % Threat::SPACE].toggle(point);
            lists[usize::from(class_move.after[side]) % Threat::SPACE].toggle(point);
        }
    }

    /// What changes when the table has this byte for a point in one direction.
    #[inline]
    pub(super) fn change<const DIRECTION: usize>(&self, index: usize, byte: u8) -> ShapeDelta {
        let byte = u32::from(byte);
        let shapes = (byte | byte << 12) & 0x000F_000F;
        let known = self.shapes[index % Point::COUNT].0 >> (4 * DIRECTION) & 0x000F_000F;
        ShapeDelta {
            bits: (shapes ^ known) << (4 * DIRECTION),
            index: index as u32,
        }
    }

    /// Gives points their new shapes, and logs what was there before.
    #[inline]
    pub(super) fn update(&mut self, deltas: &ShapeDeltas) {
        let shapes = &mut self.shapes;
        let mut strong = BranchlessBuffer::<u8>::default();
        let first = self.log.len();
        let deltas = deltas.as_slice().iter().zip(0..);
        self.log.extend(deltas.map(|(delta, number)| {
            let known = &mut shapes[delta.index as usize % Point::COUNT];
            let before = *known;
            let after = PointShapes(before.0 ^ delta.bits);
            *known = after;
            strong.push_if(before.any_strong(after), number);
            ShapeChange {
                index: delta.index,
                before,
                after,
            }
        }));
        for &number in strong.as_slice() {
            let change = self.log[first + usize::from(number)];
            let [before, after] = [change.before, change.after].map(|it| self.tables.classes(it));
            if before != after {
                self.move_to(change.index, before, after);
            }
        }
    }

    /// How far changes are logged.
    #[inline]
    pub(super) fn mark(&self) -> LogPosition {
        LogPosition {
            log: self.log.len(),
            moves: self.moves.len(),
        }
    }

    /// Drops the log: everything up to here is final.
    pub(super) fn forget_log(&mut self) {
        self.log.clear();
        self.moves.clear();
    }

    /// Takes back everything since a mark, when these were the counts.
    #[inline]
    pub(super) fn restore(&mut self, mark: LogPosition, counts: &ThreatCounts) {
        // A stone changes a point once: the order does not matter.
        for change in &self.log[mark.log..] {
            self.shapes[change.index as usize % Point::COUNT] = change.before;
        }
        self.log.truncate(mark.log);
        for slot in mark.moves..self.moves.len() {
            self.toggle(self.moves[slot]);
        }
        self.moves.truncate(mark.moves);
        self.counts = *counts;
    }

    /// The points that got new shapes from one mark to another, or to the end.
    #[inline]
    pub(super) fn changes(&self, from: LogPosition, to: Option<LogPosition>) -> &[ShapeChange] {
        &self.log[from.log..to.map_or(self.log.len(), |mark| mark.log)]
    }

    /// The index of a point that got new shapes, and its codes for Black and White since then.
    #[inline]
    pub(super) fn codes_after(&self, change: &ShapeChange) -> (usize, [PatternCode; 2]) {
        (change.index as usize, self.tables.codes(change.after))
    }

    #[inline]
    const fn at(&self, point: Point) -> PointShapes {
        self.shapes[point.index() % Point::COUNT]
    }

    #[inline]
    pub(super) fn threat(&self, side: Side, point: Point) -> Threat {
        self.tables.threat(side, self.at(point).of(side))
    }

    #[inline]
    pub(super) fn codes(&self, point: Point) -> [PatternCode; 2] {
        self.tables.codes(self.at(point))
    }

    pub(super) fn shapes(&self, side: Side, point: Point) -> [Shape; Direction::COUNT] {
        let shapes = self.at(point).of(side);
        [0, 4, 8, 12].map(|shift| Shape::from_bits(shapes >> shift))
    }

    pub(super) const fn counts(&self) -> &ThreatCounts {
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
        let others = self.at(point).of(side) & !(15 << shift);
        self.tables.threat(side, others | (shape as u32) << shift)
    }
}

//! The shapes of all points for both sides, kept up to date with every stone and restored exactly, and the points of every
//! class.

use crate::geometry::{Direction, Point, PointSet};

use super::code::{CodeTables, PatternCode, PointShapes};
use super::line_deltas::LineDelta;
use super::rule::Rule;
use super::shape::Shape;
use super::threat::Threat;
use kagetsu_kernel::Side;

/// An empty point that has new shapes.
#[derive(Clone, Copy, Debug, Default)]
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
    /// The numbers of the tracked classes of all points for Black and White, zero for other classes and points that are not
    /// empty.
    classes: Box<[[u8; 2]; Point::COUNT]>,
    counts: ThreatCounts,
    points: Box<[[PointSet; Threat::SPACE]; 2]>,
    /// What has changed, and beyond that room for more.
    log: Vec<ShapeChange>,
    logged: usize,
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

/// Number of stones of a long search path. Memory for as many is reserved at once.
const PATH: usize = 128;
/// Number of points that a stone moves from one class to another, for that memory: few move more.
const MOVES: usize = 32;
/// Room for the points whose shapes a stone changes: at most ten on each of its four lines.
const CHANGES: usize = 64;

/// The shapes while a stone changes them, with room in the log for what it changes.
struct Changes<'a> {
    shapes: &'a mut [PointShapes; Point::COUNT],
    room: &'a mut [ShapeChange; CHANGES],
    stone: usize,
    count: usize,
    /// A bit for each change before or after which a shape is strong.
    strong: u64,
}

impl Changes<'_> {
    /// Applies what changes along one line.
    #[inline]
    fn along<const DIRECTION: usize, const REACH: u32>(&mut self, delta: LineDelta) {
        // All cells near the stone are visited, changed or not, and all are written: a branch on it is mispredicted too often.
        // The remainders here and below change no index: they show the compiler that none is out of bounds.
        delta.visit::<DIRECTION, REACH>(|steps, bits| {
            let index = self.stone.wrapping_add_signed(steps) % Point::COUNT;
            let before = self.shapes[index];
            let after = before.changed::<DIRECTION>(bits);
            self.shapes[index] = after;
            self.room[self.count % CHANGES] = ShapeChange {
                index: index as u32,
                before,
                after,
            };
            let changes = bits != 0;
            let strong = before.any_strong(after) & changes;
            self.strong |= u64::from(strong) << (self.count % CHANGES);
            self.count += usize::from(changes);
        });
    }
}

impl ThreatMap {
    /// A map on which no point is counted yet.
    pub(super) fn new(rule: Rule) -> Self {
        Self {
            tables: CodeTables::of(rule),
            shapes: Box::new([PointShapes::default(); Point::COUNT]),
            classes: Box::new([[0; 2]; Point::COUNT]),
            counts: ThreatCounts::default(),
            points: Box::new([[PointSet::EMPTY; Threat::SPACE]; 2]),
            log: Vec::new(),
            logged: 0,
            moves: Vec::with_capacity(PATH * MOVES),
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
        let classes = self.tables.tracked_classes(shapes);
        if classes != [0; 2] {
            self.move_to(point.index() as u32, [0; 2], classes);
        }
    }

    /// Stops counting a point because something is put there.
    #[inline]
    pub(super) fn leave(&mut self, point: Point) {
        let classes = self.classes[point.index()];
        if classes != [0; 2] {
            self.move_to(point.index() as u32, classes, [0; 2]);
        }
    }

    /// Moves a point to other classes. Zero, which stands for those that are not tracked, is counted as well and means
    /// nothing: branches on it would be mispredicted too often.
    #[inline]
    fn move_to(&mut self, index: u32, before: [u8; 2], after: [u8; 2]) {
        let class_move = ClassMove {
            index,
            before,
            after,
        };
        self.moves.push(class_move);
        self.classes[index as usize % Point::COUNT] = after;
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
        let point = Point::from_raw(class_move.index as usize);
        for side in Side::BOTH.map(Side::index) {
            let lists = &mut self.points[side];
            lists[usize::from(class_move.before[side]) % Threat::SPACE].toggle(point);
            lists[usize::from(class_move.after[side]) % Threat::SPACE].toggle(point);
        }
    }

    /// Gives the points no farther than `REACH` from a stone their new shapes, and logs what was there before.
    #[inline]
    pub(super) fn update<const REACH: u32>(
        &mut self,
        stone: Point,
        deltas: [LineDelta; Direction::COUNT],
    ) {
        if self.log.len() < self.logged + CHANGES {
            self.log
                .resize(2 * (self.logged + CHANGES), ShapeChange::default());
        }
        let (_, free) = self.log.split_at_mut(self.logged);
        let Some(room) = free.first_chunk_mut() else {
            unreachable!("the log has just been given room");
        };
        let mut changes = Changes {
            shapes: &mut self.shapes,
            room,
            stone: stone.index(),
            count: 0,
            strong: 0,
        };
        changes.along::<0, REACH>(deltas[0]);
        changes.along::<1, REACH>(deltas[1]);
        changes.along::<2, REACH>(deltas[2]);
        changes.along::<3, REACH>(deltas[3]);
        let (count, mut strong) = (changes.count, changes.strong);
        while strong != 0 {
            let change = self.log[self.logged + strong.trailing_zeros() as usize % CHANGES];
            strong &= strong - 1;
            let before = self.classes[change.index as usize % Point::COUNT];
            let after = self.tables.tracked_classes(change.after);
            if before != after {
                self.move_to(change.index, before, after);
            }
        }
        self.logged += count;
    }

    /// How far changes are logged.
    #[inline]
    pub(super) fn mark(&self) -> LogPosition {
        LogPosition {
            log: self.logged,
            moves: self.moves.len(),
        }
    }

    /// Drops the log: everything up to here is final.
    pub(super) fn forget_log(&mut self) {
        self.logged = 0;
        self.moves.clear();
    }

    /// Takes back everything since a mark, when these were the counts.
    #[inline]
    pub(super) fn restore(&mut self, mark: LogPosition, counts: &ThreatCounts) {
        // A stone changes a point once, its own point aside: the order does not matter.
        for change in &self.log[mark.log..self.logged] {
            self.shapes[change.index as usize % Point::COUNT] = change.before;
        }
        self.logged = mark.log;
        for slot in mark.moves..self.moves.len() {
            let class_move = self.moves[slot];
            self.classes[class_move.index as usize % Point::COUNT] = class_move.before;
            self.toggle(class_move);
        }
        self.moves.truncate(mark.moves);
        self.counts = *counts;
    }

    /// The points that got new shapes from one mark to another, or to the end.
    #[inline]
    pub(super) fn changes(&self, from: LogPosition, to: Option<LogPosition>) -> &[ShapeChange] {
        &self.log[from.log..to.map_or(self.logged, |mark| mark.log)]
    }

    /// The index of a point that got new shapes, and its codes for Black and White since then.
    #[inline]
    pub(super) fn codes_after(&self, change: &ShapeChange) -> (usize, [PatternCode; 2]) {
        (change.index as usize, self.tables.codes(change.after))
    }

    #[inline]
    const fn at(&self, point: Point) -> PointShapes {
        self.shapes[point.index()]
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

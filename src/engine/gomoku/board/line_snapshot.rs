//! The four lines through a point, copied before something is put there, so that the changes can be computed later.

use arrayvec::ArrayVec;

use crate::geometry::{Direction, Point};

/// What lies near a point on one line: four cells on each side, two bits each, the farthest cell of the one side lowest.
/// A cell is 0 when empty, 1 with a black stone, 2 with a white one, 3 when it is wall: blocked or off the board. A pattern of
/// empty cells is zero.
pub type LinePattern = u16;

/// Cells on each side of a point in the narrow windows, and in line patterns.
pub(super) const NARROW: u32 = 4;
/// Cells on each side of a point in the wide ones.
pub(super) const WIDE: u32 = 5;
/// Cells of a cut on each side of its point: those of the farthest windows that hold the point.
pub(super) const SPAN: u32 = 2 * WIDE;

/// The lowest bit of every cell.
const LOW_BITS: u64 = 0x5555_5555_5555_5555;

/// What lay on the four lines through a point before something was put there, and what was put.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineSnapshot {
    point: Point,
    content: u8,
    /// Two bits for each cell. The point's own cell is number [`SPAN`]; the bits of cells above twice [`SPAN`] are
    /// undefined.
    lines: [u64; Direction::COUNT],
}

/// An empty point with a new line pattern in one direction.
#[derive(Clone, Copy, Debug, Default)]
pub struct LinePatternChange {
    index: u16,
    before: LinePattern,
    after: LinePattern,
}

/// Points whose line patterns hold one point.
const NEIGHBOURS: usize = Direction::COUNT * 2 * NARROW as usize;

/// The points with new line patterns after one stone.
pub(crate) type LinePatternChanges = ArrayVec<LinePatternChange, NEIGHBOURS>;

impl LinePatternChange {
    /// Index of the point.
    #[inline]
    pub const fn index(&self) -> usize {
        self.index as usize
    }

    /// The pattern before.
    #[inline]
    pub const fn before(&self) -> LinePattern {
        self.before
    }

    /// The pattern after.
    #[inline]
    pub const fn after(&self) -> LinePattern {
        self.after
    }
}

/// Cuts the pattern of a place out of a line, the place itself left out.
#[inline]
pub(super) const fn pattern_at(line: u64, place: u32) -> LinePattern {
    let low = (1 << (2 * NARROW)) - 1;
    let cut = line >> (2 * (place - NARROW) % 64);
    (cut & low | cut >> 2 & (low << (2 * NARROW))) as LinePattern
}

impl LineSnapshot {
    #[inline]
    pub(super) const fn new(point: Point, content: u64, lines: [u64; Direction::COUNT]) -> Self {
        Self {
            point,
            content: content as u8,
            lines,
        }
    }

    /// The point.
    #[inline]
    pub(super) const fn point(&self) -> Point {
        self.point
    }

    /// A line before and after.
    #[inline]
    const fn line<const DIRECTION: usize>(&self) -> (u64, u64) {
        let before = self.lines[DIRECTION];
        (before, before ^ (self.content as u64) << (2 * SPAN))
    }

    /// Index of the point whose cell on a line has this number.
    #[inline]
    const fn index<const DIRECTION: usize>(&self, cell: u32) -> usize {
        let steps = cell as isize - SPAN as isize;
        self.point.index_along(Direction::ALL[DIRECTION], steps)
    }

    /// The four lines before and after.
    #[inline]
    pub(super) fn lines(&self) -> [[u64; 2]; Direction::COUNT] {
        let put = (self.content as u64) << (2 * SPAN);
        self.lines.map(|before| [before, before ^ put])
    }

    /// The empty points whose line patterns changed. A point has one such pattern at most.
    #[inline]
    pub(super) fn changed_patterns(&self) -> LinePatternChanges {
        let mut changes = LinePatternChanges::new();
        self.changed_patterns_along::<0>(&mut changes);
        self.changed_patterns_along::<1>(&mut changes);
        self.changed_patterns_along::<2>(&mut changes);
        self.changed_patterns_along::<3>(&mut changes);
        changes
    }

    #[inline]
    fn changed_patterns_along<const DIRECTION: usize>(&self, changes: &mut LinePatternChanges) {
        /// Cells no farther than a line pattern reaches.
        const NEAR: u64 = ((1 << (2 * (2 * NARROW + 1))) - 1) << (2 * (SPAN - NARROW));
        let (before, after) = self.line::<DIRECTION>();
        let mut empty = !(after | after >> 1) & LOW_BITS & NEAR;
        while empty != 0 {
            let cell = empty.trailing_zeros() / 2;
            empty &= empty - 1;
            let change = LinePatternChange {
                index: self.index::<DIRECTION>(cell) as u16,
                before: pattern_at(before, cell),
                after: pattern_at(after, cell),
            };
            changes.push(change);
        }
    }
}

//! What the network sees of a line and of a move: numbers for patterns, and for distances to the last stones.

use std::sync::OnceLock;

use crate::board::LinePattern;
use crate::geometry::Point;

/// Cells of a pattern.
const CELLS: usize = 8;
/// The cell of a pattern that is blocked or off the board.
const WALL: u8 = 3;

/// Number of kinds of patterns: patterns that are mirror images, or differ only behind a wall, are of one kind.
pub const LINE_PATTERNS: usize = 7367;

/// Greatest distance, in steps of a king, that is told apart.
const FAR: usize = 5;
/// Number of distances: the steps along both axes, the longer first, up to five; everything beyond is the last.
pub const DISTANCES: usize = (FAR + 1) * (FAR + 2) / 2 + 1;

/// The number of the kind of every pattern, below [`LINE_PATTERNS`]. All patterns without a stone are of kind zero.
#[derive(Debug)]
pub struct LinePatternIndex {
    kinds: Box<[u16; Self::SPACE]>,
    swapped: Box<[u16]>,
}

impl LinePatternIndex {
    /// Values of a [`LinePattern`].
    pub(crate) const SPACE: usize = 1 << (2 * CELLS);

    /// The kinds of all patterns as Black sees them, by the pattern.
    #[inline]
    pub const fn all(&self) -> &[u16; Self::SPACE] {
        &self.kinds
    }

    /// The kind of a pattern as Black sees it.
    #[inline]
    pub fn of(&self, pattern: LinePattern) -> usize {
        usize::from(self.kinds[usize::from(pattern)])
    }

    /// The kind of the patterns of a kind with the colours exchanged.
    pub fn swapped(&self, kind: usize) -> usize {
        usize::from(self.swapped[kind])
    }

    /// For every kind, the kind of what is left of its patterns when the cells that are further away than `reach` are
    /// empty.
    pub fn inner_kinds(&self, reach: usize) -> Vec<usize> {
        let mut inner = vec![0; LINE_PATTERNS];
        for (pattern, &kind) in self.kinds.iter().enumerate() {
            let cells = PatternCells::of(pattern).within(reach);
            inner[usize::from(kind)] = usize::from(self.kinds[cells.pattern()]);
        }
        inner
    }

    fn new() -> Self {
        const UNKNOWN: u16 = u16::MAX;
        let mut kinds = vec![UNKNOWN; Self::SPACE];
        let mut first = vec![PatternCells::of(0)];
        for pattern in 0..Self::SPACE {
            let cells = PatternCells::of(pattern).canonical();
            if cells.is_bare() {
                kinds[pattern] = 0;
                continue;
            }
            let place = cells.pattern();
            if kinds[place] == UNKNOWN {
                kinds[place] = first.len() as u16;
                first.push(cells);
            }
            kinds[pattern] = kinds[place];
        }
        let swapped = first
            .iter()
            .map(|cells| kinds[cells.swapped().canonical().pattern()])
            .collect();
        Self {
            kinds: kinds
                .try_into()
                .expect("the vector was made with this length"),
            swapped,
        }
    }
}

/// The kinds of all patterns, found on first use.
pub fn line_pattern_index() -> &'static LinePatternIndex {
    static KINDS: OnceLock<LinePatternIndex> = OnceLock::new();
    KINDS.get_or_init(LinePatternIndex::new)
}

/// A pattern, cell by cell.
#[derive(Clone, Copy)]
struct PatternCells([u8; CELLS]);

impl PatternCells {
    fn of(pattern: usize) -> Self {
        Self(std::array::from_fn(|place| {
            (pattern >> (2 * place) & 3) as u8
        }))
    }

    fn pattern(self) -> usize {
        let cells = self.0.iter().rev();
        cells.fold(0, |pattern, &cell| pattern << 2 | usize::from(cell))
    }

    fn is_bare(self) -> bool {
        self.0.iter().all(|&cell| cell == 0 || cell == WALL)
    }

    /// The same with walls all the way behind a wall, and the lesser of it and its mirror image.
    fn canonical(mut self) -> Self {
        let (left, right) = self.0.split_at_mut(CELLS / 2);
        left.reverse();
        for half in [&mut *left, right] {
            if let Some(wall) = half.iter().position(|&cell| cell == WALL) {
                half[wall..].fill(WALL);
            }
        }
        left.reverse();
        let mut mirrored = self;
        mirrored.0.reverse();
        if mirrored.pattern() < self.pattern() {
            mirrored
        } else {
            self
        }
    }

    /// The same with empty cells further away than `reach`.
    fn within(mut self, reach: usize) -> Self {
        for (place, cell) in self.0.iter_mut().enumerate() {
            let distance = (CELLS / 2).abs_diff(place) + usize::from(place >= CELLS / 2);
            if distance > reach {
                *cell = 0;
            }
        }
        self
    }

    fn swapped(self) -> Self {
        Self(self.0.map(|cell| match cell {
            1 => 2,
            2 => 1,
            other => other,
        }))
    }
}

/// Steps from one index to another, the other way included.
const STEPS: usize = 2 * Point::COUNT;

/// The number of the distance for every step between the indices of two points: rows of the index grid are so long that
/// near points and no others have the steps of near points.
static BY_STEP: [u8; STEPS] = distances_by_step();

const fn distances_by_step() -> [u8; STEPS] {
    let mut distances = [(DISTANCES - 1) as u8; STEPS];
    let mut down = 0;
    while down <= FAR {
        let mut right = 0;
        while right <= FAR {
            let (long, short) = if down > right {
                (down, right)
            } else {
                (right, down)
            };
            let distance = (long * (long + 1) / 2 + short) as u8;
            let (rows, middle) = (down * Point::STRIDE, Point::COUNT);
            distances[middle + rows + right] = distance;
            distances[middle + rows - right] = distance;
            distances[middle - rows + right] = distance;
            distances[middle - rows - right] = distance;
            right += 1;
        }
        down += 1;
    }
    distances
}

/// The number of the distance between a point and a stone, if there is one.
#[inline]
pub fn distance(stone: Option<Point>, point: Point) -> usize {
    stone.map_or(DISTANCES - 1, |stone| {
        // One look-up tells the distance along both axes at once.
        let step = Point::COUNT + point.index() - stone.index();
        usize::from(BY_STEP[step % STEPS])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::BoardSize;

    #[test]
    fn equal_patterns_have_one_number() {
        let kinds = line_pattern_index();
        assert_eq!(kinds.swapped.len(), LINE_PATTERNS);
        for pattern in 0..LinePatternIndex::SPACE {
            let cells = PatternCells::of(pattern);
            let kind = kinds.of(pattern as LinePattern);
            assert!(kind < LINE_PATTERNS);
            assert_eq!(kind == 0, cells.canonical().is_bare());
            let mut mirrored = cells;
            mirrored.0.reverse();
            assert_eq!(kind, kinds.of(mirrored.pattern() as LinePattern));
            let swapped = kinds.of(cells.swapped().pattern() as LinePattern);
            assert_eq!(kinds.swapped(kind), swapped);
            assert_eq!(kinds.swapped(swapped), kind);
        }
    }

    #[test]
    fn nothing_behind_a_wall_is_seen() {
        let kinds = line_pattern_index();
        let pattern = |cells: [u8; CELLS]| kinds.of(PatternCells(cells).pattern() as LinePattern);
        assert_eq!(
            pattern([1, 2, 3, 0, 1, 0, 0, 0]),
            pattern([3, 3, 3, 0, 1, 0, 0, 0])
        );
        assert_ne!(
            pattern([1, 2, 0, 0, 1, 0, 0, 0]),
            pattern([2, 1, 0, 0, 1, 0, 0, 0])
        );
    }

    #[test]
    fn cells_beyond_a_reach_do_not_change_the_inner_kind() {
        let kinds = line_pattern_index();
        let (two, three) = (kinds.inner_kinds(2), kinds.inner_kinds(3));
        let kind = |cells: [u8; CELLS]| kinds.of(PatternCells(cells).pattern() as LinePattern);
        let far = kind([1, 0, 2, 0, 1, 0, 2, 3]);
        assert_eq!(three[far], kind([0, 0, 2, 0, 1, 0, 2, 0]));
        assert_eq!(two[far], kind([0, 0, 2, 0, 1, 0, 0, 0]));
        assert_eq!(two[kind([1, 2, 0, 0, 0, 0, 1, 1])], 0);
        assert_eq!(kinds.inner_kinds(4), (0..LINE_PATTERNS).collect::<Vec<_>>());
        // The pattern and its mirror image have the same inner kind.
        for (kind, &inner) in three.iter().enumerate() {
            assert_eq!(kinds.swapped(inner), three[kinds.swapped(kind)]);
        }
    }

    #[test]
    fn distances_do_not_depend_on_the_direction() {
        let stone = Some(Point::at(7, 7));
        assert_eq!(
            distance(stone, Point::at(8, 9)),
            distance(stone, Point::at(5, 6))
        );
        assert_ne!(
            distance(stone, Point::at(8, 9)),
            distance(stone, Point::at(9, 9))
        );
        assert_eq!(distance(stone, Point::at(12, 12)), DISTANCES - 2);
        assert_eq!(distance(stone, Point::at(13, 7)), DISTANCES - 1);
        assert_eq!(distance(None, Point::at(7, 7)), DISTANCES - 1);
    }

    #[test]
    fn distances_are_those_of_rows_and_columns() {
        let points = || {
            BoardSize::square(BoardSize::MAX)
                .into_iter()
                .flat_map(BoardSize::points)
        };
        for (stone, point) in points().flat_map(|stone| points().map(move |point| (stone, point))) {
            let (dx, dy) = (stone.x().abs_diff(point.x()), stone.y().abs_diff(point.y()));
            let (long, short) = (dx.max(dy), dx.min(dy));
            let number = (0..long).map(|shorter| shorter + 1).sum::<usize>() + short;
            let expected = if long > FAR { DISTANCES - 1 } else { number };
            assert_eq!(
                distance(Some(stone), point),
                expected,
                "{stone:?} {point:?}"
            );
        }
    }
}

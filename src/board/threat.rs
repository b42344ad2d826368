//! What a stone on an empty point would make in all four directions together, for every point and side,
//! kept up to date with every stone and counted.

use std::sync::OnceLock;

use crate::geometry::{Direction, Point, PointSet};

use super::observer::BoardObserver;
use super::rule::Rule;
use super::shape::Shape;
use super::side::Side;

/// Class of a point for a side: the worth of putting a stone there, from the four directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(u8)]
pub enum Threat {
    /// Nothing that needs an answer, nor a step towards it.
    #[default]
    Quiet,
    /// An open two.
    OpenTwo,
    /// A closed three.
    ClosedThree,
    /// Two or more of open two and closed three.
    DoubleTwo,
    /// An open three.
    OpenThree,
    /// An open three with an open two or closed three.
    ThreePlus,
    /// Two open threes.
    DoubleThree,
    /// A four.
    Four,
    /// A four with an open two or closed three.
    FourPlus,
    /// A four with an open three.
    FourThree,
    /// An open four, or two fours: wins unless the opponent makes five first.
    OpenFour,
    /// Wins.
    Five,
    /// Overline, double four or double three where they are forbidden. A double three of this class may turn
    /// out to be legal: see `forbidden`.
    Foul,
}

impl Threat {
    /// Number of classes.
    pub const COUNT: usize = 13;
    /// [`Threat::COUNT`] rounded up to a power of two.
    pub(crate) const SPACE: usize = 16;

    /// All classes in the order of their numbers.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Quiet,
        Self::OpenTwo,
        Self::ClosedThree,
        Self::DoubleTwo,
        Self::OpenThree,
        Self::ThreePlus,
        Self::DoubleThree,
        Self::Four,
        Self::FourPlus,
        Self::FourThree,
        Self::OpenFour,
        Self::Five,
        Self::Foul,
    ];

    /// The classes that make a four or better and are not foul.
    pub const FOURS: [Self; 4] = [Self::OpenFour, Self::FourThree, Self::FourPlus, Self::Four];

    /// Does the move make a four of any kind (not five, not foul)?
    pub const fn is_four(self) -> bool {
        matches!(
            self,
            Self::Four | Self::FourPlus | Self::FourThree | Self::OpenFour
        )
    }

    /// Does the move make an open three, but no four?
    pub const fn is_three(self) -> bool {
        matches!(self, Self::OpenThree | Self::ThreePlus | Self::DoubleThree)
    }

    /// The class of four shapes; with `forbidden`, of the side that has forbidden points.
    pub fn of(shapes: [Shape; Direction::COUNT], forbidden: bool) -> Self {
        let count =
            |test: fn(Shape) -> bool| shapes.into_iter().filter(|&shape| test(shape)).count();
        let fours = count(|shape| matches!(shape, Shape::Four | Shape::OpenFour));
        let threes = count(Shape::is_open_three);
        let steps = count(|shape| shape.is_open_two() || shape == Shape::ClosedThree);
        let lasting = shapes.contains(&Shape::OpenFour);
        let foul = shapes.contains(&Shape::Overline)
            || shapes.contains(&Shape::DoubleFour)
            || fours > 1
            || threes > 1;
        if shapes.contains(&Shape::Five) {
            Self::Five
        } else if forbidden && foul {
            Self::Foul
        } else {
            match (fours, threes, steps) {
                (2.., _, _) => Self::OpenFour,
                (1, _, _) if lasting => Self::OpenFour,
                (1, 1.., _) => Self::FourThree,
                (1, _, 1..) => Self::FourPlus,
                (1, _, _) => Self::Four,
                (_, 2.., _) => Self::DoubleThree,
                (_, 1, 1..) => Self::ThreePlus,
                (_, 1, _) => Self::OpenThree,
                (_, _, 2..) => Self::DoubleTwo,
                _ if shapes.contains(&Shape::ClosedThree) => Self::ClosedThree,
                (_, _, 1) => Self::OpenTwo,
                _ => Self::Quiet,
            }
        }
    }
}

/// A number for four shapes that does not depend on their order: the index of every table over points.
pub type Code = u16;

/// The code tables: from four shapes to their code, and from the code to the class of either side.
#[derive(Debug)]
pub(crate) struct CodeTables {
    codes: Box<[Code; 1 << 16]>,
    threats: Box<[[Threat; CODE_SPACE]; 2]>,
}

/// [`CODE_COUNT`] rounded up to a power of two, so that a masked code needs no check.
pub const CODE_SPACE: usize = CODE_COUNT.next_power_of_two();

/// Number of codes: four shapes out of [`Shape::COUNT`], with repetition, order left aside.
pub const CODE_COUNT: usize =
    Shape::COUNT * (Shape::COUNT + 1) * (Shape::COUNT + 2) * (Shape::COUNT + 3) / (4 * 3 * 2);

/// The four shapes behind every code, in ascending order.
pub fn code_shapes() -> Vec<[Shape; 4]> {
    let mut list = Vec::with_capacity(CODE_COUNT);
    for (i, &a) in Shape::ALL.iter().enumerate() {
        for (j, &b) in Shape::ALL.iter().enumerate().skip(i) {
            for (k, &c) in Shape::ALL.iter().enumerate().skip(j) {
                list.extend(Shape::ALL.iter().skip(k).map(|&d| [a, b, c, d]));
            }
        }
    }
    list
}

/// The code tables of a rule, built on first use.
pub(crate) fn code_tables(rule: Rule) -> &'static CodeTables {
    static TABLES: [OnceLock<CodeTables>; 2] = [const { OnceLock::new() }; 2];
    TABLES[usize::from(rule.black_forbidden())]
        .get_or_init(|| CodeTables::new(rule.black_forbidden()))
}

impl CodeTables {
    #[expect(
        clippy::large_stack_arrays,
        reason = "at most twice in the life of a process, and small beside any stack"
    )]
    fn new(black_forbidden: bool) -> Self {
        let shapes = code_shapes();
        let mut codes = vec![0; 1 << 16].into_boxed_slice();
        for (code, &[a, b, c, d]) in shapes.iter().enumerate() {
            for [p, q, r, s] in orders([a as usize, b as usize, c as usize, d as usize]) {
                codes[p | q << 4 | r << 8 | s << 12] = code as Code;
            }
        }
        let mut threats = Box::new([[Threat::Quiet; CODE_SPACE]; 2]);
        for (code, &four) in shapes.iter().enumerate() {
            threats[Side::Black.index()][code] = Threat::of(four, black_forbidden);
            threats[Side::White.index()][code] = Threat::of(four, false);
        }
        Self {
            codes: codes.try_into().unwrap_or_else(|_| Box::new([0; 1 << 16])),
            threats,
        }
    }

    #[inline]
    pub(crate) fn code(&self, packed: u16) -> Code {
        self.codes[packed as usize]
    }

    #[inline]
    pub(crate) fn threat(&self, side: Side, code: Code) -> Threat {
        self.threats[side.index()][code as usize % CODE_SPACE]
    }
}

fn orders([a, b, c, d]: [usize; 4]) -> impl Iterator<Item = [usize; 4]> {
    let insert =
        |[x, y, z]: [usize; 3], w: usize| [[w, x, y, z], [x, w, y, z], [x, y, w, z], [x, y, z, w]];
    [
        [a, b, c],
        [a, c, b],
        [b, a, c],
        [b, c, a],
        [c, a, b],
        [c, b, a],
    ]
    .into_iter()
    .flat_map(move |three| insert(three, d))
}

/// What is known of one point: for each side its four shapes, their code and class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    packed: [u16; 2],
    codes: [Code; 2],
    threats: [Threat; 2],
}

/// Number of empty points of every tracked class, for both sides.
pub(crate) type Counts = [[u8; Threat::SPACE]; 2];

/// Updates that a game on the largest board can log, rounded up to a power of two: each stone
/// changes at most 40 points.
const LOG_LEN: usize = 1 << 15;

/// An index and what its cell held before.
type LogEntry = (u16, Cell);

/// The classes of all points. Cells of points that are not empty are out of date and not counted.
///
/// Only classes from [`Threat::OpenThree`] on are counted and listed: the lower ones change with
/// nearly every stone and no search asks for them.
#[derive(Clone, Debug)]
pub(crate) struct ThreatMap {
    tables: &'static CodeTables,
    cells: Box<[Cell; Point::COUNT]>,
    counts: Counts,
    points: Box<[[PointSet; Threat::SPACE]; 2]>,
    log: Box<[LogEntry]>,
    log_len: usize,
}

impl ThreatMap {
    /// A map on which no point is counted yet.
    pub(crate) fn new(rule: Rule) -> Self {
        Self {
            tables: code_tables(rule),
            cells: Box::new([Cell::default(); Point::COUNT]),
            counts: Counts::default(),
            points: Box::new([[PointSet::EMPTY; Threat::SPACE]; 2]),
            log: vec![LogEntry::default(); LOG_LEN].into_boxed_slice(),
            log_len: 0,
        }
    }

    /// Starts to count a point with the given shapes (the table's byte for each direction).
    pub(crate) fn enter(
        &mut self,
        point: Point,
        bytes: [u8; Direction::COUNT],
        observer: &mut impl BoardObserver,
    ) {
        let mut cell = Cell::default();
        for side in Side::BOTH {
            let shift = 4 * side.index();
            let packed = bytes.iter().rev().fold(0, |packed, &byte| {
                packed << 4 | u16::from(byte >> shift & 15)
            });
            let code = self.tables.code(packed);
            let threat = self.tables.threat(side, code);
            cell.packed[side.index()] = packed;
            cell.codes[side.index()] = code;
            cell.threats[side.index()] = threat;
            self.recount(side.index(), point.index(), Threat::Quiet, threat);
            observer.gain(side, point, code);
        }
        self.cells[point.index()] = cell;
    }

    /// Stops counting a point because something is put there.
    #[inline]
    pub(crate) fn leave(&mut self, point: Point, observer: &mut impl BoardObserver) {
        let cell = self.cells[point.index() % Point::COUNT];
        for side in Side::BOTH {
            let own = side.index();
            self.recount(own, point.index(), cell.threats[own], Threat::Quiet);
            observer.lose(side, point, cell.codes[own]);
        }
    }

    #[inline]
    fn recount(&mut self, own: usize, index: usize, before: Threat, after: Threat) {
        if before == after || before.max(after) < Threat::OpenThree {
            return;
        }
        let point = Point::from_raw(index);
        for (threat, change) in [(before, u8::MAX), (after, 1)] {
            if threat >= Threat::OpenThree {
                let count = &mut self.counts[own][threat as usize % Threat::SPACE];
                *count = count.wrapping_add(change);
                self.points[own][threat as usize % Threat::SPACE].toggle(point);
            }
        }
    }

    /// Gives a point the shapes of a table byte in one direction, and logs what was there before.
    #[inline]
    pub(crate) fn update<const DIRECTION: usize>(
        &mut self,
        index: usize,
        byte: u8,
        observer: &mut impl BoardObserver,
    ) {
        let shift = 4 * DIRECTION;
        let old = self.cells[index % Point::COUNT];
        let [black, white] = old.packed;
        let difference = (black >> shift & 15 | (white >> shift & 15) << 4) ^ u16::from(byte);
        if difference == 0 {
            return;
        }
        // Half of this is idle when only one side changes: a branch on it is mispredicted too often.
        self.log[self.log_len % LOG_LEN] = (index as u16, old);
        self.log_len += 1;
        let packed = [
            black ^ (difference & 15) << shift,
            white ^ (difference >> 4) << shift,
        ];
        let codes = packed.map(|packed| self.tables.code(packed));
        let threats = Side::BOTH.map(|side| self.tables.threat(side, codes[side.index()]));
        self.cells[index % Point::COUNT] = Cell {
            packed,
            codes,
            threats,
        };
        for side in Side::BOTH {
            let own = side.index();
            observer.change(side, Point::from_raw(index), old.codes[own], codes[own]);
            self.recount(own, index, old.threats[own], threats[own]);
        }
    }

    /// Length of the log, to be given to [`ThreatMap::restore`].
    pub(crate) const fn log_len(&self) -> usize {
        self.log_len
    }

    /// Drops the log: everything up to here is final.
    pub(crate) const fn forget_log(&mut self) {
        self.log_len = 0;
    }

    /// Takes back every update since the log had length `mark`, and counts the emptied point again.
    #[inline]
    pub(crate) fn restore(&mut self, mark: usize, emptied: Point, counts: &Counts) {
        for slot in (mark..self.log_len).rev() {
            let (index, before) = self.log[slot % LOG_LEN];
            let index = index as usize % Point::COUNT;
            for own in 0..2 {
                let current = self.cells[index].threats[own];
                self.recount(own, index, current, before.threats[own]);
            }
            self.cells[index] = before;
        }
        self.log_len = mark;
        for own in 0..2 {
            let threat = self.cells[emptied.index() % Point::COUNT].threats[own];
            self.recount(own, emptied.index(), Threat::Quiet, threat);
        }
        self.counts = *counts;
    }

    #[inline]
    pub(crate) fn threat(&self, side: Side, point: Point) -> Threat {
        self.cells[point.index() % Point::COUNT].threats[side.index()]
    }

    #[inline]
    pub(crate) fn code(&self, side: Side, point: Point) -> Code {
        self.cells[point.index() % Point::COUNT].codes[side.index()]
    }

    pub(crate) fn shapes(&self, side: Side, point: Point) -> [Shape; Direction::COUNT] {
        let packed = self.cells[point.index() % Point::COUNT].packed[side.index()];
        [0, 4, 8, 12].map(|shift| Shape::from_bits(u32::from(packed >> shift)))
    }

    pub(crate) const fn counts(&self) -> &Counts {
        &self.counts
    }

    #[inline]
    pub(crate) fn points(&self, side: Side, threat: Threat) -> &PointSet {
        debug_assert!(threat >= Threat::OpenThree);
        &self.points[side.index()][threat as usize % Threat::SPACE]
    }

    /// The class that a point would have with another shape in one direction.
    pub(crate) fn threat_with(
        &self,
        side: Side,
        point: Point,
        direction: Direction,
        shape: Shape,
    ) -> Threat {
        let shift = 4 * direction as u16;
        let packed = self.cells[point.index() % Point::COUNT].packed[side.index()];
        let packed = packed & !(15 << shift) | (shape as u16) << shift;
        self.tables.threat(side, self.tables.code(packed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_of_four_shapes_has_the_same_code() {
        let tables = code_tables(Rule::Freestyle);
        let shapes = code_shapes();
        assert_eq!(shapes.len(), CODE_COUNT);
        for packed in 0..=u16::MAX {
            let mut four = [0, 4, 8, 12].map(|shift| packed >> shift & 15);
            if four.iter().any(|&shape| shape >= Shape::COUNT as u16) {
                continue;
            }
            four.sort_unstable();
            assert_eq!(
                shapes[tables.code(packed) as usize].map(|shape| shape as u16),
                four
            );
        }
    }

    #[test]
    fn five_beats_foul() {
        use Shape::{Dead, Five, Four, OpenThree, Overline};
        assert_eq!(Threat::of([Five, Overline, Four, Four], true), Threat::Five);
        assert_eq!(Threat::of([Dead, Overline, Dead, Dead], true), Threat::Foul);
        assert_eq!(
            Threat::of([OpenThree, OpenThree, Dead, Dead], true),
            Threat::Foul
        );
        assert_eq!(
            Threat::of([OpenThree, OpenThree, Dead, Dead], false),
            Threat::DoubleThree
        );
        assert_eq!(
            Threat::of([Four, OpenThree, Dead, Dead], true),
            Threat::FourThree
        );
        assert_eq!(
            Threat::of([Four, Four, Dead, Dead], false),
            Threat::OpenFour
        );
    }
}

//! Codes: one number for the four shapes of a point, whatever their order. It indexes the classes of points and the code
//! tables of the network. One code for the four shapes is an idea of Rapfi.

use std::sync::OnceLock;

use super::rule::Rule;
use super::shape::Shape;
use super::threat::Threat;
use kagetsu_kernel::Side;

/// A number for four shapes that does not depend on their order.
pub type PatternCode = u16;

/// Number of codes: four shapes out of [`Shape::COUNT`], with repetition, order left aside.
pub const CODE_COUNT: usize =
    Shape::COUNT * (Shape::COUNT + 1) * (Shape::COUNT + 2) * (Shape::COUNT + 3) / (4 * 3 * 2);

/// [`CODE_COUNT`] rounded up to a power of two, so that a masked code needs no check.
pub(crate) const CODE_SPACE: usize = CODE_COUNT.next_power_of_two();

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

/// Number of pairs of shapes, order left aside.
const PAIR_COUNT: usize = Shape::COUNT * (Shape::COUNT + 1) / 2;
/// [`PAIR_COUNT`] rounded up to a power of two.
const PAIR_SPACE: usize = PAIR_COUNT.next_power_of_two();

/// The shapes of a point in the four directions: Black's in the lower half and White's in the upper one, four bits each,
/// the first direction lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PointShapes(pub(super) u32);

impl PointShapes {
    /// The bits that only shapes from [`Shape::OpenThree`] on have set.
    const STRONG: u32 = 0x8888_8888;

    /// The shapes for a side.
    #[inline]
    pub(super) const fn of(self, side: Side) -> u32 {
        self.0 >> (16 * side.index()) & 0xFFFF
    }

    /// The shapes when those in one direction differ in these bits: low four bits Black's, high four White's.
    #[inline]
    pub(super) const fn changed<const DIRECTION: usize>(self, bits: u32) -> Self {
        let spread = (bits | bits << 12) & 0x000F_000F;
        Self(self.0 ^ spread << (4 * DIRECTION))
    }

    /// Is any shape, here or in the other, an open three or better? No class from [`Threat::OpenThree`] on is made without.
    #[inline]
    pub(super) const fn any_strong(self, other: Self) -> bool {
        (self.0 | other.0) & Self::STRONG != 0
    }
}
const _: () = assert!(Shape::OpenThree as u32 == 8 && Shape::COUNT <= 16);

/// Bits of a code in an entry of a table; the other bits hold the number of the class.
const CODE_BITS: u32 = CODE_SPACE.trailing_zeros();
const _: () = assert!(Threat::COUNT <= Threat::SPACE && CODE_BITS == 12);

/// From two shapes of four bits each to the number of their pair, low shapes first: most of the pairs of a board are a few
/// low numbers, and a table by two of them is looked up in a few cache lines.
static PAIRS: [u8; 1 << 8] = pairs();

const fn pairs() -> [u8; 1 << 8] {
    let mut pairs = [0; 1 << 8];
    let mut high = 0;
    while high < Shape::COUNT {
        let mut low = 0;
        while low <= high {
            let pair = (high * (high + 1) / 2 + low) as u8;
            pairs[high << 4 | low] = pair;
            pairs[low << 4 | high] = pair;
            low += 1;
        }
        high += 1;
    }
    pairs
}

/// The place in a [`CodeTables`] of four shapes of four bits each.
#[inline]
const fn place(packed: u32) -> usize {
    let low = PAIRS[packed as usize % PAIRS.len()] as usize;
    let high = PAIRS[(packed >> 8) as usize % PAIRS.len()] as usize;
    low + high * PAIR_SPACE
}

/// From four shapes to their code and class, for one kind of side.
type CodeTable = [u16; CODE_TABLE_SPACE];
const CODE_TABLE_SPACE: usize = PAIR_SPACE * PAIR_SPACE;

/// The tables of Black and White under a rule.
#[derive(Clone, Copy, Debug)]
pub(super) struct CodeTables([&'static CodeTable; 2]);

impl CodeTables {
    /// The tables of a rule, built on first use.
    pub(super) fn of(rule: Rule) -> Self {
        static TABLES: [OnceLock<Box<CodeTable>>; 2] = [const { OnceLock::new() }; 2];
        Self(Side::BOTH.map(|side| {
            let forbidden = rule.may_foul(side);
            &**TABLES[usize::from(forbidden)].get_or_init(|| code_table(forbidden))
        }))
    }

    #[inline]
    const fn entry(self, side: Side, shapes: u32) -> u16 {
        // Every place lies inside the table; the remainder shows it to the compiler, which saves a check.
        self.0[side.index()][place(shapes) % CODE_TABLE_SPACE]
    }

    /// The code of a point for a side.
    #[inline]
    pub(super) const fn code(self, side: Side, shapes: PointShapes) -> PatternCode {
        self.entry(side, shapes.of(side)) % CODE_SPACE as PatternCode
    }

    /// The codes of a point for Black and White.
    #[inline]
    pub(super) fn codes(self, shapes: PointShapes) -> [PatternCode; 2] {
        Side::BOTH.map(|side| self.code(side, shapes))
    }

    /// The numbers of the classes of a point for Black and White, zero for those below [`Threat::OpenThree`].
    #[inline]
    pub(super) fn tracked_classes(self, shapes: PointShapes) -> [u8; 2] {
        Side::BOTH.map(|side| {
            let class = (self.entry(side, shapes.of(side)) >> CODE_BITS) as u8;
            class * u8::from(class >= Threat::OpenThree as u8)
        })
    }

    /// The class that four shapes, four bits each, have for a side.
    #[inline]
    pub(super) const fn threat(self, side: Side, shapes: u32) -> Threat {
        let number = (self.entry(side, shapes) >> CODE_BITS) as usize;
        if number < Threat::COUNT {
            Threat::ALL[number]
        } else {
            Threat::Quiet
        }
    }
}

fn code_table(forbidden: bool) -> Box<CodeTable> {
    let mut entries = vec![0; CODE_TABLE_SPACE].into_boxed_slice();
    for (code, shapes) in code_shapes().into_iter().enumerate() {
        let entry = code | (Threat::of(shapes, forbidden) as usize) << CODE_BITS;
        for [p, q, r, s] in orders(shapes.map(|shape| shape as usize)) {
            entries[place((p | q << 4 | r << 8 | s << 12) as u32)] = entry as u16;
        }
    }
    entries
        .try_into()
        .expect("the slice was made with this length")
}

/// The 24 orders of four shapes.
fn orders(shapes: [usize; 4]) -> impl Iterator<Item = [usize; 4]> {
    let [a, b, c, d] = shapes;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_of_four_shapes_has_the_same_code() {
        let tables = CodeTables::of(Rule::Freestyle);
        let shapes = code_shapes();
        assert_eq!(shapes.len(), CODE_COUNT);
        for packed in 0..1 << 16 {
            let mut four = [0, 4, 8, 12].map(|shift| packed >> shift & 15);
            if four.iter().any(|&shape| shape >= Shape::COUNT as u32) {
                continue;
            }
            four.sort_unstable();
            let code = usize::from(tables.code(Side::Black, PointShapes(packed)));
            assert_eq!(shapes[code].map(|shape| shape as u32), four);
        }
    }

    #[test]
    fn no_tracked_class_is_made_of_weak_shapes() {
        for (shapes, forbidden) in code_shapes()
            .into_iter()
            .flat_map(|shapes| [(shapes, false), (shapes, true)])
        {
            let packed = shapes
                .iter()
                .fold(0, |packed, &shape| packed << 4 | shape as u32);
            let strong = PointShapes(packed).any_strong(PointShapes::default());
            assert!(
                strong || Threat::of(shapes, forbidden) < Threat::OpenThree,
                "{shapes:?}"
            );
        }
    }
}

//! Codes: one number for the four shapes of a point, whatever their order. Every table over points is indexed by
//! it.

use std::sync::OnceLock;

use super::rule::Rule;
use super::shape::Shape;
use super::side::Side;
use super::threat::Threat;

/// A number for four shapes that does not depend on their order.
pub type Code = u16;

/// Number of codes: four shapes out of [`Shape::COUNT`], with repetition, order left aside.
pub const CODE_COUNT: usize =
    Shape::COUNT * (Shape::COUNT + 1) * (Shape::COUNT + 2) * (Shape::COUNT + 3) / (4 * 3 * 2);

/// [`CODE_COUNT`] rounded up to a power of two, so that a masked code needs no check.
pub const CODE_SPACE: usize = CODE_COUNT.next_power_of_two();

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

const PACKED_SPACE: usize = 1 << 16;

/// Where the class begins in an entry of a [`CodeTable`].
pub(super) const CLASS_SHIFT: u32 = 16;

/// The class in an entry of a [`CodeTable`].
#[inline]
pub(super) const fn class_of(entry: u32) -> Threat {
    let number = (entry >> CLASS_SHIFT) as usize & (Threat::SPACE - 1);
    if number < Threat::COUNT {
        Threat::ALL[number]
    } else {
        Threat::Quiet
    }
}

/// From four shapes of four bits each to their code (low half) and class (high half), for one kind of side.
#[derive(Clone, Copy, Debug)]
pub(super) struct CodeTable(&'static [u32; PACKED_SPACE]);

impl CodeTable {
    /// The table of a side under a rule, built on first use.
    pub(super) fn of(rule: Rule, side: Side) -> Self {
        static TABLES: [OnceLock<Box<[u32; PACKED_SPACE]>>; 2] = [const { OnceLock::new() }; 2];
        let forbidden = rule.black_forbidden() && side == Side::Black;
        Self(TABLES[usize::from(forbidden)].get_or_init(|| entries(forbidden)))
    }

    /// Code and class of packed shapes.
    #[inline]
    pub(super) const fn entry(self, packed: u32) -> u32 {
        self.0[packed as usize % PACKED_SPACE]
    }
}

fn entries(forbidden: bool) -> Box<[u32; PACKED_SPACE]> {
    let mut entries = vec![0; PACKED_SPACE].into_boxed_slice();
    for (code, shapes) in code_shapes().into_iter().enumerate() {
        let entry = code as u32 | (Threat::of(shapes, forbidden) as u32) << CLASS_SHIFT;
        for [p, q, r, s] in orders(shapes.map(|shape| shape as usize)) {
            entries[p | q << 4 | r << 8 | s << 12] = entry;
        }
    }
    entries
        .try_into()
        .expect("the slice was made with this length")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_of_four_shapes_has_the_same_code() {
        let table = CodeTable::of(Rule::Freestyle, Side::Black);
        let shapes = code_shapes();
        assert_eq!(shapes.len(), CODE_COUNT);
        for packed in 0..PACKED_SPACE as u32 {
            let mut four = [0, 4, 8, 12].map(|shift| packed >> shift & 15);
            if four.iter().any(|&shape| shape >= Shape::COUNT as u32) {
                continue;
            }
            four.sort_unstable();
            let code = (table.entry(packed) & 0xFFFF) as usize;
            assert_eq!(shapes[code].map(|shape| shape as u32), four);
        }
    }
}

//! From the fitted factors to one number for every code. The factors are in `tables`: a code is worth the sum of
//! its four shapes, of its class, and of its two strongest shapes together.

use std::sync::OnceLock;

use crate::board::code::{CODE_SPACE, code_shapes};
use crate::board::{Rule, Shape, Side, Threat};

use super::tables::{PLAIN, RENJU};

/// Factors of one role of one side.
#[derive(Debug)]
pub(super) struct Factors {
    /// Each of the four shapes.
    pub(super) shapes: [i16; Shape::COUNT],
    /// The class of the point.
    pub(super) classes: [i16; Threat::COUNT],
    /// The two strongest shapes: rows by the weaker, without the part below the diagonal.
    pub(super) pairs: [i16; PAIRS],
}

/// Pairs of shapes, order left aside.
pub(super) const PAIRS: usize = Shape::COUNT * (Shape::COUNT + 1) / 2;

/// Factors of one side.
#[derive(Debug)]
pub(super) struct SideFactors {
    /// Worth of a point to the side when it is to move.
    pub(super) mover: Factors,
    /// Worth of a point to the side when the other is to move.
    pub(super) waiter: Factors,
    /// Promise of moving to a point for what it makes.
    pub(super) attack: Factors,
    /// Promise of moving to a point for what it takes from the other side.
    pub(super) defence: Factors,
}

/// Everything fitted for a rule.
#[derive(Debug)]
pub(super) struct RuleFactors {
    /// Black, White; the same twice where the rule treats them alike.
    pub(super) sides: [&'static SideFactors; 2],
    /// Worth of being to move, for Black and White.
    pub(super) tempo: [i16; 2],
    /// Worth of the threats of both sides together, by `ThreatMask`.
    pub(super) masks: [i16; MASKS],
}

/// Number of threat masks.
pub(super) const MASKS: usize = 1 << 9;

/// Two numbers of 16 bits added as one: the worth to the mover low, to the waiter high.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pair(i32);

impl Pair {
    const fn new(mover: i16, waiter: i16) -> Self {
        Self(((waiter as i32) << 16).wrapping_add(mover as i32))
    }

    #[inline]
    pub(super) const fn plus(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }

    #[inline]
    pub(super) const fn minus(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }

    pub(super) const fn mover(self) -> i32 {
        self.0 as i16 as i32
    }

    pub(super) const fn waiter(self) -> i32 {
        (self.0.wrapping_add(1 << 15) >> 16) as i16 as i32
    }
}

/// One number for every code.
#[derive(Debug)]
pub(super) struct SideValues {
    pub(super) worth: [Pair; CODE_SPACE],
    pub(super) attack: [i16; CODE_SPACE],
    pub(super) defence: [i16; CODE_SPACE],
}

/// The numbers of a rule.
#[derive(Debug)]
pub(super) struct Values {
    pub(super) sides: [Box<SideValues>; 2],
    pub(super) factors: &'static RuleFactors,
}

/// The numbers of a rule, computed on first use.
pub(super) fn values(rule: Rule) -> &'static Values {
    static VALUES: [OnceLock<Values>; 2] = [const { OnceLock::new() }; 2];
    let factors = if rule.black_forbidden() {
        &RENJU
    } else {
        &PLAIN
    };
    VALUES[usize::from(rule.black_forbidden())].get_or_init(|| Values {
        sides: Side::BOTH.map(|side| {
            let forbidden = rule.black_forbidden() && side == Side::Black;
            side_values(factors.sides[side.index()], forbidden)
        }),
        factors,
    })
}

fn side_values(factors: &SideFactors, forbidden: bool) -> Box<SideValues> {
    let mut values = Box::new(SideValues {
        worth: [Pair::default(); CODE_SPACE],
        attack: [0; CODE_SPACE],
        defence: [0; CODE_SPACE],
    });
    for (code, shapes) in code_shapes().into_iter().enumerate() {
        let threat = Threat::of(shapes, forbidden);
        let of = |factors: &Factors| factors.sum(shapes, threat);
        values.worth[code] = Pair::new(of(&factors.mover), of(&factors.waiter));
        values.attack[code] = of(&factors.attack);
        values.defence[code] = of(&factors.defence);
    }
    values
}

impl Factors {
    /// Worth of four shapes in ascending order. What is forbidden has a worth of its own and no other.
    fn sum(&self, shapes: [Shape; 4], threat: Threat) -> i16 {
        let class = self.classes[threat as usize];
        if threat == Threat::Foul {
            return class;
        }
        let [_, _, weaker, stronger] = shapes.map(|shape| shape as usize);
        let row = weaker * (2 * Shape::COUNT + 1 - weaker) / 2;
        let single: i16 = shapes
            .into_iter()
            .map(|shape| self.shapes[shape as usize])
            .sum();
        single + class + self.pairs[row + stronger - weaker]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_keeps_its_two_sums_apart() {
        let sum = [(5, -7), (-100, 3), (40, 40), (-1, -1)]
            .into_iter()
            .fold(Pair::default(), |sum, (mover, waiter)| {
                sum.plus(Pair::new(mover, waiter))
            });
        assert_eq!((sum.mover(), sum.waiter()), (-56, 35));
        assert_eq!(sum.minus(sum), Pair::default());
    }
}

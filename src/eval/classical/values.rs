//! The numbers of a rule as the evaluation looks them up: packed, and indexed without checks.

use std::sync::{Arc, OnceLock};

use crate::board::code::CODE_SPACE;
use crate::board::{Rule, Side};

use super::mask::MASKS;
use super::numbers::{CLASS_PAIRS, SideNumbers, Sides, Tables, learned_rule};

/// Two sums kept as one number: the worth to the mover in the low half, to the waiter in the high half. No board is
/// large enough for the halves to overflow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pair(i64);

impl Pair {
    const HALF: u32 = i64::BITS / 2;

    const fn new(mover: i16, waiter: i16) -> Self {
        Self(((waiter as i64) << Self::HALF) + mover as i64)
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
        self.0 as i32
    }

    pub(super) const fn waiter(self) -> i32 {
        // A negative low half has borrowed one from the high half.
        ((self.0 - self.0 as i32 as i64) >> Self::HALF) as i32
    }
}

/// The numbers of one side.
#[derive(Debug)]
pub(super) struct SideValues {
    pub(super) worth: [Pair; CODE_SPACE],
    pub(super) attack: [i16; CODE_SPACE],
    pub(super) defence: [i16; CODE_SPACE],
    pub(super) pairs: [i16; CLASS_PAIRS],
    pub(super) tempo: i16,
    pub(super) masks: [i16; MASKS],
}

/// The numbers of a rule, ready for use. Shared by all evaluations made from them.
#[derive(Clone, Debug)]
pub struct Values {
    pub(super) sides: [Arc<SideValues>; 2],
}

impl From<&Tables> for Values {
    fn from(tables: &Tables) -> Self {
        let sides = match &tables.sides {
            Sides::Alike(both) => {
                let both = side_values(both);
                [Arc::clone(&both), both]
            }
            Sides::Apart(sides) => [side_values(&sides[0]), side_values(&sides[1])],
        };
        Self { sides }
    }
}

impl Values {
    #[inline]
    pub(super) fn of(&self, side: Side) -> &SideValues {
        &self.sides[side.index()]
    }
}

#[expect(
    clippy::large_stack_arrays,
    reason = "made once for each table, and small beside any stack"
)]
fn side_values(numbers: &SideNumbers) -> Arc<SideValues> {
    let mut values = SideValues {
        worth: [Pair::default(); CODE_SPACE],
        attack: [0; CODE_SPACE],
        defence: [0; CODE_SPACE],
        pairs: *numbers.pairs,
        tempo: numbers.tempo,
        masks: *numbers.masks,
    };
    for (worth, (&mover, &waiter)) in values
        .worth
        .iter_mut()
        .zip(numbers.mover.iter().zip(numbers.waiter.iter()))
    {
        *worth = Pair::new(mover, waiter);
    }
    values.attack[..numbers.attack.len()].copy_from_slice(numbers.attack.as_slice());
    values.defence[..numbers.defence.len()].copy_from_slice(numbers.defence.as_slice());
    Arc::new(values)
}

/// The files of the learned tables, part of the program.
const FREESTYLE: &[u8] = include_bytes!("tables/freestyle.kgt");
const STANDARD: &[u8] = include_bytes!("tables/standard.kgt");
const RENJU: &[u8] = include_bytes!("tables/renju.kgt");
const CARO: &[u8] = include_bytes!("tables/caro.kgt");

/// The tables that the program was built with.
///
/// # Panics
/// Never: a test reads all of them.
pub fn embedded_tables(rule: Rule) -> Tables {
    let bytes = match rule {
        Rule::Freestyle => FREESTYLE,
        Rule::Standard => STANDARD,
        Rule::Renju => RENJU,
        Rule::Caro | Rule::CaroExact => CARO,
    };
    Tables::from_bytes(bytes).expect("the embedded tables are sound")
}

/// The tables that the program was built with, read on first use.
pub(super) fn embedded_values(rule: Rule) -> &'static Values {
    static VALUES: [OnceLock<Values>; Rule::ALL.len()] =
        [const { OnceLock::new() }; Rule::ALL.len()];
    VALUES[learned_rule(rule) as usize].get_or_init(|| Values::from(&embedded_tables(rule)))
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

    #[test]
    fn every_rule_has_sound_tables_of_its_own() {
        for rule in Rule::ALL {
            let tables = embedded_tables(rule);
            assert_eq!(tables.rule, learned_rule(rule));
            assert!(tables.serve(rule));
            let kinds = tables.sides.kinds().len();
            assert_eq!(kinds, 1 + usize::from(rule.black_forbidden()), "{rule}");
            let values = embedded_values(rule);
            for side in Side::BOTH {
                let numbers = tables.sides.of(side);
                let packed = values.of(side);
                assert_eq!(packed.tempo, numbers.tempo);
                for code in 0..numbers.mover.len() {
                    let pair = packed.worth[code];
                    assert_eq!(pair.mover(), i32::from(numbers.mover[code]));
                    assert_eq!(pair.waiter(), i32::from(numbers.waiter[code]));
                    assert_eq!(packed.attack[code], numbers.attack[code]);
                    assert_eq!(packed.defence[code], numbers.defence[code]);
                }
            }
        }
    }
}

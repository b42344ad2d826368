//! The numbers of the classical evaluation as they are learned and stored: one for every code and role, for each side
//! that differs. How they are packed for speed is not known here.

use crate::board::code::CODE_COUNT;
use crate::board::{Rule, Side, Threat};

use super::mask::MASKS;

/// Parts of an evaluation unit in which the worth of points is counted: there are so many points of the same code that
/// whole units are too coarse. Rounded to them, tables learned from 30,000 positions lost 0.0078 of the mean loss on
/// other games.
pub const WORTH_PARTS: i32 = 16;

/// Pairs of a class of the mover and a class of the waiter.
pub const CLASS_PAIRS: usize = Threat::COUNT * Threat::COUNT;

/// The number of a pair of classes.
#[inline]
pub const fn class_pair(mover: Threat, waiter: Threat) -> usize {
    mover as usize * Threat::COUNT + waiter as usize
}

/// What one side's points, turn and threats are worth and what its moves promise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideNumbers {
    /// Worth of a point to the side when it is to move, by the side's code of the point, in parts of a unit:
    /// [`WORTH_PARTS`].
    pub mover: Box<[i16; CODE_COUNT]>,
    /// Worth of a point to the side when the other is to move, by the side's code, in parts of a unit.
    pub waiter: Box<[i16; CODE_COUNT]>,
    /// Promise of the side's move to a point for what it makes, by the side's code, in hundredths of a unit of the
    /// logarithm of a chance.
    pub attack: Box<[i16; CODE_COUNT]>,
    /// Promise of the other side's move to a point for what it takes from this side, by this side's code, in the same
    /// unit.
    pub defence: Box<[i16; CODE_COUNT]>,
    /// Further promise of the side's move to a point for the two classes of the point together, in the same unit.
    pub pairs: Box<[i16; CLASS_PAIRS]>,
    /// Worth of being to move, in units.
    pub tempo: i16,
    /// Worth of the threats of both sides together when this side is to move, by
    /// [`threat_mask`](super::threat_mask), in units.
    pub masks: Box<[i16; MASKS]>,
}

impl Default for SideNumbers {
    fn default() -> Self {
        let codes = || Box::new([0; CODE_COUNT]);
        Self {
            mover: codes(),
            waiter: codes(),
            attack: codes(),
            defence: codes(),
            pairs: Box::new([0; CLASS_PAIRS]),
            tempo: 0,
            masks: Box::new([0; MASKS]),
        }
    }
}

/// The numbers of both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sides {
    /// A rule that treats both sides alike.
    Alike(SideNumbers),
    /// Black and White apart.
    Apart([SideNumbers; 2]),
}

impl Sides {
    /// The numbers of every kind of side: one, or Black's and White's.
    pub fn kinds(&self) -> &[SideNumbers] {
        match self {
            Self::Alike(both) => std::slice::from_ref(both),
            Self::Apart(sides) => sides,
        }
    }

    /// The numbers of a side.
    pub fn of(&self, side: Side) -> &SideNumbers {
        match self {
            Self::Alike(both) => both,
            Self::Apart(sides) => &sides[side.index()],
        }
    }
}

/// The learned tables of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// The rule they were learned for. The tables of caro serve caro with exactly five as well.
    pub rule: Rule,
    /// The numbers.
    pub sides: Sides,
    /// How they were learned, as a JSON object: data, settings, losses.
    pub record: String,
}

impl Tables {
    /// Can the tables be used under a rule?
    pub fn serve(&self, rule: Rule) -> bool {
        learned_rule(rule) == learned_rule(self.rule)
    }
}

/// The rule whose tables serve a rule.
pub const fn learned_rule(rule: Rule) -> Rule {
    match rule {
        Rule::CaroExact => Rule::Caro,
        other => other,
    }
}

//! What a level sees. Weak levels search fewer positions, do not see long wins and losses, and choose less sharply among
//! moves of nearly the same value. The lowest three also overlook an open three of the opponent, and the lowest two a
//! four; from level 3 on a four is always answered, and from level 4 on whatever the search knows to lose is avoided. No
//! level plays stones without a reason: each move is one of the best of a search. The numbers are fitted by games: see
//! `experiments/2026-11-levels.md`.

use crate::game::Value;
use crate::session::Level;

/// The abilities of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill {
    /// Nodes to search for a move.
    pub nodes: u64,
    /// Moves to choose among.
    pub lines: usize,
    /// Probability that a five of the opponent far from its last stone is overlooked.
    pub overlook_five: f64,
    /// The same of an open four of the opponent.
    pub overlook_four: f64,
    /// The same of an own open four.
    pub miss_four: f64,
    /// Units of the evaluation by which a move may be worse and is still chosen e times as rarely; 0: only the best.
    pub softness: f64,
    /// Plies of the longest win that is seen; longer ones seem undecided.
    pub reach: u16,
    /// Plies of the longest loss that is seen; longer ones seem undecided.
    pub caution: u16,
}

/// A level: nodes and lines; what it overlooks; softness; reach and caution.
const fn skill(
    nodes: u64,
    lines: usize,
    overlooks: [f64; 3],
    softness: f64,
    longest: [u16; 2],
) -> Skill {
    let [overlook_five, overlook_four, miss_four] = overlooks;
    let [reach, caution] = longest;
    Skill {
        nodes,
        lines,
        overlook_five,
        overlook_four,
        miss_four,
        softness,
        reach,
        caution,
    }
}

const SKILLS: [Skill; Level::HIGHEST as usize] = [
    skill(680, 15, [0.3, 0.58, 0.58], 470.0, [1, 1]),
    skill(1_450, 8, [0.06, 0.16, 0.16], 204.0, [5, 6]),
    skill(4_000, 3, [0.0, 0.02, 0.05], 1_500.0, [9, 13]),
    skill(6_000, 3, [0.0; 3], 300.0, [13, ANY_LENGTH]),
    skill(7_800, 3, [0.0; 3], 105.0, [17, ANY_LENGTH]),
    skill(12_000, 3, [0.0; 3], 31.0, [34, ANY_LENGTH]),
    skill(22_000, 3, [0.0; 3], 11.0, [107, ANY_LENGTH]),
    skill(51_000, 3, [0.0; 3], 5.1, [173, ANY_LENGTH]),
    skill(112_000, 3, [0.0; 3], 2.6, [200, ANY_LENGTH]),
    skill(300_000, 1, [0.0; 3], 0.0, [ANY_LENGTH; 2]),
];

/// More plies than any win has.
const ANY_LENGTH: u16 = u16::MAX;
/// Units that a loss in one ply seems to cost; one in n plies seems to cost an n-th.
const LOSS_UNITS: f64 = 20_000.0;
/// Distance in points from which on a threat counts as far.
const FAR: u8 = 6;

impl Skill {
    /// The engine as it is, with so many positions for a move.
    pub(crate) const fn faultless(nodes: u64) -> Self {
        skill(nodes, 1, [0.0; 3], 0.0, [ANY_LENGTH; 2])
    }

    /// May answers to the same position differ from seed to seed?
    pub(crate) const fn leaves_to_chance(self) -> bool {
        self.miss_four > 0.0 || self.softness > 0.0
    }

    /// Is this a win that is seen?
    pub(crate) const fn sees_win(self, value: Value) -> bool {
        matches!(value, Value::WinIn(plies) if plies <= self.reach)
    }

    /// Is this a win that is too long to be seen?
    pub(crate) const fn misses_win(self, value: Value) -> bool {
        matches!(value, Value::WinIn(_)) && !self.sees_win(value)
    }

    /// What a value seems to be, in units of the evaluation: a loss that is seen the worse the sooner it comes.
    pub fn units(self, value: Value) -> f64 {
        match value {
            Value::WinIn(plies) if plies > self.reach => 0.0,
            Value::LossIn(plies) if plies > self.caution => 0.0,
            Value::LossIn(plies) => -LOSS_UNITS / f64::from(plies.max(1)),
            seen => f64::from(seen.units()),
        }
    }

    /// The abilities of a level; numbers out of range count as the nearest level.
    pub fn of(level: u8) -> Self {
        let level = level.clamp(Level::LOWEST, Level::HIGHEST);
        SKILLS[usize::from(level - Level::LOWEST)]
    }
}

/// Probability that a threat at this distance from the last stone of its side is overlooked, where one far from it is with
/// `probability`: its square next to the stone.
pub(super) fn overlooked(probability: f64, distance: u8) -> f64 {
    let far = f64::from(distance.min(FAR)) / f64::from(FAR);
    probability * (probability + (1.0 - probability) * far)
}

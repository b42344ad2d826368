//! What a level sees. Weak levels search fewer positions, overlook threats of either side, do not see long wins and
//! losses, and choose less sharply among moves of nearly the same value. No level plays stones without a reason: each
//! move is one of the best of a search. The lowest still visit enough positions to compare several moves. The numbers
//! are fitted by games: see `experiments/2026-11-levels.md`.

use crate::gomoku::thinker::Value;
use crate::session::Level;

/// The abilities of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill {
    /// Nodes to search for a move.
    pub nodes: u64,
    /// Moves to choose among.
    pub lines: usize,
    /// Probability that a threat far from the last stone of its side is overlooked.
    pub overlook: f64,
    /// Units of the evaluation by which a move may be worse and is still chosen e times as rarely; 0: only the best.
    pub softness: f64,
    /// Plies of the longest win or loss that is seen; longer ones seem undecided.
    pub reach: u16,
}

const fn skill(nodes: u64, lines: usize, overlook: f64, softness: f64, reach: u16) -> Skill {
    Skill {
        nodes,
        lines,
        overlook,
        softness,
        reach,
    }
}

const SKILLS: [Skill; Level::HIGHEST as usize] = [
    skill(600, 20, 0.978, 790.0, 1),
    skill(710, 16, 0.56, 455.0, 1),
    skill(999, 13, 0.265, 212.0, 5),
    skill(1_814, 10, 0.103, 87.6, 9),
    skill(3_241, 9, 0.0526, 51.6, 13),
    skill(5_810, 8, 0.0289, 32.4, 18),
    skill(9_676, 7, 0.0166, 20.9, 31),
    skill(18_857, 5, 0.007_13, 9.51, 111),
    skill(62_000, 3, 0.0021, 3.5, 200),
    skill(300_000, 1, 0.0, 0.0, ANY_LENGTH),
];

/// More plies than any win has.
const ANY_LENGTH: u16 = u16::MAX;
/// Units that a loss in one ply seems to cost; one in n plies seems to cost an n-th.
const LOSS_UNITS: f64 = 20_000.0;
/// Distance in points from which on a threat counts as far.
const FAR: u8 = 6;

impl Skill {
    /// The engine as it is, with so many positions for a move.
    pub const fn faultless(nodes: u64) -> Self {
        skill(nodes, 1, 0.0, 0.0, ANY_LENGTH)
    }

    /// May answers to the same position differ from seed to seed?
    pub const fn leaves_to_chance(self) -> bool {
        self.overlook > 0.0 || self.softness > 0.0
    }

    /// Is this a win that is seen?
    pub const fn sees_win(self, value: Value) -> bool {
        matches!(value, Value::WinIn(plies) if plies <= self.reach)
    }

    /// Is this a win that is too long to be seen?
    pub const fn misses_win(self, value: Value) -> bool {
        matches!(value, Value::WinIn(_)) && !self.sees_win(value)
    }

    /// What a value seems to be, in units of the evaluation: a loss that is seen the worse the sooner it comes.
    pub fn units(self, value: Value) -> f64 {
        match value {
            Value::WinIn(plies) | Value::LossIn(plies) if plies > self.reach => 0.0,
            Value::LossIn(plies) => -LOSS_UNITS / f64::from(plies.max(1)),
            seen => f64::from(seen.units()),
        }
    }

    /// The abilities of a level; numbers out of range count as the nearest level.
    pub fn of(level: u8) -> Self {
        let level = level.clamp(Level::LOWEST, Level::HIGHEST);
        SKILLS[usize::from(level - Level::LOWEST)]
    }

    /// Probability that a threat at this distance from the last stone of its side is overlooked: its square next to the
    /// stone.
    pub fn overlooks(self, distance: u8) -> f64 {
        let far = f64::from(distance.min(FAR)) / f64::from(FAR);
        self.overlook * (self.overlook + (1.0 - self.overlook) * far)
    }
}

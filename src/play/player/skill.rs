//! What a level sees. Weak levels search fewer positions, overlook threats, and choose less sharply among moves of
//! nearly the same value. No level plays stones without a reason. The lowest still visit enough positions to compare
//! several moves: with fewer there is nothing to choose among.

use crate::session::Level;

/// The abilities of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill {
    /// Positions to visit for a move.
    pub nodes: u64,
    /// Moves to choose among.
    pub lines: usize,
    /// Probability that a threat of the opponent far from its last stone is overlooked.
    pub overlook: f64,
    /// Units of the evaluation by which a move may be worse and is still chosen e times as rarely; 0: only the best.
    pub softness: f64,
}

const fn skill(nodes: u64, lines: usize, overlook: f64, softness: f64) -> Skill {
    Skill {
        nodes,
        lines,
        overlook,
        softness,
    }
}

const SKILLS: [Skill; Level::HIGHEST as usize] = [
    skill(600, 6, 0.90, 800.0),
    skill(700, 6, 0.65, 450.0),
    skill(800, 5, 0.42, 260.0),
    skill(1_000, 5, 0.24, 140.0),
    skill(1_600, 4, 0.12, 80.0),
    skill(3_500, 3, 0.05, 45.0),
    skill(8_000, 3, 0.02, 25.0),
    skill(25_000, 3, 0.0, 10.0),
    skill(80_000, 2, 0.0, 5.0),
    skill(300_000, 1, 0.0, 0.0),
];

/// Distance in points from which on a threat counts as far.
const FAR: u8 = 6;
/// Part of the probability that is left for threats right at the last stone.
const NEAR_PART: f64 = 0.3;

impl Skill {
    /// The abilities of a level; numbers out of range count as the nearest level.
    pub fn of(level: u8) -> Self {
        let level = level.clamp(Level::LOWEST, Level::HIGHEST);
        SKILLS[usize::from(level - Level::LOWEST)]
    }

    /// Probability that a threat at this distance from the opponent's last stone is overlooked.
    pub fn overlooks(self, distance: u8) -> f64 {
        let far = f64::from(distance.min(FAR)) / f64::from(FAR);
        self.overlook * (NEAR_PART + (1.0 - NEAR_PART) * far)
    }
}

//! What front ends ask of Kagetsu in any game: a move at a level, a hint, the value of a position, an analysis.

use std::fmt::Debug;

use kagetsu_kernel::StopSignal;
use kagetsu_kernel::rng::Rng;

use crate::game::{Game, Line, Step, TreeStep};
use crate::gomoku::thinker::SearchMethod;
use crate::session::Level;

/// How Kagetsu looks at a position of gomoku; the other games have a search of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalysisMode {
    /// The kind of search.
    pub by: SearchMethod,
    /// So many moves are compared.
    pub lines: usize,
}

/// How well Kagetsu answers, and the seed of its choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    pub(super) level: u8,
    pub(super) seed: u64,
}

impl Strength {
    /// A level from 1 to 10; numbers out of range count as the nearest level.
    pub fn new(level: u8, seed: u64) -> Self {
        let level = level.clamp(Level::LOWEST, Level::HIGHEST);
        Self { level, seed }
    }
}

/// Kagetsu in one game; of a state of another game it knows nothing. With the same seed, level and position it gives the
/// same answer. Every method returns soon after the stop signal is raised, with the best that is known then.
pub trait EnginePlayer: Debug + Send {
    /// A legal step for the side to move, whatever the game asks; nothing once the game is over. `listen` gets the lines
    /// that the search finds.
    fn answer(
        &mut self,
        game: &dyn Game,
        strength: Strength,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&Line),
    ) -> Option<Step>;

    /// A good step; of several in an opening the seed chooses one.
    fn hint(&mut self, game: &dyn Game, seed: u64, stop: &StopSignal) -> Option<Step>;

    /// Does Kagetsu agree to a draw at a level? It does not where it was stopped before it knew.
    fn accepts_draw(&mut self, game: &dyn Game, level: u8, stop: &StopSignal) -> bool;

    /// The best line of a short search, for its value; nothing after the end, and nothing when it was stopped.
    fn judge(&mut self, game: &dyn Game, stop: &StopSignal) -> Option<Line>;

    /// Looks at the position until it is stopped or knows enough.
    fn analyse(
        &mut self,
        game: &dyn Game,
        mode: AnalysisMode,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&Line),
    );

    /// The last one of so many playouts of the tree search of a position; nothing in games without one, and when it was
    /// stopped.
    fn tree_step(&mut self, _: &dyn Game, _playouts: u32, _: &StopSignal) -> Option<TreeStep> {
        None
    }
}

/// Random numbers that depend on nothing but a seed and the number of moves.
pub(super) fn move_rng(seed: u64, moves: usize) -> Rng {
    let mut rng = Rng::new(seed.wrapping_add((moves as u64).rotate_left(32)));
    rng.next_u64();
    rng
}

/// A number in [0, 1).
pub(super) fn unit(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// One of the values by chance: one that is less than the best by `softness`, which is above zero, is taken e times as rarely.
pub(super) fn soft_choice(values: &[f64], softness: f64, rng: &mut Rng) -> Option<usize> {
    let most = values.iter().copied().fold(f64::MIN, f64::max);
    let weight = |&value: &f64| ((value - most) / softness).exp();
    let mut left = unit(rng) * values.iter().map(weight).sum::<f64>();
    let drawn = values.iter().position(|value| {
        left -= weight(value);
        left < 0.0
    });
    drawn.or_else(|| values.len().checked_sub(1))
}

/// The probability to win from a lead, as the logistic function has it.
pub(super) fn logistic(lead: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-lead / scale).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_values_are_drawn_more_often() {
        let mut rng = Rng::new(1);
        let mut counts = [0; 3];
        for _ in 0..3_000 {
            let drawn = soft_choice(&[0.0, 2.0, 1.0], 1.0, &mut rng).expect("there are values");
            counts[drawn] += 1;
        }
        assert!(
            counts[0] > 100 && counts[0] < counts[2] && counts[2] < counts[1],
            "{counts:?}"
        );
        assert_eq!(soft_choice(&[], 1.0, &mut rng), None);
    }
}

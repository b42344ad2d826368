//! What front ends ask of Kagetsu in any game: a move at a level, a hint, the value of a position, an analysis.

use kagetsu_kernel::StopSignal;
use kagetsu_kernel::rng::Rng;

use crate::game::{Game, Step};

/// What a search reports of a line in addition to the probability: a proved result, or a value of the game.
#[derive(Clone, Debug, PartialEq)]
pub enum LineResult {
    /// Nothing is proved.
    Open,
    /// The side to move wins in so many plies.
    WinIn(u16),
    /// It loses in so many plies.
    LossIn(u16),
    /// A value in the words of the game, such as a difference of discs.
    Value(String),
}

/// A line of play that a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisLine<M> {
    /// Place among the best moves, from zero.
    pub place: usize,
    /// Depth in plies.
    pub depth: u32,
    /// Probability that the side to move wins, a draw counted as half a win.
    pub rate: f64,
    /// A proved result, or a value of the game.
    pub result: LineResult,
    /// The moves, the best one first; never empty.
    pub moves: Vec<M>,
    /// Nodes searched since the search began.
    pub nodes: u64,
}

/// The value of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionValue<M> {
    /// Probability that the side to move wins.
    pub rate: f64,
    /// The best move that was found.
    pub best: Option<M>,
}

/// A move of the game of a [`EnginePlayer`].
pub type MoveOf<M> = <<M as EnginePlayer>::Game as Game>::Move;

/// Kagetsu in one game. With the same seed, level and position it gives the same answer. Every method returns soon after
/// the stop signal is raised, with the best that is known then.
pub trait EnginePlayer {
    /// The game.
    type Game: Game;

    /// Changes the level, from 1 to 10.
    fn set_level(&mut self, level: u8);

    /// Changes the seed, for the next game.
    fn set_seed(&mut self, seed: u64);

    /// A legal step for the side to move at the level; nothing once the game is over. `listen` gets the lines that the search finds.
    fn answer(
        &mut self,
        game: &Self::Game,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&AnalysisLine<MoveOf<Self>>),
    ) -> Option<Step<MoveOf<Self>>>;

    /// A good step, whatever the level.
    fn hint(&mut self, game: &Self::Game, stop: &StopSignal) -> Option<Step<MoveOf<Self>>>;

    /// Does Kagetsu agree to a draw?
    fn accepts_draw(&mut self, game: &Self::Game, stop: &StopSignal) -> bool;

    /// The value of a position by a short search; nothing after the end, and nothing when it was stopped.
    fn judge(
        &mut self,
        game: &Self::Game,
        stop: &StopSignal,
    ) -> Option<PositionValue<MoveOf<Self>>>;

    /// Looks at the position until it is stopped or knows enough.
    fn analyse(
        &mut self,
        game: &Self::Game,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&AnalysisLine<MoveOf<Self>>),
    );
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

/// One of the values by chance: one that is `softness` less than the best is taken e times as rarely. With a softness of
/// zero the first of the best.
pub(super) fn soft_choice(values: &[f64], softness: f64, rng: &mut Rng) -> Option<usize> {
    let most = values.iter().copied().fold(f64::MIN, f64::max);
    if softness <= 0.0 {
        return values.iter().position(|&value| value >= most);
    }
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
        assert_eq!(soft_choice(&[0.0, 2.0, 1.0], 0.0, &mut rng), Some(1));
        assert_eq!(soft_choice(&[], 1.0, &mut rng), None);
    }
}

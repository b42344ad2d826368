//! Positions that something else has labelled, for instance the search of an engine: a network learns from them what that knows.

use crate::game::{Cell, Connect, Game, Rules};
use crate::recipe::Recipe;

use super::samples::Sample;

/// A position with what a network is to say of it, as it is kept.
#[derive(Clone, Debug, PartialEq)]
struct LabelledPosition {
    moves: Box<[Cell]>,
    /// The moves that were preferred, with their shares.
    policy: Box<[(Cell, f32)]>,
    /// The expected result for the side to move, from -1 to 1.
    value: f32,
}

/// Labelled positions of one game of stones in a row.
#[derive(Clone, Debug)]
pub struct LabelledPositions {
    rules: Rules,
    positions: Vec<LabelledPosition>,
}

/// Why a position cannot be learned, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LabelError(String);

impl LabelledPositions {
    /// None yet.
    pub const fn new(rules: Rules) -> Self {
        Self {
            rules,
            positions: Vec::new(),
        }
    }

    /// Adds the position after some moves: the moves that are preferred there, with weights, and the result that is expected
    /// for the side to move, from -1 to 1.
    ///
    /// # Errors
    /// [`LabelError`] for what is no position of the game, or cannot be learned. Nothing is added then.
    pub fn add(
        &mut self,
        moves: &[Cell],
        policy: &[(Cell, f32)],
        value: f32,
    ) -> Result<(), LabelError> {
        let refused = |fault| Err(LabelError(fault));
        let mut game = Connect::new(self.rules);
        for (number, &cell) in (1..).zip(moves) {
            if !game.is_legal(cell) {
                return refused(format!("move {number} cannot be played"));
            }
            game.play(cell);
        }
        if game.legal_moves().next().is_none() {
            return refused(format!("the game is over after {} moves", moves.len()));
        }
        if policy.is_empty() {
            return refused("no move is preferred".to_string());
        }
        let is_share = |weight: f32| weight.is_finite() && weight > 0.0;
        for &(cell, weight) in policy {
            let is_repeated = policy.iter().filter(|(other, _)| *other == cell).count() > 1;
            if is_repeated || !is_share(weight) || !game.is_legal(cell) {
                return refused(format!("the preferred move {cell} cannot be learned"));
            }
        }
        if !(-1.0..=1.0).contains(&value) {
            return refused("the value is beyond one".to_string());
        }
        let sum: f32 = policy.iter().map(|(_, weight)| weight).sum();
        self.positions.push(LabelledPosition {
            moves: moves.into(),
            policy: policy
                .iter()
                .map(|&(cell, own)| (cell, own / sum))
                .collect(),
            value,
        });
        Ok(())
    }

    /// Number of positions.
    pub const fn len(&self) -> usize {
        self.positions.len()
    }

    /// Are there none?
    pub const fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Their rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// A position as a network learns it. It is made anew each time: all of them at once would need a kilobyte each and more.
    pub(super) fn sample(&self, number: usize, recipe: &Recipe) -> Sample<Connect> {
        let position = &self.positions[number];
        let game = Connect::new(self.rules).after(&position.moves);
        let share = |cell| {
            let own = position.policy.iter().find(|(other, _)| *other == cell);
            own.map_or(0.0, |&(_, share)| share)
        };
        // Nothing is known of the move after this one.
        Sample::with_policy(game, share, position.value, None, recipe)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_keep_what_was_found_out_about_them() {
        let mut positions = LabelledPositions::new(Rules::new(3, 3, 3));
        positions
            .add(&[4, 0], &[(2, 3.0), (8, 1.0)], 0.5)
            .expect("a position");
        let sample = positions.sample(0, &Recipe::small());
        let target = sample.target();
        let part = |cell: Cell| target.policy.iter().find(|(other, _)| *other == cell);
        assert_eq!(target.policy.len(), 7);
        assert!(part(2).is_some_and(|(_, part)| (part - 0.75).abs() < 1e-6));
        assert!(part(1).is_some_and(|&(_, part)| part <= 0.0) && part(4).is_none());
        assert!((target.value - 0.5).abs() < 1e-6);
        assert_eq!((positions.len(), positions.is_empty()), (1, false));
    }

    #[test]
    fn what_cannot_be_learned_is_refused_and_not_added() {
        let mut positions = LabelledPositions::new(Rules::new(3, 3, 3));
        let won = [0, 3, 1, 4, 2];
        for (moves, policy, value, words) in [
            (&[4, 4][..], &[(3, 1.0)][..], 0.0, "move 2 cannot be played"),
            (&[9], &[(3, 1.0)], 0.0, "move 1 cannot be played"),
            (&won, &[(8, 1.0)], 0.0, "over after 5 moves"),
            (&[4], &[], 0.0, "no move is preferred"),
            (&[4], &[(4, 1.0)], 0.0, "preferred move 4 cannot"),
            (&[4], &[(3, 1.0), (3, 1.0)], 0.0, "preferred move 3 cannot"),
            (&[4], &[(3, f32::NAN)], 0.0, "preferred move 3 cannot"),
            (&[4], &[(3, 0.0)], 0.0, "preferred move 3 cannot"),
            (&[4], &[(3, 1.0)], 1.5, "beyond one"),
            (&[4], &[(3, 1.0)], f32::NAN, "beyond one"),
        ] {
            let error = positions.add(moves, policy, value).expect_err(words);
            assert!(error.to_string().contains(words), "{error}");
        }
        assert!(positions.is_empty());
    }
}

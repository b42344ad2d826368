//! A game as a game of the tree search.

use std::ops::Deref;
use std::sync::Arc;

use kagetsu_gomoku::board::Outcome;
use kagetsu_kernel::{Side, StopSignal};
use kagetsu_tree::{Expansion, Proved, Tree, TreeGame};

use crate::game::{Cell, Game};
use crate::net::{Activations, Field, Network, Quantised, forward_by, planes_of, probabilities};

/// The least prior of a legal move.
const LEAST_PRIOR: f32 = 1e-6;

/// Gives values and priors.
pub trait Evaluator<G> {
    /// Appends the priors of the legal moves of a running game, whose sum is one, and returns its value for the side to
    /// move, from -1 to 1.
    fn evaluate(&mut self, game: &G, priors: &mut Vec<(Cell, f32)>) -> f32;
}

impl<G, E: Evaluator<G>> Evaluator<G> for &mut E {
    fn evaluate(&mut self, game: &G, priors: &mut Vec<(Cell, f32)>) -> f32 {
        (**self).evaluate(game, priors)
    }
}

/// Knows nothing: every move is as likely as every other, and every position is balanced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UniformEvaluator;

impl<G: Game> Evaluator<G> for UniformEvaluator {
    fn evaluate(&mut self, game: &G, priors: &mut Vec<(Cell, f32)>) -> f32 {
        let first = priors.len();
        priors.extend(game.legal_moves().map(|cell| (cell, 0.0)));
        let share = 1.0 / (priors.len() - first) as f32;
        for (_, prior) in &mut priors[first..] {
            *prior = share;
        }
        0.0
    }
}

/// A network as an evaluator, which has the network or a reference to it.
#[derive(Clone, Debug)]
pub struct NetworkEvaluator<N> {
    network: N,
    /// Clones share it.
    quantised: Option<Arc<Quantised>>,
    numbers: Activations,
}

impl<N: Deref<Target = Network>> NetworkEvaluator<N> {
    /// The evaluation of a network.
    pub fn new(network: N) -> Self {
        Self {
            network,
            quantised: None,
            numbers: Activations::default(),
        }
    }

    /// The evaluation of a network, in int8 if it is to be fast: see [`Quantised`].
    pub fn with_int8(network: N, is_quantised: bool) -> Self {
        Self {
            quantised: is_quantised.then(|| Arc::new(Quantised::new(&network))),
            ..Self::new(network)
        }
    }
}

impl<G: Game, N: Deref<Target = Network>> Evaluator<G> for NetworkEvaluator<N> {
    fn evaluate(&mut self, game: &G, priors: &mut Vec<(Cell, f32)>) -> f32 {
        forward_by(
            &self.network,
            self.quantised.as_deref(),
            Field::of(game),
            planes_of(game),
            &mut self.numbers,
        );
        let legal: Vec<Cell> = game.legal_moves().collect();
        let own = probabilities(&self.numbers.output.logits, legal.iter().copied());
        // A prior of zero would hide a move from the search for good.
        priors.extend(
            legal
                .into_iter()
                .zip(own.into_iter().map(|prior| prior.max(LEAST_PRIOR))),
        );
        // A network whose numbers grow beyond all bounds knows nothing.
        let value = self.numbers.output.value;
        if value.is_finite() { value } else { 0.0 }
    }
}

/// A game and the evaluator of its positions.
#[derive(Clone, Debug)]
pub struct EvaluatedGame<G, E> {
    /// The game, at the root between two playouts.
    pub game: G,
    pub(crate) evaluator: E,
}

impl<G: Game, E: Evaluator<G>> EvaluatedGame<G, E> {
    /// A game with its evaluator.
    pub const fn new(game: G, evaluator: E) -> Self {
        Self { game, evaluator }
    }
}

impl<G: Game, E: Evaluator<G>> TreeGame for EvaluatedGame<G, E> {
    type Move = Cell;

    fn side_to_move(&self) -> Side {
        self.game.side_to_move()
    }

    fn make(&mut self, cell: Cell) {
        self.game.play(cell);
    }

    fn unmake(&mut self) {
        self.game.undo();
    }

    fn expand(&mut self, priors: &mut Vec<(Cell, f32)>) -> Expansion {
        match self.game.outcome() {
            Outcome::Win(side) if side == self.game.side_to_move() => {
                Expansion::Proved(Proved::Win(0))
            }
            Outcome::Win(_) => Expansion::Proved(Proved::Loss(0)),
            Outcome::Draw => Expansion::Proved(Proved::Draw),
            Outcome::Running => Expansion::Evaluated(self.evaluator.evaluate(&self.game, priors)),
        }
    }
}

/// Searches with so many playouts, at least one, or until the result is proved; `None` if it was stopped.
pub(crate) fn search<G: TreeGame>(
    tree: &mut Tree<G::Move>,
    game: &mut G,
    playouts: u32,
    stop: &StopSignal,
) -> Option<()> {
    if stop.is_raised() {
        return None;
    }
    let mut left = playouts.max(1);
    tree.grow(game, |_| {
        left -= 1;
        left == 0 || stop.is_raised()
    });
    (!stop.is_raised()).then_some(())
}

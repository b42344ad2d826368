//! A search without noise, of the kind that a network has learned with.

use kagetsu_kernel::StopSignal;
use kagetsu_tree::{Descent, Tree, TreeSettings};

use crate::cache::CachedEvaluator;
use crate::evaluator::{EvaluatedGame, Evaluator, NetworkEvaluator, search};
use crate::game::{Cell, Game};
use crate::net::Network;
use crate::recipe::{Recipe, SearchKind};

/// Memory of the tree of a position.
const TREE_BYTES: usize = 64 << 20;

/// A network that searches as its recipe says. By visits there is one search without noise, PUCT.
#[derive(Clone, Copy, Debug)]
pub struct Searcher<'n> {
    network: &'n Network,
    recipe: &'n Recipe,
}

impl<'n> Searcher<'n> {
    /// A network of a run with its recipe.
    pub const fn new(network: &'n Network, recipe: &'n Recipe) -> Self {
        Self { network, recipe }
    }

    /// The evaluator of its searches. Its clones are made faster than another one.
    pub(crate) fn evaluator(&self) -> SearchEvaluator<'n> {
        let is_quantised = self.recipe.quantised;
        CachedEvaluator::new(NetworkEvaluator::with_int8(self.network, is_quantised))
    }
}

/// The evaluator of a [`Searcher`].
pub(crate) type SearchEvaluator<'n> = CachedEvaluator<NetworkEvaluator<&'n Network>>;

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// The moves with the visits that they are drawn by, best first.
    pub(crate) moves: Vec<(Cell, u32)>,
    /// Is the result known?
    pub(crate) is_proved: bool,
}

/// Searches a running game from an empty tree; `None` if it was stopped.
pub(crate) fn search_once<G: Game, E: Evaluator<G>>(
    searcher: Searcher<'_>,
    evaluated: &mut EvaluatedGame<G, E>,
    playouts: u32,
    stop: &StopSignal,
) -> Option<Found> {
    let (moves, proved) = match searcher.recipe.search {
        SearchKind::Puct | SearchKind::Gumbel => {
            let settings = TreeSettings {
                prune_lost: searcher.recipe.prune_lost,
                ..TreeSettings::default()
            };
            let mut tree = Tree::new(settings, TREE_BYTES);
            search(&mut tree, evaluated, playouts, stop)?;
            (tree.pruned_visits(), tree.proved())
        }
        SearchKind::Descent => {
            let mut tree = Descent::new(TREE_BYTES);
            tree.search(evaluated, playouts, stop)?;
            let moves = tree.moves().into_iter();
            let moves = moves.map(|found| (found.point, found.visits)).collect();
            (moves, tree.proved())
        }
    };
    Some(Found {
        moves,
        is_proved: proved.is_some(),
    })
}

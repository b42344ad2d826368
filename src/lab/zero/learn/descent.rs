//! A game of a network against itself by descent: values alone, and every position of the tree is learned from.

use kagetsu_kernel::StopSignal;
use kagetsu_kernel::rng::Rng;
use kagetsu_tree::{Descent, TreeGame};

use crate::cache::CachedEvaluator;
use crate::evaluator::{EvaluatedGame, NetworkEvaluator};
use crate::game::{Cell, Connect, Game, Rules};
use crate::net::Network;
use crate::recipe::Recipe;

use super::games::{GameRecord, VALUE_PARTS, Valued, result_of};

/// Memory of the tree of a game.
const TREE_BYTES: usize = 256 << 20;
const PERCENT: f32 = 100.0;

/// Plays a game as [`super::play_game`] does.
pub(super) fn play_descent(
    network: &Network,
    recipe: &Recipe,
    rules: Rules,
    number: u64,
    seed: u64,
    stop: &StopSignal,
) -> Option<GameRecord> {
    let evaluator = CachedEvaluator::new(NetworkEvaluator::with_bytes(network, recipe.quantised));
    let mut evaluated = EvaluatedGame::new(Connect::new(rules), evaluator);
    let mut tree = Descent::new(TREE_BYTES);
    let mut rng = Rng::new(seed);
    let exploitation = recipe.exploitation_percent as f32 / PERCENT;
    let (mut moves, mut playouts) = (Vec::new(), 0);
    let result = loop {
        if let Some(result) = result_of(evaluated.game.outcome()) {
            break result;
        }
        playouts += u64::from(tree.search(&mut evaluated, recipe.playouts, stop)?);
        let best = tree.moves().first()?.point;
        let drawn = if moves.len() < recipe.drawn_moves {
            tree.draw(exploitation, &mut rng)
        } else {
            None
        };
        let played = drawn.unwrap_or(best);
        tree.advance(played);
        evaluated.make(played);
        moves.push(played);
    };
    Some(GameRecord {
        game: number,
        result,
        searches: Vec::new(),
        valued: valued(&tree, &moves),
        moves,
        playouts: Some(playouts),
    })
}

/// What a tree knows, in the order of the moves of the game that its positions share.
fn valued(tree: &Descent<Cell>, moves: &[Cell]) -> Vec<Valued> {
    let mut all = Vec::new();
    tree.for_each_known(|path, value| {
        let ply = path.iter().zip(moves).take_while(|(a, b)| a == b).count();
        all.push(Valued {
            ply,
            line: path[ply..].to_vec(),
            value: (value * VALUE_PARTS).round() as i16,
        });
    });
    all.sort_by_key(|valued| valued.ply);
    all
}

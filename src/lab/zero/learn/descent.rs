//! A game of a network against itself by descent: values alone, and every position of the tree is learned from.

use kagetsu_kernel::StopSignal;
use kagetsu_kernel::rng::Rng;
use kagetsu_tree::{Descent, TreeGame};

use crate::evaluator::EvaluatedGame;
use crate::game::{Cell, Game};
use crate::net::Network;
use crate::recipe::Recipe;
use crate::search::Searcher;

use super::games::{GameRecord, VALUE_PARTS, Valued, result_of};

const PERCENT: f32 = 100.0;

/// Plays a game from its start as [`super::play_game`] does, with so much memory of its tree; the number and the seed of the
/// game.
pub(super) fn play_descent<G: Game>(
    tree_bytes: usize,
    network: &Network,
    recipe: &Recipe,
    start: G,
    [number, seed]: [u64; 2],
    stop: &StopSignal,
) -> Option<GameRecord> {
    let evaluator = Searcher::new(network, recipe).evaluator();
    let mut evaluated = EvaluatedGame::new(start, evaluator);
    let mut tree = Descent::new(tree_bytes);
    let mut has_room = true;
    let mut rng = Rng::new(seed);
    let exploitation = recipe.exploitation_percent as f32 / PERCENT;
    let (mut moves, mut playouts) = (Vec::new(), 0);
    let result = loop {
        if let Some(result) = result_of(evaluated.game.outcome()) {
            break result;
        }
        let mut best = None;
        if has_room {
            playouts += u64::from(tree.search(&mut evaluated, recipe.playouts, stop)?);
            best = tree.moves().first().map(|found| found.point);
        }
        let played = if let Some(best) = best {
            let drawn = if moves.len() < recipe.drawn_moves {
                tree.draw(exploitation, &mut rng)
            } else {
                None
            };
            let played = drawn.unwrap_or(best);
            tree.advance(played);
            played
        } else {
            // The memory is full: the game goes on without the tree, by chance.
            has_room = false;
            let legal: Vec<Cell> = evaluated.game.legal_moves().collect();
            legal[rng.below(legal.len())]
        };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Connect, Rules};

    #[test]
    fn a_game_goes_on_when_the_memory_of_its_tree_is_full() {
        let recipe = Recipe::small();
        let start = Connect::new(Rules::new(5, 5, 5));
        let network = Network::new(recipe.shape(), 1);
        let stop = StopSignal::new();
        for bytes in [0, 4_096, 65_536] {
            let game = play_descent(bytes, &network, &recipe, start.clone(), [0, 1], &stop);
            let game = game.expect("nothing stops it");
            assert!(game.moves.len() >= 9, "{bytes}");
            assert_eq!(game.valued.is_empty(), bytes == 0, "{bytes}");
        }
    }
}

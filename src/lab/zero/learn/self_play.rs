//! A game of a network against itself.

use kagetsu_kernel::StopSignal;
use kagetsu_kernel::rng::Rng;
use kagetsu_tree::gumbel::gumbel_search;
use kagetsu_tree::{Selection, Tree, TreeGame, TreeSettings};

use crate::evaluator::{EvaluatedGame, search};
use crate::game::{Cell, Game, GameRules, with_start};
use crate::net::Network;
use crate::recipe::{Recipe, SearchKind};
use crate::search::{SearchEvaluator, Searcher};

use super::descent::play_descent;
use super::games::{GameRecord, Searched, result_of};
use super::noise::NoisyEvaluator;

/// Memory of the tree of a move; by descent, of a game.
const TREE_BYTES: usize = 256 << 20;
/// Parts of one that probabilities are kept in.
const PARTS: f32 = 10_000.0;
/// Parts of a nat that surprise is kept in.
const SURPRISE_PARTS: f32 = 1000.0;
const PERCENT: f32 = 100.0;

/// What a search found.
struct Found {
    /// The move to play.
    played: Cell,
    /// What is learned.
    policy: Vec<(Cell, u32)>,
}

/// A network that plays both sides.
struct Player<'n, G> {
    evaluated: EvaluatedGame<G, NoisyEvaluator<'n, SearchEvaluator<'n>>>,
    tree: Tree<Cell>,
    recipe: &'n Recipe,
    stop: &'n StopSignal,
    rng: Rng,
    playouts: u64,
}

/// Plays a game of a network against itself, with the recipe of its generation. Its bytes depend on the network, the recipe and
/// the seed alone. `None` if it was stopped.
pub(crate) fn play_game(
    network: &Network,
    recipe: &Recipe,
    rules: GameRules,
    number: u64,
    seed: u64,
    stop: &StopSignal,
) -> Option<GameRecord> {
    with_start!(rules, start => play_from(network, recipe, start, number, seed, stop))
}

/// The same from the start of a game.
fn play_from<G: Game>(
    network: &Network,
    recipe: &Recipe,
    start: G,
    number: u64,
    seed: u64,
    stop: &StopSignal,
) -> Option<GameRecord> {
    if recipe.search == SearchKind::Descent {
        return play_descent(TREE_BYTES, network, recipe, start, [number, seed], stop);
    }
    let evaluator = Searcher::new(network, recipe).evaluator();
    let evaluator = NoisyEvaluator::new(evaluator, recipe, Rng::new(seed));
    let mut player = Player {
        evaluated: EvaluatedGame::new(start, evaluator),
        tree: Tree::new(settings(recipe), TREE_BYTES),
        recipe,
        stop,
        rng: Rng::new(!seed),
        playouts: 0,
    };
    let (mut moves, mut searches) = (Vec::new(), Vec::new());
    let result = loop {
        if let Some(result) = result_of(player.evaluated.game.outcome()) {
            break result;
        }
        let is_full = player.rng.below(recipe.full_every) == 0;
        let found = player.search(is_full, moves.len() < recipe.drawn_moves)?;
        if is_full {
            searches.push(Searched {
                ply: moves.len(),
                surprise: player.surprise(&found.policy),
                visits: found.policy,
            });
        }
        player.evaluated.make(found.played);
        moves.push(found.played);
    };
    Some(GameRecord {
        game: number,
        moves,
        result,
        searches,
        valued: Vec::new(),
        playouts: Some(player.playouts),
    })
}

fn settings(recipe: &Recipe) -> TreeSettings {
    TreeSettings {
        selection: if recipe.search == SearchKind::Gumbel {
            Selection::ImprovedPolicy
        } else {
            Selection::Puct
        },
        prune_lost: recipe.prune_lost,
        ..TreeSettings::default()
    }
}

impl<G: Game> Player<'_, G> {
    /// Searches the present position from an empty tree; `None` if it was stopped.
    fn search(&mut self, is_full: bool, is_drawn: bool) -> Option<Found> {
        let recipe = self.recipe;
        let playouts = if is_full {
            recipe.playouts
        } else {
            recipe.quick_playouts
        };
        self.tree.clear();
        let forced = if is_full { recipe.forced_percent } else { 0 };
        self.tree.force_playouts(forced as f32 / PERCENT);
        let evaluator = &mut self.evaluated.evaluator;
        (evaluator.at_root, evaluator.is_noisy) = (true, is_full);
        let found = if recipe.search == SearchKind::Gumbel {
            self.by_improved_policy(playouts)?
        } else {
            self.by_visits(playouts, is_drawn)?
        };
        self.playouts += u64::from(self.tree.visits());
        Some(match self.tree.proved() {
            // What is proved is learned as it is.
            Some(_) => Found {
                policy: vec![(found.played, 1)],
                ..found
            },
            None => found,
        })
    }

    fn by_visits(&mut self, playouts: u32, is_drawn: bool) -> Option<Found> {
        search(&mut self.tree, &mut self.evaluated, playouts, self.stop)?;
        let mut policy = self.tree.pruned_visits();
        let best = policy[0].0;
        policy.retain(|&(_, visits)| visits > 0);
        if policy.is_empty() {
            // A single playout visits the root alone.
            policy.push((best, 1));
        }
        let drawn = if is_drawn && self.tree.proved().is_none() {
            draw(&mut self.rng, &policy)
        } else {
            None
        };
        Some(Found {
            played: drawn.unwrap_or(best),
            policy,
        })
    }

    fn by_improved_policy(&mut self, playouts: u32) -> Option<Found> {
        let (tree, evaluated, rng) = (&mut self.tree, &mut self.evaluated, &mut self.rng);
        let choice = gumbel_search(
            tree,
            evaluated,
            playouts,
            self.recipe.considered,
            rng,
            self.stop,
        );
        // A game that goes on has moves: only the signal leaves it without a choice.
        let choice = choice.filter(|_| !self.stop.is_raised())?;
        let mut policy: Vec<(Cell, u32)> = choice
            .policy
            .iter()
            .map(|&(cell, part)| (cell, (part * PARTS).round() as u32))
            .collect();
        policy.retain(|&(_, parts)| parts > 0);
        if policy.is_empty() {
            policy.push((choice.point, 1));
        }
        Some(Found {
            played: choice.point,
            policy,
        })
    }

    /// How far a policy is from the priors without noise, in thousandths of a nat.
    fn surprise(&self, policy: &[(Cell, u32)]) -> u32 {
        if self.recipe.surprise_percent == 0 {
            return 0;
        }
        let priors = &self.evaluated.evaluator.root;
        let sum: u32 = policy.iter().map(|(_, visits)| visits).sum();
        let mut surprise = 0.0;
        for &(cell, visits) in policy {
            let prior = priors.iter().find(|(other, _)| *other == cell);
            let part = visits as f32 / sum.max(1) as f32;
            surprise += prior.map_or(0.0, |(_, prior)| part * libm::logf(part / prior));
        }
        (surprise.max(0.0) * SURPRISE_PARTS) as u32
    }
}

/// A move drawn by its visits.
fn draw(rng: &mut Rng, visits: &[(Cell, u32)]) -> Option<Cell> {
    let sum: u32 = visits.iter().map(|(_, visits)| visits).sum();
    let mut left = rng.unit() * sum as f32;
    visits.iter().find_map(|&(cell, visits)| {
        left -= visits as f32;
        (left <= 0.0).then_some(cell)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::RECIPES;

    #[test]
    fn every_recipe_plays_games_that_its_own_reader_takes() {
        for (name, text) in RECIPES {
            let rows = SmallRun {
                rules: "4x4,k=3",
                playouts: 40,
                quick_playouts: 10,
                games: 20,
            };
            let reversi = SmallRun {
                rules: "8x8,reversi",
                playouts: 6,
                quick_playouts: 2,
                games: 2,
            };
            check(name, text, &rows);
            check(name, text, &reversi);
        }
    }

    /// Rules, playouts and games in place of those of a recipe, so that it plays within moments.
    struct SmallRun {
        rules: &'static str,
        playouts: u32,
        quick_playouts: u32,
        games: u64,
    }

    /// Plays games of a recipe in this small form.
    fn check(name: &str, text: &str, small: &SmallRun) {
        let SmallRun {
            playouts,
            quick_playouts,
            games,
            ..
        } = *small;
        let recipe = Recipe {
            rules: small.rules.to_string(),
            blocks: 1,
            channels: 16,
            playouts,
            quick_playouts,
            first_playouts: 0,
            ..Recipe::read(text).expect(name)
        };
        let rules = recipe.game().expect(name);
        let network = Network::new(recipe.shape(), 1);
        let stop = StopSignal::new();
        let play = |seed| play_game(&network, &recipe, rules, seed, seed, &stop);
        for seed in 0..games {
            let game = play(seed).expect("not stopped");
            let line = game.line().expect(name);
            let again = GameRecord::read(&line, rules)
                .unwrap_or_else(|error| panic!("{name}: {error}: {line}"));
            assert_eq!(game, again);
            assert_eq!(Some(&game), play(seed).as_ref());
            // A descent looks at all moves of the last position that it expands.
            let most = u64::from(playouts) + 30;
            assert!(game.playouts <= Some(most * game.moves.len() as u64));
        }
        stop.raise();
        assert_eq!(play(0), None);
    }
}

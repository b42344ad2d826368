//! Networks against each other: pairs of games from random openings, each side once, without noise.

use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{StopSignal, in_order};
use kagetsu_tree::TreeGame;

use kagetsu_gomoku::board::Outcome;

use crate::evaluator::EvaluatedGame;
use crate::game::{Cell, Game, GameRules, Symmetry, with_start};
use crate::learn::result_of;
use crate::search::{SearchEvaluator, Searcher, search_once};

/// Stones that are drawn before a game begins, as a divisor of the cells, and at most.
const CELLS_OF_STONE: usize = 9;
const MOST_STONES: usize = 4;
/// Openings that are drawn in search of one that does not end the game.
const OPENINGS: u64 = 1000;

/// How networks play each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LadderSettings {
    /// Pairs of games of two networks.
    pub pairs: u64,
    /// Playouts of a move.
    pub playouts: u32,
    /// The seed of the openings.
    pub seed: u64,
}

/// A game of two networks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderGame {
    /// Number of its pair.
    pub pair: u32,
    /// Half points of the first network: 2 for a win, 1 for a draw.
    pub half_points: u32,
    /// The opening, the same for all that are equal by symmetry.
    pub opening: Vec<Cell>,
    /// The moves, those of the opening first.
    pub moves: Vec<Cell>,
}

/// Two networks play pairs of games; `None` if they were stopped. The result does not depend on the number of threads.
pub fn play_pairs(
    networks: [Searcher<'_>; 2],
    rules: GameRules,
    settings: &LadderSettings,
    threads: usize,
    stop: &StopSignal,
) -> Option<Vec<LadderGame>> {
    with_start!(rules, start => play_pairs_from(networks, &start, settings, threads, stop))
}

/// The same from the start of a game.
fn play_pairs_from<G: Game>(
    networks: [Searcher<'_>; 2],
    start: &G,
    settings: &LadderSettings,
    threads: usize,
    stop: &StopSignal,
) -> Option<Vec<LadderGame>> {
    let players = networks.map(|searcher| (searcher, searcher.evaluator()));
    let work = |number: u64| {
        let pair = number / 2;
        let opening = opening(start, Rng::new(settings.seed).next_u64() ^ pair);
        // The first network is Black in the first game of a pair.
        let is_first_black = number.is_multiple_of(2);
        let [first, second] = players.clone();
        let sides = if is_first_black {
            [first, second]
        } else {
            [second, first]
        };
        let key = least_image(&opening, &start.symmetries());
        let (moves, result) = play(sides, start, opening, settings.playouts, stop)?;
        let result = if is_first_black { result } else { -result };
        Some(LadderGame {
            pair: pair as u32,
            half_points: (result + 1) as u32,
            opening: key,
            moves,
        })
    };
    in_order(0..2 * settings.pairs, threads, stop, work)
}

/// Random stones anywhere, after which the game goes on.
fn opening<G: Game>(start: &G, seed: u64) -> Vec<Cell> {
    let stones = (start.cells() / CELLS_OF_STONE).min(MOST_STONES);
    for attempt in 0..OPENINGS {
        let mut rng = Rng::new(Rng::new(seed).next_u64() ^ attempt);
        let (mut game, mut played) = (start.clone(), Vec::new());
        while played.len() < stones && game.outcome() == Outcome::Running {
            let moves: Vec<Cell> = game.legal_moves().collect();
            let cell = moves[rng.below(moves.len())];
            game.play(cell);
            played.push(cell);
        }
        if game.outcome() == Outcome::Running {
            return played;
        }
    }
    Vec::new()
}

/// The one of the images of some moves that is the least.
fn least_image(moves: &[Cell], symmetries: &[Symmetry]) -> Vec<Cell> {
    let image = |symmetry: &Symmetry| -> Vec<Cell> {
        let cells = moves.iter();
        cells.map(|&cell| symmetry.apply(cell)).collect()
    };
    let images = symmetries.iter().map(image);
    images.min().unwrap_or_default()
}

/// How a side searches, and its evaluator.
type Player<'n> = (Searcher<'n>, SearchEvaluator<'n>);

/// A game of Black's network and White's; the moves, and 1 if Black won, -1 if White did. `None` if it was stopped.
fn play<G: Game>(
    sides: [Player<'_>; 2],
    start: &G,
    opening: Vec<Cell>,
    playouts: u32,
    stop: &StopSignal,
) -> Option<(Vec<Cell>, i8)> {
    let mut players = sides.map(|(searcher, evaluator)| {
        let game = start.clone().after(&opening);
        (EvaluatedGame::new(game, evaluator), searcher)
    });
    let mut moves = opening;
    loop {
        let game = &players[0].0.game;
        if let Some(result) = result_of(game.outcome()) {
            return Some((moves, result));
        }
        let (evaluated, searcher) = &mut players[game.side_to_move() as usize];
        let found = search_once(*searcher, evaluated, playouts, stop)?;
        let (best, _) = found.moves[0];
        for (evaluated, _) in &mut players {
            evaluated.make(best);
        }
        moves.push(best);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use crate::net::{Network, NetworkShape};
    use crate::recipe::{Recipe, SearchKind};

    #[test]
    fn a_network_is_as_strong_as_itself_and_games_do_not_depend_on_threads() {
        let network = Network::new(NetworkShape::TINY, 3);
        let settings = LadderSettings {
            pairs: 4,
            playouts: 10,
            seed: 1,
        };
        for search in [SearchKind::Puct, SearchKind::Descent] {
            let recipe = Recipe {
                search,
                ..Recipe::small()
            };
            let searcher = Searcher::new(&network, &recipe);
            check(searcher, Rules::new(5, 5, 4).into(), &settings);
            check(searcher, GameRules::Reversi, &settings);
        }
    }

    #[test]
    fn every_seed_has_openings_of_its_own() {
        let rules = Rules::new(9, 9, 5).into();
        let (network, recipe) = (Network::new(NetworkShape::TINY, 3), Recipe::small());
        let searcher = Searcher::new(&network, &recipe);
        let openings = [1, 2].map(|seed| {
            let settings = LadderSettings {
                pairs: 8,
                playouts: 1,
                seed,
            };
            let games = play_pairs([searcher; 2], rules, &settings, 1, &StopSignal::new());
            let games = games.expect("not stopped").into_iter();
            games
                .map(|game| game.moves[..MOST_STONES].to_vec())
                .collect::<Vec<_>>()
        });
        assert!(
            openings[0]
                .iter()
                .all(|opening| !openings[1].contains(opening))
        );
    }

    fn check(searcher: Searcher<'_>, rules: GameRules, settings: &LadderSettings) {
        let stop = StopSignal::new();
        let games = play_pairs([searcher; 2], rules, settings, 1, &stop).expect("not stopped");
        let again = play_pairs([searcher; 2], rules, settings, 3, &stop).expect("not stopped");
        assert_eq!(games, again);
        for pair in games.chunks(2) {
            // The same game twice, once for each.
            assert_eq!(pair[0].moves, pair[1].moves);
            assert_eq!(pair[0].half_points + pair[1].half_points, 2);
        }
        assert!(
            games
                .iter()
                .any(|game| game.moves[..2] != games[0].moves[..2])
        );
    }
}

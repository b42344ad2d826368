//! Games of the engine against itself, and the quiet positions in them.

use std::sync::Arc;

use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{FakeClock, SearchLimits, StopSignal, map_numbers};

use super::super::engine::{Choice, Engine, EngineConfig, Reason};
use super::super::game::{Ending, Game};
use super::super::geometry::{Cell, SIZE};
use super::super::turn::Turn;
use super::super::weights::Weights;
use super::features::{Features, features};

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LearnSettings {
    /// Number of games.
    pub games: u32,
    /// Positions that the engine searches for each turn.
    pub nodes: u64,
    /// Start of the random openings.
    pub seed: u64,
    /// Games played side by side; the result does not depend on it.
    pub threads: usize,
}

/// A position and the result of its game.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// What the regression sees.
    pub features: Features,
    /// 1 if the side to move won, 0 if it lost, one half for a draw.
    pub result: f64,
}

/// Games longer than this count as draws.
const MAX_TURNS: usize = 70;
/// The table of each engine, in bytes.
const TABLE_BYTES: usize = 1 << 20;
/// Random turns at the start lie in a square of this size.
const OPENING_SQUARE: usize = 7;
const MAX_OPENING_TURNS: usize = 4;

/// Plays the games of some settings, in order.
pub fn samples(settings: &LearnSettings, weights: &Weights) -> Vec<Sample> {
    let games = 0..u64::from(settings.games);
    let played = map_numbers(games, settings.threads, |number| {
        one_game(settings, number, weights)
    });
    played.into_iter().flatten().collect()
}

fn one_game(settings: &LearnSettings, number: u64, weights: &Weights) -> Vec<Sample> {
    let mut rng = Rng::new(settings.seed ^ number << 32);
    let config = EngineConfig {
        table_bytes: TABLE_BYTES,
        threat_nodes: settings.nodes,
        ..EngineConfig::default()
    };
    // Time does not matter: the number of positions bounds every search.
    let mut engine = Engine::new(config, weights, Arc::new(FakeClock::new()));
    let limits = SearchLimits {
        nodes: Some(settings.nodes),
        ..SearchLimits::default()
    };
    let mut game = opening(&mut rng);
    let mut quiet = Vec::new();
    while game.ending().is_none() && game.turns().len() < MAX_TURNS {
        let Some(choice) = engine.choose(game.board(), &limits, &StopSignal::new()) else {
            break;
        };
        if is_sample(&choice) {
            quiet.push((features(game.board()), game.board().side()));
        }
        if game.play(choice.turn).is_err() {
            break;
        }
    }
    let result = |side| match game.ending() {
        Some(Ending::Won(winner)) => f64::from(u8::from(winner == side)),
        _ => 0.5,
    };
    let sample = |(features, side)| Sample {
        features,
        result: result(side),
    };
    quiet.into_iter().map(sample).collect()
}

/// Does the evaluation matter in such a position? Wins that a short threat search sees are known without it.
fn is_sample(choice: &Choice) -> bool {
    const SHORT: usize = 7;
    let near_win =
        choice.score.is_win() && choice.score.distance().is_some_and(|turns| turns <= SHORT);
    matches!(choice.reason, Reason::Search | Reason::Threats) && !near_win
}

/// A few random turns near the middle after which nobody has won.
fn opening(rng: &mut Rng) -> Game {
    let corner = (SIZE - OPENING_SQUARE) / 2;
    loop {
        let mut game = Game::new();
        let turns = 1 + rng.below(MAX_OPENING_TURNS);
        for _ in 0..=turns {
            let mut cell = || {
                Cell::at(
                    corner + rng.below(OPENING_SQUARE),
                    corner + rng.below(OPENING_SQUARE),
                )
            };
            let turn = match (game.turns().is_empty(), cell(), cell()) {
                (true, Some(cell), _) => Some(Turn::One(cell)),
                (false, Some(a), Some(b)) => Turn::pair(a, b),
                _ => None,
            };
            if let Some(turn) = turn {
                // A stone on an occupied cell is refused, and the next one tried.
                let _ = game.play(turn);
            }
        }
        if game.ending().is_none() {
            return game;
        }
    }
}

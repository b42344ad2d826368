//! Positions to learn from: games of the engine against itself, and positions beside them after a random pair.
//!
//! Positions of good games alone teach too little of what a search looks at: most of its positions lie behind a pair that
//! nobody would play. So at each turn one of the pairs that an inner position of the search would try is played at random,
//! and the search says what the position after it is worth.

use std::sync::Arc;

use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{NoClock, Score, SearchLimits, StopSignal, in_order};

use super::super::bits::CellSet;
use super::super::board::Board;
use super::super::candidates::{Candidates, candidates};
use super::super::choice::{Choice, Reason};
use super::super::engine::Engine;
use super::super::evaluation::Evaluation;
use super::super::game::Game;
use super::super::geometry::Cell;
use super::super::network::UNITS_PER_LOGIT;
use super::super::opening::random_cells;
use super::super::search::INNER;
use super::super::turn::Turn;
use kagetsu_kernel::Side;

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Play {
    /// Number of games.
    pub games: u64,
    /// Positions that the engine searches for each turn.
    pub nodes: u64,
    /// Start of the random numbers.
    pub seed: u64,
}

/// A position with what the search said of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sample {
    /// The stones of Black and White.
    pub stones: [Vec<Cell>; 2],
    /// The side to move, which has a whole turn ahead.
    pub side: Side,
    /// Its chance to win by the search, from 0 to 1.
    pub chance: f32,
    /// 1 if it won the game, 0 if it lost, one half for a draw; none for a position beside the game.
    pub result: Option<f32>,
    /// The pair that the search chose.
    pub chosen: [Cell; 2],
}

impl Sample {
    /// The position.
    pub(crate) fn board(&self) -> Board {
        let [black, white] = &self.stones;
        Board::with_stones(black, white, self.side)
    }
}

/// Games longer than this count as draws.
const MAX_TURNS: usize = 70;
/// The table of each engine, in bytes.
const TABLE_BYTES: usize = 1 << 20;
const MAX_OPENING_TURNS: usize = 4;

/// After so many games the number of games played so far is told.
const TOLD_GAMES: usize = 1000;

/// Plays the games, in order. The result does not depend on the number of threads. `tell` gets the number of games played
/// so far. Raised, the signal ends it after the games that are being played, and the samples are to be thrown away.
pub(crate) fn samples(
    play: &Play,
    evaluation: &Evaluation,
    threads: usize,
    stop: &StopSignal,
    tell: &mut dyn FnMut(u64),
) -> Vec<Sample> {
    let mut samples = Vec::new();
    for first in (0..play.games).step_by(TOLD_GAMES) {
        let end = play.games.min(first + TOLD_GAMES as u64);
        let played = in_order(first..end, threads, stop, |number| {
            Some(one_game(play, number, evaluation))
        });
        let Some(played) = played else {
            return samples;
        };
        samples.extend(played.into_iter().flatten());
        tell(end);
    }
    samples
}

fn one_game(play: &Play, number: u64, evaluation: &Evaluation) -> Vec<Sample> {
    let mut rng = Rng::new(play.seed ^ number << 32);
    // Time does not matter: the number of positions bounds every search.
    let mut engine = Engine::new(TABLE_BYTES, evaluation, Arc::new(NoClock));
    engine.set_threat_nodes(play.nodes);
    let limits = SearchLimits::of_nodes(play.nodes);
    let mut search = |board: &Board| engine.choose(board, &limits, &StopSignal::new());
    let mut game = opening(&mut rng);
    let mut of_game = Vec::new();
    let mut beside = Vec::new();
    while game.ending().is_none() && game.turns().len() < MAX_TURNS {
        let Some(choice) = search(game.board()) else {
            break;
        };
        of_game.extend(sample(game.board(), &choice));
        let aside = after_random_pair(game.board(), &mut rng);
        if let Some(board) = aside
            && let Some(choice) = search(&board)
        {
            beside.extend(sample(&board, &choice));
        }
        if game.play(choice.turn).is_err() {
            break;
        }
    }
    for sample in &mut of_game {
        sample.result = Some(match game.winner() {
            Some(winner) => f32::from(u8::from(winner == sample.side)),
            None => 0.5,
        });
    }
    of_game.append(&mut beside);
    of_game
}

/// The position after one of the pairs that an inner position would try; none where threats must be answered.
fn after_random_pair(board: &Board, rng: &mut Rng) -> Option<Board> {
    let mut board = board.clone();
    let Candidates::Free(pairs) = candidates(&mut board, INNER, &CellSet::EMPTY) else {
        return None;
    };
    let pair = pairs.get(rng.below(pairs.len().max(1)))?;
    board.play(pair.a);
    board.play(pair.b);
    Some(board)
}

/// A position for which the pair search was needed. At every leaf the search looks for a win by threats first, so the
/// value is asked only where there is none; a network that has learnt from positions with such wins expects them everywhere.
fn sample(board: &Board, choice: &Choice) -> Option<Sample> {
    if choice.reason != Reason::Search {
        return None;
    }
    let Turn::Two(a, b) = choice.turn else {
        return None;
    };
    Some(Sample {
        stones: Side::BOTH.map(|side| board.stones(side).cells().collect()),
        side: board.side(),
        chance: chance(choice.score),
        result: None,
        chosen: [a, b],
    })
}

/// The chance to win at a score of the search.
fn chance(score: Score) -> f32 {
    if score.is_win() {
        1.0
    } else if score.is_loss() {
        0.0
    } else {
        1.0 / (1.0 + (-score.value() as f32 / UNITS_PER_LOGIT).exp())
    }
}

/// A few random turns near the middle after which nobody has won.
fn opening(rng: &mut Rng) -> Game {
    loop {
        let mut game = Game::new();
        let turns = 1 + rng.below(MAX_OPENING_TURNS);
        for _ in 0..=turns {
            let turn = random_cells(rng).and_then(|(a, b)| {
                if game.turns().is_empty() {
                    Some(Turn::One(a))
                } else {
                    Turn::pair(a, b)
                }
            });
            if let Some(turn) = turn {
                // A turn on an occupied cell is refused, and the opening is that much shorter.
                let _ = game.play(turn);
            }
        }
        if game.ending().is_none() {
            return game;
        }
    }
}

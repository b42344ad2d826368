//! Games of the engine against itself, and a label for each position that is met.
//!
//! Positions with few empty squares are labelled by the solver. An earlier position is labelled by a mixture of its own
//! search and of the label of the next position, as long as the move of the search was played (R. Sutton, "Learning to
//! predict by the methods of temporal differences", 1988). Random moves keep the games apart.

use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{StopSignal, WallClock, in_order};

use crate::board::Board;
use crate::engine::Budget;
use crate::engine::solve::{Solution, Solver};
use crate::engine::table::Table;
use crate::eval::Weights;

/// A position and what the side to move is expected to win by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sample {
    /// The board as the side to move sees it.
    pub board: Board,
    /// Expected difference of discs at the end.
    pub label: f32,
}

/// Games that are played with the same weights, and how they are labelled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Generation {
    /// Plies of the search that chooses moves.
    pub depth: u8,
    /// Positions with at most this many empty squares are solved.
    pub solved: u32,
    /// Part of the label that comes from later in the game, from 0 to 1.
    pub trust: f32,
    /// Number of games.
    pub games: u64,
    /// Seed of the games.
    pub seed: u64,
}

/// One move in so many is random.
const RANDOM_ONE_IN: usize = 20;
/// Fewest and most random plies at the start of a game.
const OPENING: [usize; 2] = [4, 24];
/// Games end here: positions with fewer empty squares are never evaluated.
const LAST_EMPTIES: u32 = 8;
/// Bytes of the table of a chunk of games.
const TABLE_BYTES: usize = 4 << 20;
/// Games that share a table; the unit of work of a thread.
const CHUNK: u64 = 64;
/// After so many chunks the number of games played so far is told.
const TOLD_CHUNKS: usize = 16;

struct Turn {
    board: Board,
    found: Solution,
    exact: bool,
    best_was_played: bool,
}

/// Plays games and gives their samples. The same seed gives the same samples, whatever the number of threads. `tell` gets
/// the number of games played so far. If the signal was raised, the samples are to be thrown away.
pub(super) fn games(
    weights: &Weights,
    generation: &Generation,
    threads: usize,
    stop: &StopSignal,
    tell: &mut dyn FnMut(u64),
) -> Vec<Sample> {
    let count = generation.games;
    let chunks = count.div_ceil(CHUNK);
    let mut samples = Vec::new();
    for first in (0..chunks).step_by(TOLD_CHUNKS) {
        let end = chunks.min(first + TOLD_CHUNKS as u64);
        let played = in_order(first..end, threads, stop, |chunk| {
            Some(chunk_of_games(weights, generation, chunk, stop))
        });
        let Some(played) = played else {
            return samples;
        };
        samples.extend(played.into_iter().flatten());
        tell(count.min(end * CHUNK));
    }
    samples
}

fn chunk_of_games(
    weights: &Weights,
    generation: &Generation,
    chunk: u64,
    stop: &StopSignal,
) -> Vec<Sample> {
    let &Generation { games, seed, .. } = generation;
    let mut table = Table::with_bytes(TABLE_BYTES);
    let mut solver = Solver::new(&mut table, weights);
    let first = chunk * CHUNK;
    (first..games.min(first + CHUNK))
        .take_while(|_| !stop.is_raised())
        .flat_map(|game| {
            let mut rng = Rng::new(seed ^ game.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            one_game(&mut solver, generation, &mut rng)
        })
        .collect()
}

fn opening(rng: &mut Rng) -> Board {
    let [least, most] = OPENING;
    let plies = least + rng.below(most - least + 1);
    (0..plies).fold(Board::START, |board, _| board.after_random(rng))
}

fn one_game(solver: &mut Solver<'_>, generation: &Generation, rng: &mut Rng) -> Vec<Sample> {
    let clock = WallClock::start();
    let mut board = opening(rng);
    let mut turns = Vec::new();
    while board.empties() > LAST_EMPTIES && !board.is_over() {
        if board.moves() == 0 {
            board = board.passed();
            continue;
        }
        let exact = board.empties() <= generation.solved;
        let found = if exact {
            solver.solve(board, Budget::endless(&clock))
        } else {
            solver.search(board, generation.depth, Budget::endless(&clock))
        };
        let Some((found, best)) = found.and_then(|found| Some((found, found.best?))) else {
            break;
        };
        let random = rng.below(RANDOM_ONE_IN) == 0;
        let chosen = board.random_move(rng).filter(|_| random).unwrap_or(best);
        turns.push(Turn {
            board,
            found,
            exact,
            best_was_played: chosen == best,
        });
        let Some(next) = board.play(chosen) else {
            break;
        };
        board = next;
    }
    labelled(&turns, generation.trust)
}

/// Labels from the end of the game to its beginning. Passed turns are not among them: the sides of neighbouring turns
/// are told apart by their discs.
fn labelled(turns: &[Turn], trust: f32) -> Vec<Sample> {
    let mut samples = Vec::with_capacity(turns.len());
    let mut later: Option<(Board, f32)> = None;
    for turn in turns.iter().rev() {
        let searched = turn.found.score as f32;
        let label = match later {
            _ if turn.exact => Some(searched),
            Some((next, label)) if turn.best_was_played => {
                let label = if moved_next(turn, next) {
                    -label
                } else {
                    label
                };
                Some(searched + trust * (label - searched))
            }
            _ if trust < 1.0 => Some(searched),
            _ => None,
        };
        later = label.map(|label| (turn.board, label));
        samples.extend(label.map(|label| Sample {
            board: turn.board,
            label,
        }));
    }
    samples
}

/// Is the side to move in the next turn the other one?
fn moved_next(turn: &Turn, next: Board) -> bool {
    turn.found
        .best
        .and_then(|square| turn.board.play(square))
        .is_some_and(|after| after == next)
}

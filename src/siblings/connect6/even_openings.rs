//! Openings that are even by results: from each the engine has won as many games with Black as with White.
//!
//! A candidate of the [`OpeningMaker`] is kept when four games of the engine against itself end two to two. In two of them
//! both sides search equally many positions, in one Black twice as many, in one White.

use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{SearchLimits, StopSignal, in_order};

use super::board::Side;
use super::engine::Engine;
use super::game::Game;
use super::opening::OpeningMaker;

/// Factors of the positions that Black and White search, for each game of a candidate.
const GAMES: [[u64; 2]; 4] = [[1, 1], [2, 2], [1, 2], [2, 1]];
/// Games that each side of an even opening wins.
const EVEN: usize = GAMES.len() / 2;
/// Candidates that each thread tries before the openings found are counted.
const CANDIDATES_PER_THREAD: u64 = 4;
/// Games longer than this are drawn.
const MAX_TURNS: usize = 90;
/// Memory of the engine's table, in bytes.
const TABLE_BYTES: usize = 1 << 23;

/// Even openings without end, in the order of their candidates. A side searches so many positions for each turn, and the seed
/// starts the random numbers. The openings do not depend on the number of threads.
pub(crate) fn even_openings(nodes: u64, seed: u64, threads: usize) -> impl Iterator<Item = Game> {
    let batch = threads.max(1) as u64 * CANDIDATES_PER_THREAD;
    (0_u64..).step_by(batch as usize).flat_map(move |first| {
        let stop = StopSignal::new();
        let tried = in_order(first..first + batch, threads, &stop, |number| {
            let opening = candidate(seed, number);
            Some(is_even(&opening, nodes).then_some(opening))
        });
        tried.into_iter().flatten().flatten()
    })
}

/// The candidate with this number.
fn candidate(seed: u64, number: u64) -> Game {
    OpeningMaker::default().opening(&mut Rng::new(seed ^ number << 32))
}

fn is_even(opening: &Game, nodes: u64) -> bool {
    let mut wins = [0; 2];
    for factors in GAMES {
        if let Some(winner) = winner(opening, factors.map(|factor| factor * nodes)) {
            wins[winner.index()] += 1;
        }
        if wins.iter().any(|&wins| wins > EVEN) {
            return false;
        }
    }
    wins == [EVEN; 2]
}

/// Plays a game in which Black and White search so many positions for each turn. `None` for a draw.
fn winner(opening: &Game, nodes: [u64; 2]) -> Option<Side> {
    let mut engine = Engine::without_clock(TABLE_BYTES);
    let mut game = opening.clone();
    while game.ending().is_none() && game.turns().len() < MAX_TURNS {
        let limits = SearchLimits::of_nodes(nodes[game.board().side().index()]);
        let choice = engine.choose(game.board(), &limits, &StopSignal::new())?;
        game.play(choice.turn).ok()?;
    }
    game.winner()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::tests::output;
    use crate::read_game;

    const NODES: u64 = 40;

    #[test]
    fn openings_are_won_twice_by_each_side_and_printed_as_a_tournament_reads_them_on_any_threads() {
        let opening = even_openings(NODES, 6, 1).next().expect("it has no end");
        let line = format!("openings --count 1 --nodes {NODES} --seed 6 --threads 2");
        let printed = output(&line, "").expect("openings are found");
        let game = read_game(&printed).expect("a game");
        assert_eq!(
            (printed.lines().count(), game.turns()),
            (1, opening.turns())
        );
        assert_eq!(game.turns().len(), 3);
        let winners = GAMES.map(|factors| winner(&opening, factors.map(|factor| factor * NODES)));
        for side in Side::BOTH {
            assert_eq!(
                winners.iter().filter(|&&one| one == Some(side)).count(),
                EVEN
            );
        }
    }
}

//! The speed of the board: stones put and taken back over the positions of `bench`, without an evaluation, which reads what
//! stones changed only when it is asked.

use std::time::Duration;

use crate::board::{Board, NullObserver, Rule};
use crate::geometry::{BoardSize, Point};
use crate::kernel::{Clock, WallClock};

use super::bench::BenchPosition;
use super::thinking::nodes_per_second;

/// Rounds for each position between two looks at the clock.
const ROUNDS: usize = 500;
/// Time for one measurement, and measurements of which the best counts.
const SHARE: Duration = Duration::from_millis(30);
const REPEATS: usize = 5;

/// Pairs of make and unmake in a second under a rule: the move sequences of all positions of one size are played
/// from the empty board and taken back.
pub(super) fn pairs_per_second(rule: Rule, size: BoardSize, positions: &[BenchPosition]) -> u64 {
    let games: Vec<Vec<Point>> = positions
        .iter()
        .filter(|bench| bench.position.size() == size)
        .map(|bench| {
            bench
                .position
                .stones()
                .iter()
                .map(|&(point, _)| point)
                .collect()
        })
        .collect();
    let mut board = Board::new(size, rule);
    let clock = WallClock::start();
    let mut best = 0;
    for _ in 0..REPEATS {
        let begin = clock.now();
        let mut pairs = 0;
        while clock.now().saturating_sub(begin) < SHARE {
            for game in &games {
                for _ in 0..ROUNDS {
                    replay(&mut board, game);
                }
                pairs += (ROUNDS * game.len()) as u64;
            }
        }
        best = best.max(nodes_per_second(pairs, clock.now().saturating_sub(begin)));
    }
    best
}

fn replay(board: &mut Board, game: &[Point]) {
    for &point in game {
        board.make(point);
    }
    for _ in game {
        board.unmake(&mut NullObserver);
    }
}

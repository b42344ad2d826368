//! How even Kagetsu's openings are, and how many different ones it lays:
//! `cargo run --release -p kagetsu-benches --example opening_balance -- PROCEDURE [COUNT] [RULE]`.
//!
//! Kagetsu lays the first three stones, and keeps its colour where it could choose. A search then says how far Black's
//! score is from the one at which games are even.

#![allow(clippy::print_stdout, reason = "an example tells its results")]

use std::collections::BTreeSet;
use std::error::Error;
use std::sync::Arc;

use kagetsu_kernel::{StopSignal, WallClock};
use kagetsu_play::game::{Ask, Choice, Game, Step};
use kagetsu_play::gomoku::Rule;
use kagetsu_play::gomoku::thinker::{ANALYSIS_TABLE, Thinker, level_score};
use kagetsu_play::gomoku::{Gomoku, Setup};
use kagetsu_play::opening::Procedure;
use kagetsu_play::player::{EnginePlayer, GomokuPlayer, Strength};

/// Side of the board.
const SIDE: u8 = 15;
/// Nodes to search for the value of an opening.
const JUDGE_NODES: u64 = 200_000;
/// Stones of an opening.
const STONES: usize = 3;
/// Full strength.
const LEVEL: u8 = 10;

/// The three stones that Kagetsu lays with a seed.
fn opening(setup: &Setup, seed: u64, clock: &Arc<WallClock>) -> Result<Gomoku, Box<dyn Error>> {
    let mut game = Gomoku::start(setup)?;
    let mut player = GomokuPlayer::new(clock.clone());
    let (strength, stop) = (Strength::new(LEVEL, seed), StopSignal::new());
    while game.stones().stones().len() < STONES {
        let answer = match game.ask() {
            Ask::Choose(_) => Step::Choose(Choice::Keep),
            _ => player
                .answer(&game, strength, &stop, &mut |_| {})
                .ok_or("the game is over")?,
        };
        game.play(answer)?;
    }
    Ok(game)
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |index: usize, usual: &str| words.get(index).map_or(usual, |word| word).to_string();
    let procedure: Procedure = word(0, "swap2").parse()?;
    let count: u64 = word(1, "50").parse()?;
    let rule: Rule = word(2, "renju").parse()?;
    let setup = Setup::square(rule, SIDE).with_opening(procedure);
    let clock = Arc::new(WallClock::start());
    let mut judge = Thinker::new(ANALYSIS_TABLE, clock.clone());
    let mut openings: BTreeSet<Vec<_>> = BTreeSet::new();
    let mut distance: u32 = 0;
    for seed in 0..count {
        let game = opening(&setup, seed, &clock)?;
        judge.forget();
        let best = judge.best(game.stones(), JUDGE_NODES, &StopSignal::new());
        // White is to move.
        let score = -best.map_or(0, |line| line.value.units());
        distance += score.abs_diff(level_score(rule));
        openings.insert(
            game.stones()
                .stones()
                .into_iter()
                .map(|(at, _)| (at.x, at.y))
                .collect(),
        );
    }
    println!(
        "{procedure}, {rule}: {} different openings of {count}, {:.0} units from level on average",
        openings.len(),
        f64::from(distance) / count as f64
    );
    Ok(())
}

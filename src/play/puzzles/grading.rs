//! Grades puzzles by the levels at which Kagetsu plays, and chooses some of every grade.

use std::sync::Arc;

use kagetsu_kernel::{Clock, StopSignal};

use crate::game::{Refusal, Step};
use crate::gomoku::Gomoku;
use crate::player::{EnginePlayer, GomokuPlayer, Skill, Strength};
use crate::session::Level;

use super::puzzle::Puzzle;

/// Attempts of a level, each with a seed of its own; it solves a puzzle when it finds the first move in most of them.
const ATTEMPTS: u64 = 3;

/// Plays puzzles at all levels.
#[derive(Debug)]
pub struct Grader {
    player: GomokuPlayer,
}

impl Grader {
    /// A grader; the clock decides nothing, as levels are bounded by nodes.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            player: GomokuPlayer::new(clock),
        }
    }

    /// The lowest level that solves a puzzle, if there is one.
    ///
    /// # Errors
    /// [`Refusal`] when the stones of the puzzle do not make a position.
    pub fn grade(&mut self, puzzle: &Puzzle) -> Result<Option<u8>, Refusal> {
        let game = Gomoku::start(&puzzle.setup())?;
        let right = puzzle.line.first().copied().map(Step::stone);
        Ok((Level::LOWEST..=Level::HIGHEST).find(|&level| {
            let attempts = if Skill::of(level).leaves_to_chance() {
                ATTEMPTS
            } else {
                1
            };
            let mut tally = [0; 2];
            let solved = (0..attempts).find_map(|seed| {
                let (strength, stop) = (Strength::new(level, seed), StopSignal::new());
                let answer = self.player.answer(&game, strength, &stop, &mut |_| {});
                let is_right = answer == right;
                let count = &mut tally[usize::from(is_right)];
                *count += 1;
                (2 * *count > attempts).then_some(is_right)
            });
            solved == Some(true)
        }))
    }
}

/// So many puzzles, as evenly from all grades as there are, numbered from the lowest grade on.
pub fn spread(graded: Vec<Puzzle>, count: usize) -> Vec<Puzzle> {
    let mut ranked: Vec<(usize, Puzzle)> = Vec::new();
    let mut seen = [0; Level::HIGHEST as usize + 1];
    for puzzle in graded {
        let place = &mut seen[usize::from(puzzle.grade)];
        ranked.push((*place, puzzle));
        *place += 1;
    }
    // Of each grade the first ones; where grades must differ in number, the rarer high grades go first.
    ranked.sort_by_key(|(place, puzzle)| (*place, std::cmp::Reverse(puzzle.grade)));
    let mut chosen: Vec<Puzzle> = ranked
        .into_iter()
        .take(count)
        .map(|(_, puzzle)| puzzle)
        .collect();
    chosen.sort_by_key(|puzzle| (puzzle.grade, puzzle.length()));
    for (number, puzzle) in (1..).zip(&mut chosen) {
        puzzle.id = format!("{}-{}-{number}", puzzle.rule, puzzle.kind);
    }
    chosen
}

//! Grades puzzles by the levels at which the engine plays, and chooses some of every grade.

use std::sync::Arc;

use kagetsu_kernel::{StopSignal, WallClock};
use kagetsu_play::game::{Colour, Game, Spot, Step};
use kagetsu_play::gomoku::Gomoku;
use kagetsu_play::player::{Kagetsu, Player, Skill};
use kagetsu_play::puzzles::{Kind, Puzzle as GradedPuzzle};
use kagetsu_play::session::Level;

use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::geometry::Point;

use super::super::error::CommandError;
use super::finder::Puzzle;
use super::text::PuzzleBoard;

/// Attempts of a level, each with a seed of its own; it solves a puzzle when it finds the first move in most of them.
const ATTEMPTS: u64 = 3;

/// Plays puzzles at all levels.
#[derive(Debug)]
pub(super) struct Grader {
    player: Kagetsu,
}

fn spot(point: Point) -> Spot {
    Spot::new(point.x() as u8, point.y() as u8)
}

impl Grader {
    pub(super) fn new() -> Self {
        let clock = Arc::new(WallClock::start());
        Self {
            player: Kagetsu::new(Level::LOWEST, 0, clock),
        }
    }

    /// The puzzles that a level solves, with their grades, in their order; until the signal is raised.
    pub(super) fn grade_all(
        &mut self,
        puzzles: &[Puzzle],
        game: PuzzleBoard,
        kind: Kind,
        interrupt: &StopSignal,
    ) -> Result<Vec<GradedPuzzle>, CommandError> {
        let mut graded = Vec::new();
        for puzzle in puzzles {
            if interrupt.is_raised() {
                break;
            }
            let mut puzzle = with_lowest_grade(puzzle, game, kind);
            if let Some(grade) = self.grade(&puzzle)? {
                puzzle.grade = grade;
                graded.push(puzzle);
            }
        }
        Ok(graded)
    }

    /// The lowest level that solves a puzzle.
    fn grade(&mut self, puzzle: &GradedPuzzle) -> Result<Option<u8>, CommandError> {
        let game = Gomoku::start(&puzzle.setup()).map_err(std::io::Error::other)?;
        let right = puzzle.line.first().copied().map(Step::Move);
        Ok((Level::LOWEST..=Level::HIGHEST).find(|&level| {
            self.player.set_level(level);
            let attempts = if Skill::of(level).leaves_to_chance() {
                ATTEMPTS
            } else {
                1
            };
            let mut tally = [0; 2];
            let solved = (0..attempts).find_map(|seed| {
                self.player.set_seed(seed);
                let answer = self.player.answer(&game, &StopSignal::new(), &mut |_| {});
                let is_right = answer.ok() == right;
                let count = &mut tally[usize::from(is_right)];
                *count += 1;
                (2 * *count > attempts).then_some(is_right)
            });
            solved == Some(true)
        }))
    }
}

fn with_lowest_grade(puzzle: &Puzzle, game: PuzzleBoard, kind: Kind) -> GradedPuzzle {
    let colour = |side: Side| match side {
        Side::Black => Colour::Black,
        Side::White => Colour::White,
    };
    let stones = Side::BOTH.into_iter().flat_map(|side| {
        puzzle
            .stones(side)
            .map(move |point| (spot(point), colour(side)))
    });
    GradedPuzzle {
        id: puzzle.id.clone(),
        kind,
        rule: game.rule,
        size: game.size.width() as u8,
        grade: Level::LOWEST,
        to_move: colour(puzzle.side()),
        stones: stones.collect(),
        line: puzzle.line.iter().copied().map(spot).collect(),
    }
}

/// So many puzzles, as evenly from all grades as there are, numbered from the lowest grade on.
pub(super) fn spread(graded: Vec<GradedPuzzle>, count: usize) -> Vec<GradedPuzzle> {
    let mut ranked: Vec<(usize, GradedPuzzle)> = Vec::new();
    let mut seen = [0; Level::HIGHEST as usize + 1];
    for puzzle in graded {
        let place = &mut seen[usize::from(puzzle.grade)];
        ranked.push((*place, puzzle));
        *place += 1;
    }
    // Of each grade the first ones; where grades must differ in number, the rarer high grades go first.
    ranked.sort_by_key(|(place, puzzle)| (*place, std::cmp::Reverse(puzzle.grade)));
    let mut chosen: Vec<GradedPuzzle> = ranked
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

//! From the puzzles of the finder to graded ones.

use std::io;

use kagetsu_kernel::StopSignal;
use kagetsu_play::game::Spot;
use kagetsu_play::puzzles::{Grader, Kind, Puzzle as GradedPuzzle};
use kagetsu_play::session::Level;

use kagetsu_gomoku::board::{Board, Side};

use super::super::error::CommandError;
use super::finder::Puzzle;

/// The puzzles that a level solves, with their grades, in their order; until the signal is raised.
pub(super) fn grade_all(
    grader: &mut Grader,
    puzzles: &[Puzzle],
    board: &Board,
    kind: Kind,
    interrupt: &StopSignal,
) -> Result<Vec<GradedPuzzle>, CommandError> {
    let mut solved = Vec::new();
    for puzzle in puzzles {
        if interrupt.is_raised() {
            break;
        }
        let mut puzzle = with_lowest_grade(puzzle, board, kind);
        if let Some(grade) = grader.grade(&puzzle).map_err(io::Error::other)? {
            puzzle.grade = grade;
            solved.push(puzzle);
        }
    }
    Ok(solved)
}

fn with_lowest_grade(puzzle: &Puzzle, board: &Board, kind: Kind) -> GradedPuzzle {
    let stones = Side::BOTH.into_iter().flat_map(|side| {
        puzzle
            .stones(side)
            .map(move |point| (Spot::from(point), side))
    });
    GradedPuzzle {
        id: puzzle.id.clone(),
        kind,
        rule: board.rule(),
        size: board.size().width() as u8,
        grade: Level::LOWEST,
        to_move: puzzle.side(),
        stones: stones.collect(),
        line: puzzle.line.iter().copied().map(Spot::from).collect(),
    }
}

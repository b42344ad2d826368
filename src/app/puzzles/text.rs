//! Puzzles as text: a row of the table that `solve` reads, or a JSON object.

use std::io::{self, Write};

use serde::Serialize;

use kagetsu_gomoku::board::{Board, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_play::puzzles::Kind;

use super::super::position_list::PointNames;
use super::super::printed::write_json_line;
use super::finder::Puzzle;

/// One puzzle as a JSON object. Rows are counted from the bottom, as in the table.
#[derive(Debug, Serialize)]
struct PuzzleRecord<'a> {
    id: &'a str,
    rule: String,
    size: String,
    side: String,
    black: String,
    white: String,
    /// Moves of the side to move in the line, the five included.
    length: usize,
    line: String,
    kind: &'static str,
}

/// The names of the columns, as a comment line.
pub(super) fn write_head(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# id\tside\tblack\twhite\tlength\tline")
}

pub(super) fn write_row(puzzle: &Puzzle, board: &Board, out: &mut dyn Write) -> io::Result<()> {
    let size = board.size();
    writeln!(
        out,
        "{}\t{}\t{}\t{}\t{}\t{}",
        puzzle.id,
        puzzle.side(),
        words(puzzle.stones(Side::Black), size),
        words(puzzle.stones(Side::White), size),
        puzzle.length(),
        words(puzzle.line.iter().copied(), size),
    )
}

pub(super) fn write_json(
    puzzle: &Puzzle,
    board: &Board,
    kind: Kind,
    out: &mut dyn Write,
) -> io::Result<()> {
    let size = board.size();
    let record = PuzzleRecord {
        id: &puzzle.id,
        rule: board.rule().to_string(),
        size: size.to_string(),
        side: puzzle.side().to_string(),
        black: words(puzzle.stones(Side::Black), size),
        white: words(puzzle.stones(Side::White), size),
        length: puzzle.length(),
        line: words(puzzle.line.iter().copied(), size),
        kind: kind.name(),
    };
    write_json_line(&record, out)
}

fn words(points: impl Iterator<Item = Point>, size: BoardSize) -> String {
    let words: Vec<String> = points
        .map(|point| PointNames::Table.show(point, size))
        .collect();
    words.join(" ")
}

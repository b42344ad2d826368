//! Puzzles as a page to print: a board for each, and the solutions on a page of their own at the end. The page is one
//! file without scripts.

use std::fmt::Write;

use kagetsu_gomoku::board::{Board, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point, Rows};
use kagetsu_play::puzzles::Kind;

use super::finder::Puzzle;

/// Distance between two points of a board, in units of the drawing.
const STEP: usize = 20;
/// Space for the coordinates at the left and below, and the same beside the outer lines.
const EDGE: usize = 24;
/// Radius of a stone.
const STONE: usize = 9;
/// Distance of the marked points from the edge, on boards that have room for them.
const STAR: usize = 3;
const STAR_SIDE: usize = 13;

const STYLE: &str = "\
@page { margin: 15mm }
body { font: 11pt/1.4 serif; margin: 0 auto; max-width: 190mm; color: #000; background: #fff }
h1 { font-size: 15pt }
.boards { display: grid; grid-template-columns: 1fr 1fr; gap: 8mm }
figure { margin: 0; break-inside: avoid }
figcaption { margin-bottom: 2mm }
svg { width: 100%; height: auto; font: 9px sans-serif; text-anchor: middle }
.solutions { break-before: page }
";

/// The page.
pub(super) fn sheet(puzzles: &[Puzzle], start: &Board, kind: Kind) -> String {
    let size = start.size();
    let title = format!("Puzzles: {}, {size}", start.rule());
    let mut boards = String::new();
    let mut solutions = String::new();
    for (number, puzzle) in (1..).zip(puzzles) {
        let task = task(puzzle, kind);
        let board = board(puzzle, size);
        // Writing to a string cannot fail.
        let _ = writeln!(
            boards,
            "<figure><figcaption>{number}. {task}</figcaption>{board}</figure>"
        );
        let line = Rows::FromBottom.names(&puzzle.line, size, " ");
        let _ = writeln!(solutions, "<li>{line}</li>");
    }
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<div class=\"boards\">\n{boards}</div>\n\
         <section class=\"solutions\">\n<h1>Solutions</h1>\n<ol>\n{solutions}</ol>\n</section>\n</body>\n</html>\n"
    )
}

/// What is asked for.
fn task(puzzle: &Puzzle, kind: Kind) -> String {
    let side = match puzzle.side() {
        Side::Black => "Black",
        Side::White => "White",
    };
    let length = puzzle.length();
    match kind {
        Kind::Fours => format!("{side} wins by fours, with {length} moves."),
        Kind::Threes => format!("{side} wins by fours and threes, with {length} moves."),
        Kind::Defend => format!("{side} has one move that does not lose."),
        Kind::Foul => format!("{side} wins by a forbidden point, with {length} moves."),
    }
}

/// The drawing of a position, with coordinates as in the solutions.
fn board(puzzle: &Puzzle, size: BoardSize) -> String {
    let (columns, rows) = (size.width(), size.height());
    let across = |column: usize| EDGE + column * STEP;
    let (right, bottom) = (across(columns - 1), EDGE / 2 + (rows - 1) * STEP);
    let down = |row: usize| EDGE / 2 + row * STEP;
    let mut drawn = String::new();
    // Writing to a string cannot fail.
    let mut add = |element: std::fmt::Arguments<'_>| {
        let _ = drawn.write_fmt(element);
    };
    add(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\"><path stroke=\"#000\" d=\"",
        right + EDGE / 2,
        bottom + EDGE
    ));
    for row in 0..rows {
        add(format_args!("M{EDGE} {}H{right}", down(row)));
    }
    for column in 0..columns {
        add(format_args!("M{} {}V{bottom}", across(column), down(0)));
    }
    add(format_args!("\"/>"));
    for (x, y) in stars(size) {
        add(format_args!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"2\"/>",
            across(x),
            down(y)
        ));
    }
    for side in Side::BOTH {
        let fill = if side == Side::Black { "#000" } else { "#fff" };
        for point in puzzle.stones(side) {
            add(format_args!(
                "<circle cx=\"{}\" cy=\"{}\" r=\"{STONE}\" fill=\"{fill}\" stroke=\"#000\"/>",
                across(point.x()),
                down(point.y())
            ));
        }
    }
    for column in 0..columns {
        let name = Rows::FromBottom.name(Point::at(column, rows - 1), size);
        let letter = name.trim_end_matches(|sign: char| sign.is_ascii_digit());
        add(format_args!(
            "<text x=\"{}\" y=\"{}\">{letter}</text>",
            across(column),
            bottom + EDGE - STEP / 4
        ));
    }
    for row in 0..rows {
        add(format_args!(
            "<text x=\"{}\" y=\"{}\">{}</text>",
            EDGE / 3,
            down(row) + STEP / 6,
            rows - row
        ));
    }
    add(format_args!("</svg>"));
    drawn
}

/// The marked points: the middle, and on large boards one in each corner.
fn stars(size: BoardSize) -> Vec<(usize, usize)> {
    let (columns, rows) = (size.width(), size.height());
    let mut stars = vec![(columns / 2, rows / 2)];
    if columns >= STAR_SIDE && rows >= STAR_SIDE {
        for x in [STAR, columns - 1 - STAR] {
            stars.extend([(x, STAR), (x, rows - 1 - STAR)]);
        }
    }
    stars
}

#[cfg(test)]
mod tests {
    use kagetsu_gomoku::board::Rule;

    use super::*;

    #[test]
    fn every_puzzle_has_a_board_and_its_solution_comes_last() {
        let size = BoardSize::square(15).expect("a legal size");
        let points = |text: &str| {
            let points = Rows::FromBottom.parse_moves(text, size);
            points.expect("points")
        };
        let puzzle = Puzzle {
            id: "1.4".to_string(),
            moves: points("h8a1i8"),
            line: points("j8k8l8"),
        };
        let start = Board::new(size, Rule::Renju);
        let page = sheet(&[puzzle.clone(), puzzle], &start, Kind::Fours);
        assert_eq!(page.matches("<svg ").count(), 2);
        assert_eq!(page.matches("fill=\"#000\"").count(), 4);
        assert_eq!(page.matches("fill=\"#fff\"").count(), 2);
        assert!(
            page.contains("2. White wins by fours, with 2 moves."),
            "{page}"
        );
        let last = page.find("Solutions").expect("a last page");
        assert!(page.find("j8 k8 l8").is_some_and(|place| place > last));
        // Black's first stone on h8, in the eighth column and row.
        assert!(
            page.contains("<circle cx=\"164\" cy=\"152\" r=\"9\" fill=\"#000\""),
            "{page}"
        );
    }
}

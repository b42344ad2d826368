//! Positions as pictures: a row of signs for each row of the board, with or without coordinates, headings and a frame,
//! such as the text board of `RenLib`. A line that says who is to move, and the moves of the game, may stand around it.

use kagetsu_gomoku::board::{Diagram, Position, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_kernel::quote;

use crate::read_options::ReadOptions;

use super::error::{PositionTextError, at};
use super::move_list;

/// Fewest bars of a row whose cells stand between bars, so that blanks are empty cells.
const BARS: usize = 5;
/// A row with a wrong sign has so many cells for each.
const CELLS_FOR_ONE: usize = 4;
/// Fewest rows and cells that are a picture whatever stands around them.
const SURE: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Empty,
    Black,
    White,
    Blocked,
    /// A mark on an empty point; a black stone in pictures that draw these so.
    Star,
}

fn cell(sign: char) -> Option<Cell> {
    match sign {
        '.' | '_' | '-' | '+' | '·' | '・' | '┼' | '├' | '┤' | '┬' | '┴' | '┌' | '┐' | '└'
        | '┘' | '╋' | '╬' => Some(Cell::Empty),
        'x' | 'X' | 'b' | 'B' | '@' | '●' | '⚫' | '◆' | '×' => Some(Cell::Black),
        'o' | 'O' | 'w' | 'W' | '○' | '⚪' | '◯' | '◇' => Some(Cell::White),
        Diagram::BLOCKED => Some(Cell::Blocked),
        Diagram::MARK => Some(Cell::Star),
        _ => None,
    }
}

/// Signs around cells that mean nothing: the frame, a mark of the last move, lines between points.
fn is_ornament(sign: char) -> bool {
    sign.is_whitespace() || "|()[]<>─━│┃║═".contains(sign)
}

/// A line of a picture.
#[derive(Debug)]
enum Line {
    /// Its cells.
    Row(Vec<Cell>),
    /// Most of its signs are cells, but not this one.
    Spoilt(char),
    /// Nothing, column letters or a frame.
    Blank,
    /// Something else.
    Text,
}

fn is_column_letters(signs: &[char]) -> bool {
    signs.len() > 1
        && signs[0].eq_ignore_ascii_case(&'a')
        && signs.is_sorted_by(|left, right| left < right)
        && signs.iter().all(char::is_ascii_alphabetic)
}

fn classify(line: &str) -> Line {
    let line = line.trim();
    if line.matches('|').count() >= BARS
        && let Some(cells) = between_bars(line)
    {
        return Line::Row(cells);
    }
    let inner = line.trim_matches(|sign: char| sign.is_whitespace() || sign.is_ascii_digit());
    let signs: Vec<char> = inner.chars().filter(|&sign| !is_ornament(sign)).collect();
    let is_numbers = inner.is_empty()
        || inner
            .chars()
            .all(|sign| sign.is_ascii_digit() || sign.is_whitespace());
    if signs.is_empty() || is_numbers || is_column_letters(&signs) {
        return Line::Blank;
    }
    let cells: Vec<Cell> = signs.iter().copied().filter_map(cell).collect();
    if cells.len() == signs.len() {
        return Line::Row(cells);
    }
    let other = signs.iter().copied().find(|&sign| cell(sign).is_none());
    let is_mostly_cells =
        cells.len() >= SURE && cells.len() >= CELLS_FOR_ONE * (signs.len() - cells.len());
    match other {
        // A sentence has blanks between words; cells have them everywhere or nowhere.
        Some(sign)
            if is_mostly_cells && signs.iter().any(|&sign| cell(sign) == Some(Cell::Empty)) =>
        {
            Line::Spoilt(sign)
        }
        _ => Line::Text,
    }
}

/// The cells of a row such as `|X| |O| | |`.
fn between_bars(line: &str) -> Option<Vec<Cell>> {
    let first = line.find('|')?;
    let last = line.rfind('|')?;
    let parts = line[first + 1..last].split('|');
    parts
        .map(|part| {
            let mut signs = part.trim().chars();
            match (signs.next(), signs.next()) {
                (None, _) => Some(Cell::Empty),
                (Some(sign), None) => cell(sign),
                _ => None,
            }
        })
        .collect()
}

/// A line that only separates, such as `-----`, where other rows draw empty points otherwise.
fn is_frame(line: &str) -> bool {
    let signs = line.chars().filter(|sign| !sign.is_whitespace());
    line.trim().len() > 1
        && signs.clone().all(|sign| "-+|=_".contains(sign))
        && line.contains(['-', '=', '_'])
}

/// A picture that was found in a text.
struct Found<'t> {
    /// The lines of the board.
    rows: Vec<(&'t str, Line)>,
    before: Vec<&'t str>,
    after: Vec<&'t str>,
}

/// The longest run of lines that are rows.
fn find<'t>(text: &'t str) -> Option<Found<'t>> {
    let draws_dots = text
        .lines()
        .any(|line| matches!(classify(line), Line::Row(_)) && line.contains(['.', '·', '┼']));
    let lines: Vec<(&str, Line)> = text
        .lines()
        .map(|line| {
            let is_left_out = draws_dots && is_frame(line);
            (
                line.trim(),
                if is_left_out {
                    Line::Blank
                } else {
                    classify(line)
                },
            )
        })
        .collect();
    let is_row = |line: &Line| matches!(line, Line::Row(_) | Line::Spoilt(_));
    let (mut best, mut begin, mut count) = ((0, 0, 0), None, 0);
    for (place, (_, line)) in lines.iter().enumerate() {
        if is_row(line) {
            begin.get_or_insert(place);
            count += 1;
            if count > best.2 {
                best = (begin.unwrap_or(place), place + 1, count);
            }
        } else if matches!(line, Line::Text) {
            (begin, count) = (None, 0);
        }
    }
    let (first, end, count) = best;
    if count == 0 {
        return None;
    }
    let around = |lines: &[(&'t str, Line)]| {
        let told = lines
            .iter()
            .filter(|(_, line)| !matches!(line, Line::Blank));
        told.map(|(line, _)| *line).collect()
    };
    let (before, after) = (around(&lines[..first]), around(&lines[end..]));
    let rows = lines.into_iter().take(end).skip(first);
    Some(Found {
        rows: rows.filter(|(_, line)| is_row(line)).collect(),
        before,
        after,
    })
}

/// Is there a picture of a board in the text?
pub(crate) fn is_picture(text: &str) -> bool {
    // Most texts are moves, which have letters and digits in every line.
    if !text
        .chars()
        .take(MAX_CHARACTERS)
        .any(|sign| cell(sign).is_some())
        || text.len() > MAX_CHARACTERS
    {
        return false;
    }
    let Some(found) = find(text) else {
        return false;
    };
    let cells = found.rows.iter().map(|(_, line)| match line {
        Line::Row(cells) => cells.len(),
        _ => SURE,
    });
    let widest = cells.max().unwrap_or_default();
    if found.rows.len() >= SURE && widest >= SURE {
        return true;
    }
    let says_nothing = |line: &&str| !line.contains(|sign: char| sign.is_ascii_digit());
    let draws_stones = found.rows.iter().any(|(line, _)| {
        line.chars()
            .any(|sign| matches!(cell(sign), Some(Cell::Black | Cell::White)))
    });
    widest > 1
        && draws_stones
        && found.before.iter().all(says_nothing)
        && found.after.iter().all(says_nothing)
}

/// Longest text that is looked at for a picture.
const MAX_CHARACTERS: usize = 64 << 10;

/// The position before the moves, and the moves; `None` is a pass.
type Game = (Position, Vec<Option<Point>>);

/// The side that a line such as `Black to move` names.
fn told_side(line: &str) -> Option<Side> {
    let line = line.to_lowercase();
    let tells = [
        "to move", "to-move", "to play", "turn", "'s move", "走", "先", "手番",
    ];
    if !tells.iter().any(|tell| line.contains(tell)) {
        return None;
    }
    let words = || line.split(|sign: char| !sign.is_alphanumeric());
    let has = |names: &[&str]| words().any(|word| names.contains(&word));
    let is_black = has(&["black", "x", "b"]) || line.contains('黑') || line.contains('黒');
    let is_white = has(&["white", "o", "w"]) || line.contains('白');
    match (is_black, is_white) {
        (true, false) => Some(Side::Black),
        (false, true) => Some(Side::White),
        _ => None,
    }
}

/// Reads a picture and the lines around it.
pub(crate) fn parse(text: &str, options: ReadOptions) -> Result<Game, PositionTextError> {
    let found = find(text).ok_or(PositionTextError::SmallPicture { rows: 0, cells: 0 })?;
    let around = || found.before.iter().chain(&found.after).copied();
    let rows = cells(&found)?;
    let board = size_of(&rows, options)?;
    let plain: String = around()
        .flat_map(str::chars)
        .filter(|sign| !sign.is_whitespace())
        .collect();
    let plain = plain.to_lowercase();
    let x_is_white = plain.contains("x=white") || plain.contains("o=black");
    let has = |wanted: Cell| rows.iter().any(|(_, row)| row.contains(&wanted));
    let star_is_black = has(Cell::Star) && has(Cell::White) && !has(Cell::Black);
    let mut start = Position::new(board, options.rule.unwrap_or_default());
    let mut lead = 0_i32;
    for (y, (line, row)) in rows.iter().enumerate() {
        for (x, &cell) in row.iter().enumerate() {
            let side = match cell {
                Cell::Black => Side::Black,
                Cell::White => Side::White,
                Cell::Star if star_is_black => Side::Black,
                Cell::Blocked => {
                    start.block(Point::at(x, y)).map_err(at(line))?;
                    continue;
                }
                Cell::Empty | Cell::Star => continue,
            };
            let side = if x_is_white { side.opponent() } else { side };
            start.place(Point::at(x, y), side).map_err(at(line))?;
            lead += if side == Side::Black { 1 } else { -1 };
        }
    }
    let counted = if lead > 0 { Side::White } else { Side::Black };
    let told = around().find_map(told_side);
    start.set_side_to_move(told.unwrap_or(counted));
    let has_moves = |line: &&str| {
        line.contains(|sign: char| sign.is_ascii_digit()) && told_side(line).is_none()
    };
    let moves: Vec<&str> = found.after.iter().copied().filter(has_moves).collect();
    let moves = moves.join("\n");
    if moves.is_empty() {
        return Ok((start, Vec::new()));
    }
    let steps = move_list::read(&moves, options.rows, board)?;
    with_moves(start, steps)
}

fn cells<'t>(found: &Found<'t>) -> Result<Vec<(&'t str, Vec<Cell>)>, PositionTextError> {
    let mut rows: Vec<(&str, Vec<Cell>)> = Vec::new();
    for (line, kind) in &found.rows {
        let cells = match kind {
            Line::Row(cells) => cells.clone(),
            Line::Spoilt(sign) => {
                return Err(PositionTextError::Sign {
                    sign: *sign,
                    row: quote(line),
                });
            }
            Line::Blank | Line::Text => continue,
        };
        if let Some((_, first)) = rows.first()
            && first.len() != cells.len()
        {
            return Err(PositionTextError::RowLength {
                row: quote(line),
                found: cells.len(),
                expected: first.len(),
            });
        }
        rows.push((line, cells));
    }
    Ok(rows)
}

fn size_of(
    rows: &[(&str, Vec<Cell>)],
    options: ReadOptions,
) -> Result<BoardSize, PositionTextError> {
    let width = rows.first().map_or(0, |(_, row)| row.len());
    if width < BoardSize::MIN || rows.len() < BoardSize::MIN {
        return Err(PositionTextError::SmallPicture {
            rows: rows.len(),
            cells: width,
        });
    }
    let picture = BoardSize::new(width, rows.len())?;
    match options.size {
        Some(asked) if asked != picture => Err(PositionTextError::OtherSize { picture, asked }),
        _ => Ok(picture),
    }
}

/// Joins a picture and the moves below it: they either led to what it shows, or go on from there.
fn with_moves(start: Position, steps: Vec<Option<Point>>) -> Result<Game, PositionTextError> {
    let mut empty = Position::new(start.size(), start.rule());
    for &point in start.blocked() {
        let blocked = empty.block(point);
        debug_assert!(blocked.is_ok(), "the board is empty");
    }
    let mut side = Side::Black;
    let drawn = |point: Point| {
        let mut stones = start.stones().iter();
        stones
            .find(|&&(stone, _)| stone == point)
            .map(|&(_, side)| side)
    };
    let mut led = 0;
    for (index, &step) in steps.iter().enumerate() {
        if let Some(point) = step {
            match drawn(point) {
                Some(of) if of == side && led == index => led = index + 1,
                None => {}
                _ => {
                    return Err(PositionTextError::MovesOfPicture { number: index + 1 });
                }
            }
        } else if led == index {
            led = index + 1;
        }
        side = side.opponent();
    }
    let stones = steps[..led].iter().flatten().count();
    if stones == 0 {
        return Ok((start, steps));
    }
    if stones != start.stones().len() {
        return Err(PositionTextError::MovesOfPicture { number: led + 1 });
    }
    Ok((empty, steps))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Game {
        assert!(is_picture(text), "{text}");
        parse(text, ReadOptions::default()).expect(text)
    }

    fn board(empty: char, black: char, white: char) -> String {
        let row = |signs: [char; 5]| signs.map(String::from).join(" ");
        let bare = row([empty; 5]);
        let stones = row([empty, black, white, empty, empty]);
        format!("{bare}\n{stones}\n{bare}\n{bare}\n{bare}\n")
    }

    #[test]
    fn boards_are_read_with_the_signs_of_many_programs() {
        let expected = [
            (Point::at(1, 1), Side::Black),
            (Point::at(2, 1), Side::White),
        ];
        for (empty, black, white) in [
            ('.', 'X', 'O'),
            ('.', 'x', 'o'),
            ('-', 'X', 'O'),
            ('_', 'X', 'O'),
            ('+', 'X', 'O'),
            ('.', '*', 'O'),
            ('.', 'B', 'W'),
            ('┼', '●', '○'),
            ('·', '●', '○'),
        ] {
            let text = board(empty, black, white);
            assert_eq!(read(&text).0.stones(), expected, "{text}");
            let tight = text.replace(' ', "");
            assert_eq!(read(&tight).0.stones(), expected, "{tight}");
        }
        let bars = "| | | | | |\n| |X|O| | |\n| | | | | |\n| | | | | |\n| | | | | |\n";
        assert_eq!(read(bars).0.stones(), expected);
        let framed = "+-----+\n|.....|\n|.XO..|\n|.....|\n|.....|\n|.....|\n+-----+\n";
        assert_eq!(read(framed).0.stones(), expected);
        let marked = ".....\n.*...\n..XO.\n.....\n.....";
        assert_eq!(read(marked).0.stones().len(), 2);
    }

    #[test]
    fn lines_around_a_board_say_who_is_to_move_and_how_it_was_played() {
        let labelled = " 5 . . . . . 5\n 4 . X O . . 4\n 3 . . . . . 3\n 2 . . . . . 2\n 1 . . . . . 1\n   A B C D E\n";
        let told = read(&format!("Game of the day\n{labelled}White to move\n"));
        assert_eq!(told.0.side_to_move(), Side::White);
        assert_eq!(told.0.stones().len(), 2);
        let led = read(&format!(
            "X=Black O=White\n{labelled}----- Text Board -----\n  1 B4   2 C4\n"
        ));
        assert_eq!((led.0.stones().len(), led.1.len()), (0, 2));
        let on = read(&format!("{labelled}a1 e5"));
        assert_eq!((on.0.stones().len(), on.1.len()), (2, 2));
        let swapped = read(&format!("X=White O=Black\n{labelled}"));
        assert_eq!(swapped.0.stones()[0].1, Side::White);
        let wrong = parse(&format!("{labelled}b4 a1"), ReadOptions::default());
        let error = wrong.expect_err("a stone is missing").to_string();
        assert!(error.contains("move 2 below the picture"), "{error}");
    }

    #[test]
    fn moves_are_no_pictures() {
        for text in [
            "",
            "h8",
            "o8 o9",
            "h8 i9 j10",
            "b8",
            "7,7",
            "h8-i9",
            "--",
            "1. h8 i9\n2. j10 k11",
        ] {
            assert!(!is_picture(text), "{text}");
        }
    }

    #[test]
    fn a_picture_that_is_no_board_is_named() {
        for (text, expected) in [
            ("X O", "1 row of 2 cells"),
            ("....\n....\n....\n....", "4 rows of 4 cells"),
            (
                ".....\n....\n.....\n.....\n.....",
                "the row '....' has 4 cells",
            ),
            (
                ".....\n..z..\n.....\n.....\n.....",
                "'z' in the row '..z..'",
            ),
        ] {
            assert!(is_picture(text), "{text}");
            let error = parse(text, ReadOptions::default())
                .expect_err(text)
                .to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}

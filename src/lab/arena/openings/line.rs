//! Reads and writes openings of one line each.
//!
//! - Offset lines, the form of the official tournament: `dx,dy, dx,dy, ...` from the middle of the board, which is
//!   half the side, rounded down, counted from zero.
//! - Pos lines: `h8i9j10`, a letter for the column and the row number from one at the top, as other match tools
//!   write them.

use kagetsu_gomoku::geometry::{BoardSize, Point, Rows};
use kagetsu_kernel::quote;

/// Writes stones as an offset line for a board of this size, without a line end.
///
/// ```
/// use kagetsu_arena::openings::offset_line;
/// use kagetsu_gomoku::geometry::{BoardSize, Point};
/// let line = offset_line(&[Point::at(7, 7), Point::at(5, 8)], BoardSize::square(15)?);
/// assert_eq!(line, "0,0, -2,1");
/// # Ok::<(), kagetsu_gomoku::geometry::UnsupportedSize>(())
/// ```
pub fn offset_line(points: &[Point], size: BoardSize) -> String {
    let middle = size.centre();
    let offset = |point: &Point| {
        let dx = point.x() as i32 - middle.x() as i32;
        let dy = point.y() as i32 - middle.y() as i32;
        format!("{dx},{dy}")
    };
    points.iter().map(offset).collect::<Vec<_>>().join(", ")
}

/// Writes stones as a pos line, without a line end.
pub fn pos_line(points: &[Point]) -> String {
    Rows::FromTop.names(points, BoardSize::LARGEST, "")
}

/// The moves on a line of a file of openings, of whatever game. `None` if it is blank or a comment: `#` begins one anywhere,
/// `//` and `;` at the start of a line.
pub fn moves_on(line: &str) -> Option<&str> {
    let moves = line.split('#').next().unwrap_or_default().trim();
    let is_comment = ["//", ";"].iter().any(|sign| moves.starts_with(sign));
    (!moves.is_empty() && !is_comment).then_some(moves)
}

/// Reads a line in either format. A line that begins with a letter is a pos line.
pub(super) fn parse_line(line: &str, size: BoardSize) -> Result<Vec<Point>, String> {
    let line = line.trim();
    if line.starts_with(|first: char| first.is_ascii_alphabetic()) {
        let points = Rows::FromTop.parse_moves(line, size);
        points.map_err(|error| error.to_string())
    } else {
        parse_offsets(line, size)
    }
}

fn parse_offsets(line: &str, size: BoardSize) -> Result<Vec<Point>, String> {
    let number = |field: &str| {
        let field = field.trim();
        field.parse::<i32>().map_err(|_| {
            format!(
                "'{}' is not an offset: expected whole numbers dx,dy, dx,dy and so on",
                quote(field)
            )
        })
    };
    let numbers: Vec<i32> = line.split(',').map(number).collect::<Result<_, _>>()?;
    if !numbers.len().is_multiple_of(2) {
        let count = numbers.len();
        return Err(format!(
            "there are {count} numbers, but each stone needs two"
        ));
    }
    let middle = size.centre();
    let coordinate = |from: usize, offset: i32| {
        usize::try_from(i64::from(offset) + from as i64).unwrap_or(usize::MAX)
    };
    let stone = |pair: &[i32]| {
        let (dx, dy) = (pair[0], pair[1]);
        size.point(coordinate(middle.x(), dx), coordinate(middle.y(), dy))
            .ok_or_else(|| format!("the offset {dx},{dy} is off the {size} board"))
    };
    numbers.chunks_exact(2).map(stone).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Just, Strategy, prop, prop_assert_eq, proptest};

    use super::*;

    fn stones() -> impl Strategy<Value = (BoardSize, Vec<Point>)> {
        let range = BoardSize::MIN..=BoardSize::MAX;
        (range.clone(), range).prop_flat_map(|(width, height)| {
            let size = BoardSize::new(width, height).expect("both sides are in range");
            let point = (0..width, 0..height).prop_map(|(x, y)| Point::at(x, y));
            (Just(size), prop::collection::vec(point, 1..20))
        })
    }

    proptest! {
        #[test]
        fn both_forms_round_trip((size, points) in stones()) {
            prop_assert_eq!(parse_line(&pos_line(&points), size), Ok(points.clone()));
            let offsets = offset_line(&points, size);
            prop_assert_eq!(parse_line(&offsets, size), Ok(points.clone()));
            prop_assert_eq!(parse_line(&offsets.replace(' ', ""), size), Ok(points.clone()));
            prop_assert_eq!(parse_line(&offsets.replace(',', " ,\t"), size), Ok(points));
        }

        #[test]
        fn no_line_is_fatal(text in ".{0,60}", near in "[-0-9, a-p]{0,60}") {
            let size = BoardSize::square(15).expect("a legal size");
            let _ = parse_line(&text, size);
            let _ = parse_line(&near, size);
        }
    }

    #[test]
    fn comments_are_no_moves() {
        for line in ["", " # h8", "; h8", " // h8"] {
            assert_eq!(moves_on(line), None, "{line}");
        }
        assert_eq!(moves_on(" h8 i9 # the rest\r"), Some("h8 i9"));
    }

    #[test]
    fn bad_lines_are_refused() {
        let size = BoardSize::square(15).expect("a legal size");
        for (line, expected) in [
            ("1,2, 3", "3 numbers"),
            ("1,2,,3", "'' is not an offset"),
            ("1 2", "'1 2' is not an offset"),
            ("1,x", "'x' is not an offset"),
            ("1,2147483648", "'2147483648' is not an offset"),
            ("8,0", "the offset 8,0 is off the 15x15 board"),
            ("0,-8", "the offset 0,-8 is off the 15x15 board"),
            ("2147483647,-2147483648", "is off the 15x15 board"),
            ("h8z", "'z' is not a point"),
            ("h8 w3", "'w3' is not a point"),
        ] {
            let found = parse_line(line, size).expect_err(line);
            assert!(found.contains(expected), "{line}: {found}");
        }
    }
}

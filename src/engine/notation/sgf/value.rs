//! Values of properties: points, sizes, results and texts.

use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::geometry::{BoardSize, Point, Rows};
use kagetsu_kernel::quote;

use crate::record::GameResult;

use super::fault::SgfFault;

/// Largest side of boards on which `tt` is a pass.
const PASS_SIDE: usize = 19;
const PASS: &str = "tt";

/// A move: a point, or `None` for a pass. Points are two letters, and some programs write `h8` or `7,7`.
pub(super) fn step(text: &str, size: BoardSize) -> Result<Option<Point>, SgfFault> {
    let text = text.trim();
    let may_pass = size.width() <= PASS_SIDE && size.height() <= PASS_SIDE;
    if text.is_empty() || may_pass && text.eq_ignore_ascii_case(PASS) {
        return Ok(None);
    }
    point(text, size).map(Some)
}

/// A point of the board.
pub(super) fn point(text: &str, size: BoardSize) -> Result<Point, SgfFault> {
    let by_letters = || {
        let &[column, row] = text.trim().as_bytes() else {
            return None;
        };
        let number = |letter: u8| {
            letter
                .to_ascii_lowercase()
                .checked_sub(b'a')
                .map(usize::from)
        };
        size.point(number(column)?, number(row)?)
    };
    by_letters()
        .or_else(|| Rows::FromBottom.parse(text, size).ok())
        .ok_or_else(|| SgfFault::Point {
            text: quote(text),
            size,
        })
}

/// The points of one value of a list: a point, or a rectangle by two of its corners. An empty value holds none: the format has
/// no such list, and wants a value that is no legal one left out.
pub(super) fn points(text: &str, size: BoardSize) -> Result<Vec<Point>, SgfFault> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let Some((first, last)) = text.split_once(':') else {
        return Ok(vec![point(text, size)?]);
    };
    let (first, last) = (point(first, size)?, point(last, size)?);
    let range = |one: usize, other: usize| one.min(other)..=one.max(other);
    let rows = range(first.y(), last.y());
    let all = rows.flat_map(|y| range(first.x(), last.x()).map(move |x| Point::at(x, y)));
    Ok(all.collect())
}

/// The two letters of a point.
pub fn sgf_letters(point: Point) -> String {
    [point.x(), point.y()]
        .map(|number| (b'a' + number as u8) as char)
        .iter()
        .collect()
}

/// The side in `B`, `White` and the like.
pub(super) fn side(text: &str) -> Option<Side> {
    match text.trim().bytes().next()?.to_ascii_lowercase() {
        b'b' | b'1' => Some(Side::Black),
        b'w' | b'2' => Some(Side::White),
        _ => None,
    }
}

/// The size in `15`, `15:15` and `15x15`; nothing where the value is empty.
pub(super) fn size(text: &str) -> Result<Option<BoardSize>, SgfFault> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let bad = || SgfFault::BadSize(quote(text));
    let number = |text: &str| text.trim().parse::<usize>().map_err(|_| bad());
    let (width, height) = match text.split_once([':', 'x', 'X']) {
        Some((width, height)) => (number(width)?, number(height)?),
        None => (number(text)?, number(text)?),
    };
    Ok(Some(BoardSize::new(width, height)?))
}

/// The result in `B+`, `W+Resign`, `Black wins`, `Draw`, `0`, `B+Draw` and the like; nothing where it is not known.
pub(super) fn result(text: &str) -> Option<GameResult> {
    const DRAWS: [&str; 9] = [
        "draw", "0", "jigo", "1/2-1/2", "1/2", "½", "½-½", "tie", "remis",
    ];
    let text = text.trim().to_lowercase();
    let (winner, how) = text.split_once('+').unwrap_or((&text, ""));
    let winner = winner.trim();
    let by_name = |name: &str| winner == &name[..1] || winner.starts_with(name);
    if DRAWS.contains(&text.as_str()) || DRAWS[0] == how.trim() || winner == DRAWS[0] {
        Some(GameResult::Draw)
    } else if by_name("black") {
        Some(GameResult::Black)
    } else if by_name("white") {
        Some(GameResult::White)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(side: usize) -> BoardSize {
        BoardSize::square(side).expect("a legal size")
    }

    #[test]
    fn points_have_letters_or_the_names_of_boards() {
        let size = board(15);
        for (text, expected) in [
            ("hh", (7, 7)),
            ("ao", (0, 14)),
            ("HH", (7, 7)),
            (" hh ", (7, 7)),
            ("h8", (7, 7)),
            ("A15", (0, 0)),
            ("7,7", (7, 7)),
        ] {
            let found = point(text, size).map(|point| (point.x(), point.y()));
            assert_eq!(found, Ok(expected), "{text}");
        }
        for text in ["", "h", "zz", "hp", "h16", "hhh", "é", "h\\8"] {
            assert!(point(text, size).is_err(), "{text}");
        }
        assert_eq!(points("aa:cb", size).map(|all| all.len()), Ok(6));
        assert_eq!(points("cb:aa", size).map(|all| all.len()), Ok(6));
        assert_eq!(points(" ", size), Ok(Vec::new()));
        assert!(points(":", size).is_err());
    }

    #[test]
    fn tt_is_a_pass_on_boards_that_do_not_have_the_point() {
        assert_eq!(step("", board(20)), Ok(None));
        assert_eq!(step("tt", board(19)), Ok(None));
        assert_eq!(step("tt", board(15)), Ok(None));
        assert_eq!(step("tt", board(20)), Ok(Some(Point::at(19, 19))));
    }

    #[test]
    fn results_are_read_in_the_words_of_many_programs() {
        use GameResult::{Black, Draw, White};
        for (text, expected) in [
            ("B+", Some(Black)),
            ("B+Time", Some(Black)),
            ("b+resign", Some(Black)),
            ("Black+R", Some(Black)),
            ("Black wins", Some(Black)),
            ("W+F", Some(White)),
            ("w+1", Some(White)),
            ("white", Some(White)),
            ("B+Draw", Some(Draw)),
            ("W+draw", Some(Draw)),
            ("Draw", Some(Draw)),
            ("0", Some(Draw)),
            ("1/2-1/2", Some(Draw)),
            ("Void", None),
            ("?", None),
            ("", None),
            ("1-0", None),
            ("bye", None),
        ] {
            assert_eq!(result(text), expected, "{text}");
        }
    }

    #[test]
    fn sizes_are_read_as_numbers_and_pairs() {
        for text in ["15", "15:15", "15x15", " 15 "] {
            assert_eq!(size(text), Ok(Some(board(15))), "{text}");
        }
        assert_eq!(size(" "), Ok(None));
        assert!(size("4").is_err() && size("big").is_err() && size("15:").is_err());
    }
}

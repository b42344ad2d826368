//! Points as GTP writes them: a letter of the column, without I, and the row from the bottom.

use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_kernel::quote;

/// The letter that stands for no column, because it looks like the digit one.
const LEFT_OUT: u8 = b'I';

/// The name of a point of a board, such as `J8` for the ninth column.
///
/// ```
/// use kagetsu_gomoku::geometry::{BoardSize, Point};
/// use kagetsu_protocol::gtp::vertex;
/// let size = BoardSize::square(15)?;
/// assert_eq!(vertex::name(Point::at(7, 7), size), "H8");
/// assert_eq!(vertex::name(Point::at(8, 0), size), "J15");
/// assert_eq!(vertex::parse("j15", size), Ok(Point::at(8, 0)));
/// assert!(vertex::parse("i15", size).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn name(point: Point, size: BoardSize) -> String {
    let letter = b'A' + point.x() as u8;
    let letter = letter + u8::from(letter >= LEFT_OUT);
    let row = size.height().saturating_sub(point.y());
    format!("{}{row}", letter as char)
}

/// Reads the name of a point in letters of either case.
///
/// # Errors
/// What is wrong with the word.
pub fn parse(word: &str, size: BoardSize) -> Result<Point, String> {
    point(word, size).ok_or_else(|| {
        let corner = name(Point::at(size.width() - 1, 0), size);
        format!(
            "'{}' is not a point: expected A1 to {corner}, without the letter I",
            quote(word)
        )
    })
}

fn point(word: &str, size: BoardSize) -> Option<Point> {
    let (&letter, row) = word.as_bytes().split_first()?;
    let letter = letter.to_ascii_uppercase();
    if !letter.is_ascii_uppercase() || letter == LEFT_OUT || row.first() == Some(&b'+') {
        return None;
    }
    let row: usize = std::str::from_utf8(row).ok()?.parse().ok()?;
    let x = letter - b'A' - u8::from(letter > LEFT_OUT);
    size.point(usize::from(x), size.height().checked_sub(row)?)
}

/// The column letters of a picture in the letters of this protocol.
pub(super) fn columns(size: BoardSize) -> String {
    let names = (0..size.width()).map(|x| name(Point::at(x, 0), size));
    let letters: Vec<String> = names.map(|name| name[..1].to_string()).collect();
    format!(" {}", letters.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_comes_back_in_either_case() {
        let size = BoardSize::LARGEST;
        for point in size.points() {
            let name = name(point, size);
            assert!(!name.starts_with('I'), "{name}");
            assert_eq!(parse(&name, size), Ok(point));
            assert_eq!(parse(&name.to_lowercase(), size), Ok(point));
        }
    }

    #[test]
    fn other_words_are_quoted() {
        let size = BoardSize::square(15).expect("a usual size");
        for word in [
            "", "h", "8", "i9", "q1", "h0", "h16", "h-1", "h+1", "h8x", "hh8", "é8", "pass",
        ] {
            let error = parse(word, size).expect_err(word);
            assert!(error.starts_with(&format!("'{word}'")), "{error}");
            assert!(error.contains("A1 to P15"), "{error}");
        }
    }
}

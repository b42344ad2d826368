//! The file of a book: text of ASCII lines.
//!
//! ```text
//! kagetsu reversi book 1
//! 0000000810000000 0000001008000000 12 d3:+0 c4:+0 f5:+0 e6:+0
//! ...
//! checksum 811c9dc5
//! ```
//!
//! A line holds the discs of the side to move and of the other side (bit n, from the lowest, is square n, a1 b1 .. h8),
//! the depth of the searches, and every legal move with its score. The last line holds the FNV-1a checksum of all
//! bytes before it.

use std::fmt::Write;

use super::entries::{Book, Entry};
use crate::board::{Board, Square};
use kagetsu_siblings::kept_file::checksum;

const HEADING: &str = "kagetsu reversi book 1";
const CHECKSUM: &str = "checksum ";
const HEX: u32 = 16;

/// The text of a book.
pub(crate) fn text(book: &Book) -> String {
    let mut text = format!("{HEADING}\n");
    // Writing to a string cannot fail.
    for (board, entry) in book.iter() {
        let (own, other) = (board.own(), board.other());
        let _ = write!(text, "{own:016x} {other:016x} {}", entry.depth);
        for (square, score) in &entry.moves {
            let _ = write!(text, " {square}:{score:+}");
        }
        text.push('\n');
    }
    let sum = checksum(text.as_bytes());
    let _ = writeln!(text, "{CHECKSUM}{sum:08x}");
    text
}

/// Reads the text of a book.
///
/// # Errors
/// If the text is no book, a damaged one, or holds moves that are not legal.
pub(crate) fn read(text: &str) -> Result<Book, String> {
    if text.lines().next() != Some(HEADING) {
        return Err(format!(
            "this is no Reversi book: it does not begin with `{HEADING}`"
        ));
    }
    let at = text.rfind(CHECKSUM).unwrap_or(text.len());
    let (body, end) = text.split_at(at);
    let sum = checksum(body.as_bytes());
    if end != format!("{CHECKSUM}{sum:08x}\n") {
        return Err(format!(
            "the book is damaged: its checksum is not {sum:08x}"
        ));
    }
    let mut book = Book::default();
    for (index, line) in body.lines().enumerate().skip(1) {
        let entry = parse(line).filter(|(board, entry)| book.insert(*board, entry.clone()));
        entry.ok_or_else(|| {
            format!(
                "line {}: this is no position with its legal moves",
                index + 1
            )
        })?;
    }
    Ok(book)
}

fn parse(line: &str) -> Option<(Board, Entry)> {
    let mut words = line.split(' ');
    let own = u64::from_str_radix(words.next()?, HEX).ok()?;
    let other = u64::from_str_radix(words.next()?, HEX).ok()?;
    let depth = words.next()?.parse().ok()?;
    let moves = words
        .map(|word| {
            let (square, score) = word.split_once(':')?;
            Some((square.parse::<Square>().ok()?, score.parse().ok()?))
        })
        .collect::<Option<Vec<_>>>()?;
    Some((Board::new(own, other).ok()?, Entry { depth, moves }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{canonical, squares_of};

    fn some() -> Book {
        let mut book = Book::default();
        let after = Board::START.play("f5".parse().unwrap()).unwrap();
        for board in [Board::START, after] {
            let (board, _) = canonical(board);
            let moves = squares_of(board.moves()).zip([-64, 0, 3, 64]).collect();
            assert!(book.insert(board, Entry { depth: 3, moves }));
        }
        book
    }

    #[test]
    fn a_book_is_read_as_it_was_written() {
        assert_eq!(read(&text(&some())), Ok(some()));
        assert_eq!(read(&text(&Book::default())), Ok(Book::default()));
    }

    #[test]
    fn damaged_books_are_refused() {
        let good = text(&some());
        for other in ["", &good.replace("book 1", "book 2")] {
            assert!(read(other).unwrap_err().contains("no Reversi book"));
        }
        let resealed = |body: &str| {
            let sum = checksum(body.as_bytes());
            read(&format!("{body}{CHECKSUM}{sum:08x}\n"))
        };
        let body = good.split(CHECKSUM).next().unwrap();
        assert_eq!(resealed(body), Ok(some()));
        for damaged in [
            good.replace(":+3", ":+4"),
            good[..good.len() / 2].to_owned(),
            format!("{good} "),
        ] {
            assert!(read(&damaged).unwrap_err().contains("checksum is not"));
        }
        for wrong in [
            body.replace(":+3", ":+65"),
            body.replace(" 3 ", " 3 a1:+0 "),
            body.replace(" 3 ", " x "),
            format!("{body}\n"),
        ] {
            assert!(resealed(&wrong).unwrap_err().starts_with("line "));
        }
    }
}

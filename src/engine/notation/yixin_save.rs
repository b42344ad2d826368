//! Games in Yixin-Board's format, `*.sav`: numbers, one or two to a line. First the rows and the columns of the board, then
//! the number of moves, then row and column of each move, from zero at the top left. The rule and the players are not in it.

use kagetsu_gomoku::geometry::{BoardSize, Point};

/// True if the text begins as a game in this format: with three lines that hold a number each.
pub(crate) fn is_yixin_save(text: &str) -> bool {
    head(text).is_some()
}

/// The first three lines.
fn head(text: &str) -> Option<[usize; 3]> {
    let mut lines = text.lines().map(|line| line.trim().parse().ok());
    let mut number = || lines.next().flatten();
    Some([number()?, number()?, number()?])
}

/// Reads the board and the moves of a game, which are on the board, but may be illegal.
///
/// # Errors
/// What is wrong with the text.
pub(crate) fn read_yixin_save(text: &str) -> Result<(BoardSize, Vec<Point>), String> {
    let [height, width, count] = head(text).ok_or(
        "a game of Yixin-Board begins with the rows, the columns and the number of moves, a line each",
    )?;
    let size = BoardSize::new(width, height).map_err(|error| error.to_string())?;
    let mut numbers = text.split_whitespace().skip(3);
    let mut moves = Vec::new();
    for number in 1..=count {
        let mut coordinate = || numbers.next()?.parse().ok();
        let (row, column) = (coordinate(), coordinate());
        let point = row.zip(column).and_then(|(y, x)| size.point(x, y));
        moves.push(point.ok_or_else(|| {
            format!("move {number} is not the row and the column of a point of the {size} board, from zero")
        })?);
    }
    match numbers.next() {
        None => Ok((size, moves)),
        Some(_) => Err(format!(
            "there are more than the {count} moves that the third line says"
        )),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::proptest;

    use super::*;

    #[test]
    fn rows_come_before_columns() {
        let text = "10\r\n12\r\n3\r\n0 11\r\n9 0\r\n4 5\r\n";
        let (size, moves) = read_yixin_save(text).expect("a game");
        assert_eq!(size.to_string(), "12x10");
        assert_eq!(moves, [Point::at(11, 0), Point::at(0, 9), Point::at(5, 4)]);
        let (_, moves) = read_yixin_save("15\n15\n0\n").expect("a game without moves");
        assert!(moves.is_empty());
    }

    #[test]
    fn bad_games_say_what_is_wrong() {
        for (text, expected) in [
            ("", "begins with"),
            ("15\n15", "begins with"),
            ("15 15\n0\n", "begins with"),
            ("15\n4\n0\n", "board size 4x15"),
            ("15\n15\n1\n", "move 1 is not"),
            ("15\n15\n2\n7 7\n7 15\n", "move 2 is not"),
            ("15\n15\n1\n7 -1\n", "move 1 is not"),
            ("15\n15\n1\n7 7\n8 8\n", "more than the 1 moves"),
        ] {
            let error = read_yixin_save(text).expect_err(text);
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    proptest! {
        #[test]
        fn no_text_is_fatal(text in "(?s).{0,40}", near in "[0-9 \n-]{0,60}") {
            let _ = read_yixin_save(&text);
            let _ = read_yixin_save(&format!("15\n15\n3\n{near}"));
            let _ = read_yixin_save(&format!("9\n9\n{}\n{near}", usize::MAX));
        }
    }
}

//! Games in the format of Gomotur, `*.rec`, that Piskvork writes as well: the names of the first and the second player, a
//! line `x,y,ms` for each move with both coordinates from zero at the top left, and a code. The size of the board and the
//! rule are not in it.

use kagetsu_gomoku::geometry::{BoardSize, Point};

/// Side of the board of the tournaments that the format is for.
const DEFAULT_SIDE: usize = 20;
/// What is said of a text that is something else.
const NO_HEAD: &str = "a game of Gomotur begins with two names and a move x,y,ms, a line each";

/// A game that was read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GomoturGame {
    /// The board.
    pub size: BoardSize,
    /// The moves. They are on the board, but may be illegal.
    pub moves: Vec<Point>,
    /// Names of the first and the second player.
    pub names: [String; 2],
}

/// True if the text begins as a game in this format: a move follows on two lines that are none.
pub(crate) fn is_gomotur(text: &str) -> bool {
    let mut lines = text.lines().map(|line| numbers(line).is_some());
    let mut is_move = || lines.next();
    [is_move(), is_move(), is_move()] == [Some(false), Some(false), Some(true)]
        && !text.trim_start().starts_with('#')
}

/// The numbers of a move.
fn numbers(line: &str) -> Option<[i64; 3]> {
    let mut fields = line.split(',').map(|field| field.trim().parse().ok());
    let mut number = || fields.next().flatten();
    let found = [number()?, number()?, number()?];
    fields.next().is_none().then_some(found)
}

/// Reads a game. Without a size the board is 20x20.
///
/// # Errors
/// What is wrong with the text.
pub(crate) fn read_gomotur(text: &str, size: Option<BoardSize>) -> Result<GomoturGame, String> {
    if !is_gomotur(text) {
        return Err(NO_HEAD.to_string());
    }
    let size = size
        .or_else(|| BoardSize::square(DEFAULT_SIDE).ok())
        .ok_or(NO_HEAD)?;
    let mut lines = (1_usize..).zip(text.lines());
    let mut name = || lines.next().map_or("", |(_, name)| name).trim().to_string();
    let names = [name(), name()];
    let mut moves = Vec::new();
    for (line, text) in lines.by_ref() {
        // The moves end with a code.
        if !text.contains(',') {
            break;
        }
        let point = numbers(text).and_then(|[x, y, _]| {
            let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
            size.point(x, y)
        });
        moves.push(point.ok_or_else(|| {
            format!("line {line} is not a move x,y,ms of the {size} board with x and y from zero")
        })?);
    }
    let behind: Vec<&str> = lines.map(|(_, text)| text).collect();
    if behind.windows(3).any(|lines| is_gomotur(&lines.join("\n"))) {
        return Err("a second game follows: a file holds one".to_string());
    }
    Ok(GomoturGame { size, moves, names })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::proptest;

    use super::*;

    #[test]
    fn names_and_moves_are_read_up_to_the_code() {
        let game = read_gomotur("A\r\nB b\r\n0,19,0\r\n19,0,1500\r\n-1\r\n", None).expect("a game");
        assert_eq!(game.size.to_string(), "20x20");
        assert_eq!(game.moves, [Point::at(0, 19), Point::at(19, 0)]);
        assert_eq!(game.names, ["A", "B b"]);
        let small = BoardSize::square(15).ok();
        assert!(read_gomotur("A\nB\n14,14,0\n", small).is_ok());
    }

    #[test]
    fn bad_games_say_what_is_wrong() {
        for (text, expected) in [
            ("", "begins with"),
            ("A\n7,7,0\n8,8,0\n", "begins with"),
            ("A\nB\n", "begins with"),
            ("A\nB\n7,7\n", "begins with"),
            ("# A\nB\n7,7,0\n", "begins with"),
            ("A\nB\n20,7,0\n", "line 3 is not a move"),
            ("A\nB\n2,7,0\n-1\nA\nB\n2,7,0\n-1\n", "second game"),
            ("A\nB\n7,7,0\n7,-1,0\n", "line 4 is not a move"),
            ("A\nB\n7,7,0\n7,8,0,0\n", "line 4 is not a move"),
        ] {
            let error = read_gomotur(text, None).expect_err(text);
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    proptest! {
        #[test]
        fn no_text_is_fatal(text in "(?s).{0,40}", near in "[0-9,\n-]{0,60}") {
            let _ = read_gomotur(&text, None);
            let _ = read_gomotur(&format!("A\nB\n{near}"), None);
        }
    }
}

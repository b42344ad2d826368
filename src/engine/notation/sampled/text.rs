//! The form of text, `*.csv`: a sample a line, as `position,move,result`. Points are a letter for the column and the row
//! from one **at the top**. Neither size nor rule are in it.

use std::error::Error;

use super::game::{SampledGame, joined, result};
use kagetsu_gomoku::geometry::{BoardSize, Rows};

/// What is said of a line that has another form.
const NO_SAMPLE: &str = "a sample is position,move,result with the result 0, 1 or 2";

/// The three fields of a line, and the code of the result.
fn fields(line: &str) -> Option<(&str, &str, usize)> {
    let mut fields = line.trim().split(',');
    let (position, played, code) = (fields.next()?, fields.next()?, fields.next()?);
    let is_moves = |text: &str| text.bytes().all(|sign| sign.is_ascii_alphanumeric());
    let begins_well = played.starts_with(|sign: char| sign.is_ascii_lowercase());
    let code = code.parse().ok()?;
    let is_sample = fields.next().is_none() && is_moves(position) && is_moves(played);
    (is_sample && begins_well).then_some((position, played, code))
}

/// True if the first line is a sample.
pub(crate) fn is_sample_text(text: &str) -> bool {
    text.lines()
        .find(|line| !line.trim().is_empty())
        .is_some_and(|line| fields(line).is_some())
}

/// Reads the games of a file for a board of this size.
///
/// # Errors
/// The first line that is no sample, and what is wrong with it.
pub(crate) fn read_sample_text(text: &str, size: BoardSize) -> Result<Vec<SampledGame>, String> {
    let lines = (1_usize..).zip(text.lines());
    let samples = lines
        .filter(|(_, text)| !text.trim().is_empty())
        .map(|(line, text)| sample(text, size).map_err(|fault| format!("line {line}: {fault}")));
    Ok(joined(samples.collect::<Result<Vec<_>, _>>()?).collect())
}

fn sample(line: &str, size: BoardSize) -> Result<SampledGame, Box<dyn Error>> {
    let (position, played, code) = fields(line).ok_or(NO_SAMPLE)?;
    let mut moves = Rows::FromTop.parse_moves(position, size)?;
    let result = result(code, moves.len()).ok_or(NO_SAMPLE)?;
    moves.push(Rows::FromTop.parse(played, size)?);
    Ok(SampledGame {
        size,
        rule: None,
        moves,
        result,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::proptest;

    use super::*;
    use crate::record::GameResult;
    use kagetsu_gomoku::geometry::Point;

    fn read(text: &str) -> Result<Vec<SampledGame>, String> {
        let size = BoardSize::square(15).expect("a legal size");
        read_sample_text(text, size)
    }

    #[test]
    fn rows_are_counted_from_the_top() {
        let text = ",h8,2\nh8,i7,0\nh8i7,j15,2\na1,b1,1\n";
        assert!(is_sample_text(text));
        let games = read(text).expect("samples");
        let moves = [Point::at(7, 7), Point::at(8, 6), Point::at(9, 14)];
        assert_eq!((games.len(), games[0].moves.as_slice()), (2, &moves[..]));
        assert_eq!(games[0].result, GameResult::Black);
        assert_eq!(games[1].result, GameResult::Draw);
    }

    #[test]
    fn bad_lines_are_named() {
        for (text, expected) in [
            ("h8,i9,2\nh8\n", "line 2: a sample is"),
            ("h8,i9,3\n", "line 1: a sample is"),
            ("h8,p9,1\n", "line 1: 'p9' is not a point"),
            ("h8z,a9,1\n", "line 1: 'z' is not a point"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(expected), "{text}: {error}");
        }
        for text in ["", "h8i9\n", "7,7,1\n", "h8,i9\n", "A,B,C\n"] {
            assert!(!is_sample_text(text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_is_fatal(text in "(?s).{0,40}", near in "[a-z0-9,\n]{0,60}") {
            let _ = read(&text);
            let _ = read(&near);
        }
    }
}

//! A position as the page writes it: the rule, the size, stones that were set, and the moves, such as
//! `renju 15 black:h8,i9 white:j10 to-move:white h8 pass`.

use kagetsu_gomoku::board::{Position, Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, ParseSizeError, Point};
use kagetsu_kernel::quote;

use crate::read_options::ReadOptions;

use super::error::{PositionTextError, at};
use super::move_list;

const TO_MOVE: &str = "to-move";

/// Does the text begin with the name of a rule, and not with its number?
pub(crate) fn is_page_line(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let rule = words.next().is_some_and(|word| {
        word.parse::<Rule>().is_ok() && word.starts_with(|sign: char| sign.is_ascii_alphabetic())
    });
    rule && words.all(str::is_ascii)
}

/// Reads such a line. The size may be missing.
pub(crate) fn parse(
    text: &str,
    options: ReadOptions,
) -> Result<(Position, Vec<Option<Point>>), PositionTextError> {
    let wrong = |word: &str| PositionTextError::PageWord(quote(word));
    let mut words = text.split_whitespace().peekable();
    let rule = words.next().unwrap_or_default();
    let rule: Rule = rule.parse().map_err(|_| wrong(rule))?;
    let board = words.next_if(|word| {
        word.starts_with(|sign: char| sign.is_ascii_digit()) && !word.contains(',')
    });
    let board = match board {
        Some(word) => Some(word.parse::<BoardSize>().map_err(|error| match error {
            ParseSizeError::Form(_) => wrong(word),
            ParseSizeError::Unsupported(size) => size.into(),
        })?),
        None => None,
    };
    let options = ReadOptions {
        rule: Some(rule),
        size: board.or(options.size),
        ..options
    };
    let mut start = options.empty_board();
    let (mut to_move, mut moves) = (None, Vec::new());
    for word in words {
        match word.split_once(':') {
            Some((TO_MOVE, side)) => to_move = Some(side.parse().map_err(|_| wrong(word))?),
            Some((side, names)) => {
                let side: Side = side.parse().map_err(|_| wrong(word))?;
                for name in names.split(',') {
                    let point = options.rows.parse(name, start.size())?;
                    start.place(point, side).map_err(at(word))?;
                }
            }
            None => moves.push(word),
        }
    }
    start.set_side_to_move(to_move.unwrap_or(Side::Black));
    let steps = move_list::read(&moves.join(" "), options.rows, start.size())?;
    Ok((start, steps))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_size_stones_and_moves_are_read() {
        let read = |text: &str| parse(text, ReadOptions::default());
        let (start, steps) = read("renju 15 h8 i9 pass").expect("a position");
        assert_eq!((start.rule(), steps.len()), (Rule::Renju, 3));
        let text = "caro 20x15 black:h8,i9 white:j10 to-move:white a1";
        let (start, steps) = read(text).expect("a position");
        assert_eq!(start.size().to_string(), "20x15");
        assert_eq!(
            (start.stones().len(), start.side_to_move()),
            (3, Side::White)
        );
        assert_eq!(steps.len(), 1);
        assert!(
            is_page_line(text)
                && is_page_line("freestyle")
                && !is_page_line("h8 i9")
                && !is_page_line("4 15 h8")
        );
        for text in [
            "renju 4",
            "renju 15 green:h8",
            "renju 15 to-move:me",
            "renju 15 h99",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}

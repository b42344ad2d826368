//! Turns as people write them. A point is read as `j10` (column from the left, row from the bottom, as on the page and in the
//! terminal), as `JJ` (column and row from the top left, as match platforms and Cloudict write it) and as `9,9` (counted
//! from zero, as in the Gomocup protocol). It is written as `j10`.

use kagetsu_kernel::quote;

use super::game::Game;
use super::geometry::{Cell, SIZE};
use super::turn::{NO_CELL, Turn, letter};

/// How a point is written.
const POINT_FORM: &str = "write j10 (a to s from the left, 1 to 19 from the bottom) or JJ (A to S from the left, A to S from \
    the top)";

/// Signs between points beside blanks.
const SEPARATORS: [char; 8] = [',', ';', '-', '+', '/', '|', '(', ')'];

/// Plays the turns of a text from the empty board: points one after the other, the first alone, then two and two. Blanks,
/// commas and other separators, numbers such as `2.` and a missing second stone (`@@`) may stand between them.
///
/// # Errors
/// What is wrong: a word is no point, the last turn has one stone, or the rules refuse a turn.
pub fn read_game(text: &str) -> Result<Game, String> {
    let mut game = Game::new();
    let mut rest = text;
    let mut open: Option<Cell> = None;
    loop {
        let turn = game.turns().len() + 1;
        let next = next_cell(rest).map_err(|wrong| {
            let word = quoted(text, wrong);
            format!("turn {turn}: {word} is no point of the 19x19 board: {POINT_FORM}")
        })?;
        let Some((cell, after)) = next else {
            break;
        };
        rest = after;
        let made = match (open.take(), turn) {
            (None, 1) => Turn::One(cell),
            (None, _) => {
                open = Some(cell);
                continue;
            }
            (Some(first), _) => Turn::pair(first, cell).ok_or_else(|| {
                let cell = cell.name();
                format!("turn {turn} has '{cell}' twice: its stones lie on two points")
            })?,
        };
        game.play(made)
            .map_err(|error| format!("turn {turn}: {error}"))?;
    }
    match open {
        Some(cell) => Err(format!(
            "turn {} has one stone, '{}': every turn but the first has two",
            game.turns().len() + 1,
            cell.name()
        )),
        None => Ok(game),
    }
}

/// The piece of a text that is no point, where the text goes on with `rest`, and the word that it is part of.
fn quoted(text: &str, rest: &str) -> String {
    let at = text.len() - rest.len();
    let begin = text[..at].rfind(char::is_whitespace).map_or(0, |blank| {
        blank + text[blank..].chars().next().map_or(0, char::len_utf8)
    });
    let [piece, word] = [rest, &text[begin..]]
        .map(|text| text.split(char::is_whitespace).next().unwrap_or_default());
    if piece == word {
        format!("'{}'", quote(piece))
    } else {
        format!("'{}' in '{}'", quote(piece), quote(word))
    }
}

/// Cuts the next point off a text; nothing at its end. The error is the text that begins with no point.
fn next_cell(text: &str) -> Result<Option<(Cell, &str)>, &str> {
    let text = skip(text);
    if text.is_empty() {
        return Ok(None);
    }
    let read = read_letters(text).or_else(|| read_numbers(text));
    read.map(Some).ok_or(text)
}

/// Skips what may stand between points.
fn skip(text: &str) -> &str {
    let mut text = text;
    loop {
        text = text
            .trim_start_matches(|sign: char| sign.is_whitespace() || SEPARATORS.contains(&sign));
        if let Some(rest) = text.strip_prefix(NO_CELL) {
            text = rest;
            continue;
        }
        let after = text.trim_start_matches(|sign: char| sign.is_ascii_digit());
        match after.chars().next() {
            Some(sign)
                if after.len() < text.len() && (sign.is_whitespace() || ".):".contains(sign)) =>
            {
                text = &after[sign.len_utf8()..];
            }
            _ => return text,
        }
    }
}

/// Reads `j10` or `JJ`.
fn read_letters(text: &str) -> Option<(Cell, &str)> {
    let mut signs = text.chars();
    let column = letter(signs.next()?)?;
    let rest = signs.as_str();
    let (digits, after) = split_digits(rest);
    if !digits.is_empty() {
        let row = SIZE.checked_sub(digits.parse().ok()?)?;
        return Cell::at(column, row).map(|cell| (cell, after));
    }
    let row = letter(signs.next()?)?;
    Cell::at(column, row).map(|cell| (cell, signs.as_str()))
}

/// Reads `9,9`.
fn read_numbers(text: &str) -> Option<(Cell, &str)> {
    let (column, rest) = split_digits(text);
    let (row, rest) = split_digits(rest.strip_prefix(',')?);
    Cell::at(column.parse().ok()?, row.parse().ok()?).map(|cell| (cell, rest))
}

fn split_digits(text: &str) -> (&str, &str) {
    let end = text.find(|sign: char| !sign.is_ascii_digit());
    text.split_at(end.unwrap_or(text.len()))
}

/// The turns as [`read_game`] reads them, with a blank between two turns.
pub(crate) fn write_turns(turns: &[Turn]) -> String {
    let names: Vec<String> = turns.iter().map(|turn| turn.name()).collect();
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn error(text: &str) -> String {
        read_game(text).expect_err("it is wrong")
    }

    #[test]
    fn every_writing_of_a_turn_is_read_and_one_is_written() {
        for text in [
            "j10 i11k9",
            "J10 I11 K9",
            "j10, i11, k9",
            "j10i11k9",
            "JJ IIKK",
            "jj ii kk",
            "JJIIKK",
            "JJ@@ KKII",
            "1. j10 2. i11 k9",
            "1) JJ\\n2) II-KK\\n",
            "1 j10 2 i11+k9",
            "9,9 8,8 10,10",
            "j10 (i11 k9)",
        ] {
            let text = text.replace("\\n", "\n");
            let game = read_game(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(write_turns(game.turns()), "j10 i11k9", "{text}");
        }
        assert!(read_game(" \n").expect("an empty board").turns().is_empty());
    }

    #[test]
    fn what_is_wrong_with_a_turn_is_told() {
        for (text, part) in [
            (
                "j20",
                "turn 1: 'j20' is no point of the 19x19 board: write j10",
            ),
            ("j0", "turn 1: 'j0'"),
            ("t5", "turn 1: 't5'"),
            ("j10 i11 JT", "turn 2: 'JT'"),
            ("j10 i11", "turn 2 has one stone, 'i11'"),
            ("j10 i11 i11", "turn 2 has 'i11' twice"),
            ("j10 j10 k9", "turn 2: j10 is not empty"),
            ("h8 é", "turn 2: 'é'"),
            ("hello", "turn 2: 'o' in 'hello' is no point"),
            ("j10 i11z9 k9", "turn 2: 'z9' in 'i11z9' is no point"),
            ("19,0", "turn 1: '19,0'"),
            ("9", "turn 1: '9'"),
        ] {
            assert!(error(text).starts_with(part), "{text}: {}", error(text));
        }
        let won = "a1 a2b2 b1c1 c2d2 d1e1 e2f3 f1g1 h8h9";
        assert!(
            error(won).contains("comes after the end of the game"),
            "{}",
            error(won)
        );
    }

    #[test]
    fn any_number_of_move_numbers_and_missing_stones_is_skipped() {
        let text = "1. ".repeat(1_000_000) + &"@@".repeat(1_000_000) + "j10";
        assert_eq!(read_game(&text).expect("a stone").turns().len(), 1);
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,40}") {
            let _ = read_game(&text);
        }

        #[test]
        fn every_point_comes_back(index in 0..361_usize) {
            let cell = Cell::from_index(index).expect("a point");
            let played = |text: &str| read_game(text).map(|game| game.turns().to_vec());
            prop_assert_eq!(played(&cell.name()), Ok(vec![Turn::One(cell)]));
            prop_assert_eq!(played(&cell.to_string()), Ok(vec![Turn::One(cell)]));
        }
    }
}

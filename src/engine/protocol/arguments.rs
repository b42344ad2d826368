//! The arguments of commands beyond those of the base protocol.

use kagetsu_gomoku::board::Side;
use kagetsu_kernel::gomocup::{parse_number, parse_pair, split_verb};

use super::command::{Command, Pair};
use super::database_request::DatabaseRequest;

/// Largest score that can be asked for, beyond all that an evaluation says.
const MOST_BIAS: i64 = 100_000;

/// A number of best moves. One if it cannot be read.
pub(super) fn parse_count(arguments: &str) -> usize {
    arguments
        .split_whitespace()
        .next()
        .and_then(parse_number)
        .and_then(|number| usize::try_from(number).ok())
        .map_or(1, |number| number.max(1))
}

/// A score in units of the evaluation. Zero if it cannot be read.
pub(super) fn parse_bias(arguments: &str) -> i32 {
    let number = arguments.split_whitespace().next().and_then(parse_number);
    let clamped = number.unwrap_or(0).clamp(-MOST_BIAS, MOST_BIAS);
    i32::try_from(clamped).unwrap_or(0)
}

/// What is set in a database: mask, label, value and depth. The list may follow on the same line.
pub(super) fn parse_edit(arguments: &str) -> Option<(DatabaseRequest, &str)> {
    let mut rest = arguments;
    let mut number = || {
        let (word, after) = split_verb(rest);
        rest = after;
        parse_number(&word)
    };
    let request = DatabaseRequest::Edit {
        mask: number()?,
        label: number()?,
        value: number()?,
        depth: number()?,
    };
    Some((request, rest))
}

/// A point and the text that labels it.
pub(super) fn parse_label(arguments: &str) -> Option<DatabaseRequest> {
    let (point, text) = arguments
        .split_once(char::is_whitespace)
        .unwrap_or((arguments, ""));
    let text = text.trim().to_string();
    Some(DatabaseRequest::LabelPoint(parse_pair(point)?, text))
}

/// The words before a list on the same line, in upper case, and the list, which may be empty.
pub(super) fn words_and_points(arguments: &str) -> (String, &str) {
    let list = arguments
        .split_whitespace()
        .find(|word| word.contains(',') || word.eq_ignore_ascii_case("DONE"))
        .and_then(|word| arguments.find(word));
    let (words, rest) = arguments.split_at(list.unwrap_or(arguments.len()));
    (words.trim().to_ascii_uppercase(), rest)
}

/// The arguments of `YXFORBID`: `add` or `del`, a point, and a side, 0 for Black and 1 for White.
pub(super) fn parse_forbid(arguments: &str) -> Option<Command> {
    let words: Vec<&str> = arguments
        .split([',', ' '])
        .filter(|word| !word.is_empty())
        .collect();
    let [change, first, second, side] = words[..] else {
        return None;
    };
    Some(Command::Forbid {
        is_forbidden: match change.to_ascii_lowercase().as_str() {
            "add" => true,
            "del" => false,
            _ => return None,
        },
        pair: Pair {
            first: parse_number(first)?,
            second: parse_number(second)?,
        },
        side: match side {
            "0" => Side::Black,
            "1" => Side::White,
            _ => return None,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forbidden_point_has_a_change_a_point_and_a_side() {
        assert_eq!(
            parse_forbid("add 7 8 1"),
            Some(Command::Forbid {
                is_forbidden: true,
                pair: Pair {
                    first: 7,
                    second: 8
                },
                side: Side::White,
            })
        );
        for text in [
            "",
            "add",
            "add 7 8",
            "add 7 8 2",
            "put 7 8 0",
            "add x 8 0",
            "add 7 8 0 0",
        ] {
            assert_eq!(parse_forbid(text), None, "{text}");
        }
    }
}

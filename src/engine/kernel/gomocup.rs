//! The words of the Gomocup protocol that do not depend on a game: numbers, pairs, the entries of a block, and the text of
//! answers. Every engine that speaks the protocol reads and writes them here.

use std::fmt;
use std::num::IntErrorKind;
use std::time::Duration;

use super::Side;

/// From this value on, in milliseconds, the time left means no limit: managers send 2147483647, and one of them counts down
/// from it.
pub const UNLIMITED_LEFT: i64 = 2_000_000_000;
/// Largest number of entries of a block that are kept: twice the number of points of a board of 22 by 22.
pub const MAX_ENTRIES: usize = 968;
/// Largest number of characters of unreadable text that an answer quotes.
const MAX_ECHO: usize = 40;
/// Largest number of characters of free text that are sent: managers copy lines through small buffers.
const MAX_TEXT: usize = 900;

/// Two numbers as they were sent. They may lie outside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The number before the comma: a point's column, or a board's width.
    pub first: i64,
    /// The number after the comma: a point's row, or a board's height.
    pub second: i64,
}

impl Pair {
    /// The pair that stands for a turn without a stone.
    pub const PASS: Self = Self {
        first: -1,
        second: -1,
    };
}

/// The owner of a cell, by the third number of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellOwner {
    /// 1: a stone of the engine.
    Own,
    /// 2: a stone of its opponent.
    Opponent,
    /// 3: a blocked cell.
    Nobody,
}

/// One entry of a block: a point and its contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockEntry {
    /// The point.
    pub pair: Pair,
    /// The owner of the point, if the entry names one.
    pub owner: Option<CellOwner>,
}

/// What the entries of a block look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryForm {
    /// A point and its owner.
    Owned,
    /// A point. An owner is read, too.
    Point,
}

impl EntryForm {
    /// What is said of a text that is none of its entries.
    fn fault(self, token: &str) -> String {
        let expected = match self {
            Self::Owned => "x,y,1 or x,y,2 or x,y,3",
            Self::Point => "x,y",
        };
        format!("'{}' is no entry: expected {expected}", echo(token))
    }
}

/// The entries between a block command and `DONE`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardBlock {
    /// The readable entries, in order.
    pub entries: Vec<BlockEntry>,
    /// What is wrong with the first entry that could not be read, or was one too many.
    pub fault: Option<String>,
}

impl BoardBlock {
    /// Reads the entries of a line. True if `DONE` completes the block.
    ///
    /// ```
    /// use kagetsu_kernel::gomocup::{BoardBlock, EntryForm};
    /// let mut block = BoardBlock::default();
    /// assert!(!block.read("7,7,1  8, 7, 2", EntryForm::Owned));
    /// assert!(block.read("east DONE", EntryForm::Owned));
    /// assert_eq!(block.entries.len(), 2);
    /// assert!(block.fault.is_some_and(|fault| fault.starts_with("'east' is no entry")));
    /// ```
    pub fn read(&mut self, text: &str, form: EntryForm) -> bool {
        for token in join_commas(text).split_whitespace() {
            if token.eq_ignore_ascii_case("DONE") {
                return true;
            }
            let entry = parse_entry(token)
                .filter(|entry| entry.owner.is_some() || form == EntryForm::Point);
            match entry {
                Some(entry) if self.entries.len() < MAX_ENTRIES => self.entries.push(entry),
                _ if self.fault.is_some() => {}
                Some(_) => {
                    self.fault = Some(format!("a block has at most {MAX_ENTRIES} entries"));
                }
                None => self.fault = Some(form.fault(token)),
            }
        }
        false
    }
}

/// The engine's side, which is the side to move. It follows from the numbers of turns if these are possible in a game.
/// Otherwise the owner of the first listed stone is Black.
pub fn own_side(owners: impl Iterator<Item = CellOwner>) -> Side {
    let stones: Vec<CellOwner> = owners.filter(|&owner| owner != CellOwner::Nobody).collect();
    let own = stones
        .iter()
        .filter(|&&owner| owner == CellOwner::Own)
        .count();
    let opponent = stones.len() - own;
    if own == opponent {
        Side::Black
    } else if own + 1 == opponent || stones.first() == Some(&CellOwner::Opponent) {
        Side::White
    } else {
        Side::Black
    }
}

/// Two numbers, with or without a third.
fn parse_entry(token: &str) -> Option<BlockEntry> {
    let mut numbers = token.split(',').map(parse_number);
    let pair = Pair {
        first: numbers.next()??,
        second: numbers.next()??,
    };
    let owner = match numbers.next() {
        Some(None) => return None,
        Some(Some(1)) => Some(CellOwner::Own),
        Some(Some(2)) => Some(CellOwner::Opponent),
        Some(Some(3)) => Some(CellOwner::Nobody),
        Some(Some(_)) | None => None,
    };
    numbers
        .next()
        .is_none()
        .then_some(BlockEntry { pair, owner })
}

/// The text of a line, without control bytes and byte order marks, with tabs as blanks, and trimmed.
pub fn clean(bytes: &[u8]) -> String {
    const BYTE_ORDER_MARK: char = '\u{feff}';
    let text: String = String::from_utf8_lossy(bytes)
        .chars()
        .map(|symbol| if symbol == '\t' { ' ' } else { symbol })
        .filter(|&symbol| !symbol.is_control() && symbol != BYTE_ORDER_MARK)
        .collect();
    text.trim().to_string()
}

/// The first word of a line in upper case, and its arguments.
pub fn split_verb(text: &str) -> (String, &str) {
    let (verb, arguments) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (verb.to_ascii_uppercase(), arguments.trim())
}

/// Is this the first word of a blank line or of a line of numbers, or `DONE`? Outside a block such a line belongs to something
/// that was ignored.
pub fn is_stray(verb: &str) -> bool {
    verb == "DONE"
        || verb
            .bytes()
            .all(|byte| byte.is_ascii_digit() || b",-+.".contains(&byte))
}

/// The text without blanks next to commas.
pub fn join_commas(text: &str) -> String {
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    parts.join(",")
}

/// Reads a whole number. A number out of range becomes the largest or smallest one.
pub fn parse_number(text: &str) -> Option<i64> {
    match text.parse() {
        Ok(number) => Some(number),
        Err(error) => match error.kind() {
            IntErrorKind::PosOverflow => Some(i64::MAX),
            IntErrorKind::NegOverflow => Some(i64::MIN),
            _ => None,
        },
    }
}

/// Two numbers with a comma or a blank between them.
pub fn parse_pair(arguments: &str) -> Option<Pair> {
    let mut numbers = arguments
        .splitn(2, ',')
        .flat_map(str::split_whitespace)
        .map(parse_number);
    let pair = Pair {
        first: numbers.next()??,
        second: numbers.next()??,
    };
    numbers.next().is_none().then_some(pair)
}

/// Width and height, or one number for both. Further numbers are ignored.
pub fn parse_size(arguments: &str) -> Option<Pair> {
    let numbers: Option<Vec<i64>> = arguments
        .split([',', ' '])
        .filter(|part| !part.is_empty())
        .map(parse_number)
        .collect();
    let numbers = numbers?;
    let first = *numbers.first()?;
    let second = numbers.get(1).copied().unwrap_or(first);
    Some(Pair { first, second })
}

/// The name of a key of `INFO` and its value. `None` if the value is missing or not a number.
pub fn parse_setting(arguments: &str) -> Option<(&str, i64)> {
    let mut words = arguments.split_whitespace();
    Some((words.next()?, parse_number(words.next()?)?))
}

/// A time of the protocol. Less than none is none.
pub const fn millis(number: i64) -> Duration {
    Duration::from_millis(if number > 0 { number.unsigned_abs() } else { 0 })
}

/// The beginning of a text, for use in an answer.
pub fn echo(text: &str) -> String {
    text.chars().take(MAX_ECHO).collect()
}

/// The answer to `ABOUT`.
///
/// ```
/// use kagetsu_kernel::gomocup::about;
/// assert_eq!(about("a \"b\"", "1.0"), "name=\"a 'b'\", version=\"1.0\", author=\"the Kagetsu authors\"");
/// ```
pub fn about(name: &str, version: &str) -> String {
    let name = printable(name).replace('"', "'");
    format!("name=\"{name}\", version=\"{version}\", author=\"the Kagetsu authors\"")
}

/// Writes a word and a text of printable ASCII, such as `ERROR no board`. The text is never empty, because some managers
/// fail on a word alone.
///
/// # Errors
/// As the output.
pub fn write_line(f: &mut impl fmt::Write, word: &str, text: &str) -> fmt::Result {
    let text = if text.is_empty() { "-" } else { text };
    write!(f, "{word} {}", printable(text))
}

/// The text in signs that every manager can show.
fn printable(text: &str) -> String {
    text.chars()
        .take(MAX_TEXT)
        .map(|symbol| match symbol {
            ' '..='~' => symbol,
            _ => '?',
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::CellOwner::{Nobody, Opponent, Own};
    use super::*;

    #[test]
    fn numbers_saturate_and_everything_else_is_no_number() {
        assert_eq!(parse_number("99999999999999999999999"), Some(i64::MAX));
        assert_eq!(parse_number("-99999999999999999999999"), Some(i64::MIN));
        assert_eq!(parse_number("-1"), Some(-1));
        for text in ["", "-", "1.5", "0x10", "ten", "1ms"] {
            assert_eq!(parse_number(text), None, "{text}");
        }
    }

    #[test]
    fn an_entry_is_a_point_with_or_without_an_owner() {
        let entry = |token| parse_entry(token).map(|it| (it.pair.first, it.pair.second, it.owner));
        assert_eq!(entry("3,4,1"), Some((3, 4, Some(CellOwner::Own))));
        assert_eq!(entry("3,-4"), Some((3, -4, None)));
        assert_eq!(entry("3,4,9"), Some((3, 4, None)));
        for token in ["3", "3,", "3,x", "3,4,", "3,4,1,1", ""] {
            assert_eq!(entry(token), None, "{token}");
        }
    }

    #[test]
    fn a_block_keeps_no_more_than_it_needs() {
        let mut block = BoardBlock::default();
        let text = "1,1,1 ".repeat(MAX_ENTRIES + 5);
        assert!(!block.read(&text, EntryForm::Owned));
        assert_eq!(block.entries.len(), MAX_ENTRIES);
        let fault = block.fault.expect("there are too many");
        assert_eq!(fault, "a block has at most 968 entries");
    }

    fn side_of(owners: &[CellOwner]) -> Side {
        own_side(owners.iter().copied())
    }

    #[test]
    fn the_side_follows_from_the_numbers_of_stones() {
        assert_eq!(side_of(&[]), Side::Black);
        assert_eq!(side_of(&[Own, Opponent]), Side::Black);
        assert_eq!(side_of(&[Opponent, Own]), Side::Black);
        assert_eq!(side_of(&[Nobody, Opponent]), Side::White);
        assert_eq!(side_of(&[Opponent, Own, Opponent]), Side::White);
        assert_eq!(side_of(&[Own, Opponent, Opponent]), Side::White);
    }

    #[test]
    fn in_odd_positions_the_first_stone_is_black() {
        assert_eq!(side_of(&[Own, Own, Own, Opponent]), Side::Black);
        assert_eq!(side_of(&[Opponent, Own, Own, Own]), Side::White);
        assert_eq!(side_of(&[Opponent, Opponent, Opponent]), Side::White);
        assert_eq!(side_of(&[Nobody, Own]), Side::Black);
    }

    #[test]
    fn times_are_never_less_than_none() {
        assert_eq!(millis(i64::MIN), Duration::ZERO);
        assert_eq!(millis(250), Duration::from_millis(250));
    }
}

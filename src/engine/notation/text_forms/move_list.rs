//! Moves as text: `h8i9j10`, `H8 I9`, `h8-i9`, `7,7 8,8`, `1. h8 i9`, numbered lists, with line breaks and comments.

use kagetsu_gomoku::geometry::rows::words;
use kagetsu_gomoku::geometry::{BoardSize, Point, Rows};
use kagetsu_kernel::quote;

use crate::text::{blank_controls, narrow};

use super::error::PositionTextError;

/// Signs that stand between moves.
const SEPARATORS: &str = ",;-–—→>.:…、，。；";
/// Separators of several signs.
const LONG_SEPARATORS: [&str; 4] = ["->", "-->", "..", "..."];
/// Signs that people put between moves and that mean something else: another line, another game, or.
const ODD_SIGNS: &str = "|/\\";
/// Brackets around moves.
const BRACKETS: [(char, char); 2] = [('(', ')'), ('[', ']')];
/// Signs behind the number of a move.
const NUMBER_ENDS: [char; 3] = ['.', ')', ':'];
/// Words for a turn without a stone.
const PASSES: [&str; 2] = ["pass", "passes"];
/// Results at the end of a list, as in PGN.
pub(crate) const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// The moves of a text; `None` is a pass.
///
/// # Errors
/// [`PositionTextError`] with the part that is no move.
pub(crate) fn read(
    text: &str,
    rows: Rows,
    size: BoardSize,
) -> Result<Vec<Option<Point>>, PositionTextError> {
    let text = narrow(text);
    let mut scanner = Scanner {
        rest: without_result(&text),
        at_line_start: true,
        follows_blank: true,
        has_signs: false,
        punctuation: Punctuation::default(),
        rows,
        size,
        steps: Vec::new(),
    };
    while !scanner.rest.is_empty() {
        scanner.step()?;
    }
    let Scanner {
        steps,
        punctuation,
        has_signs,
        ..
    } = scanner;
    if steps.is_empty() && has_signs {
        let said = blank_controls(text.trim());
        return Err(PositionTextError::NoMove(quote(&said)));
    }
    match punctuation.finish() {
        Some(signs) => Err(PositionTextError::Stray(quote(&signs))),
        None => Ok(steps),
    }
}

fn without_result(text: &str) -> &str {
    let text = text.trim_end();
    let mut ends = RESULTS.iter().filter_map(|result| {
        let before = text.strip_suffix(result)?;
        before.ends_with(char::is_whitespace).then_some(before)
    });
    ends.next().unwrap_or(text)
}

/// The number with which a line of a list begins, such as 3 in ` 3. h8`, if moves follow it.
pub(crate) fn leading_number(line: &str) -> Option<usize> {
    let line = line.trim_start();
    let (digits, rest) = split_digits(line);
    let rest = rest.trim_start_matches(|sign: char| sign.is_whitespace() || ".):".contains(sign));
    let number = digits.parse().ok()?;
    rest.starts_with(|sign: char| sign.is_ascii_alphabetic())
        .then_some(number)
}

/// True if the line is a comment.
pub(crate) fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with(['#', ';']) || line.starts_with("//")
}

fn split_digits(text: &str) -> (&str, &str) {
    let end = text.find(|sign: char| !sign.is_ascii_digit());
    text.split_at(end.unwrap_or(text.len()))
}

/// The signs around the moves: one separator between two of them on a line, and brackets that match and hold something.
#[derive(Debug, Default)]
struct Punctuation {
    /// A separator has come since the last move or line end.
    is_separated: bool,
    /// The closing brackets that are due, and whether each holds anything yet.
    open: Vec<(char, bool)>,
    /// The first signs that do not belong where they stand.
    stray: Option<String>,
}

impl Punctuation {
    /// A move or the number of one.
    fn at_move(&mut self) {
        self.is_separated = false;
        // All brackets around one that holds something do so as well.
        let empty = self.open.iter_mut().rev();
        for (_, is_full) in empty.take_while(|(_, is_full)| !*is_full) {
            *is_full = true;
        }
    }

    /// Signs without blanks between them.
    fn take(&mut self, signs: &str) {
        let mut is_sound = true;
        let mut separator = String::new();
        for sign in signs.chars() {
            if let Some((_, close)) = BRACKETS.iter().find(|(open, _)| *open == sign) {
                self.open.push((*close, false));
            } else if BRACKETS.iter().any(|(_, close)| *close == sign) {
                is_sound &= self.open.pop() == Some((sign, true));
            } else {
                separator.push(sign);
                is_sound &= !ODD_SIGNS.contains(sign);
            }
        }
        if !separator.is_empty() {
            let is_known =
                separator.chars().count() == 1 || LONG_SEPARATORS.contains(&separator.as_str());
            is_sound &= is_known && !self.is_separated;
            self.is_separated = true;
        }
        if !is_sound {
            self.stray.get_or_insert_with(|| signs.to_string());
        }
    }

    /// The signs that do not belong where they stand, if there are any.
    fn finish(self) -> Option<String> {
        let opening = |close: char| BRACKETS.iter().find(|(_, known)| *known == close);
        let unclosed = self.open.first().and_then(|(close, _)| opening(*close));
        self.stray
            .or_else(|| unclosed.map(|(open, _)| open.to_string()))
    }
}

fn is_sign(sign: char) -> bool {
    let is_bracket = |(open, close): &(char, char)| *open == sign || *close == sign;
    SEPARATORS.contains(sign) || ODD_SIGNS.contains(sign) || BRACKETS.iter().any(is_bracket)
}

struct Scanner<'t> {
    rest: &'t str,
    at_line_start: bool,
    /// A blank or a comment in braces has come before, or nothing on this line.
    follows_blank: bool,
    /// There is more than blanks.
    has_signs: bool,
    punctuation: Punctuation,
    rows: Rows,
    size: BoardSize,
    steps: Vec<Option<Point>>,
}

impl Scanner<'_> {
    fn step(&mut self) -> Result<(), PositionTextError> {
        let Some(sign) = self.rest.chars().next() else {
            return Ok(());
        };
        let mark = ["#", "//", ";"]
            .into_iter()
            .find(|mark| self.rest.starts_with(mark) && (*mark != ";" || self.at_line_start));
        if let Some(mark) = mark {
            return self.comment(mark);
        }
        self.follows_blank = sign.is_whitespace() || sign == '{';
        self.at_line_start = sign == '\n' || self.at_line_start && sign.is_whitespace();
        if sign == '{' {
            let end = self.rest.find('}').ok_or(PositionTextError::OpenComment)?;
            self.rest = &self.rest[end + 1..];
            self.has_signs = true;
            return Ok(());
        }
        if sign == '-'
            && self.rest[1..].starts_with(|next: char| next.is_ascii_digit())
            && self.is_offset()
        {
            let word = self.rest.split_whitespace().next().unwrap_or_default();
            return Err(PositionTextError::Offset(quote(word)));
        }
        self.has_signs |= !sign.is_whitespace();
        if sign.is_whitespace() {
            self.punctuation.is_separated &= sign != '\n';
            self.rest = &self.rest[sign.len_utf8()..];
            return Ok(());
        }
        if is_sign(sign) {
            self.signs();
            return Ok(());
        }
        self.punctuation.at_move();
        if sign.is_ascii_digit() {
            return self.number();
        }
        self.word()
    }

    /// A comment up to the end of the line. Behind moves blanks set it off and it says something, so that no move is lost
    /// by a stray sign.
    fn comment(&mut self, mark: &str) -> Result<(), PositionTextError> {
        let end = self.rest.find('\n').unwrap_or(self.rest.len());
        let (comment, rest) = self.rest.split_at(end);
        let text = &comment[mark.len()..];
        let is_set_off = self.follows_blank && text.starts_with(char::is_whitespace);
        if !self.at_line_start && (!is_set_off || text.trim().is_empty()) {
            let stray = comment.split_whitespace().next().unwrap_or(mark);
            return Err(PositionTextError::Stray(quote(stray)));
        }
        self.has_signs = true;
        self.rest = rest;
        Ok(())
    }

    /// Signs up to a blank, a move or a comment.
    fn signs(&mut self) {
        let rest = self.rest;
        let end = rest.char_indices().position(|(at, sign)| {
            let is_comment = at > 0 && rest[at..].starts_with("//");
            !is_sign(sign) || is_comment
        });
        let count = end.unwrap_or(usize::MAX);
        let bytes = rest
            .char_indices()
            .nth(count)
            .map_or(rest.len(), |(at, _)| at);
        let (signs, rest) = rest.split_at(bytes);
        self.punctuation.take(signs);
        self.rest = rest;
    }

    /// A negative number is one of two that a comma joins.
    fn is_offset(&self) -> bool {
        let (_, after) = split_digits(&self.rest[1..]);
        let second = after
            .strip_prefix(',')
            .map(|after| after.trim_start_matches('-'));
        second.is_some_and(|after| after.starts_with(|next: char| next.is_ascii_digit()))
            && !self.steps.iter().any(Option::is_some)
            || after.starts_with(char::is_whitespace) && self.steps.is_empty()
    }

    /// A pair of coordinates, or the number of a move in a list.
    fn number(&mut self) -> Result<(), PositionTextError> {
        let whole = self.rest;
        let (digits, after) = split_digits(whole);
        if let Some(second) = after.strip_prefix(',') {
            let second = second.trim_start_matches(' ');
            let (row, behind) = split_digits(second);
            if !row.is_empty() {
                let is_single = !behind.starts_with(|next: char| next.is_alphabetic());
                if is_single {
                    let point = self.rows.parse(&format!("{digits},{row}"), self.size)?;
                    self.steps.push(Some(point));
                    self.rest = behind;
                    return Ok(());
                }
            }
            if second.starts_with('-') {
                let word = whole.split_whitespace().next().unwrap_or_default();
                return Err(PositionTextError::Offset(quote(word)));
            }
        }
        let number = digits.parse::<usize>().ok();
        let is_due =
            number == Some(self.steps.len() + 1) || number == Some(self.steps.len() / 2 + 1);
        let is_marked = after.starts_with(NUMBER_ENDS);
        if (is_due || is_marked) && !after.is_empty() {
            let is_bracket = after.starts_with(')') && !self.punctuation.open.is_empty();
            let dots = after.trim_start_matches('.');
            self.rest = match after.strip_prefix(NUMBER_ENDS) {
                Some(rest) if !after.starts_with('.') && !is_bracket => rest,
                _ => dots,
            };
            return Ok(());
        }
        let end = whole.find(|sign: char| !sign.is_alphanumeric());
        let (word, rest) = whole.split_at(end.unwrap_or(whole.len()));
        // No point begins with a digit, unless a comma follows: what comes of it is the error.
        self.steps.push(Some(self.rows.parse(word, self.size)?));
        self.rest = rest;
        Ok(())
    }

    /// Names of points such as `h8i9`, or a pass.
    fn word(&mut self) -> Result<(), PositionTextError> {
        let is_part = |sign: char| sign.is_alphanumeric();
        let end = self.rest.find(|sign| !is_part(sign));
        let first = self.rest.chars().next().map_or(1, char::len_utf8);
        let (word, rest) = self
            .rest
            .split_at(end.unwrap_or(self.rest.len()).max(first));
        self.rest = rest;
        if PASSES.iter().any(|pass| word.eq_ignore_ascii_case(pass)) {
            self.steps.push(None);
            return Ok(());
        }
        // A word without digits is quoted as a whole.
        if !word.contains(|sign: char| sign.is_ascii_digit()) {
            self.rows.parse(word, self.size)?;
        }
        for name in words(word) {
            self.steps.push(Some(self.rows.parse(name, self.size)?));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size() -> BoardSize {
        BoardSize::square(15).expect("a legal size")
    }

    fn names(text: &str) -> Result<String, String> {
        let steps = read(text, Rows::FromBottom, size()).map_err(|error| error.to_string())?;
        let name = |step: &Option<Point>| {
            step.map_or("pass".to_string(), |point| {
                Rows::FromBottom.name(point, size())
            })
        };
        Ok(steps.iter().map(name).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn moves_are_read_in_every_common_writing() {
        for text in [
            "h8i9j10",
            "H8I9J10",
            "h8 i9 j10",
            "H8 I9 J10",
            "h8-i9-j10",
            "h8,i9,j10",
            "h8, i9, j10",
            "h8;i9;j10",
            "h8 -> i9 -> j10",
            "(h8)(i9)(j10)",
            "7,7 8,6 9,5",
            "7,7\n8,6\n9,5",
            "07,07 08,06 09,05",
            "(7,7) (8,6) (9,5)",
            "7,7,8,6,9,5",
            "7, 7; 8, 6; 9, 5",
            "1. h8 i9 2. j10",
            "1.h8 i9 2.j10",
            "1. h8 2. i9 3. j10",
            "1) h8 2) i9 3) j10",
            "  1 H8      2 I9\n  3 J10 \n",
            "1:h8 2:i9 3:j10",
            "1h8 2i9 3j10",
            "h8\r\ni9\r\nj10\r\n",
            "# a game\nh8 i9 # the second\nj10",
            "; a game\nh8 i9 j10",
            "// a game\nh8 i9 j10",
            "h8 {the centre} i9 {a\nreply} j10",
            "h8 i9 j10 1-0",
            "h8 i9 j10 *",
            "Ｈ８　Ｉ９　Ｊ１０",
            "h8、i9、j10",
            "- h8\n- i9\n- j10",
            "[h8, i9, j10]",
            "(1) h8 (2) i9 (3) j10",
            "1. h8 i9 2... j10.",
            "h8 -> i9 --> j10",
            "h8 > i9 > j10,",
            "h8 (i9) j10;",
        ] {
            assert_eq!(names(text).as_deref(), Ok("h8 i9 j10"), "{text}");
        }
        assert_eq!(names("h8 pass i9 PASS").as_deref(), Ok("h8 pass i9 pass"));
        assert_eq!(names("").as_deref(), Ok(""));
        assert_eq!(names("7,7").as_deref(), Ok("h8"));
    }

    #[test]
    fn moves_in_many_brackets_are_read_quickly() {
        let text = "(".repeat(100_000) + &"a1 ".repeat(100_000);
        let error = names(&text).expect_err("they are open");
        assert!(error.starts_with("'(' does not belong"), "{error}");
        let closed = text + &")".repeat(100_000);
        assert!(names(&closed).is_ok());
    }

    #[test]
    fn what_is_no_move_is_quoted() {
        for (text, expected) in [
            ("h8 hello", "'hello' is not a point"),
            ("h8z", "'z' is not a point"),
            ("h8 h99", "'h99' is not a point"),
            ("8h", "'8h' is not a point"),
            ("h8 9", "'9' is not a point"),
            ("15,0", "'15,0' is not a point"),
            ("h8 é8", "'é8' is not a point"),
            ("h8 )( i9 [", "')(' does not belong there"),
            ("h8 i9 [", "'[' does not belong there"),
            ("h8 () i9", "'()' does not belong there"),
            ("(h8] i9", "']' does not belong there"),
            ("h8 ;; i9", "';;' does not belong there"),
            ("h8 , ; i9", "';' does not belong there"),
            ("h8 |/ i9", "'|/' does not belong there"),
            ("h8 | i9", "'|' does not belong there"),
            ("h8/i9", "'/' does not belong there"),
            ("h8 \\ i9", "'\\' does not belong there"),
            ("h8 -- i9", "'--' does not belong there"),
            ("h8 i9 #", "'#' does not belong there"),
            ("h8 i9 //", "'//' does not belong there"),
            ("h8#i9", "'#i9' does not belong there"),
            ("h8 #i9", "'#i9' does not belong there"),
            ("h8# i9", "'#' does not belong there"),
            ("h8 //i9 j10", "'//i9' does not belong there"),
            ("#h8 i9", "'#h8 i9' holds no move"),
            ("{h8}", "'{h8}' holds no move"),
            ("# a game", "'# a game' holds no move"),
            ("-1,0 2,3", "'-1,0' counts from the centre"),
            ("1,-2 2,3", "'1,-2' counts from the centre"),
            ("(", "'(' holds no move"),
            ("- -", "'- -' holds no move"),
            ("1.", "'1.' holds no move"),
            ("h8 {open", "a comment that begins with '{' has no '}'"),
        ] {
            let error = names(text).expect_err(text);
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}

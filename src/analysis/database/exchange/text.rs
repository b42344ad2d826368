//! Such a database as text, one position a line after a head: number, key, label, score, depth, bound and text in quotes. A
//! key is rule (`f`, `s` or `r`), columns, rows, black stones, white stones and the side to move (`b` or `w`), such as
//! `r-15-15-h8-h9-b`: a letter for the column and a number for the row, both in the order of the file.

use std::fmt::Write;
use std::io::BufRead;

use kagetsu_gomoku::board::{Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_kernel::quote as shown;
use kagetsu_notation::encoding::{TextEncoding, text_of};

use super::error::ExchangeError;
use super::record::{BOUND_BITS, BOUND_MASK, NO_LABEL, YixinRecord};
use crate::lines::{BYTE_ORDER_MARK, InputLine, MAX_LINE, read_each};

const HEAD: &str = "index,key,label,value,depth,bound,text";
const NULL: &str = "(null)";
const NONE: &str = "(none)";
const BOUNDS: [&str; 4] = ["none", "upper", "lower", "exact"];
const RULES: [(&str, Rule); 3] = [
    ("f", Rule::Freestyle),
    ("s", Rule::Standard),
    ("r", Rule::Renju),
];
const SIDES: [&str; 2] = ["b", "w"];
/// Fields of a line.
const FIELDS: usize = 7;

/// Is this such a text?
pub fn is_yixin_text(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    bytes.starts_with(HEAD.as_bytes())
}

/// Reads the lines one after the other, each with its number from one. Lines that are not UTF-8 are of this encoding. The first
/// error is the last item.
pub fn records(
    input: impl BufRead,
    encoding: TextEncoding,
) -> impl Iterator<Item = Result<(usize, YixinRecord), ExchangeError>> {
    let records = read_each(input, move |index, line| {
        let record = match line {
            // The head.
            _ if index == 1 => return Ok(None),
            InputLine::Bytes(line) => read_line(&text_of(&line, Some(encoding))),
            InputLine::TooLong => Err(format!("the line has more than {MAX_LINE} bytes")),
        };
        let record = record.map(Some);
        record.map_err(|reason| ExchangeError::Record { index, reason })
    });
    records.filter_map(|(index, record)| Some(record.transpose()?.map(|record| (index, record))))
}

fn read_line(line: &str) -> Result<YixinRecord, String> {
    let fields: Vec<&str> = line.splitn(FIELDS, ',').collect();
    let [_, key, label, value, depth, bound, text] = fields[..] else {
        return Err(format!("a line has {FIELDS} fields"));
    };
    let number = |text: &str| -> Result<i16, String> {
        let number = text.trim().parse();
        number.map_err(|_| format!("'{}' is no number of this range", shown(text)))
    };
    let mut record = read_key(key)?;
    record.label = read_label(label)?;
    record.value = number(value)?;
    let bound = BOUNDS.iter().position(|known| *known == bound.trim());
    let bound = bound.ok_or_else(|| format!("no bound is called '{}'", shown(fields[5])))?;
    let depth = number(depth)?;
    if depth << BOUND_BITS >> BOUND_BITS != depth {
        return Err(format!("the depth {depth} is too large"));
    }
    record.depth_bound = depth << BOUND_BITS | bound as i16;
    record.text = unquote(text).ok_or("the text is not in quotes")?;
    Ok(record)
}

fn read_key(key: &str) -> Result<YixinRecord, String> {
    let wrong = || format!("'{}' is no position", shown(key));
    let parts: Vec<&str> = key.split('-').collect();
    let [rule, width, height, black, white, mover] = parts[..] else {
        return Err(wrong());
    };
    let rule = RULES
        .iter()
        .find(|known| known.0 == rule)
        .ok_or_else(wrong)?;
    let length = |text: &str| text.parse::<usize>().map_err(|_| wrong());
    let size =
        BoardSize::new(length(width)?, length(height)?).map_err(|error| error.to_string())?;
    let mover = SIDES.iter().position(|known| *known == mover);
    Ok(YixinRecord {
        rule: rule.1,
        size,
        stones: [
            read_stones(black, size).ok_or_else(wrong)?,
            read_stones(white, size).ok_or_else(wrong)?,
        ],
        side: Side::BOTH[mover.ok_or_else(wrong)?],
        label: 0,
        value: 0,
        depth_bound: 0,
        text: String::new(),
    })
}

fn read_stones(text: &str, size: BoardSize) -> Option<Vec<Point>> {
    let mut stones = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let x = usize::from(u8::try_from(letter).ok()?.checked_sub(b'a')?);
        let digits = rest.get(1..)?;
        let end = digits.find(|sign: char| !sign.is_ascii_digit());
        let (row, after) = digits.split_at(end.unwrap_or(digits.len()));
        stones.push(size.point(x, row.parse::<usize>().ok()?.checked_sub(1)?)?);
        rest = after;
    }
    Some(stones)
}

fn read_label(text: &str) -> Result<u8, String> {
    let inner = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    match (text, text.as_bytes(), inner) {
        (NULL, ..) => Ok(0),
        (NONE, ..) => Ok(NO_LABEL),
        (_, [sign], _) => Ok(*sign),
        (_, _, Some(number)) => number
            .parse::<i8>()
            .map(i8::cast_unsigned)
            .map_err(|_| format!("'{}' is no label", shown(text))),
        _ => Err(format!("'{}' is no label", shown(text))),
    }
}

/// The text between quotes. A backslash takes the meaning of the sign after it, or gives it one.
fn unquote(text: &str) -> Option<String> {
    let inner = text.trim_end().strip_prefix('"')?.strip_suffix('"')?;
    let mut plain = String::new();
    let mut signs = inner.chars();
    while let Some(sign) = signs.next() {
        match sign {
            '"' => return None,
            '\\' => plain.push(match signs.next()? {
                'n' => '\n',
                'b' => '\u{8}',
                other => other,
            }),
            _ => plain.push(sign),
        }
    }
    Some(plain)
}

/// The text of a database with these records. Zeros in texts are left out.
pub fn write(records: &[YixinRecord]) -> String {
    let mut text = format!("{HEAD}\n");
    for (index, record) in records.iter().enumerate() {
        let rule = RULES.iter().find(|known| known.1 == record.rule);
        let stones = |side: Side| -> String {
            let stones = record.stones[side.index()].iter();
            let name = |point: &Point| format!("{}{}", letter(point.x()), point.y() + 1);
            stones.map(name).collect()
        };
        let label = match record.label {
            0 => NULL.to_string(),
            NO_LABEL => NONE.to_string(),
            sign if sign.is_ascii_graphic() && sign != b',' => char::from(sign).to_string(),
            other => format!("({})", other.cast_signed()),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{index},{}-{}-{}-{}-{}-{},{label},{},{},{},{}",
            rule.map_or("?", |known| known.0),
            record.size.width(),
            record.size.height(),
            stones(Side::Black),
            stones(Side::White),
            SIDES[record.side.index()],
            record.value,
            record.depth_bound >> BOUND_BITS,
            BOUNDS[(record.depth_bound & BOUND_MASK) as usize],
            quote(&record.text)
        );
    }
    text
}

fn letter(column: usize) -> char {
    char::from(b'a' + column as u8)
}

fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for sign in text.chars() {
        match sign {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\u{8}' => quoted.push_str("\\b"),
            '\0' | '\r' => {}
            _ => quoted.push(sign),
        }
    }
    quoted.push('"');
    quoted
}

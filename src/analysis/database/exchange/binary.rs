//! Such a database as bytes.

use std::io::{self, BufRead, BufReader, Read, Write};

use kagetsu_gomoku::board::{Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_notation::encoding::TextEncoding;
use kagetsu_notation::lz4::{Lz4Reader, is_lz4};
use lz4_flex::frame::FrameEncoder;

use super::super::entry::cut;
use super::error::{ExchangeError, MAX_BYTES};
use super::record::YixinRecord;

/// The encoding of texts in files that do not name one.
pub const DEFAULT_ENCODING: TextEncoding = TextEncoding::GBK;

const KEY_HEAD: usize = 3;
const VALUE_HEAD: usize = 5;
/// A turn without a stone.
const PASS: [u8; 2] = [0xff, 0xff];
const UTF8: &[u8] = b"charset=\"UTF-8\"";
const RULES: [Rule; 3] = [Rule::Freestyle, Rule::Standard, Rule::Renju];
/// Most bytes of a text: the length of a record has two bytes.
const MOST_TEXT: usize = u16::MAX as usize - VALUE_HEAD;

/// Whether a file is compressed as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// It is not.
    Plain,
    /// One frame of LZ4.
    Lz4,
}

/// Do the bytes begin as such a database?
pub fn is_yixin_database(bytes: &[u8]) -> bool {
    if is_lz4(bytes) {
        return true;
    }
    let Some((count, rest)) = bytes.split_first_chunk::<4>() else {
        return false;
    };
    let [low, high, rule, width, height, ..] = *rest else {
        return u32::from_le_bytes(*count) == 0 && rest.is_empty();
    };
    let length = usize::from(u16::from_le_bytes([low, high]));
    let is_side = |side: u8| (BoardSize::MIN..=BoardSize::MAX).contains(&side.into());
    let fits = is_side(width) && is_side(height) || (width, height) == (0, 0);
    length >= KEY_HEAD && length % 2 == 1 && usize::from(rule) < RULES.len() && fits
}

/// Reads the records one after the other, each with its number from one, which counts those that hold no position as well.
/// Texts of files that do not name UTF-8 are of this encoding, unless they are UTF-8 by their form. The first error is the
/// last item.
///
/// # Errors
/// [`ExchangeError`] when the head of the file cannot be read.
pub fn records<'a>(
    mut input: impl BufRead + 'a,
    encoding: TextEncoding,
) -> Result<impl Iterator<Item = Result<(usize, YixinRecord), ExchangeError>> + 'a, ExchangeError> {
    let is_packed = is_lz4(input.fill_buf()?);
    let plain: Box<dyn Read + 'a> = if is_packed {
        Box::new(Lz4Reader::new(input))
    } else {
        Box::new(input)
    };
    let mut source = Source {
        plain: BufReader::new(plain),
        at: 0,
        is_packed,
    };
    let count = u32::from_le_bytes(source.take()?);
    let mut next = Records {
        source,
        encoding,
        count,
        number: 0,
        is_utf8: false,
    };
    let mut has_ended = false;
    Ok(std::iter::from_fn(move || {
        if has_ended {
            return None;
        }
        let record = next.next_record().transpose();
        has_ended = !matches!(record, Some(Ok(_)));
        record.map(|record| record.map(|record| (next.number as usize, record)))
    }))
}

/// What is left of a database.
struct Records<'a> {
    source: Source<'a>,
    encoding: TextEncoding,
    /// Records of the file, and those that have been read.
    count: u32,
    number: u32,
    is_utf8: bool,
}

impl Records<'_> {
    /// The next position, past records about the file and removed ones.
    fn next_record(&mut self) -> Result<Option<YixinRecord>, ExchangeError> {
        while self.number < self.count {
            self.number += 1;
            let key = self.source.block()?;
            if key.is_empty() {
                continue;
            }
            let value = self.source.block()?;
            let text = value.get(VALUE_HEAD..).unwrap_or_default();
            if let [_, 0, 0, ..] = key[..] {
                self.is_utf8 |= text.starts_with(UTF8);
                continue;
            }
            let mut record = read_key(&key).map_err(|reason| ExchangeError::Record {
                index: self.number as usize,
                reason: reason.to_string(),
            })?;
            if let [label, rest @ ..] = &value[..] {
                record.label = *label;
                let number = |at: usize| match rest.get(at..at + 2) {
                    Some(&[low, high]) => i16::from_le_bytes([low, high]),
                    _ => 0,
                };
                (record.value, record.depth_bound) = (number(0), number(2));
            }
            record.text = match std::str::from_utf8(text) {
                Ok(text) => text.to_string(),
                Err(_) if self.is_utf8 => String::from_utf8_lossy(text).into_owned(),
                Err(_) => self.encoding.decode(text).into_owned(),
            };
            return Ok(Some(record));
        }
        match self.source.rest()? {
            0 => Ok(None),
            left => Err(ExchangeError::Surplus(left)),
        }
    }
}

fn read_key(key: &[u8]) -> Result<YixinRecord, &'static str> {
    let (&[rule, width, height], cells) = key
        .split_first_chunk::<KEY_HEAD>()
        .ok_or("the key is too short")?;
    let rule = *RULES.get(usize::from(rule)).ok_or("no such rule")?;
    let board = BoardSize::new(width.into(), height.into())
        .map_err(|_| "boards of this size are not supported")?;
    let (turns, rest) = cells.as_chunks::<2>();
    if !rest.is_empty() || turns.len() > 2 * board.area() {
        return Err("the number of stones is wrong");
    }
    let black = turns.len().div_ceil(2);
    let mut stones = [Vec::new(), Vec::new()];
    for (index, turn) in turns.iter().enumerate() {
        if *turn != PASS {
            let point = board.point(turn[0].into(), turn[1].into());
            let side = usize::from(index >= black);
            stones[side].push(point.ok_or("a stone lies outside the board")?);
        }
    }
    let side = if turns.len().is_multiple_of(2) {
        Side::Black
    } else {
        Side::White
    };
    Ok(YixinRecord {
        rule,
        size: board,
        stones,
        side,
        label: 0,
        value: 0,
        depth_bound: 0,
        text: String::new(),
    })
}

/// The bytes of a database with these records, with texts as UTF-8. A text that is too long is cut.
///
/// # Errors
/// [`ExchangeError::Record`] for a rule or numbers of stones that cannot be written, [`ExchangeError::TooLarge`].
pub fn write(records: &[YixinRecord], packing: Packing) -> Result<Vec<u8>, ExchangeError> {
    let count = u32::try_from(records.len() + 1).map_err(|_| ExchangeError::TooLarge)?;
    let mut bytes = count.to_le_bytes().to_vec();
    write_record(&[0; KEY_HEAD], [0; VALUE_HEAD], UTF8, &mut bytes);
    for (index, record) in records.iter().enumerate() {
        let key = write_key(record).ok_or_else(|| ExchangeError::Record {
            index: index + 1,
            reason: "this position cannot be written".to_string(),
        })?;
        let text = cut(&record.text, MOST_TEXT);
        write_record(&key, value_head(record), text.as_bytes(), &mut bytes);
    }
    if packing == Packing::Plain {
        return Ok(bytes);
    }
    let mut encoder = FrameEncoder::new(Vec::new());
    encoder
        .write_all(&bytes)
        .map_err(|error| ExchangeError::Compression(error.to_string()))?;
    encoder
        .finish()
        .map_err(|error| ExchangeError::Compression(error.to_string()))
}

/// Label, value and depth with bound, as they begin the value of a record.
fn value_head(record: &YixinRecord) -> [u8; VALUE_HEAD] {
    let [value_low, value_high] = record.value.to_le_bytes();
    let [depth_low, depth_high] = record.depth_bound.to_le_bytes();
    [record.label, value_low, value_high, depth_low, depth_high]
}

/// Key and value must be shorter than two bytes can say.
fn write_record(key: &[u8], head: [u8; VALUE_HEAD], text: &[u8], bytes: &mut Vec<u8>) {
    bytes.extend((key.len() as u16).to_le_bytes());
    bytes.extend(key);
    bytes.extend(((VALUE_HEAD + text.len()) as u16).to_le_bytes());
    bytes.extend(head);
    bytes.extend(text);
}

/// The key of a record. `None` for a rule that such databases do not know, and for numbers of stones that one turn without
/// a stone does not explain.
pub(super) fn write_key(record: &YixinRecord) -> Option<Vec<u8>> {
    let rule = RULES.iter().position(|&rule| rule == record.rule)?;
    let [black, white] = &record.stones;
    let passes = match (record.side, black.len().checked_sub(white.len())?) {
        (Side::Black, 0) | (Side::White, 1) => [0, 0],
        (Side::White, 0) => [1, 0],
        (Side::Black, 1) => [0, 1],
        _ => return None,
    };
    let mut key = vec![
        rule as u8,
        record.size.width() as u8,
        record.size.height() as u8,
    ];
    for (stones, passes) in record.stones.iter().zip(passes) {
        let cell = |point: &Point| [point.x() as u8, point.y() as u8];
        key.extend(stones.iter().flat_map(cell));
        key.extend(std::iter::repeat_n(PASS, passes).flatten());
    }
    Some(key)
}

/// The unpacked bytes of a file.
struct Source<'a> {
    plain: BufReader<Box<dyn Read + 'a>>,
    /// Bytes that have been read.
    at: u64,
    is_packed: bool,
}

impl Source<'_> {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), ExchangeError> {
        let mut filled = 0;
        while filled < bytes.len() {
            match self.plain.read(&mut bytes[filled..]) {
                Ok(0) => return Err(ExchangeError::Truncated(self.at + filled as u64)),
                Ok(more) => filled += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.failed(error)),
            }
        }
        self.at += filled as u64;
        if self.at > MAX_BYTES {
            return Err(ExchangeError::TooLarge);
        }
        Ok(())
    }

    fn failed(&self, error: io::Error) -> ExchangeError {
        if self.is_packed {
            ExchangeError::Compression(error.to_string())
        } else {
            error.into()
        }
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], ExchangeError> {
        let mut taken = [0; N];
        self.fill(&mut taken)?;
        Ok(taken)
    }

    /// Bytes after their number.
    fn block(&mut self) -> Result<Vec<u8>, ExchangeError> {
        let length = u16::from_le_bytes(self.take()?);
        let mut block = vec![0; length.into()];
        self.fill(&mut block)?;
        Ok(block)
    }

    /// Counts the bytes that are left.
    fn rest(&mut self) -> Result<u64, ExchangeError> {
        let most = MAX_BYTES.saturating_sub(self.at);
        io::copy(&mut (&mut self.plain).take(most), &mut io::sink())
            .map_err(|error| self.failed(error))
    }
}

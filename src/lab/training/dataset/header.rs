//! The header of a dataset: the rule, the board and a note that hold for all its games.

use std::fmt;
use std::io::{self, Read};

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::BoardSize;

use super::error::{ReadDatasetError, WriteDatasetError};

/// First bytes of a dataset. As in PNG, the first byte is not text, and a transfer in text mode changes the line ends.
const SIGNATURE: [u8; 8] = *b"\x89KGD\r\n\x1a\n";
/// Version of the format that is read and written.
const VERSION: u16 = 1;
/// Length of the header before the note, in bytes.
const HEAD_BYTES: usize = 20;
/// Length of a checksum, in bytes.
const CHECKSUM_BYTES: usize = 4;

/// The properties that all games of a dataset share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatasetHeader {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// How the games were made, in words or as JSON: the settings, or what was done to which files. At most 64 KiB.
    pub note: String,
}

impl fmt::Display for DatasetHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.rule, self.size, self.note)
    }
}

impl DatasetHeader {
    /// Longest note, in bytes.
    pub const MOST_NOTE_BYTES: usize = 1 << 16;

    /// The header as bytes.
    pub(super) fn encode(&self) -> Result<Vec<u8>, WriteDatasetError> {
        let length = self.note.len();
        if length > Self::MOST_NOTE_BYTES {
            return Err(WriteDatasetError::Refused(format!(
                "a note of {length} bytes is too long"
            )));
        }
        let mut bytes = SIGNATURE.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.push(self.rule.number() as u8);
        bytes.push(self.size.width() as u8);
        bytes.push(self.size.height() as u8);
        bytes.resize(HEAD_BYTES - size_of::<u32>(), 0);
        bytes.extend((length as u32).to_le_bytes());
        bytes.extend(self.note.as_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Reads a header. Returns it with its length in bytes.
    pub(super) fn read(input: &mut impl Read) -> Result<(Self, u64), ReadDatasetError> {
        let mut bytes = vec![0; HEAD_BYTES];
        let found = read_up_to(input, &mut bytes)?;
        let signature = found.min(SIGNATURE.len());
        if bytes[..signature] != SIGNATURE[..signature] || found == 0 {
            return Err(ReadDatasetError::malformed(
                "not a dataset: it does not begin with the signature of one",
            ));
        }
        let short = || ReadDatasetError::malformed("damaged: it ends inside its header");
        if found < HEAD_BYTES {
            return Err(short());
        }
        let version = u16::from_le_bytes([bytes[8], bytes[9]]);
        if version != VERSION {
            return Err(ReadDatasetError::malformed(format!(
                "version {version} of the format is unknown"
            )));
        }
        let [.., a, b, c, d] = bytes[..] else {
            return Err(short());
        };
        let wrong_checksum =
            || ReadDatasetError::malformed("damaged: the checksum of the header is wrong");
        let length = u32::from_le_bytes([a, b, c, d]) as usize;
        if length > Self::MOST_NOTE_BYTES {
            return Err(wrong_checksum());
        }
        bytes.resize(HEAD_BYTES + length, 0);
        let mut checksum = [0; CHECKSUM_BYTES];
        if read_up_to(input, &mut bytes[HEAD_BYTES..])? < length
            || read_up_to(input, &mut checksum)? < CHECKSUM_BYTES
        {
            return Err(short());
        }
        if crc32fast::hash(&bytes) != u32::from_le_bytes(checksum) {
            return Err(wrong_checksum());
        }
        let [rule, width, height] = [bytes[10], bytes[11], bytes[12]];
        let no_rule = || ReadDatasetError::malformed(format!("{rule} is not the number of a rule"));
        let header = Self {
            rule: Rule::from_number(u32::from(rule)).ok_or_else(no_rule)?,
            size: BoardSize::new(usize::from(width), usize::from(height))
                .map_err(|error| ReadDatasetError::malformed(error.to_string()))?,
            note: String::from_utf8(bytes.split_off(HEAD_BYTES)).map_err(|error| {
                ReadDatasetError::malformed(format!("the note of the header is not UTF-8: {error}"))
            })?,
        };
        Ok((header, (HEAD_BYTES + length + CHECKSUM_BYTES) as u64))
    }
}

/// Fills the buffer as far as there is input. Returns the number of bytes read.
pub(crate) fn read_up_to(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match input.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

//! The file of a rule's tables: bytes to numbers and back, with nothing taken on trust.
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | the letters `KGTABLE` and a zero |
//! | 2 | version of the format, 1 |
//! | 1 | the rule, by its number in the protocol |
//! | 1 | kinds of sides: 1 when both are alike, 2 for Black and then White |
//! | 4 | length of the training record |
//! | | the training record, a JSON object in UTF-8 |
//! | for each kind | mover, waiter, attack, defence: 2 bytes for every code; pairs of classes; tempo; masks: 2 bytes each |
//! | 4 | CRC-32 of everything before |

use std::fs;
use std::io;
use std::path::Path;

use serde_json::{Map, Value};

use crate::board::Rule;

use super::numbers::{SideNumbers, Sides, Tables, learned_rule};

const MAGIC: [u8; 8] = *b"KGTABLE\0";
const VERSION: u16 = 1;
/// No file of tables is nearly as large.
const MAX_BYTES: u64 = 1 << 24;

/// Why bytes are no tables.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadTablesError {
    /// The file cannot be read; the text is the system's.
    #[error("it cannot be read: {0}")]
    Io(String),
    /// The file has more bytes than tables ever have.
    #[error("{0} bytes are too many for a file of tables")]
    Large(u64),
    /// Not the beginning of such a file.
    #[error("this is no file of evaluation tables")]
    Magic,
    /// A version of the format that this program does not know.
    #[error("version {0} of the table format is not known: expected {VERSION}")]
    Version(u16),
    /// No rule has this number, or it has no tables of its own.
    #[error("{0} is not the number of a rule with tables: expected 0, 1, 4 or 8")]
    Rule(u8),
    /// Neither one kind of side nor two.
    #[error("{0} is not a number of kinds of sides: expected 1 or 2")]
    Kinds(u8),
    /// Fewer bytes than the header promises.
    #[error("the tables are cut short: {0} bytes are missing")]
    Short(usize),
    /// More bytes than the header promises.
    #[error("{0} bytes follow the tables")]
    Long(usize),
    /// Bytes have changed.
    #[error("the tables are damaged: their checksum is {actual:08x} and should be {expected:08x}")]
    Checksum {
        /// The checksum in the file.
        expected: u32,
        /// The checksum of the bytes.
        actual: u32,
    },
    /// The training record is no JSON object.
    #[error("the training record is no JSON object: {0}")]
    Record(String),
}

impl Tables {
    /// Reads a file.
    ///
    /// # Errors
    /// When the file cannot be read or does not hold sound tables.
    pub fn read(path: &Path) -> Result<Self, ReadTablesError> {
        let failed = |error: io::Error| ReadTablesError::Io(error.to_string());
        let length = fs::metadata(path).map_err(failed)?.len();
        if length > MAX_BYTES {
            return Err(ReadTablesError::Large(length));
        }
        Self::from_bytes(&fs::read(path).map_err(failed)?)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// When they are not sound tables.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ReadTablesError> {
        let mut rest = Rest(bytes);
        if rest.0.len() < MAGIC.len() || rest.take(MAGIC.len())? != MAGIC {
            return Err(ReadTablesError::Magic);
        }
        let version = u16::from_le_bytes(rest.array()?);
        if version != VERSION {
            return Err(ReadTablesError::Version(version));
        }
        let [number, kinds] = rest.array()?;
        let rule = Rule::from_number(number.into())
            .filter(|&rule| learned_rule(rule) == rule)
            .ok_or(ReadTablesError::Rule(number))?;
        let length = u32::from_le_bytes(rest.array()?) as usize;
        let record = rest.take(length)?;
        let sides = match kinds {
            1 => Sides::Alike(rest.side()?),
            2 => Sides::Apart([rest.side()?, rest.side()?]),
            _ => return Err(ReadTablesError::Kinds(kinds)),
        };
        let covered = bytes.len() - rest.0.len();
        let expected = u32::from_le_bytes(rest.array()?);
        if !rest.0.is_empty() {
            return Err(ReadTablesError::Long(rest.0.len()));
        }
        let actual = crc32fast::hash(&bytes[..covered]);
        if actual != expected {
            return Err(ReadTablesError::Checksum { expected, actual });
        }
        let record = String::from_utf8(record.to_vec())
            .map_err(|error| ReadTablesError::Record(error.to_string()))?;
        serde_json::from_str::<Map<String, Value>>(&record)
            .map_err(|error| ReadTablesError::Record(error.to_string()))?;
        Ok(Self {
            rule,
            sides,
            record,
        })
    }

    /// The bytes of the file of these tables.
    pub fn to_bytes(&self) -> Vec<u8> {
        let kinds = self.sides.kinds();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([self.rule.number() as u8, kinds.len() as u8]);
        bytes.extend((self.record.len() as u32).to_le_bytes());
        bytes.extend(self.record.bytes());
        for side in kinds {
            for number in numbers(side) {
                bytes.extend(number.to_le_bytes());
            }
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }
}

/// All numbers of a kind of side in the order of the file.
fn numbers(side: &SideNumbers) -> impl Iterator<Item = i16> {
    let codes = [&side.mover, &side.waiter, &side.attack, &side.defence];
    codes
        .into_iter()
        .flat_map(|table| table.iter().copied())
        .chain(side.pairs.iter().copied())
        .chain([side.tempo])
        .chain(side.masks.iter().copied())
}

/// What has not been read yet.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], ReadTablesError> {
        let missing = length.saturating_sub(self.0.len());
        let (taken, rest) = self
            .0
            .split_at_checked(length)
            .ok_or(ReadTablesError::Short(missing))?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ReadTablesError> {
        let missing = N.saturating_sub(self.0.len());
        let (taken, rest) = self
            .0
            .split_first_chunk()
            .ok_or(ReadTablesError::Short(missing))?;
        self.0 = rest;
        Ok(*taken)
    }

    fn fill(&mut self, table: &mut [i16]) -> Result<(), ReadTablesError> {
        for number in table {
            *number = i16::from_le_bytes(self.array()?);
        }
        Ok(())
    }

    fn side(&mut self) -> Result<SideNumbers, ReadTablesError> {
        let mut side = SideNumbers::default();
        self.fill(side.mover.as_mut_slice())?;
        self.fill(side.waiter.as_mut_slice())?;
        self.fill(side.attack.as_mut_slice())?;
        self.fill(side.defence.as_mut_slice())?;
        self.fill(side.pairs.as_mut_slice())?;
        side.tempo = i16::from_le_bytes(self.array()?);
        self.fill(side.masks.as_mut_slice())?;
        Ok(side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Tables {
        let mut black = SideNumbers::default();
        black.mover[1] = -7;
        black.defence[3059] = i16::MAX;
        black.pairs[168] = -1;
        black.tempo = i16::MIN;
        black.masks[511] = 12;
        Tables {
            rule: Rule::Renju,
            sides: Sides::Apart([black, SideNumbers::default()]),
            record: r#"{"games":3}"#.to_string(),
        }
    }

    fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
        let covered = bytes.len() - 4;
        let checksum = crc32fast::hash(&bytes[..covered]);
        bytes[covered..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    #[test]
    fn tables_round_trip() {
        let apart = example();
        assert_eq!(Tables::from_bytes(&apart.to_bytes()), Ok(apart.clone()));
        let alike = Tables {
            rule: Rule::Caro,
            sides: Sides::Alike(apart.sides.kinds()[0].clone()),
            record: "{}".to_string(),
        };
        assert_eq!(Tables::from_bytes(&alike.to_bytes()), Ok(alike));
    }

    #[test]
    fn no_cut_and_no_changed_byte_goes_unnoticed() {
        let bytes = example().to_bytes();
        for length in (0..40).chain(bytes.len() - 40..bytes.len()) {
            assert!(Tables::from_bytes(&bytes[..length]).is_err(), "{length}");
        }
        for place in (0..40).chain([1000, 20_000, bytes.len() - 1]) {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x10;
            assert!(Tables::from_bytes(&damaged).is_err(), "{place}");
        }
        let mut long = bytes;
        long.push(0);
        assert_eq!(Tables::from_bytes(&long), Err(ReadTablesError::Long(1)));
    }

    #[test]
    fn every_part_of_the_header_is_checked() {
        let bytes = example().to_bytes();
        let changed = |place: usize, value: u8| {
            let mut bytes = bytes.clone();
            bytes[place] = value;
            Tables::from_bytes(&with_checksum(bytes))
        };
        assert_eq!(changed(0, b'k'), Err(ReadTablesError::Magic));
        assert_eq!(changed(8, 2), Err(ReadTablesError::Version(2)));
        assert_eq!(changed(10, 9), Err(ReadTablesError::Rule(9)));
        assert_eq!(changed(11, 3), Err(ReadTablesError::Kinds(3)));
        assert!(matches!(changed(11, 1), Err(ReadTablesError::Long(_))));
        assert!(matches!(changed(15, 1), Err(ReadTablesError::Short(_))));
        assert!(matches!(changed(16, b'['), Err(ReadTablesError::Record(_))));
        assert!(matches!(changed(17, 0xFF), Err(ReadTablesError::Record(_))));
    }

    #[test]
    fn a_file_that_is_not_there_is_no_table() {
        let read = Tables::read(Path::new("no/such.kgt"));
        assert!(matches!(read, Err(ReadTablesError::Io(_))));
    }
}

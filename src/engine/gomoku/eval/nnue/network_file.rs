//! The file of a rule's network: bytes to numbers and back, with nothing taken on trust.
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | the letters `KGNET` and three zeros |
//! | 2 | version of the format: 1 without neighbour layers, 2 with them |
//! | 1 | the rule, by its number in the protocol |
//! | 1 | kinds of sides: 1 when both are alike, 2 for Black and then White |
//! | 4 | length of the training record |
//! | | the training record, a JSON object in UTF-8 |
//! | for each kind | vectors of line patterns, of codes for the code sum, of codes for the policy: 16 integers of 2 bytes |
//! | | the layers: single-precision numbers in the order of [`Head::parameters`](super::Head::parameters) |
//! | | in version 2 the neighbour layer, likewise, in the order of [`NeighbourLayer::parameters`] |
//! | 4 | CRC-32 of everything before |

use std::fs;
use std::io;
use std::path::Path;

use serde_json::{Map, Value};

use kagetsu_kernel::file::{read_regular_file, require_regular_file};
use kagetsu_kernel::quote;

use crate::board::Rule;

use super::weights::{NeighbourLayer, SideWeights, Weights, learned_rule};

const MAGIC: [u8; 8] = *b"KGNET\0\0\0";
/// The version without neighbour layers.
const WITHOUT_NEIGHBOURS: u16 = 1;
/// The version in which every kind of side has a neighbour layer.
const WITH_NEIGHBOURS: u16 = 2;
/// No file of a network is nearly as large.
const MAX_BYTES: u64 = 1 << 25;
/// Kinds of sides that a network can have.
const KINDS: std::ops::RangeInclusive<u8> = 1..=2;

/// Why bytes are no network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadNetworkError {
    /// The file cannot be read; the text is the system's.
    #[error("it cannot be read: {0}")]
    Io(String),
    /// The file has more bytes than networks ever have.
    #[error("{0} bytes are too many for a network")]
    Large(u64),
    /// Not the beginning of such a file.
    #[error("this is no file of a network")]
    Magic,
    /// A version of the format that this program does not know.
    #[error(
        "version {0} of the network format is not known: expected {WITHOUT_NEIGHBOURS} or {WITH_NEIGHBOURS}"
    )]
    Version(u16),
    /// No rule has this number, or it has no network of its own.
    #[error("{0} is not the number of a rule with a network: expected 0, 1, 4 or 8")]
    Rule(u8),
    /// Neither one kind of side nor two.
    #[error("{0} is not a number of kinds of sides: expected 1 or 2")]
    Kinds(u8),
    /// Fewer bytes than the header announces.
    #[error("the network is cut short: {0} bytes are missing")]
    Short(usize),
    /// More bytes than the header announces.
    #[error("{0} bytes follow the network")]
    Long(usize),
    /// Bytes have changed.
    #[error("the network is damaged: its checksum is {actual:08x} and should be {expected:08x}")]
    Checksum {
        /// The checksum in the file.
        expected: u32,
        /// The checksum of the bytes.
        actual: u32,
    },
    /// A number that no network has: too large an integer, or not finite.
    #[error("the network has a number out of range")]
    Number,
    /// The training record is no JSON object.
    #[error("the training record is no JSON object: {0}")]
    Record(String),
}

/// The CRC-32 of bytes.
#[cfg(not(kagetsu_files_outside))]
fn checksum(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

/// The CRC-32 of bytes, without the 16 kB of tables of the library, where the program is to be small.
#[cfg(kagetsu_files_outside)]
fn checksum(bytes: &[u8]) -> u32 {
    checksum_by_bits(bytes)
}

#[cfg(any(test, kagetsu_files_outside))]
fn checksum_by_bits(bytes: &[u8]) -> u32 {
    /// The polynomial of CRC-32, its lowest bit first.
    const POLYNOMIAL: u32 = 0xEDB8_8320;
    let shifted = |sum: u32, _| sum >> 1 ^ POLYNOMIAL & (sum & 1).wrapping_neg();
    let added = |sum: u32, &byte: &u8| (0..u8::BITS).fold(sum ^ u32::from(byte), shifted);
    !bytes.iter().fold(u32::MAX, added)
}

impl Weights {
    /// Reads a file.
    ///
    /// # Errors
    /// When the file cannot be read or does not hold a sound network.
    pub fn read(path: &Path) -> Result<Self, ReadNetworkError> {
        let failed = |error: io::Error| ReadNetworkError::Io(error.to_string());
        require_regular_file(path).map_err(failed)?;
        let length = fs::metadata(path).map_err(failed)?.len();
        if length > MAX_BYTES {
            return Err(ReadNetworkError::Large(length));
        }
        Self::from_bytes(&read_regular_file(path, MAX_BYTES).map_err(failed)?)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// When they are not a sound network.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ReadNetworkError> {
        let mut rest = Unread(bytes);
        if rest.0.len() < MAGIC.len() || rest.take(MAGIC.len())? != MAGIC {
            return Err(ReadNetworkError::Magic);
        }
        let version = u16::from_le_bytes(rest.array()?);
        let has_neighbours = match version {
            WITHOUT_NEIGHBOURS => false,
            WITH_NEIGHBOURS => true,
            _ => return Err(ReadNetworkError::Version(version)),
        };
        let [number, kinds] = rest.array()?;
        let rule = Rule::from_number(number.into())
            .filter(|&rule| learned_rule(rule) == rule)
            .ok_or(ReadNetworkError::Rule(number))?;
        if !KINDS.contains(&kinds) {
            return Err(ReadNetworkError::Kinds(kinds));
        }
        let length = u32::from_le_bytes(rest.array()?) as usize;
        let record = rest.take(length)?;
        let sides = (0..kinds)
            .map(|_| rest.side(has_neighbours))
            .collect::<Result<_, _>>()?;
        let covered = bytes.len() - rest.0.len();
        let expected = u32::from_le_bytes(rest.array()?);
        if !rest.0.is_empty() {
            return Err(ReadNetworkError::Long(rest.0.len()));
        }
        let actual = checksum(&bytes[..covered]);
        if actual != expected {
            return Err(ReadNetworkError::Checksum { expected, actual });
        }
        let record = String::from_utf8(record.to_vec())
            .map_err(|error| ReadNetworkError::Record(error.to_string()))?;
        // The error repeats the whole of a text that stands in place of an object.
        serde_json::from_str::<Map<String, Value>>(&record)
            .map_err(|error| ReadNetworkError::Record(quote(&error.to_string())))?;
        let weights = Self {
            rule,
            sides,
            record,
        };
        if weights.sides.iter().all(SideWeights::is_sound) {
            Ok(weights)
        } else {
            Err(ReadNetworkError::Number)
        }
    }

    /// The bytes of the file of this network.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let has_neighbours = self.sides.iter().any(|side| side.head.neighbours.is_some());
        let version = if has_neighbours {
            WITH_NEIGHBOURS
        } else {
            WITHOUT_NEIGHBOURS
        };
        bytes.extend(version.to_le_bytes());
        bytes.extend([self.rule.number() as u8, self.sides.len() as u8]);
        bytes.extend((self.record.len() as u32).to_le_bytes());
        bytes.extend(self.record.bytes());
        for side in &self.sides {
            for table in side.tables() {
                bytes.extend(table.as_flattened().iter().flat_map(|n| n.to_le_bytes()));
            }
            bytes.extend(side.head.parameters().flat_map(f32::to_le_bytes));
            if has_neighbours {
                let layer = side.head.neighbours.clone().unwrap_or_default();
                bytes.extend(layer.parameters().flat_map(f32::to_le_bytes));
            }
        }
        let checksum = checksum(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }
}

/// What has not been read yet.
struct Unread<'a>(&'a [u8]);

impl<'a> Unread<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], ReadNetworkError> {
        let missing = length.saturating_sub(self.0.len());
        let (taken, rest) = self
            .0
            .split_at_checked(length)
            .ok_or(ReadNetworkError::Short(missing))?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ReadNetworkError> {
        let missing = N.saturating_sub(self.0.len());
        let (taken, rest) = self
            .0
            .split_first_chunk()
            .ok_or(ReadNetworkError::Short(missing))?;
        self.0 = rest;
        Ok(*taken)
    }

    fn side(&mut self, has_neighbours: bool) -> Result<SideWeights, ReadNetworkError> {
        let mut side = SideWeights::default();
        for table in side.tables_mut() {
            for number in table.as_flattened_mut() {
                *number = i16::from_le_bytes(self.array()?);
            }
        }
        for number in side.head.parameters_mut() {
            *number = f32::from_le_bytes(self.array()?);
        }
        if has_neighbours {
            let mut layer = Box::<NeighbourLayer>::default();
            for number in layer.parameters_mut() {
                *number = f32::from_le_bytes(self.array()?);
            }
            side.head.neighbours = Some(layer);
        }
        Ok(side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Weights {
        let mut black = SideWeights::default();
        black.patterns[1][2] = -7;
        black.patterns[7366][15] = SideWeights::MAX_EMBEDDING;
        black.code_vectors[3059][0] = -SideWeights::MAX_CODE_EMBEDDING;
        black.policy_code_vectors[17][3] = 12;
        black.head.first[63][31] = 1.5;
        black.head.near[1][20] = -0.25;
        Weights {
            rule: Rule::Renju,
            sides: vec![black, SideWeights::default()],
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
    fn the_small_checksum_is_that_of_the_library() {
        for bytes in [&b""[..], b"123456789", &[0xFF; 100]] {
            assert_eq!(checksum_by_bits(bytes), crc32fast::hash(bytes));
        }
        // The value that the definition gives as its check.
        assert_eq!(checksum_by_bits(b"123456789"), 0xCBF4_3926);
    }

    #[test]
    fn networks_round_trip() {
        let apart = example();
        assert_eq!(Weights::from_bytes(&apart.to_bytes()), Ok(apart.clone()));
        let alike = Weights {
            rule: Rule::Caro,
            sides: apart.sides[..1].to_vec(),
            record: "{}".to_string(),
        };
        assert_eq!(Weights::from_bytes(&alike.to_bytes()), Ok(alike));
    }

    #[test]
    fn the_version_tells_whether_there_is_a_neighbour_layer() {
        let mut weights = example();
        assert_eq!(weights.to_bytes()[MAGIC.len()], 1);
        for (number, side) in weights.sides.iter_mut().enumerate() {
            let mut layer = Box::<NeighbourLayer>::default();
            layer.own[3] = 0.5;
            layer.rings[7][31] = -0.25;
            layer.policy_hidden[31][31] = number as f32;
            side.head.neighbours = Some(layer);
        }
        let bytes = weights.to_bytes();
        assert_eq!(bytes[MAGIC.len()], 2);
        let more = weights.sides.len() * NeighbourLayer::PARAMETERS * size_of::<f32>();
        assert_eq!(bytes.len(), example().to_bytes().len() + more);
        assert_eq!(Weights::from_bytes(&bytes), Ok(weights.clone()));
        let layer = weights.sides[0].head.neighbours.as_mut();
        layer.expect("it was just made").rings[2][5] = 1.0;
        let refused = Weights::from_bytes(&weights.to_bytes());
        assert_eq!(refused, Err(ReadNetworkError::Number));
    }

    #[test]
    fn no_cut_and_no_changed_byte_goes_unnoticed() {
        let bytes = example().to_bytes();
        for length in (0..40).chain(bytes.len() - 40..bytes.len()) {
            assert!(Weights::from_bytes(&bytes[..length]).is_err(), "{length}");
        }
        for place in (0..40).chain([1000, 20_000, bytes.len() - 1]) {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x10;
            assert!(Weights::from_bytes(&damaged).is_err(), "{place}");
        }
        let mut long = bytes;
        long.push(0);
        assert_eq!(Weights::from_bytes(&long), Err(ReadNetworkError::Long(1)));
    }

    #[test]
    fn every_part_of_the_header_is_checked() {
        let bytes = example().to_bytes();
        let changed = |place: usize, value: u8| {
            let mut bytes = bytes.clone();
            bytes[place] = value;
            Weights::from_bytes(&with_checksum(bytes))
        };
        assert_eq!(changed(0, b'k'), Err(ReadNetworkError::Magic));
        assert_eq!(changed(8, 3), Err(ReadNetworkError::Version(3)));
        assert!(matches!(changed(8, 2), Err(ReadNetworkError::Short(_))));
        assert_eq!(changed(10, 9), Err(ReadNetworkError::Rule(9)));
        assert_eq!(changed(11, 3), Err(ReadNetworkError::Kinds(3)));
        assert!(matches!(changed(11, 1), Err(ReadNetworkError::Long(_))));
        assert!(matches!(changed(15, 1), Err(ReadNetworkError::Short(_))));
        assert!(matches!(
            changed(16, b'['),
            Err(ReadNetworkError::Record(_))
        ));
        assert!(matches!(
            changed(17, 0xFF),
            Err(ReadNetworkError::Record(_))
        ));
    }

    #[test]
    fn the_error_of_a_giant_record_is_short() {
        let giant = Weights {
            record: format!("\"{}\"", "x".repeat(1 << 20)),
            ..example()
        };
        let error = Weights::from_bytes(&giant.to_bytes()).expect_err("no object");
        let error = error.to_string();
        assert!(
            error.contains("no JSON object") && error.len() < 300,
            "{error}"
        );
    }

    #[test]
    fn numbers_that_would_overflow_are_refused() {
        let refused = |change: fn(&mut SideWeights)| {
            let mut weights = example();
            change(&mut weights.sides[1]);
            assert_eq!(
                Weights::from_bytes(&weights.to_bytes()),
                Err(ReadNetworkError::Number)
            );
        };
        refused(|side| side.patterns[9][0] = SideWeights::MAX_EMBEDDING + 1);
        refused(|side| side.patterns[0][0] = 1);
        refused(|side| side.code_vectors[9][0] = i16::MIN);
        refused(|side| side.policy_code_vectors[9][0] = i16::MAX);
        refused(|side| side.head.last_bias = f32::NAN);
    }

    #[test]
    fn a_file_that_is_not_there_is_no_network() {
        let read = Weights::read(Path::new("no/such.kgn"));
        assert!(matches!(read, Err(ReadNetworkError::Io(_))));
    }
}

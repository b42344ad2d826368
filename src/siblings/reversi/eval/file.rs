//! The file of the learned weights: a magic word, a checksum, the error model, then the numbers, deflated.
//!
//! Numbers are in grains of eight units, first all low bytes, then all
//! high ones: contents that were never met are runs of zeros.

use std::sync::{Arc, LazyLock};

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use kagetsu_kernel::{ShippedFile, shipped_file};

use super::errors::ErrorModel;
use super::row::GRAIN;
use super::weights::{Learned, Weights};
use kagetsu_siblings::kept_file::checksum;

const MAGIC: &[u8; 8] = b"KGTREV01";
/// Bytes of the error model.
const ERRORS_BYTES: usize = 4 * ErrorModel::LENGTH;
/// The strongest compression there is.
const LEVEL: u8 = 10;

/// What is said of an error model that is none.
const RANGE: &str = "a number of the error model is not finite";

/// The file that comes with the program, written by the command `learn`.
pub static WEIGHTS: ShippedFile = shipped_file!("", "weights.bin");

impl Weights {
    /// The weights that come with the program, read and spread out once in a process.
    ///
    /// # Errors
    /// What is wrong, if the program's own file is damaged or not there.
    pub(crate) fn shipped() -> Result<Arc<Self>, String> {
        static SPREAD: LazyLock<Result<Arc<Weights>, String>> = LazyLock::new(|| {
            let learned = Learned::from_bytes(WEIGHTS.bytes().unwrap_or_default())?;
            Ok(Arc::new(Weights::new(&learned)))
        });
        SPREAD.clone()
    }
}

impl Learned {
    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let grains: Vec<i16> = self
            .numbers
            .iter()
            .map(|&weight| weight / GRAIN as i16)
            .collect();
        let low = grains.iter().map(|grain| grain.to_le_bytes()[0]);
        let high = grains.iter().map(|grain| grain.to_le_bytes()[1]);
        let errors = self.errors.0.iter().flat_map(|number| number.to_le_bytes());
        let plain: Vec<u8> = errors.chain(low).chain(high).collect();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(checksum(&plain).to_le_bytes());
        bytes.extend(compress_to_vec(&plain, LEVEL));
        bytes
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// What is wrong, if the bytes are no file of weights, or a damaged one.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let rest = bytes
            .strip_prefix(MAGIC)
            .ok_or("this is no file of Reversi weights: it does not begin with KGTREV01")?;
        let count = Self::length();
        let expected = ERRORS_BYTES + 2 * count;
        let length = |bytes: usize| {
            format!("the weights are damaged: {bytes} bytes where {expected} were expected")
        };
        let (sum, packed) = rest.split_first_chunk::<4>().ok_or_else(|| length(0))?;
        let plain = decompress_to_vec_with_limit(packed, expected)
            .map_err(|error| length(error.output.len()))?;
        if plain.len() != expected {
            return Err(length(plain.len()));
        }
        let (found, expected) = (checksum(&plain), u32::from_le_bytes(*sum));
        if found != expected {
            return Err(format!(
                "the weights are damaged: checksum {found:#010x} where {expected:#010x} was expected"
            ));
        }
        let (errors, plain) = plain.split_at(ERRORS_BYTES);
        let mut model = [0.0; ErrorModel::LENGTH];
        let (numbers, _) = errors.as_chunks::<4>();
        for (number, &bytes) in model.iter_mut().zip(numbers) {
            *number = f32::from_le_bytes(bytes);
            if !number.is_finite() {
                return Err(RANGE.to_owned());
            }
        }
        let (low, high) = plain.split_at(count);
        let grains = low
            .iter()
            .zip(high)
            .map(|(&low, &high)| i16::from_le_bytes([low, high]));
        Ok(Self {
            numbers: grains
                .map(|grain| grain.wrapping_mul(GRAIN as i16))
                .collect(),
            errors: ErrorModel(model),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Learned {
        let mut discs = vec![0.0; Learned::length()];
        for (n, disc) in discs.iter_mut().enumerate().take(5000) {
            *disc = n as f32 / 100.0 - 20.0;
        }
        Learned::from_discs(&discs)
    }

    #[test]
    fn weights_come_back_as_they_were_written() {
        let learned = some();
        assert_eq!(Learned::from_bytes(&learned.to_bytes()), Ok(learned));
    }

    #[test]
    fn the_shipped_file_holds_weights() {
        let bytes = WEIGHTS.bytes().expect("it is a part of the program");
        let learned = Learned::from_bytes(bytes).unwrap();
        assert!(learned.numbers.iter().any(|&number| number != 0));
        assert!(bytes.len() < 1 << 20);
    }

    #[test]
    fn an_error_model_that_is_not_finite_is_refused() {
        for number in [f32::NAN, f32::INFINITY] {
            let mut learned = Learned::nothing();
            learned.errors.0[1] = number;
            let read = Learned::from_bytes(&learned.to_bytes());
            assert_eq!(read, Err(RANGE.to_owned()));
        }
    }

    #[test]
    fn damaged_files_are_refused() {
        let bytes = some().to_bytes();
        let fault = |bytes: &[u8]| Learned::from_bytes(bytes).unwrap_err();
        for other in [&b"KGTREV00"[..], b""] {
            assert!(fault(other).contains("it does not begin with KGTREV01"));
        }
        assert!(fault(&bytes[..bytes.len() / 2]).ends_with("were expected"));
        let mut other = bytes;
        other[8] ^= 1;
        assert!(fault(&other).contains("checksum"));
    }
}

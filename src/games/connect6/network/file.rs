//! A network as bytes: a name, then the numbers, lowest byte first. Rows are integers of 16 bits, all others are of single
//! precision.

use thiserror::Error;

use super::codes::ROW_NUMBERS;
use super::weights::{HIDDEN, Network, POLICY, STAGES, VALUE, WIDTH};

/// First bytes of a file: what it holds, and the version of the form.
const NAME: &[u8; 8] = b"kgt-c6-1";
/// Greatest number of a row: four of them can be added.
pub(in super::super) const MOST_ROW: i16 = i16::MAX / 4;
/// Greatest other number. It keeps the value finite.
const MOST_NUMBER: f32 = 1.0e6;

/// Bytes that hold no network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// Another kind of file, or one of another version.
    #[error("this is no network of Connect6 in the form `kgt-c6-1`")]
    Name,
    /// Another number of bytes.
    #[error("a network of Connect6 has {expected} bytes, not {found}")]
    Length {
        /// Bytes of a network.
        expected: usize,
        /// Bytes that are there.
        found: usize,
    },
    /// A number out of its range.
    #[error("a number of the network is out of range")]
    Range,
}

/// Numbers of single precision.
const NUMBERS: usize = HIDDEN * VALUE + 2 * HIDDEN + 2 + STAGES * POLICY;

fn expected_length() -> usize {
    NAME.len() + ROW_NUMBERS.count() * WIDTH * size_of::<i16>() + NUMBERS * size_of::<f32>()
}

impl Network {
    /// The network as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = NAME.to_vec();
        for number in self.rows.iter().flatten() {
            bytes.extend(number.to_le_bytes());
        }
        let hidden = self.hidden.iter().flatten();
        let numbers = hidden
            .chain(&self.hidden_bias)
            .chain(&self.output)
            .chain([&self.output_bias, &self.windows])
            .chain(self.policy.iter().flatten());
        for number in numbers {
            bytes.extend(number.to_le_bytes());
        }
        bytes
    }

    /// Reads what [`Network::to_bytes`] writes.
    ///
    /// # Errors
    /// [`NetworkError`] where the bytes are no network.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let rest = bytes.strip_prefix(NAME).ok_or(NetworkError::Name)?;
        let expected = expected_length();
        if bytes.len() != expected {
            return Err(NetworkError::Length {
                expected,
                found: bytes.len(),
            });
        }
        let (rows, numbers) = rest.split_at(rest.len() - NUMBERS * size_of::<f32>());
        let mut network = Self::zeros();
        let (pairs, _) = rows.as_chunks();
        for (number, &pair) in network.rows.iter_mut().flatten().zip(pairs) {
            *number = i16::from_le_bytes(pair);
            if !(-MOST_ROW..=MOST_ROW).contains(number) {
                return Err(NetworkError::Range);
            }
        }
        let (quads, _) = numbers.as_chunks();
        let hidden = network.hidden.iter_mut().flatten();
        let places = hidden
            .chain(&mut network.hidden_bias)
            .chain(&mut network.output)
            .chain([&mut network.output_bias, &mut network.windows])
            .chain(network.policy.iter_mut().flatten());
        for (number, &quad) in places.zip(quads) {
            *number = f32::from_le_bytes(quad);
            if !(-MOST_NUMBER..=MOST_NUMBER).contains(number) {
                return Err(NetworkError::Range);
            }
        }
        Ok(network)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_comes_back_from_its_bytes() {
        let mut network = Network::zeros();
        network.rows[5][3] = -1234;
        network.hidden[1][2] = 0.5;
        network.policy[1][POLICY - 1] = -2.25;
        network.windows = 0.125;
        let bytes = network.to_bytes();
        assert_eq!(Network::from_bytes(&bytes), Ok(network));
    }

    #[test]
    fn other_bytes_are_refused() {
        let bytes = Network::zeros().to_bytes();
        assert_eq!(Network::from_bytes(b"kgt-c6-0"), Err(NetworkError::Name));
        assert_eq!(
            Network::from_bytes(&bytes[..bytes.len() - 1]),
            Err(NetworkError::Length {
                expected: bytes.len(),
                found: bytes.len() - 1
            })
        );
        let mut large = bytes.clone();
        large[NAME.len() + 1] = 0x7f;
        assert_eq!(Network::from_bytes(&large), Err(NetworkError::Range));
        let mut endless = bytes;
        let last = endless.len() - size_of::<f32>();
        endless[last..].copy_from_slice(&f32::NAN.to_le_bytes());
        assert_eq!(Network::from_bytes(&endless), Err(NetworkError::Range));
    }
}

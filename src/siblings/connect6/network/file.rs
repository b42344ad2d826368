//! A network as bytes: a name, a checksum of all that follows, then the numbers, lowest byte first. Rows are integers of 16
//! bits, all others are of single precision. The form is described in `protocol-docs/connect6.md`.

use super::codes::ROW_NUMBERS;
use super::weights::{HIDDEN, Network, POLICY, STAGES, VALUE, WIDTH};
use kagetsu_siblings::kept_file::checksum;

/// First bytes of a file: what it holds, and the version of the form.
const NAME: &[u8; 8] = b"kgt-c6-2";
/// The form before, which had no checksum.
const OLD_NAME: &[u8; 8] = b"kgt-c6-1";
/// What is said of it.
const OLD: &str = "this network has the old form `kgt-c6-1`, which shows no damage, and is not read: `connect6 learn` writes \
    the form `kgt-c6-2`";
/// What is said of a number beyond the greatest.
const RANGE: &str = "a number of the network is out of range";
/// Bytes of the checksum.
const CHECKSUM: usize = size_of::<u32>();
/// Greatest number of a row: four of them can be added.
pub(in super::super) const MOST_ROW: i16 = i16::MAX / 4;
/// Greatest other number. It keeps the value finite.
const MOST_NUMBER: f32 = 1.0e6;

/// Numbers of single precision.
const NUMBERS: usize = HIDDEN * VALUE + 2 * HIDDEN + 2 + STAGES * POLICY;

fn expected_length() -> usize {
    NAME.len()
        + CHECKSUM
        + ROW_NUMBERS.count * WIDTH * size_of::<i16>()
        + NUMBERS * size_of::<f32>()
}

impl Network {
    /// The network as bytes.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        for number in self.rows.iter().flatten() {
            body.extend(number.to_le_bytes());
        }
        let hidden = self.hidden.iter().flatten();
        let numbers = hidden
            .chain(&self.hidden_bias)
            .chain(&self.output)
            .chain([&self.output_bias, &self.windows])
            .chain(self.policy.iter().flatten());
        for number in numbers {
            body.extend(number.to_le_bytes());
        }
        let mut bytes = NAME.to_vec();
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Reads what [`Network::to_bytes`] writes.
    ///
    /// # Errors
    /// What is wrong, where the bytes are no network.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        if bytes.starts_with(OLD_NAME) {
            return Err(OLD.to_owned());
        }
        let rest = bytes
            .strip_prefix(NAME)
            .ok_or("this is no network of Connect6: it does not begin with `kgt-c6-2`")?;
        let (expected, found) = (expected_length(), bytes.len());
        let (sum, rest) = rest
            .split_first_chunk::<CHECKSUM>()
            .filter(|_| found == expected)
            .ok_or_else(|| format!("a network of Connect6 has {expected} bytes, not {found}"))?;
        let (expected, found) = (u32::from_le_bytes(*sum), checksum(rest));
        if found != expected {
            return Err(format!(
                "the network is damaged: checksum {found:#010x} where {expected:#010x} was expected"
            ));
        }
        let (rows, numbers) = rest.split_at(rest.len() - NUMBERS * size_of::<f32>());
        let mut network = Self::zeros();
        let (pairs, _) = rows.as_chunks();
        for (number, &pair) in network.rows.iter_mut().flatten().zip(pairs) {
            *number = i16::from_le_bytes(pair);
            if !(-MOST_ROW..=MOST_ROW).contains(number) {
                return Err(RANGE.to_owned());
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
                return Err(RANGE.to_owned());
            }
        }
        Ok(network)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the numbers begin.
    const BODY: usize = NAME.len() + CHECKSUM;

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
        let fault = |bytes: &[u8]| Network::from_bytes(bytes).unwrap_err();
        assert!(fault(b"kgt-c6-0").contains("it does not begin with"));
        assert_eq!(fault(b"kgt-c6-1"), OLD);
        let (all, cut) = (bytes.len(), bytes.len() - 1);
        assert!(fault(&bytes[..cut]).ends_with(&format!("has {all} bytes, not {cut}")));
        let with_sum = |mut bytes: Vec<u8>| {
            let sum = checksum(&bytes[BODY..]);
            bytes[NAME.len()..BODY].copy_from_slice(&sum.to_le_bytes());
            Network::from_bytes(&bytes)
        };
        let mut large = bytes.clone();
        large[BODY + 1] = 0x7f;
        assert_eq!(with_sum(large).unwrap_err(), RANGE);
        let mut endless = bytes;
        let last = endless.len() - size_of::<f32>();
        endless[last..].copy_from_slice(&f32::NAN.to_le_bytes());
        assert_eq!(with_sum(endless).unwrap_err(), RANGE);
    }

    #[test]
    fn a_flipped_bit_is_refused() {
        let bytes = Network::zeros().to_bytes();
        for at in (0..BODY).chain((BODY..bytes.len()).step_by(9973)) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << (at % 8);
            assert!(Network::from_bytes(&damaged).is_err(), "byte {at}");
        }
    }
}

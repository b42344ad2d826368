//! Compressed files of games.

use std::io::Read;

use crate::lz4::Lz4Reader;

use super::error::ReadFault;

/// Most bytes of the plain file, so that a small file cannot fill the memory.
const MAX_BYTES: u64 = 1 << 30;

/// The plain file.
///
/// # Errors
/// [`ReadFault::Compression`] or [`ReadFault::TooLarge`]
pub(super) fn unpack(bytes: &[u8]) -> Result<Vec<u8>, ReadFault> {
    let mut plain = Vec::new();
    Lz4Reader::new(bytes)
        .take(MAX_BYTES + 1)
        .read_to_end(&mut plain)
        .map_err(|error| ReadFault::Compression(error.to_string()))?;
    if plain.len() as u64 > MAX_BYTES {
        return Err(ReadFault::TooLarge(MAX_BYTES >> 20));
    }
    Ok(plain)
}

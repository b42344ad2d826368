//! Files that are compressed as a whole, as one frame of LZ4.

use std::io::Read;

use lz4_flex::frame::FrameDecoder;

use super::error::ReadFault;

const MAGIC: [u8; 4] = [0x04, 0x22, 0x4d, 0x18];
/// Most bytes of the plain file, so that a small file cannot fill the memory.
const MAX_BYTES: u64 = 1 << 30;

/// True if the file begins as such a frame.
pub(super) fn is_packed(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// The plain file.
///
/// # Errors
/// [`ReadFault::Compression`] or [`ReadFault::TooLarge`]
pub(super) fn unpack(bytes: &[u8]) -> Result<Vec<u8>, ReadFault> {
    let mut plain = Vec::new();
    FrameDecoder::new(bytes)
        .take(MAX_BYTES + 1)
        .read_to_end(&mut plain)
        .map_err(|error| ReadFault::Compression(error.to_string()))?;
    if plain.len() as u64 > MAX_BYTES {
        return Err(ReadFault::TooLarge(MAX_BYTES >> 20));
    }
    Ok(plain)
}

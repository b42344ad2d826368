//! Digests of files, which tell later from what something was made.

use std::fmt::Write;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use kagetsu_kernel::file::require_regular_file;
use sha2::{Digest, Sha256};

/// Bytes that are read and hashed at once.
const HASH_BYTES: usize = 1 << 16;

/// SHA-256 of a file in hexadecimal digits.
///
/// # Errors
/// When it is no regular file or cannot be read.
pub fn sha256_of(path: &Path) -> io::Result<String> {
    require_regular_file(path)?;
    let mut file = File::open(path)?;
    let mut digest = Sha256::new();
    let mut bytes = vec![0; HASH_BYTES];
    loop {
        let length = file.read(&mut bytes)?;
        if length == 0 {
            break;
        }
        digest.update(&bytes[..length]);
    }
    Ok(hexadecimal(digest))
}

/// SHA-256 of these bytes in hexadecimal digits.
pub fn sha256_of_bytes(bytes: &[u8]) -> String {
    hexadecimal(Sha256::new_with_prefix(bytes))
}

fn hexadecimal(digest: Sha256) -> String {
    let mut digits = String::new();
    for byte in digest.finalize() {
        // Writing to a string cannot fail.
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

//! The checksum of the files that `learn` and `book` write.

/// FNV-1a with 32 bits (Fowler, Noll and Vo). A change of one byte always changes it.
pub fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |sum: u32, &byte| {
        (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_values_are_reproduced() {
        for (text, expected) in [
            ("", 0x811c_9dc5),
            ("a", 0xe40c_292c),
            ("foobar", 0xbf9c_f968),
        ] {
            assert_eq!(checksum(text.as_bytes()), expected, "{text}");
        }
    }
}

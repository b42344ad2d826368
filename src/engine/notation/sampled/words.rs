//! Binary files as numbers of 16 bits.

/// Takes numbers of little-endian bytes from the front.
pub(super) struct Words<'b>(&'b [u8]);

impl Words<'_> {
    /// The next 16 bits.
    pub(super) fn next(&mut self) -> Option<usize> {
        let (&word, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u16::from_le_bytes(word).into())
    }
}

/// Reads entries up to the end of the bytes. `None` if one of them is damaged, or there is none.
pub(super) fn entries<T>(bytes: &[u8], read: impl Fn(&mut Words) -> Option<T>) -> Option<Vec<T>> {
    let mut words = Words(bytes);
    let mut found = Vec::new();
    while !words.0.is_empty() {
        found.push(read(&mut words)?);
    }
    (!found.is_empty()).then_some(found)
}

//! Arrays in numpy's file format, version 1.0 (described in `numpy.lib.format`): a line of text with type and shape, then
//! the numbers.
//!
//! The crates for this format depend on a Python parser and a C compiler, while the header is a single line.

use std::io::{self, Write};
use std::marker::PhantomData;

use kagetsu_kernel::file::OutputFile;

const SIGNATURE: [u8; 8] = *b"\x93NUMPY\x01\x00";
/// The numbers begin at a multiple of this offset, in bytes.
const ALIGNMENT: usize = 64;

/// A number that an array can hold. It takes as many bytes there as in memory.
pub(super) trait Number: Into<i64> {
    /// The type as numpy writes it.
    const NAME: &'static str;
}

impl Number for i8 {
    const NAME: &'static str = "|i1";
}

impl Number for i16 {
    const NAME: &'static str = "<i2";
}

impl Number for u32 {
    const NAME: &'static str = "<u4";
}

impl Number for bool {
    const NAME: &'static str = "|b1";
}

/// An array that is being written.
#[derive(Debug)]
pub(super) struct Array<N> {
    out: OutputFile,
    kind: PhantomData<N>,
}

impl<N: Number> Array<N> {
    /// Begins an array of this shape. The caller must push exactly its numbers.
    pub(super) fn new(mut out: OutputFile, shape: &[u64]) -> io::Result<Self> {
        out.write_all(&head(N::NAME, shape))?;
        Ok(Self {
            out,
            kind: PhantomData,
        })
    }

    /// Adds the next number in C order: the last index changes fastest.
    pub(super) fn push(&mut self, number: N) -> io::Result<()> {
        let number: i64 = number.into();
        self.out.write_all(&number.to_le_bytes()[..size_of::<N>()])
    }

    /// Writes what is left, and leaves the file beside its place.
    pub(super) fn complete(mut self) -> io::Result<OutputFile> {
        self.out.flush()?;
        Ok(self.out)
    }
}

fn head(kind: &str, shape: &[u64]) -> Vec<u8> {
    let lengths: Vec<String> = shape.iter().map(u64::to_string).collect();
    let lengths = lengths.join(",");
    let mut text =
        format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({lengths},), }}");
    let before = SIGNATURE.len() + size_of::<u16>();
    // The line ends with a line feed.
    let length = (before + text.len() + 1).next_multiple_of(ALIGNMENT) - before;
    while text.len() + 1 < length {
        text.push(' ');
    }
    text.push('\n');
    let mut bytes = SIGNATURE.to_vec();
    bytes.extend((length as u16).to_le_bytes());
    bytes.extend(text.as_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_fills_whole_units_and_tells_type_and_shape() {
        let bytes = head("<i2", &[12_345_678, 15, 20]);
        assert_eq!(bytes.len(), 2 * ALIGNMENT);
        assert_eq!(&bytes[..10], b"\x93NUMPY\x01\x00\x76\x00");
        let text = String::from_utf8_lossy(&bytes[10..]);
        assert!(text.ends_with(" \n"));
        assert_eq!(
            text.trim_end(),
            "{'descr': '<i2', 'fortran_order': False, 'shape': (12345678,15,20,), }"
        );
    }
}

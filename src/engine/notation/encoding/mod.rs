//! Bytes of a file as text: in any encoding with the feature `encodings`, and in UTF-8 alone without it, for hosts that have
//! decoded their files already, as a browser does.

#[cfg(feature = "encodings")]
mod all;
#[cfg(not(feature = "encodings"))]
mod utf8;

use std::borrow::Cow;

#[cfg(feature = "encodings")]
pub use all::TextEncoding;
#[cfg(feature = "encodings")]
pub(crate) use all::{of_unnamed, without_mark};
#[cfg(not(feature = "encodings"))]
pub use utf8::TextEncoding;
#[cfg(not(feature = "encodings"))]
pub(crate) use utf8::{of_unnamed, without_mark};

/// The mark of DOS for the end of a text, Ctrl-Z. Some programs fill the last block of a file with it.
pub(crate) const DOS_END: u8 = 0x1a;

/// How the encoding of a file is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The file says it, or it is sound UTF-8.
    Certain,
    /// The caller states it.
    Stated,
    /// It was guessed.
    Guessed,
}

/// Is it a byte that no text has?
pub(crate) const fn is_of_numbers(byte: u8) -> bool {
    byte < b' ' && !byte.is_ascii_whitespace()
}

/// The bytes of a text without the marks of DOS behind its end. Numbers may end with such bytes as well.
pub(crate) fn without_dos_end(bytes: &[u8]) -> &[u8] {
    let marks = bytes.iter().rev().take_while(|&&byte| byte == DOS_END);
    let text = &bytes[..bytes.len() - marks.count()];
    if text.iter().any(|&byte| is_of_numbers(byte)) {
        bytes
    } else {
        text
    }
}

/// The text of a file: by its byte order mark, else as UTF-8 where that is sound, else in the stated or a guessed encoding.
///
/// ```
/// use kagetsu_notation::encoding::text_of;
/// assert_eq!(text_of(b"\xef\xbb\xbfh8\x1a", None), "h8");
/// ```
pub fn text_of(bytes: &[u8], stated: Option<TextEncoding>) -> Cow<'_, str> {
    decoded(without_mark(without_dos_end(bytes)).0, stated).0
}

/// Bytes without a byte order mark as text, their encoding, and how it is known.
pub(crate) fn decoded(
    plain: Cow<'_, [u8]>,
    stated: Option<TextEncoding>,
) -> (Cow<'_, str>, TextEncoding, Origin) {
    let (encoding, origin) = of_unnamed(&plain, stated);
    let text = match plain {
        Cow::Borrowed(bytes) => encoding.decode(bytes),
        Cow::Owned(bytes) => encoding.decode(&bytes).into_owned().into(),
    };
    (text, encoding, origin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_text_of_dos_is_none_of_it() {
        let cases: [(&[u8], &[u8]); 5] = [
            (b"h8\r\n\x1a", b"h8\r\n"),
            (b"h8\x1a\x1a", b"h8"),
            (b"\x1a", b""),
            (b"h8", b"h8"),
            // Numbers.
            (b"\x03\x1a", b"\x03\x1a"),
        ];
        for (bytes, expected) in cases {
            assert_eq!(without_dos_end(bytes), expected);
        }
    }
}

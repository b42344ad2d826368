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

/// The text of a file: by its byte order mark, else as UTF-8 where that is sound, else in the stated or a guessed encoding.
///
/// ```
/// use kagetsu_notation::encoding::text_of;
/// assert_eq!(text_of(b"\xef\xbb\xbfh8", None), "h8");
/// ```
pub fn text_of(bytes: &[u8], stated: Option<TextEncoding>) -> Cow<'_, str> {
    decoded(without_mark(bytes).0, stated).0
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

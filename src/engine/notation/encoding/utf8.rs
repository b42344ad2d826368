//! UTF-8 alone, whatever encoding a file names.

use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use super::Origin;

/// An encoding of text: UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextEncoding;

impl TextEncoding {
    /// UTF-8.
    pub(crate) const UTF_8: Self = Self;
    /// What stands for the encoding of Chinese Windows.
    pub const GBK: Self = Self;
    /// What stands for the encoding of Western Windows.
    pub const WINDOWS_1252: Self = Self;

    /// Can this byte be the first of a letter whose second byte is an ASCII sign?
    #[expect(clippy::unused_self, reason = "other encodings have such letters")]
    pub(crate) const fn is_lead(self, _: u8) -> bool {
        false
    }

    /// The text, with U+FFFD for what is no letter.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        String::from_utf8_lossy(bytes)
    }

    /// The bytes of a text.
    #[expect(
        clippy::unused_self,
        clippy::unnecessary_wraps,
        reason = "as that of other encodings"
    )]
    pub(crate) fn encode_strictly(self, text: &str) -> Option<Cow<'_, [u8]>> {
        Some(text.as_bytes().into())
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        "UTF-8"
    }
}

impl fmt::Display for TextEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for TextEncoding {
    type Err = Infallible;

    fn from_str(_: &str) -> Result<Self, Self::Err> {
        Ok(Self)
    }
}

/// Bytes without the byte order mark of UTF-8, and whether they had it.
pub(crate) fn without_mark(bytes: &[u8]) -> (Cow<'_, [u8]>, bool) {
    match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => (rest.into(), true),
        _ => (bytes.into(), false),
    }
}

/// The encoding of bytes that do not name one.
pub(crate) fn of_unnamed(_: &[u8], _: Option<TextEncoding>) -> (TextEncoding, Origin) {
    (TextEncoding, Origin::Certain)
}

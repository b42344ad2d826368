//! Bytes of a file as text: in any encoding with the feature `encodings`, and in UTF-8 alone without it, for hosts that have
//! decoded their files already, as a browser does.

#[cfg(feature = "encodings")]
mod all;
#[cfg(not(feature = "encodings"))]
mod utf8;

#[cfg(feature = "encodings")]
pub use all::{TextEncoding, text_of};
#[cfg(feature = "encodings")]
pub(crate) use all::{of_unnamed, without_mark};
#[cfg(not(feature = "encodings"))]
pub use utf8::{TextEncoding, text_of};
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

//! A text or the bytes of a file, and what kind it is.

use std::borrow::Cow;

use kagetsu_kernel::file::{self, binary_kind};

use crate::encoding::{
    DOS_END, Origin, TextEncoding, decoded, is_of_numbers, without_dos_end, without_mark,
};
use crate::renlib::is_renlib;
use crate::sampled::is_sample_text;
use crate::sgf::{SgfOptions, begins_with_game, encoding_of, holds_game};
use crate::text_forms::{block, link, page_line, picture, table};
use crate::{gomotur, pgn, psq, yixin_save};

use super::error::{ReadError, ReadFault};
use super::kind::Kind;
use super::{lines, packing};
use crate::lz4::is_lz4;

pub(super) enum Body<'b> {
    Bytes(Cow<'b, [u8]>),
    Text(Cow<'b, str>),
}

/// A text or a file.
pub struct Source<'b> {
    pub(super) kind: Kind,
    pub(super) body: Body<'b>,
    /// The encoding, if it was guessed.
    pub(super) guessed: Option<TextEncoding>,
    /// The bytes are UTF-8 by their mark.
    pub(super) is_utf8: bool,
}

impl std::fmt::Debug for Source<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Source")
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

impl<'b> Source<'b> {
    /// Looks at the bytes of a file or of a text.
    ///
    /// # Errors
    /// [`ReadError`] for a compressed file that is damaged or too large, and for a file of another kind that is known.
    pub fn new(bytes: &'b [u8], encoding: Option<TextEncoding>) -> Result<Self, ReadError> {
        let of = |kind, body| Self {
            kind,
            body,
            guessed: None,
            is_utf8: false,
        };
        let bytes = without_dos_end(bytes);
        if is_renlib(bytes) {
            return Ok(of(Kind::RenLib, Body::Bytes(bytes.into())));
        }
        if is_lz4(bytes) {
            let damaged = |fault| ReadError::of_whole(Kind::Samples, fault);
            let plain = packing::unpack(bytes).map_err(damaged)?;
            return Ok(of(Kind::Samples, Body::Bytes(plain.into())));
        }
        if let Some(kind) = binary_kind(bytes) {
            let fault = ReadFault::Binary(kind);
            return Err(ReadError::of_whole(Kind::Unknown, fault));
        }
        let (plain, is_utf8) = without_mark(bytes);
        let of = |kind, body| Self {
            is_utf8,
            ..of(kind, body)
        };
        if begins_with_game(&plain) {
            return Ok(of(Kind::Sgf, Body::Bytes(plain)));
        }
        // With bytes that no text has, the file can only hold numbers.
        if plain.iter().any(|&byte| is_of_numbers(byte)) {
            return Ok(of(Kind::Samples, Body::Bytes(plain)));
        }
        let (mut text, known, origin) = decoded(plain, encoding);
        // Old programs of the Macintosh end lines with CR alone.
        if text.contains('\r') && !text.contains('\n') {
            text = text.replace('\r', "\n").into();
        }
        let kind = kind_of(&text);
        Ok(match kind {
            Kind::Sgf => of(kind, Body::Bytes(without_mark(bytes).0)),
            _ => Self {
                guessed: (origin == Origin::Guessed).then_some(known),
                ..of(kind, Body::Text(text))
            },
        })
    }

    /// Looks at a text whose encoding is no question any more, whatever it says of it.
    pub fn of_text(text: &'b str) -> Self {
        let text = file::without_mark(text).trim_end_matches(char::from(DOS_END));
        let kind = if begins_with_game(text.as_bytes()) {
            Kind::Sgf
        } else {
            kind_of(text)
        };
        Self {
            kind,
            body: match kind {
                Kind::Sgf => Body::Bytes(text.as_bytes().into()),
                _ => Body::Text(text.into()),
            },
            guessed: None,
            is_utf8: true,
        }
    }

    /// All of it as text, in the encoding of its first game. `None` for libraries and samples in numbers, which are no text.
    pub fn text(&self) -> Option<Cow<'_, str>> {
        match &self.body {
            Body::Text(text) => Some(Cow::Borrowed(&**text)),
            Body::Bytes(bytes) if self.kind == Kind::Sgf => {
                let options = SgfOptions {
                    is_utf8: self.is_utf8,
                    ..SgfOptions::default()
                };
                Some(encoding_of(bytes, options).decode(bytes))
            }
            Body::Bytes(_) => None,
        }
    }

    /// The kind.
    pub const fn kind(&self) -> Kind {
        self.kind
    }
}

/// Does the text begin as an object of JSON does? Braces in a list of moves are comments.
fn is_json(text: &str) -> bool {
    let inner = text.strip_prefix('{').map(str::trim_start);
    inner.is_some_and(|inner| inner.starts_with(['"', '}']))
}

/// The kind of a text that does not begin with a game in SGF.
fn kind_of(text: &str) -> Kind {
    let trimmed = text.trim_start();
    let first = lines::first(text).unwrap_or_default();
    if psq::is_psq(trimmed) {
        Kind::Psq
    } else if pgn::is_pgn(trimmed) {
        Kind::Pgn
    } else if is_json(trimmed) {
        Kind::Journal
    } else if link::is_link(trimmed) {
        Kind::Link
    } else if block::is_block(text, first) {
        Kind::Block
    } else if yixin_save::is_yixin_save(text) {
        Kind::YixinSave
    } else if gomotur::is_gomotur(text) {
        Kind::Gomotur
    } else if is_sample_text(text) {
        Kind::Samples
    } else if page_line::is_page_line(first) {
        Kind::PageLine
    } else if table::is_row(first) {
        Kind::Table
    } else if picture::is_picture(text) {
        Kind::Picture
    } else if text.contains("(;") && holds_game(text.as_bytes()) {
        Kind::Sgf
    } else {
        Kind::Moves
    }
}

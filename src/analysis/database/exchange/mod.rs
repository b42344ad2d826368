//! Databases of Yixin-Board and Rapfi, `*.db`, and their form as text: read and written.
//!
//! The layout was learned from the public source of Rapfi (Rapfi developers). A file is a number of records (4 bytes),
//! then the records; it may be one LZ4 frame as a whole. A record is a length (2 bytes) and a key, a length (2 bytes) and
//! a value. Numbers are little-endian.
//!
//! - Key: rule (0 freestyle, 1 standard, 2 renju), columns, rows, then column and row of each stone, one byte each: first
//!   the black ones. A turn without a stone is FF FF. Black has as many turns as White, or one more.
//! - Value: label (1 byte), score for the side to move (2), depth and bound (2: `4 * depth + bound`; bound 0 none, 1 upper,
//!   2 lower, 3 exact), text. Labels speak of the player who has just moved: `w` wins, `l` loses, `d` draws. FF is no label.
//! - A board of 0x0 marks a record about the file: its text `charset="UTF-8"` says how texts are encoded.
//! - A text may begin with `@BTXT@`: labels of points of the board follow on lines, each after the point in two signs, up
//!   to byte 8 or the end; then comes the comment.
//!
//! [`binary`] and [`text`] are the two forms, `record` turns a record into an entry of ours and back, `board_texts`
//! does this for the labels of points, which we keep with the position after the move.

pub mod binary;
mod board_texts;
mod error;
mod export;
mod record;
pub mod text;

pub use error::{ExchangeError, MAX_BYTES};
pub use export::{Exported, export};
pub use record::{YixinRecord, label_sign, read_label};

#[cfg(test)]
mod tests;

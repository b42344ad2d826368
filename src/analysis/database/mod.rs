//! A database of positions for analysts: value, best move, label and text of each position, one file for all rules and
//! sizes. Positions that are equal up to a symmetry of the board are one entry.
//!
//! The store is redb: Rust alone, with no dependency but libc, where the bundled `SQLite` is a quarter of a million lines
//! of C and wants a C compiler for every target. Both survive a kill at any moment. redb has a checksum on every page,
//! `SQLite` none. `2026-11-store.md` has sizes and speeds. redb may panic on a page that was damaged later, and it writes
//! to a file that it opens. So every file is first opened through an overlay that keeps all writes in memory: it must
//! begin as a file of redb, all checksums are verified, and the table must be ours. Reading never goes beyond the overlay,
//! and only a verified file is opened for writing. A file with right checksums that somebody forged is not guarded against.
//!
//! [`key`] makes the canonical key, [`entry`] the record, [`json`] the lines, [`library`] and [`library_export`] read and
//! write `RenLib`, [`exchange`] the databases of Yixin-Board.
//! `protocol-docs/database.md` describes the lines.

pub mod entry;
pub mod error;
pub mod exchange;
pub mod json;
pub mod key;
pub mod library;
pub mod library_export;
mod overlay;
pub mod reader;
pub mod statistics;
pub mod view;
pub mod writer;

#[cfg(test)]
mod tests;

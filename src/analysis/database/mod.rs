//! A database of positions for analysts: value, best move, label and text of each position, one file for all rules and
//! sizes. Positions that are equal up to a symmetry of the board are one entry.
//!
//! The store is redb. It is Rust alone and builds in seconds, where the bundled `SQLite` is a quarter of a million lines
//! of C and wants a C compiler on every target. Both survive a kill at any moment. redb has a checksum on every page,
//! which `SQLite` lacks by default; its files are some tenths larger. redb may panic on a page that was damaged
//! later, and it writes to a file that it opens, so every file is first opened through an [`overlay`] that reads the
//! file and keeps all writes in memory: its first bytes must be those of redb, all checksums are verified, and the
//! table must be ours. Reading never goes beyond the overlay, and only a verified file is opened for writing.
//!
//! [`key`] makes the canonical key, [`entry`] the record, [`json`] the lines and [`library`] the import of `RenLib`.
//! `protocol-docs/database.md` describes the lines.

pub mod entry;
pub mod error;
pub mod json;
pub mod key;
pub mod library;
mod overlay;
pub mod reader;
pub mod statistics;
pub mod writer;

#[cfg(test)]
mod tests;

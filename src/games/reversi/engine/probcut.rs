//! How careful a search is.

/// Nothing is cut by guess.
pub const EXACT: u8 = 6;

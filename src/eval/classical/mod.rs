//! The classical evaluation: every empty point is worth something to each side, by its code and by whose turn it
//! is; the threats of both sides together add a term of their own.

mod mask;
mod sum;
mod tables;
mod weights;

pub use sum::Classical;

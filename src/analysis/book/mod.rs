//! An opening book: a position database in which the engine has searched the likely openings. [`grow`] adds to it, [`check`]
//! looks whether it is sound, and [`choice`] plays from it.
//!
//! A position of the book is open when the position after its best move is in the database as well; otherwise it is a leaf.
//! The value of an open position is the best of those after it, unless its own search was deeper; that of a leaf comes from a
//! search. A position is lost when all its legal moves are, or a label says so: one of which only the known moves lose is
//! searched again without them. Growing opens the position that good play reaches most easily: the cost of a line is what its
//! moves lose against the best ones, plus a constant for each move (T. Lincke, "Strategies for the automatic construction of
//! opening books", 2001). All that growing knows is in the database, so that it can be stopped at any time and goes on from
//! there. `experiments/2026-11-opening-books.md` in the folder above has figures.

pub mod check;
pub mod choice;
mod graph;
pub mod grow;

#[cfg(test)]
mod tests;

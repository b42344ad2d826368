//! A small network that gives the value of a position and a policy for stones, learnt from games of the engine against itself.
//!
//! For each empty cell near a stone, the four lines through it are looked up by the eight neighbours on each ([`codes`]).
//! Every kind of line has a row of numbers. The four rows of a cell are added, and negative sums are cut off. One half of
//! these numbers, added up over all cells, goes through a small hidden layer to the value of the position. The other half gives
//! the policy: for each cell, how good a stone there is. It is the form of the evaluation of Gomoku in its smallest size: sums
//! over patterns of lines, as in Rapfi's "mix" networks (Haobin Duan, 2022).

pub(super) mod codes;
mod file;
mod policy;
mod view;
mod weights;

pub(super) use file::MOST_ROW;
pub(super) use policy::{CellScores, Policy};
pub(super) use view::View;
pub(crate) use weights::Network;
pub(super) use weights::{
    HIDDEN, POLICY, ROW_ONE, STAGES, SUM_ONE, UNITS_PER_LOGIT, VALUE, WIDTH, stage_index,
};

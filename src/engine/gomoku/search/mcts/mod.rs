//! Tree search over the evaluation: the other way to search, beside alpha-beta. The evaluation gives the values and the
//! priors ([`game`]), the tree of `kagetsu-tree` is walked by PUCT within the limits of a move ([`run`]).

mod game;
mod run;
mod values;

pub(crate) use run::{TreeMemory, tree_search};

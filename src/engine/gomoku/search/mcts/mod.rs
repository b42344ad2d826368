//! Monte Carlo tree search over the evaluation: the other way to search, beside alpha-beta. The evaluation gives the values and
//! the priors ([`game`]), the tree of `kagetsu-tree` is walked by PUCT within the limits of a move ([`run`]) or
//! watched playout by playout ([`watch`]).

mod game;
mod run;
mod values;
mod watch;

pub(crate) use run::{TreeMemory, tree_search};
pub use values::tree_score;
pub(crate) use watch::WatchedTree;

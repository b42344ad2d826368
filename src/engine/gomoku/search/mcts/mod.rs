//! Monte Carlo tree search over the evaluation: the other way to search, beside alpha-beta. The evaluation gives the values and
//! the priors ([`game`]), the tree of `kagetsu-tree` is walked by PUCT within the limits of a move ([`run`]) or
//! traced playout by playout ([`trace`]).

mod game;
mod run;
mod trace;
mod values;

pub(crate) use run::{TreeMemory, tree_search};
pub(crate) use trace::{TracedSearch, trace_playout};
pub use values::tree_score;

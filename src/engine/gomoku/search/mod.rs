//! The search: finds the best move of a position.
//!
//! Iterative deepening (`deepen`) over a principal variation search (`node`) with a shared transposition table. Moves are
//! ordered by policy scores and history (`ordering`). Nodes look for a win by continuous fours ([`threat_space`]).
//! Several threads search the same root and vote on the move (`threads`). [`solver`] proves wins by df-pn search. `mcts` is
//! Monte Carlo tree search over the same evaluation.
//!
//! All parameters are in [`params`]. What was tried, with figures, is in `experiments/`, one page for each question.

mod aspiration;
mod decide;
mod deepen;
pub(crate) mod defending;
pub(crate) mod history;
mod known;
pub(crate) mod mcts;
mod move_search;
mod node;
mod node_vcf;
pub(crate) mod ordering;
pub mod params;
pub(crate) mod proving;
mod reducing;
pub(crate) mod report;
mod root;
mod root_filter;
mod shared_state;
pub mod solver;
mod task;
mod threads;
pub mod threat_space;
mod vote;
mod worker;

pub use kagetsu_tree::{MoveStatistics, MoveTerms, NodeView, PlayoutTrace, Proved};
pub use known::{KnownPosition, KnownPositions};
pub use mcts::tree_score;
pub use proving::WinCheck;
pub use report::{
    DefenceReport, DepthReport, NullSearchObserver, Proof, ProofMethod, ProofReport, RootEvent,
    SearchObserver,
};
pub use root_filter::{EqualMoves, RootFilter};
pub use task::Task;
pub use threads::search;
pub use worker::ThreadData;

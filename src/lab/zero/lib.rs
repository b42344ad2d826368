//! Learning from nothing by tree search.
//!
//! [`game`] is a family of games of stones in a row: tic-tac-toe, gomoku, Connect6, connect four and what people invent; and
//! Reversi.
//! [`evaluator`] makes any of them a game of the tree search of `kagetsu-tree`, with values and priors from an [`Evaluator`].
//! [`net`] is a network that can be one, with its gradients, [`recipe`] what decides a run of
//! learning, [`learn`] plays the games of a run and learns from them, and
//! [`run`] keeps them in a folder. What came of it is measured by [`probe`] (positions with right answers) and [`ladder`]
//! (networks against each other), and [`band`] says in words how a run stands beside others.
//!
//! ```
//! use kagetsu_tree::{Proved, Tree, TreeSettings};
//! use kagetsu_zero::{Connect, EvaluatedGame, Rules, UniformEvaluator};
//!
//! let rules: Rules = "3x3,k=3".parse()?;
//! let mut game = EvaluatedGame::new(Connect::new(rules), UniformEvaluator);
//! let mut tree = Tree::new(TreeSettings::default(), 1 << 24);
//! while tree.proved().is_none() {
//!     tree.playout(&mut game);
//! }
//! assert_eq!(tree.proved(), Some(Proved::Draw));
//! # Ok::<(), kagetsu_zero::game::ParseRulesError>(())
//! ```

pub mod band;
mod cache;
pub mod evaluator;
mod fault;
#[cfg(test)]
mod forcing;
pub mod game;
pub mod ladder;
pub mod learn;
pub mod net;
#[cfg(test)]
mod oracle;
pub mod probe;
pub mod recipe;
pub mod run;
pub mod search;

pub use cache::CachedEvaluator;
pub use evaluator::{EvaluatedGame, Evaluator, NetworkEvaluator, UniformEvaluator};
pub use game::{Connect, Game, GameRules, Reversi, Rules};
pub use net::{Network, NetworkShape};
pub use search::Searcher;

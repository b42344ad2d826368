//! Monte Carlo tree search over any game whose positions have a value and whose moves have priors.
//!
//! A playout walks from the root to a position that is not expanded, asks the game for its value and the priors of its
//! moves ([`TreeGame::expand`]), and adds the value to every position on the path. The walk follows PUCT (D. Silver et al.,
//! "Mastering the game of Go without human knowledge", 2017), or the improved policy of Gumbel `AlphaZero` (I. Danihelka,
//! A. Guez, J. Schrittwieser and D. Silver, "Policy improvement by planning with Gumbel", 2022), whose choice at the root
//! is in [`gumbel`]. Proved results are backed up (MCTS-Solver): a position with a winning move is won, one whose moves all
//! lose is lost (M. Winands, Y. Björnsson and J.-T. Saito, "Monte-Carlo tree search solver", 2008). [`Descent`] searches by
//! values alone.
//!
//! The memory is bounded: when it is full, the least visited nodes lose their children, and are expanded again if a playout
//! comes back to them. After a move of the game the part of the tree below it is kept ([`Tree::advance`]). One thread
//! searches, and the same calls give the same tree on every machine. [`Tree::trace`] shows a playout step by step.
//!
//! ```
//! use kagetsu_kernel::Side;
//! use kagetsu_tree::{Expansion, Proved, Tree, TreeGame, TreeSettings};
//!
//! /// A heap of matches: a move takes one or two, and who takes the last one wins.
//! struct Matches(Vec<u32>, u32);
//!
//! impl TreeGame for Matches {
//!     type Move = u32;
//!     fn side_to_move(&self) -> Side {
//!         Side::BOTH[self.0.len() % 2]
//!     }
//!     fn make(&mut self, taken: u32) {
//!         self.0.push(taken);
//!         self.1 -= taken;
//!     }
//!     fn unmake(&mut self) {
//!         self.1 += self.0.pop().unwrap_or(0);
//!     }
//!     fn expand(&mut self, priors: &mut Vec<(u32, f32)>) -> Expansion {
//!         if self.1 == 0 {
//!             return Expansion::Proved(Proved::Loss(0));
//!         }
//!         priors.extend((1..=self.1.min(2)).map(|taken| (taken, 0.5)));
//!         Expansion::Evaluated(0.0)
//!     }
//! }
//!
//! let mut tree = Tree::new(TreeSettings::default(), 1 << 20);
//! let mut game = Matches(Vec::new(), 7);
//! while tree.proved().is_none() {
//!     tree.playout(&mut game);
//! }
//! // Six are left, a multiple of three, and whatever follows loses.
//! assert_eq!(tree.moves()[0].point, 1);
//! assert!(matches!(tree.proved(), Some(Proved::Win(_))));
//! ```

mod arena;
mod compact;
mod descent;
mod forced;
mod game;
pub mod gumbel;
mod proved;
mod select;
mod settings;
mod statistics;
mod trace;
mod tree;

#[cfg(test)]
mod tests;

pub use descent::{Descent, DescentMove};
pub use game::{Expansion, TreeGame};
pub use proved::Proved;
pub use settings::{Selection, TreeSettings};
pub use statistics::MoveStatistics;
pub use trace::{MoveTerms, NodeView, PlayoutTrace, TracedTree};
pub use tree::{Playout, Tree};

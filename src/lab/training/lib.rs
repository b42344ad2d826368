//! Training of the evaluation: self-play games, the data files that hold them, games of other programs, and the fit of the
//! evaluation network.
//!
//! A game of the engine against itself; the same seed and number give the same game.
//!
//! ```
//! use kagetsu_gomoku::board::Rule;
//! use kagetsu_gomoku::geometry::BoardSize;
//! use kagetsu_kernel::StopSignal;
//! use kagetsu_training::selfplay::{SelfPlaySettings, SelfPlayer};
//!
//! let settings = SelfPlaySettings {
//!     rule: Rule::Freestyle,
//!     size: BoardSize::square(11)?,
//!     nodes: 10..=20,
//!     tree_percent: 0,
//!     seed: 7,
//! };
//! let game = SelfPlayer::new(&settings, StopSignal::new()).game(0)?;
//! assert!(!game.plies.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod dataset;
pub mod import;
pub mod network;
pub mod selfplay;

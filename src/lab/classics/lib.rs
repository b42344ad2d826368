//! Classic scoring programs for Gomoku: methods that lectures and articles describe, written anew from their
//! descriptions. They are named opponents and a floor under the engine's strength; nothing of them is in the engine.
//!
//! Each scores the empty points by a table and chooses the best, with no memory between moves; `ab-rules` scores positions
//! and searches. All know the board and no more of the engine. They were described for one board size, or for none, and
//! for a game without forbidden points. Here each plays on every board and by every rule: it counts the rows that the board
//! has room for, and passes over points that are forbidden. Mistakes of the printed programs are corrected; the first lines
//! of each program's file tell which.
//!
//! ```
//! use kagetsu_classics::Program;
//! use kagetsu_gomoku::board::{Position, Rule};
//! use kagetsu_gomoku::geometry::BoardSize;
//! let position = Position::new(BoardSize::square(15)?, Rule::Freestyle);
//! assert_eq!(Program::Window20.start(1).choose(&position), Some(position.size().centre()));
//! # Ok::<(), kagetsu_gomoku::geometry::UnsupportedSize>(())
//! ```

mod ab_rules;
mod gap_17;
mod geometric;
mod grid;
mod group;
mod program;
mod rays_19;
mod scored;
pub mod serve;
mod session;
mod table_192;
#[cfg(test)]
mod tests;
mod window;
mod window_20;

pub use program::{ClassicArgs, Program};

use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::geometry::Point;

/// A program that answers a position with a move.
pub trait Classic: std::fmt::Debug + Send {
    /// A legal move of the side to move; `None` when there is none. The answer depends on the position and, where the
    /// program leaves a choice to chance, on its seed and on how often it was asked.
    fn choose(&mut self, position: &Position) -> Option<Point>;
}

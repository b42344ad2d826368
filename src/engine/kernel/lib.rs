//! Tools that do not depend on a game: sides, scores, limits, clocks, random numbers, keys, the transposition table, iterative
//! deepening, the time of a move, the loop that serves line-based protocols, and the words of the Gomocup protocol and of GTP.
//!
//! ```
//! use std::time::Duration;
//! use kagetsu_kernel::{Score, SearchLimits, Shard, TimeControl};
//!
//! // Half a second for a move, and no more than 10,000 nodes.
//! let limits = SearchLimits {
//!     nodes: Some(10_000),
//!     time: TimeControl::per_move(Duration::from_millis(500)),
//!     ..SearchLimits::default()
//! };
//! assert_eq!(limits.multi_pv, 1);
//! assert_eq!(Score::win_in(5).to_string(), "+M5");
//! // What the second of four machines makes of ten games.
//! let part: Shard = "2/4".parse()?;
//! assert_eq!(part.range(10), 2..5);
//! # Ok::<(), kagetsu_kernel::ParseTextError>(())
//! ```

mod backing;
pub mod clock;
pub(crate) mod deepening;
pub mod file;
pub mod file_lock;
pub mod gomocup;
pub mod grade;
pub mod gtp;
pub mod hash;
pub(crate) mod in_order;
pub(crate) mod limits;
pub mod line_host;
pub mod linear;
mod parse_text;
pub mod rng;
pub mod score;
pub mod seconds;
#[cfg(feature = "serde")]
mod serde_forms;
pub mod shard;
mod shipped;
mod shown;
pub(crate) mod side;
pub(crate) mod stack;
pub mod table;
pub(crate) mod time_budget;

pub use backing::{Backing, halved_to_fit};
pub use clock::{Clock, FakeClock, NoClock, WallClock};
pub use deepening::{Completed, Iteration, Iterations, deepen};
pub use file_lock::FileLock;
pub use hash::{FastMap, FastSet};
pub use in_order::in_order;
pub use limits::{SearchLimits, StopSignal, TimeControl};
pub use parse_text::ParseTextError;
pub use score::Score;
pub use seconds::Seconds;
pub use shard::{Shard, ShardsFault};
pub use shipped::ShippedFile;
pub use shown::{ShowPath, ShownPath, on_one_line, quote};
pub use side::Side;
pub use stack::{STACK_BYTES, on_large_stack};
pub use time_budget::{ClockPolicy, Progress, Stability, TimeBudget};

/// Bytes of a kibibyte.
pub const KIB: u64 = 1 << 10;
/// Bytes of a mebibyte.
pub const MIB: u64 = 1 << 20;
/// The whole, for numbers in percent.
pub const PERCENT: u8 = 100;

/// A number with its noun, in the plural unless it is one.
///
/// ```
/// use kagetsu_kernel::counted;
/// assert_eq!((counted(1, "move"), counted(20_u64, "move")), ("1 move".to_string(), "20 moves".to_string()));
/// ```
pub fn counted<N: Copy + std::fmt::Display + PartialEq + From<u8>>(
    number: N,
    noun: &str,
) -> String {
    let ending = if number == N::from(1) { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

/// A share, where 1 is the whole, in percent.
pub fn percent(share: f64) -> f64 {
    share * f64::from(PERCENT)
}

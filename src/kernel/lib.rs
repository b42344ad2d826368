//! Tools that do not depend on a game: scores, limits, clocks, random numbers, keys and the transposition table.

mod backing;
pub mod clock;
pub mod file;
pub mod file_lock;
pub mod hash;
pub mod limits;
pub mod rng;
pub mod score;
pub mod seconds;
pub mod shard;
pub mod table;
pub mod zobrist;

pub use clock::{Clock, FakeClock, WallClock};
pub use file_lock::FileLock;
pub use hash::{FastMap, FastSet};
pub use limits::{SearchLimits, StopSignal, TimeControl};
pub use score::Score;
pub use seconds::Seconds;
pub use shard::Shard;

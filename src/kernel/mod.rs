//! Layer 0: tools that know no game. Scores, limits, clocks, random numbers, keys, the shared table and figures.

pub mod clock;
pub mod figure;
pub mod hash;
pub mod limits;
pub mod rng;
pub mod score;
pub mod table;
pub mod zobrist;

pub use clock::{Clock, FakeClock, WallClock};
pub use figure::FigureError;
pub use hash::{FastMap, FastSet};
pub use limits::{SearchLimits, StopSignal, TimeControl};
pub use score::Score;

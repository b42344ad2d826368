//! Protocols on standard input and output: `NBoard`, GTP, and a plain text one.
//!
//! Each is a [`Dialogue`] for [`serve`]. A list of commands in a pipe is answered in full: the end of the input ends only
//! searches that would go on for long.

use std::time::Duration;

use kagetsu_kernel::SearchLimits;
use kagetsu_kernel::line_host::Scope;

use super::players::Level;

mod gtp;
mod nboard;
mod pace;
mod player;
mod text;

pub use gtp::Gtp;
pub use nboard::NBoard;
pub use pace::Pace;
pub use player::Player;
pub use text::Text;

pub use kagetsu_siblings::line_host::{Answer, Dialogue, Effect, serve};

/// The longest line that is read, in bytes: games are told on one line.
const MAX_LINE: usize = 1 << 16;

/// Longest time that a search goes on when its answer may be for nobody.
const SOON: Duration = Duration::from_secs(60);

/// Will a search from a number of empty squares end by itself before long? It does within a minute of its clock, and if it
/// looks no further than the highest level.
fn scope(limits: &SearchLimits, empties: u32) -> Scope {
    let time = [limits.time.turn, limits.time.match_left];
    let most = Level::HIGHEST.limits(empties).depth;
    if time.into_iter().flatten().any(|time| time <= SOON)
        || (limits.depth.is_some() && limits.depth <= most)
    {
        Scope::Bounded
    } else {
        Scope::Unbounded
    }
}

//! Protocols on standard input and output: `NBoard`, GTP, and a plain text one.
//!
//! Each is a [`Dialogue`] for [`serve`]. A list of commands in a pipe is answered in full: the end of the input ends only
//! searches that would go on for long.

use std::time::Duration;

use kagetsu_kernel::line_host::Scope;
use kagetsu_kernel::{SearchLimits, TimeControl};

use super::players::Level;

mod gtp;
mod nboard;
mod player;
mod text;

pub(crate) use gtp::Gtp;
pub(crate) use nboard::NBoard;
pub(crate) use player::Player;
pub(crate) use text::Text;

pub(crate) use kagetsu_siblings::line_host::{Answer, Dialogue, Effect, serve};

/// The longest line that is read, in bytes: games are told on one line.
const MAX_LINE: usize = 1 << 16;

/// Longest time that a search goes on when its answer may be for nobody.
const SOON: Duration = Duration::from_secs(60);

/// A level, or a time for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// As deep as the level looks.
    Level(Level),
    /// A time for each move.
    Turn(Duration),
}

impl Pace {
    /// The limits of a search with a number of empty squares.
    pub(crate) fn limits(self, empties: u32) -> SearchLimits {
        match self {
            Self::Level(level) => level.limits(empties),
            Self::Turn(turn) => SearchLimits {
                time: TimeControl::per_move(turn),
                ..SearchLimits::default()
            },
        }
    }
}

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

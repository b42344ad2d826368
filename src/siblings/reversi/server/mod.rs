//! Protocols on standard input and output: `NBoard` and GTP.
//!
//! Each is a [`Dialogue`] for [`kagetsu_kernel::line_host::serve`]. A list of commands in a pipe is answered in full: the
//! end of the input ends only searches that would go on for long.

use std::time::Duration;

use kagetsu_kernel::line_host::Scope;
use kagetsu_kernel::{SearchLimits, TimeControl};

use super::engine::think::REST;
use super::players::Level;

mod gtp;
mod nboard;
mod player;

pub(crate) use gtp::Gtp;
pub(crate) use nboard::NBoard;
pub(crate) use player::Player;

pub(crate) use kagetsu_kernel::line_host::{Answer, Dialogue, Effect, converse};

/// A level, or a time for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// As deep as the level looks.
    Level(Level),
    /// A time for each move.
    Turn(Duration),
}

impl Pace {
    /// The limits of a search.
    pub(crate) fn limits(self) -> SearchLimits {
        match self {
            Self::Level(level) => level.limits(),
            Self::Turn(turn) => SearchLimits::of_time(TimeControl::per_move(turn)),
        }
    }
}

/// Will a search from a number of empty squares end by itself before long? It does within a minute of its clock, and if it
/// looks no further than the highest level.
fn scope(limits: &SearchLimits, empties: u32) -> Scope {
    let most = Level::MAX.depth();
    let is_no_deeper = |depth| depth <= most || empties <= most + u32::from(REST);
    if limits.depth.is_some_and(is_no_deeper) {
        Scope::Bounded
    } else {
        Scope::of(limits)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use kagetsu_kernel::line_host::MAX_LINE;
    use kagetsu_siblings::testing::Kept;

    use super::*;
    use crate::engine::Brain;
    use crate::players::PlayerName;

    fn player() -> Player {
        Player::new(PlayerName::Engine, Brain::untaught(), None)
    }

    /// What is answered to these lines, the end of each line of an answer as `|`.
    fn talk(dialogue: impl Dialogue, lines: &str) -> String {
        let kept = Kept::default();
        converse(Cursor::new(lines.to_owned()), kept.clone(), dialogue).unwrap();
        kept.text().replace('\n', "|")
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_a_command() {
        let pace = Pace::Level(Level::MAX);
        assert_eq!(
            talk(Gtp::new(player(), pace), "\u{feff}1 list_games\n"),
            "=1 Othello||"
        );
    }

    #[test]
    fn an_over_long_line_is_refused_as_the_protocol_tells_errors() {
        const FAULT: &str = "the line is too long: expected at most 65536 bytes";
        let pace = Pace::Level(Level::MAX);
        let long = "x ".repeat(MAX_LINE);
        let blank = " ".repeat(2 * MAX_LINE);
        assert_eq!(
            talk(
                Gtp::new(player(), pace),
                &format!("7 play b {long}\n#{long}\n{blank}\nlist_games\n")
            ),
            format!("?7 {FAULT}||= Othello||")
        );
        assert_eq!(
            talk(
                NBoard::new(player(), pace),
                &format!("set game {long}\n{blank}\nping 1\n")
            ),
            format!("status {FAULT}|pong 1|")
        );
    }
}

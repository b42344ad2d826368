//! The limits of a search: depth, nodes, time, and the stop signal, which another thread may raise.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The time limits at the moment when a move is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default)
)]
pub struct TimeControl {
    /// Longest time for this move. Zero means to answer at once. `None` means no limit for the move.
    pub turn: Option<Duration>,
    /// Time left on the clock of the game, this move included; the Gomocup protocol calls it the time of the match. `None`
    /// means no limit for the game.
    pub match_left: Option<Duration>,
    /// Time added to the game's clock with every move.
    pub increment: Duration,
}

impl TimeControl {
    /// No limit: the search runs until it is stopped.
    pub const UNLIMITED: Self = Self {
        turn: None,
        match_left: None,
        increment: Duration::ZERO,
    };

    /// A fixed time for this move.
    pub const fn per_move(turn: Duration) -> Self {
        Self {
            turn: Some(turn),
            match_left: None,
            increment: Duration::ZERO,
        }
    }

    /// Takes the time of a move off the clock of the game, and adds the increment.
    pub fn spend(&mut self, took: Duration) {
        let after = |left: Duration| left.saturating_sub(took).saturating_add(self.increment);
        self.match_left = self.match_left.map(after);
    }
}

/// All limits that end a search without a stop signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default)
)]
pub struct SearchLimits {
    /// Deepest iteration to complete, in plies.
    pub depth: Option<u32>,
    /// Largest number of nodes.
    pub nodes: Option<u64>,
    /// The time limits.
    pub time: TimeControl,
    /// Reading of the clock when the request arrived: time is counted from here.
    pub started: Duration,
    /// Number of best moves to score exactly (at least one).
    pub multi_pv: usize,
}

impl SearchLimits {
    /// No limit: the search runs until it is stopped.
    pub const UNLIMITED: Self = Self {
        depth: None,
        nodes: None,
        time: TimeControl::UNLIMITED,
        started: Duration::ZERO,
        multi_pv: 1,
    };

    /// A depth alone.
    pub const fn of_depth(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            ..Self::UNLIMITED
        }
    }

    /// A number of nodes alone.
    pub const fn of_nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::UNLIMITED
        }
    }

    /// Times alone.
    pub const fn of_time(time: TimeControl) -> Self {
        Self {
            time,
            ..Self::UNLIMITED
        }
    }
}

impl Default for SearchLimits {
    fn default() -> Self {
        Self::UNLIMITED
    }
}

/// A flag, shared between threads, that ends the running search as soon as it is seen.
#[derive(Clone, Debug, Default)]
pub struct StopSignal(Arc<AtomicBool>);

impl StopSignal {
    /// A signal that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Raises the signal: the search is to end.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// True if the signal is raised.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

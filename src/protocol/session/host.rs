//! What a session needs from the program round it.

use crate::reply::Reply;
use kagetsu_kernel::StopSignal;

/// Does a search end by itself?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Time, nodes or a modest depth end it.
    Bounded,
    /// It runs until it is told to stop.
    Unbounded,
}

/// What becomes of a search's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The manager waits for it.
    Answer,
    /// The manager is gone: not a word more.
    Drop,
}

/// Takes the replies of a session and may end its searches.
pub trait Host {
    /// Sends one line to the manager.
    fn reply(&mut self, reply: Reply);

    /// A search is about to begin; the signal ends it, and is raised already if its end has been asked for.
    fn begin_search(&mut self, scope: Scope) -> StopSignal;

    /// The search has ended. Is its answer still wanted?
    fn end_search(&mut self) -> Fate;
}

//! The interface between a session and the program around it.

use crate::reply::Reply;
use kagetsu_kernel::StopSignal;

/// Whether a search ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Limits of time, nodes or a small depth end it.
    Bounded,
    /// It runs until it is told to stop.
    Unbounded,
}

/// Whether the answer of a search is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The manager waits for the answer.
    Answer,
    /// The manager is gone: nothing more is sent.
    Drop,
}

/// Takes the replies of a session and may end its searches.
pub trait Host {
    /// Sends one line to the manager.
    fn reply(&mut self, reply: Reply);

    /// Announces a search. The returned signal ends it. It is already raised if a command has asked for the end.
    fn begin_search(&mut self, scope: Scope) -> StopSignal;

    /// Announces the end of the search. Returns whether its answer is still wanted.
    fn end_search(&mut self) -> Fate;
}

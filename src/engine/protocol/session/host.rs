//! The interface between a session and the program around it.

use crate::reply::Reply;
use kagetsu_kernel::StopSignal;
use kagetsu_kernel::line_host::{Fate, Scope};

/// Takes the replies of a session and may end its searches.
pub trait Host {
    /// Sends one line to the manager.
    fn reply(&mut self, reply: Reply);

    /// Announces a search. The returned signal ends it. It is already raised if a command has asked for the end.
    fn begin_search(&mut self, scope: Scope) -> StopSignal;

    /// Announces the end of the search. Returns whether its answer is still wanted.
    fn end_search(&mut self) -> Fate;
}

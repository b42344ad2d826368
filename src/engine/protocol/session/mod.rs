//! The conversation with a manager as a state machine without I/O. It takes commands and sends replies through a
//! [`Host`].

mod analysis;
mod balancing;
mod board_block;
mod database;
mod distinct_points;
mod excluding;
mod exclusions;
mod hash;
mod obeying;
mod openings;
mod pondering;
mod reporter;
mod soosyrv;
mod state;
mod swap2;
mod thinking;

pub use state::Session;

use crate::reply::Reply;
use kagetsu_kernel::StopSignal;
use kagetsu_kernel::line_host::{ResultUse, Scope};

/// Takes the replies of a session and may end its searches.
pub trait Host {
    /// Sends one line to the manager.
    fn reply(&mut self, reply: Reply);

    /// Announces a search. The returned signal ends it. It is already raised if a command has asked for the end.
    fn begin_search(&mut self, scope: Scope) -> StopSignal;

    /// Announces the end of the search. Returns whether its answer is still wanted.
    fn end_search(&mut self) -> ResultUse;

    /// Is the next command waiting, and is it an edit of the database? The session then writes both together, when it has
    /// that one as well.
    fn edit_follows(&self) -> bool {
        false
    }
}

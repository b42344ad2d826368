//! The steps of a session, as they were made.

use serde::{Deserialize, Serialize};

use crate::game::{Seat, Step};

/// A step that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taken<M> {
    /// By whom.
    pub seat: Seat,
    /// The step.
    pub step: Step<M>,
    /// The time it took in milliseconds.
    pub ms: u64,
}

//! The steps of a session, as they were made.

use serde::{Deserialize, Serialize};

use crate::game::{Seat, Step};

/// A step that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taken {
    /// By whom.
    pub seat: Seat,
    /// The step.
    pub step: Step,
    /// The time it took in milliseconds.
    pub ms: u64,
}

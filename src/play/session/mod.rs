//! One game between two seats, without a screen: turns, undo, clocks, results, and a form that survives a restart.
//! Every command answers with typed events or a refusal that has changed nothing.

mod clock;
mod commands;
mod event;
mod occupant;
mod position;
#[cfg(test)]
mod random_tests;
mod record;
mod saved;
#[expect(
    clippy::module_inception,
    reason = "the layer is named after its one object"
)]
mod session;
mod setup;
#[cfg(test)]
mod tests;

pub(crate) use clock::{ClockReading, TimeRules};
pub(crate) use event::Event;
pub use occupant::{AutoLevel, Level};
pub(crate) use occupant::{Mover, Occupant};
pub(crate) use position::Position;
pub(crate) use record::Recorded;
pub(crate) use saved::{RestoreError, Saved, read_bytes, read_file, write_file};
pub(crate) use session::{PlayedStep, Session, Ticket};
pub use setup::AnySetup;

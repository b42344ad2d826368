//! The table at which a game is played: a session, and beside it analysis, teaching, study, comparison and practice. It
//! takes commands ([`Table::obey`]), names the searches that it needs ([`Table::task`], [`Table::consult`]), takes what
//! they find, and says what there is to see ([`View`]). It knows no sockets, threads or files: whoever shows it brings
//! them. Each part has its own state, which no other part changes; [`Table`] does what follows for the others.

mod analysis;
mod analysis_commands;
#[cfg(test)]
mod clock_tests;
mod command;
mod comparison;
mod consulting;
mod draw;
mod help;
mod lesson;
#[cfg(test)]
mod lesson_tests;
mod line;
mod log;
mod next_task;
mod obey;
mod people;
#[cfg(test)]
mod people_tests;
mod practice;
mod practice_commands;
#[cfg(test)]
mod practice_tests;
mod programs;
mod prover;
mod results;
mod study;
#[cfg(test)]
mod study_tests;
#[expect(
    clippy::module_inception,
    reason = "the layer is named after its one object"
)]
mod table;
mod task;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tree_tests;
mod tree_walk;
mod view;

pub use command::Begins;
#[cfg(test)]
pub(crate) use command::Compare;
pub(crate) use command::{Command, NewGame, Request, Successor};
pub(crate) use comparison::OpinionNews;
#[cfg(test)]
pub(crate) use comparison::{Comparison, Progress};
pub use line::LineView;
pub(crate) use people::GUESTS;
pub use people::Who;
pub(crate) use practice::{PracticeCommand, PracticeRequest};
pub(crate) use table::{SavedTable, Table};
pub use task::{Task, TaskResult};
pub(crate) use view::View;

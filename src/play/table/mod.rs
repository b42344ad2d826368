//! The table at which a game is played: a session, and beside it analysis, teaching, study, comparison and puzzles. It
//! takes commands ([`Table::obey`]), names the searches that it needs ([`Table::task`], [`Table::consult`]), takes what
//! they find, and says what there is to see ([`View`]). It knows no sockets, threads or files: whoever shows it brings
//! them. Each part has its own state, which no other part changes; [`Table`] does what follows for the others.

mod analysis;
mod command;
mod comparison;
mod consulting;
mod draw;
mod help;
mod lesson;
mod line;
mod log;
mod obey;
mod offers;
mod people;
#[cfg(test)]
mod people_tests;
mod practice;
#[cfg(test)]
mod practice_tests;
mod practise;
mod programs;
mod prover;
mod puzzle;
mod stepper;
mod study;
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
mod view;

pub use analysis::Analyst;
pub use command::{Begins, Command, Compare, NewGame, Request, Successor};
pub use comparison::{Comparison, Consultation, Opined, Opinion, Progress};
pub use lesson::{Grade, Mistake, Tried};
pub use line::{LineView, ProvedWin};
pub use log::Log;
pub use offers::{Offered, offered};
pub use people::{GUESTS, Phrase, Who};
pub use practice::{DrillView, PracticeRequest, PracticeView, PracticeWish};
pub use programs::Trouble;
pub use prover::{ProverReport, Verdict};
pub use puzzle::{
    Judged, Listed, OwnPuzzles, PuzzleRequest, PuzzleView, PuzzleWish, answer as answer_puzzle,
    list as list_puzzles, list_own as list_own_puzzles, own as own_puzzle,
};
pub use stepper::ShownStep;
pub use table::{SavedTable, Table};
pub use task::{Task, TaskResult};
pub use view::{Threats, View};

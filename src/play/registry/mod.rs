//! What front ends need of all games: who plays them, and their words, texts and files. A further game is a variant of
//! [`crate::game::Kind`]; what it brings beside its rules stands in the arms that the compiler then asks for.

mod format;
mod gomoku_record;
mod gomoku_sgf;
mod kind;
mod opponents;
mod position;
mod record;
#[cfg(test)]
mod tests;
mod text_fault;

pub(crate) use format::Format;
pub(crate) use gomoku_sgf::GomokuSgf;
pub use opponents::Opponents;
pub(crate) use opponents::{Asked, RunningProgram, file_of};
#[cfg(test)]
pub(crate) use position::read as read_position;
pub(crate) use position::{is_position, write as write_position};
#[cfg(test)]
pub(crate) use record::read as read_record;
pub(crate) use record::{forms, load as load_record, write as write_record};

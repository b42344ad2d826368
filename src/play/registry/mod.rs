//! What front ends need of all games: who plays them, and their words, texts and files. A further game is a variant of
//! [`crate::game::Kind`]; what it brings beside its rules stands in the arms that the compiler then asks for.

mod gomoku_record;
mod gomoku_text;
mod kind;
mod opponents;
mod position;
mod record;
#[cfg(test)]
mod tests;

pub(crate) use gomoku_record::to_record;
pub use gomoku_record::{Format, RecordError as GomokuRecordError};
pub use gomoku_text::GomokuTextError;
pub use kind::Words;
pub use opponents::{Asked, Opponents, RunningProgram, file_of};
pub use position::{PositionError, read as read_position, write as write_position};
pub use record::{RecordError, load as load_record, read as read_record, write as write_record};

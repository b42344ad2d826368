//! All games that front ends offer. [`Any`] is a game of any kind and itself a [`crate::game::Game`], so that one session
//! goes from one kind to the next. A further game is a variant of [`Kind`] and an entry in the list of `any.rs`; what it
//! brings beside its rules (words, texts, files, a player) stands in the arms that the compiler then asks for.

mod any;
mod engine_players;
mod gomoku_text;
mod kind;
mod opponents;
mod position;
mod record;
mod setup;
#[cfg(test)]
mod tests;

pub use crate::gomoku::record::Format;
pub use any::Any;
pub use engine_players::EnginePlayers;
pub use gomoku_text::GomokuTextError;
pub use kind::{Kind, ParseKindError, Words};
pub use opponents::{Asked, Opponents};
pub use position::{PositionError, is_position, read as read_position, write as write_position};
pub use record::{RecordError, load as load_record, read as read_record, write as write_record};
pub use setup::AnySetup;

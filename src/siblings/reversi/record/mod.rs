//! Positions with colours, whole games, and how they are written: move lists, board pictures, and
//! the files OBF, GGF, SGF and WTHOR.

mod date;
mod entry;
mod form;
mod game;
pub mod ggf;
mod limit;
mod moves;
pub(crate) mod obf;
pub mod opening_names;
mod position;
mod properties;
mod record_error;
mod result;
pub mod sgf;
pub(crate) mod wthor;

pub use entry::GameEntry;
pub use form::RecordForm;
pub use game::{Game, MoveError, Ply};
pub use limit::TimeLimit;
pub use moves::{MoveListError, parse_moves};
pub use position::{Outcome, Position};
pub use record_error::RecordError;
pub use result::{Early, GameResult};

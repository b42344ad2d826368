//! Positions with colours, whole games, and how they are written: move lists, board pictures, OBF lines.

mod colour;
mod game;
pub mod ggf;
mod moves;
pub mod obf;
mod position;

pub use colour::{Colour, Outcome};
pub use game::{Game, MoveError, Ply};
pub use moves::{MoveListError, parse_moves};
pub use position::{PictureError, Position};

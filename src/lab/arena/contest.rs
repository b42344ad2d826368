//! What the runner needs of a game: one trait. Gomoku, Reversi and Connect6 are its implementations.

use super::seats::{End, Seats};

/// One game in progress: its rules as referee, and what is said to the engines. The runner knows its moves as text only.
pub(crate) trait Contest {
    /// Tells the engine of a seat the rules, and that a game begins.
    fn begin(&mut self, seat: usize, seats: &mut Seats<'_>) -> Result<(), End>;

    /// Opens the game: by the given moves, which are legal and do not end it, or as the engines choose.
    fn open(&mut self, opening: &str, seats: &mut Seats<'_>) -> Result<(), End>;

    /// Asks the engine that is to move for its move, plays it, and reports it with [`Seats::made`].
    fn turn(&mut self, seats: &mut Seats<'_>) -> Result<(), End>;

    /// All moves as text, those of the opening included.
    fn moves(&self) -> String;
}

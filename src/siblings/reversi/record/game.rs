//! A game: where it started, what was played, take-back.

use std::fmt;

use thiserror::Error;

use super::position::Position;
use crate::board::Square;
use kagetsu_kernel::Side;

/// One turn of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ply {
    /// A disc is placed.
    Move(Square),
    /// The side has no move.
    Pass,
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(square) => square.fmt(f),
            Self::Pass => f.write_str("pa"),
        }
    }
}

/// A turn that the rules do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The move flips nothing, or its square is taken.
    #[error("{side} may not play {square}")]
    Illegal {
        /// The square that was named.
        square: Square,
        /// The side that was to move.
        side: Side,
    },
    /// A side with a legal move may not pass.
    #[error("{0} may not pass: it has a move")]
    Pass(Side),
    /// Nobody can move any more.
    #[error("the game is over")]
    Over,
}

/// A game from its first position on. Passes are plies of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    start: Position,
    plies: Vec<(Ply, Position)>,
}

impl Default for Game {
    fn default() -> Self {
        Self::from_position(Position::START)
    }
}

impl Game {
    /// A game that begins at a position.
    pub const fn from_position(start: Position) -> Self {
        Self {
            start,
            plies: Vec::new(),
        }
    }

    /// The first position.
    pub const fn start(&self) -> Position {
        self.start
    }

    /// The position now.
    pub fn position(&self) -> Position {
        self.plies
            .last()
            .map_or(self.start, |&(_, position)| position)
    }

    /// What was played, each ply with the position after it.
    pub fn plies(&self) -> &[(Ply, Position)] {
        &self.plies
    }

    /// Plays a turn.
    ///
    /// # Errors
    /// If the rules do not allow it; the game is then as before.
    pub fn play(&mut self, ply: Ply) -> Result<(), MoveError> {
        let position = self.position();
        let next = match ply {
            Ply::Move(square) => position.play(square).ok_or(MoveError::Illegal {
                square,
                side: position.side(),
            })?,
            Ply::Pass if position.must_pass() => position.passed(),
            Ply::Pass if position.board().is_over() => return Err(MoveError::Over),
            Ply::Pass => return Err(MoveError::Pass(position.side())),
        };
        self.plies.push((ply, next));
        Ok(())
    }

    /// Plays a turn of a side. A pass of the other side that is due and not written is played before.
    ///
    /// # Errors
    /// If the rules do not allow it, or it is not the side's turn.
    pub(crate) fn play_as(&mut self, side: Side, ply: Ply) -> Result<(), MoveError> {
        if let Ply::Move(square) = ply
            && self.position().side() != side
        {
            self.pass_if_due();
            if self.position().side() != side {
                return Err(MoveError::Illegal { square, side });
            }
        }
        self.play(ply)
    }

    /// Plays a pass if the side to move must pass.
    pub(super) fn pass_if_due(&mut self) {
        let position = self.position();
        if position.must_pass() {
            self.plies.push((Ply::Pass, position.passed()));
        }
    }

    /// Takes the last turn back, if there is one.
    pub fn undo(&mut self) -> Option<Ply> {
        self.plies.pop().map(|(ply, _)| ply)
    }

    /// The moves glued together without passes, such as `f5d6c3`.
    pub fn moves_text(&self) -> String {
        self.plies
            .iter()
            .filter(|(ply, _)| *ply != Ply::Pass)
            .map(|(ply, _)| ply.to_string())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undo_returns_to_the_same_position() {
        let mut game = Game::default();
        game.play(Ply::Move("f5".parse().unwrap())).unwrap();
        let before = game.clone();
        game.play(Ply::Move("d6".parse().unwrap())).unwrap();
        assert_eq!(game.undo(), Some(Ply::Move("d6".parse().unwrap())));
        assert_eq!(game, before);
        game.undo();
        assert_eq!(game.undo(), None);
        assert_eq!(game, Game::default());
    }

    #[test]
    fn the_rules_are_kept() {
        let mut game = Game::default();
        let error = game.play(Ply::Move("a1".parse().unwrap())).unwrap_err();
        assert_eq!(error.to_string(), "black may not play a1");
        assert_eq!(game.play(Ply::Pass), Err(MoveError::Pass(Side::Black)));
        assert_eq!(game, Game::default());
    }
}

//! A line of play that was found for a state, as the page shows it.

use serde::Serialize;

use crate::game::{Colour, Spot};
use crate::gomoku::Gomoku;
use crate::gomoku::bridge::{Line, Value};
use crate::session::Ticket;

/// A win that was proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Proof {
    /// Who wins.
    pub colour: Colour,
    /// After so many stones of both.
    pub plies: u16,
    /// After so many own stones.
    pub moves: u16,
}

impl Proof {
    fn of(to_move: Colour, value: Value) -> Option<Self> {
        match value {
            Value::WinIn(plies) => Some(Self {
                colour: to_move,
                plies,
                moves: plies.div_ceil(2),
            }),
            Value::LossIn(plies) => Some(Self {
                colour: to_move.other(),
                plies,
                moves: plies / 2,
            }),
            Value::Units(_) => None,
        }
    }

    /// The same one stone later, when that stone belongs to the line; nothing once the game is over.
    pub(super) fn after_a_stone(self) -> Option<Self> {
        let plies = self.plies.checked_sub(1).filter(|&plies| plies > 0)?;
        // The winner makes the last stone: it moves now when the number of stones is odd.
        let was_winner = self.plies % 2 == 1;
        Some(Self {
            plies,
            moves: self.moves - u16::from(was_winner),
            ..self
        })
    }
}

/// A line with the names of its moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LineView {
    /// The state.
    pub ticket: Ticket,
    /// Place among the best moves, from zero.
    pub place: usize,
    /// Depth in plies.
    pub depth: u32,
    /// Expected share of wins for the side to move.
    pub rate: f64,
    /// The win, if one was proved.
    pub proof: Option<Proof>,
    /// The first move.
    pub at: Option<Spot>,
    /// All moves.
    pub spots: Vec<Spot>,
    /// All moves by their names.
    pub moves: Vec<String>,
    /// Nodes searched since the search began.
    pub nodes: u64,
}

impl LineView {
    pub(super) fn of(game: &Gomoku, ticket: Ticket, line: &Line) -> Self {
        Self {
            ticket,
            place: line.place,
            depth: line.depth,
            rate: line.win_rate,
            proof: Proof::of(game.to_move(), line.value),
            at: line.moves.first().copied(),
            spots: line.moves.clone(),
            moves: line.moves.iter().map(|&at| game.name(at)).collect(),
            nodes: line.nodes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proved_win_counts_the_winners_own_stones() {
        let win = Proof::of(Colour::Black, Value::WinIn(5)).expect("a proof");
        assert_eq!((win.colour, win.moves), (Colour::Black, 3));
        let next = win.after_a_stone().expect("it goes on");
        assert_eq!((next.plies, next.moves), (4, 2));
        let loss = Proof::of(Colour::Black, Value::LossIn(4)).expect("a proof");
        assert_eq!((loss.colour, loss.moves), (Colour::White, 2));
        assert_eq!(loss.after_a_stone().map(|proof| proof.moves), Some(2));
        let last = Proof::of(Colour::Black, Value::WinIn(1)).expect("a proof");
        assert_eq!(last.after_a_stone(), None);
        assert_eq!(Proof::of(Colour::Black, Value::Units(3)), None);
    }
}

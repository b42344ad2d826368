//! A line of play that was found for a state, as the page shows it.

use serde::Serialize;

use crate::game::Spot;
use crate::gomoku::Gomoku;
use crate::gomoku::bridge::Line;
use crate::session::Ticket;

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
    /// The first move.
    pub at: Option<Spot>,
    /// All moves by their names.
    pub moves: Vec<String>,
    /// Positions visited since the search began.
    pub nodes: u64,
}

impl LineView {
    pub(super) fn of(game: &Gomoku, ticket: Ticket, line: &Line) -> Self {
        Self {
            ticket,
            place: line.place,
            depth: line.depth,
            rate: line.value.win_rate(),
            at: line.moves.first().copied(),
            moves: line.moves.iter().map(|&at| game.name(at)).collect(),
            nodes: line.nodes,
        }
    }
}

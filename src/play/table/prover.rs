//! The button that looks for a proof: is the position won by fours or by threats?

use serde::{Deserialize, Serialize};

use crate::game::{Colour, Game, GameMove, PlayedMove};
use crate::gomoku::Gomoku;
use crate::gomoku::proof::{SolverAnswer, WinSolver};
use crate::session::Ticket;
use crate::study::Place;

use kagetsu_kernel::StopSignal;

use super::line::played;

/// Nodes to search for one proof.
const NODES: u64 = 5_000_000;
/// Memory of the solver.
const TABLE_BYTES: usize = 64 << 20;

/// What the search has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Verdict {
    /// A win by fours alone.
    Fours,
    /// A win by threats, fours included.
    Threats,
    /// There is no win by threats.
    None,
    /// None was found before the limit.
    Open,
}

/// The answer for a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ProverReport {
    /// The position of the study; nothing for that of the game.
    pub at: Option<Place>,
    /// The state.
    pub ticket: Ticket,
    /// The colour that is to move.
    pub colour: Colour,
    /// What was found.
    pub verdict: Verdict,
    /// Own moves of the winner.
    pub moves: usize,
    /// What the moves of the line do on the board.
    pub steps: Vec<PlayedMove>,
    /// The moves of the line by their names.
    pub names: Vec<String>,
    /// Nodes searched.
    pub nodes: u64,
}

/// A position in which a win is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    /// The position of the study; nothing for that of the game.
    pub(super) at: Option<Place>,
}

/// What is looked for, and what was found.
#[derive(Clone, Debug, Default)]
pub(super) struct Prover {
    wanted: Option<Wanted>,
    found: Option<ProverReport>,
}

impl Prover {
    /// The position in which a win is to be looked for.
    pub(super) const fn wanted(&self) -> Option<Wanted> {
        self.wanted
    }

    /// Begins or ends to look for a win.
    pub(super) fn want(&mut self, wanted: Option<Wanted>) {
        self.wanted = wanted;
        if wanted.is_some() {
            self.found = None;
        }
    }

    /// Takes what was found for a position, if a win is still looked for there. Nothing was found where the search was
    /// stopped: something else is to be done first, and whoever looks for a win asks again.
    pub(super) fn answered(&mut self, at: Option<Place>, found: Option<ProverReport>) {
        if self.wanted == Some(Wanted { at }) {
            self.wanted = None;
            self.found = found;
        }
    }

    /// The last answer, as long as the game is in the same state.
    pub(super) fn found(&self, ticket: Ticket) -> Option<&ProverReport> {
        self.found.as_ref().filter(|found| found.ticket == ticket)
    }
}

/// Looks for a win of the side to move; nothing when it was stopped.
pub(super) fn prove(
    game: &Gomoku,
    at: Option<Place>,
    ticket: Ticket,
    stop: &StopSignal,
) -> Option<ProverReport> {
    let mut proof = WinSolver::new(game.stones(), TABLE_BYTES, NODES, stop);
    let (verdict, line) = match proof.wins_by_fours() {
        SolverAnswer::Yes(line) => (Verdict::Fours, line),
        SolverAnswer::No | SolverAnswer::Open => match proof.wins_by_other_threats() {
            SolverAnswer::Yes(line) => (Verdict::Threats, line),
            SolverAnswer::No => (Verdict::None, Vec::new()),
            SolverAnswer::Open => (Verdict::Open, Vec::new()),
        },
    };
    if stop.is_raised() {
        return None;
    }
    let line: Vec<GameMove> = line.into_iter().map(GameMove::from).collect();
    let (steps, names) = played(game, &line);
    Some(ProverReport {
        at,
        ticket,
        colour: game.to_move(),
        verdict,
        moves: line.len().div_ceil(2),
        steps,
        names,
        nodes: proof.nodes(),
    })
}

//! Positions with right answers that a network is asked about: does it complete its row, block the opponent's, and answer an
//! open three before it is too late? In Reversi: does it keep the result near the end?
//!
//! The positions are drawn by code, the same ones for everybody, and the answers are found by trying every cell. How often the
//! right move is found is counted four ways: by the greatest prior, by a move drawn by the priors, by the best move of a search
//! without noise, and by a move drawn by its visits, as games by PUCT draw their first `drawn_moves` moves.

mod endgames;
mod measure;
mod positions;
mod threats;

use kagetsu_kernel::StopSignal;

use crate::game::GameRules;

pub use measure::{FILE, Probed, Scores, measure};
pub use positions::{Probe, ProbeError, ProbeKind};

/// Does a game have positions with right answers? Games of stones in a row with several stones a turn, gravity or misère have
/// none.
pub const fn has_probes(rules: GameRules) -> bool {
    match rules {
        GameRules::InARow(rules) => positions::has_probes(&rules),
        GameRules::Reversi => true,
    }
}

/// Draws so many positions of each kind, or fewer where random games of these rules have not so many. They are all different.
///
/// # Errors
/// For games that have none ([`has_probes`]), and when it was stopped.
pub fn probes(
    rules: GameRules,
    of_each: usize,
    stop: &StopSignal,
) -> Result<Vec<Probe>, ProbeError> {
    match rules {
        GameRules::InARow(rules) => positions::probes(&rules, of_each, stop),
        GameRules::Reversi => endgames::probes(of_each, stop),
    }
}

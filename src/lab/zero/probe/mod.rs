//! Positions with right answers that a network is asked about: does it complete its row, block the opponent's, and answer an
//! open three before it is too late?
//!
//! The positions are drawn by code, the same ones for everybody, and the answers are found by trying every cell. How often the
//! right move is found is counted four ways: by the greatest prior, by a move drawn by the priors, by the best move of a search
//! without noise, and by a move drawn by its visits, as games by PUCT draw their first `drawn_moves` moves.

mod measure;
mod positions;
mod threats;

pub use measure::{FILE, Probed, Scores, measure};
pub use positions::{Probe, ProbeError, ProbeKind, probes};

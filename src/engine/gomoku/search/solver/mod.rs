//! Proving wins: by continuous fours (VCF), by continuous threats (VCT), or by any moves.
//!
//! A win is claimed only with a certificate, a tree that answers every reply, and only after the certificate has been
//! checked by code that implements the rules on its own and shares no rule code with the search.

mod blocking;
pub(crate) mod certificate;
mod dfpn;
mod expand;
mod extract;
mod fours;
mod guard;
mod initial_numbers;
mod line;
mod proof_board;
mod proof_numbers;
mod referee;
mod solve;
pub mod verify;
mod zone;

pub use certificate::{Answers, Attack, DefenderReply, OtherReplies};
pub use fours::Order;
pub use guard::{Limit, SolverLimits};
pub use line::{line_of_answers, line_of_attack};
pub use referee::is_won;
pub use solve::{Answer, Question, Solver, Verdict};

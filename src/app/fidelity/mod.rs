//! `fidelity`: measures how near a search with few nodes comes to a search with many. Positions are searched deeply once and
//! kept as references; a setting, a network or another build then searches the same positions with few nodes, each from an
//! empty table. The differences of two such runs are taken position by position, so a few minutes show what a match shows
//! in many hours.

mod args;
mod choice;
mod figures;
mod merge;
mod run;
mod scores;
#[cfg(test)]
mod tests;

pub(super) use args::FidelityCommand;
pub(super) use run::run;

//! Statistics of the results of games: pure functions from results to numbers and tables, without I/O, clocks or
//! processes.
//!
//! From the bottom up:
//!
//! - [`Trinomial`] and [`Pentanomial`] count games and pairs of games. [`Results`] collects both from finished games.
//!   [`Sample`] is the one of the two that statistics use.
//! - `distribution` finds the distribution with the greatest likelihood for a given score. Intervals near 0 % and 100 %
//!   and the sequential test need it.
//! - `elo` computes Elo, normalised Elo and likelihood of superiority. [`Sprt`] decides when to stop a match.
//! - `CrossTable` collects the results of a pool of engines from records. [`rate`] rates the whole pool at once.
//! - `fault_sentences` say which games were lost by faults, before any figure is believed.
//! - [`BlackScores`] tell for each opening whether it is fair.
//! - `MatchSummary` holds all figures of a match of two engines. `tables` prints pools.
//!
//! # Pairs
//!
//! Both games of a pair share an opening, so their results are not independent: a drawish or one-sided opening affects
//! both. The pair is therefore the unit of observation. Single games are used only as long as no pair is complete, and
//! never by the sequential test.
//!
//! Pairs that share an opening are not independent either. Errors are therefore computed from the sums of the scores by
//! opening (`Clusters`). The sequential test takes pairs as independent.

mod black_scores;
mod bradley_terry;
mod brownian;
mod clusters;
mod cross_table;
mod distribution;
mod elo;
mod estimate;
mod fault_losses;
mod opening_key;
mod pentanomial;
mod ratings;
mod results;
mod sample;
mod score;
mod sprt;
pub(crate) mod summary;
pub(crate) mod tables;
#[cfg(test)]
pub(super) mod test_records;

pub use black_scores::{BlackScore, BlackScores};
pub(crate) use cross_table::CrossTable;
pub use elo::{elo, elo_of_score, likelihood_of_superiority, normalised_elo, score_of_elo};
pub use estimate::Estimate;
pub(crate) use fault_losses::{fault_sentences, faults_in_short};
pub use pentanomial::Pentanomial;
pub use ratings::{Anchor, Encounter, Rating, RatingBasis, RatingError, Ratings, rate};
pub use results::Results;
pub use sample::{Observations, Sample};
pub use score::Trinomial;
pub use sprt::{EloModel, Sprt, SprtError, SprtSettings, SprtStatus, SprtVerdict};
pub(crate) use summary::MatchSummary;
pub use tables::ratings_text;
